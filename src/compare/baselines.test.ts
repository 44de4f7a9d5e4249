import { expect, test } from "vitest";
import { contextWith } from "../../test/compare/planted.js";
import { tableFromColumns } from "../core/table/index.js";
import { hitRate } from "./hit-rate.js";
import type { Peer } from "./peer.js";
import { createTailProbability } from "./tail-probability.js";
import { createZScore } from "./z-score.js";

/** A hundred rows, each twice: numbers in even steps that come once would only number them. */
const rows = Array.from({ length: 200 }, (_, i) => i % 100);
const table = tableFromColumns({
  a: rows.map((i) => 2 * i),
  b: rows.map((i) => i % 10),
  valve: rows.map((i) => (i < 98 ? "open" : "shut")),
});
const context = contextWith(table, () => 0);

async function weights(peer: Peer, row: Float64Array): Promise<Map<string, number>> {
  const { features } = await peer.explain(context, row);
  return new Map(features.map(({ feature, weight }) => [feature, weight]));
}

test("|z| is the distance from the mean in deviations, and the like for a category's share", async () => {
  const z = await weights(createZScore(), Float64Array.of(198, 4.5, 1));
  expect(z.get("a")).toBeCloseTo(49.5 / Math.sqrt((100 ** 2 - 1) / 12), 12);
  expect(z.get("b")).toBe(0);
  expect(z.get("valve")).toBeCloseTo(Math.sqrt(-2 * Math.log(0.02)), 12);
});

test("the tail is the smaller side, doubled; beyond all rows it is half a row, the farther first", async () => {
  const tail = await weights(createTailProbability(), Float64Array.of(8, 4.5, 2));
  expect(tail.get("a")).toBeCloseTo(-Math.log(2 * 0.05), 1);
  expect(tail.get("b")).toBeCloseTo(0, 2);
  expect(tail.get("valve")).toBeCloseTo(-Math.log(0.0025), 2);
  const { features } = await createTailProbability().explain(context, Float64Array.of(400, 50, 0));
  expect(features.map(({ feature }) => feature)).toEqual(["b", "a", "valve"]);
});

test("HitRate is that of the paper's example", () => {
  expect(hitRate([2, 3, 6, 1, 5, 4], [2, 6], 100)).toBe(0.5);
  expect(hitRate([2, 3, 6, 1, 5, 4], [2, 6], 150)).toBe(1);
  expect(hitRate([4], [4], 150)).toBe(1);
  expect(hitRate([1, 4], [4], 150)).toBe(0);
});
