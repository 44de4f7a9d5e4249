import { expect, test } from "vitest";
import { tallyOf } from "./column-tallies.js";
import { MISSING, UNSEEN } from "./encode-table.js";

test("counting categories leaves missing and unseen ones out", () => {
  const column = { kind: "categorical", codes: Int32Array.of(0, 1, MISSING, UNSEEN, 1) } as const;
  expect(tallyOf(column, 3)).toEqual({ categories: Float64Array.of(1, 2, 0), missing: 1, finite: 0, belowAll: 0 });
});

test("numbers are finite, missing or beyond all", () => {
  const column = { kind: "numeric", values: Float64Array.of(1, NaN, -Infinity, Infinity, 0, NaN) } as const;
  expect(tallyOf(column, 0)).toEqual({ categories: new Float64Array(), missing: 2, finite: 2, belowAll: 1 });
});
