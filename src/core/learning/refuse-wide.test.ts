import { describe, expect, test } from "vitest";
import { tableFromColumns } from "../table/build-table.js";
import { refuseWide } from "./refuse-wide.js";

/** Numbers that can be cut into four cells, and as many columns of one value. */
const lot = tableFromColumns(
  Object.fromEntries(
    Array.from({ length: 100 }, (_, column) => [
      `c${column}`,
      Array.from({ length: 200 }, (_, row) => (column % 2 === 0 ? (row * (column + 7)) % 101 : 1)),
    ]),
  ),
);

describe("some columns of a wide table", () => {
  test("tell that a length that was asked for cannot be had", () => {
    expect(() => refuseWide({ columnCount: 12_000, lot }, { maxPredicates: 3 })).toThrow(
      "about 29640 predicates over 200 rows are to be expected, by 100 of 12000 columns drawn by lot: more than can be mined at once",
    );
    expect(() => refuseWide({ columnCount: 12_000, lot }, { cells: 4 })).toThrow("about 29640 predicates");
  });

  test("tell nothing where less may be given, or where all may fit", () => {
    expect(() => refuseWide({ columnCount: 12_000, lot }, {})).not.toThrow();
    expect(() => refuseWide({ columnCount: 12_000, lot }, { maxPredicates: 1 })).not.toThrow();
    expect(() => refuseWide({ columnCount: 8000, lot }, { maxPredicates: 3 })).not.toThrow(); // about 19,760
    expect(() => refuseWide({ columnCount: 12_000, lot }, { maxPredicates: 3, cells: 2 })).not.toThrow();
  });

  test("columns that are left out, here or among the others, count as such", () => {
    const exclude = ["c0", "c2", "c4", "c6", "c8", "c10", "c12", "c14", "elsewhere"];
    expect(() => refuseWide({ columnCount: 9000, lot }, { maxPredicates: 3 })).toThrow("about 22230 predicates");
    expect(() => refuseWide({ columnCount: 9000, lot }, { maxPredicates: 3, exclude })).not.toThrow();
  });
});
