import { describe, expect, test } from "vitest";
import { createRandom } from "../base/index.js";
import { tableFromColumns } from "../table/index.js";
import { refuseWide } from "./refuse-wide.js";

const random = createRandom(5);

/** Of 100 columns every second one holds numbers, the others one value. */
function lotOf(numberAt: (row: number, column: number) => number) {
  const values = (column: number) =>
    Array.from({ length: 200 }, (_, row) => (column % 2 === 0 ? numberAt(row, column) : 1));
  return tableFromColumns(
    Object.fromEntries(Array.from({ length: 100 }, (_, column) => [`c${column}`, values(column)])),
  );
}

/** Numbers that have nothing to do with each other. */
const lot = lotOf(() => Math.floor(101 * random()));

describe("some columns of a wide table", () => {
  test("tell that a length that was asked for cannot be had", () => {
    expect(() => refuseWide({ columnCount: 12_000, lot }, { maxPredicates: 2 })).toThrow(
      "about 30000 predicates over 200 rows are to be expected, by 100 of 12000 columns drawn by lot: more than can be mined at once",
    );
    expect(() => refuseWide({ columnCount: 12_000, lot }, { cells: 4 })).toThrow("about 30000 predicates");
  });

  test("tell nothing where less may be given, or where all may fit", () => {
    expect(() => refuseWide({ columnCount: 12_000, lot }, {})).not.toThrow();
    expect(() => refuseWide({ columnCount: 12_000, lot }, { maxPredicates: 1 })).not.toThrow();
    expect(() => refuseWide({ columnCount: 8000, lot }, { maxPredicates: 2 })).not.toThrow(); // about 20,000
    expect(() => refuseWide({ columnCount: 12_000, lot }, { maxPredicates: 2, cells: 2 })).not.toThrow();
  });

  test("tell that there would be too many rules", () => {
    const related = lotOf((row, column) => (row * (column + 7)) % 101);
    const hint =
      "Raise minSupport above 0.05 or minConfidence above 0.9, lower maxPredicates below 3, cut numbers into fewer cells (cells), or leave columns out (exclude). Nothing was learnt.";
    expect(() => refuseWide({ columnCount: 1000, lot: related }, { maxPredicates: 3 })).toThrow(
      expect.objectContaining({
        code: "RULE_LIMIT",
        message:
          "about 5500000 rules are to be expected, by those between 64 columns drawn by lot; at most 1000000 may be (maxRules)",
        hint,
      }),
    );
    expect(() => refuseWide({ columnCount: 300, lot: related }, { maxPredicates: 3 })).not.toThrow();
  });

  test("tell it by short rules where these are too many, and count no longer ones", () => {
    const related = lotOf((row, column) => (row * (column + 7)) % 101);
    for (const maxPredicates of [4, 8])
      expect(() => refuseWide({ columnCount: 1000, lot: related }, { maxPredicates })).toThrow(
        "about 5500000 rules of up to 3 predicates are to be expected, by those between 64 columns drawn by lot; at most 1000000 may be (maxRules)",
      );
  });

  test("tell that a model would be too large", () => {
    expect(() => refuseWide({ columnCount: 12_000, lot }, { trees: 256 })).toThrow(
      "a model of 12000 columns with 256 trees for each and 0 rows to compare with would take over 3072 MB, and can have 536",
    );
    expect(() => refuseWide({ columnCount: 3000, lot }, { trees: 256 })).not.toThrow(); // perhaps just so
  });

  test("columns that are left out, here or among the others, count as such", () => {
    const exclude = ["c0", "c2", "c4", "c6", "c8", "c10", "c12", "c14", "elsewhere"];
    expect(() => refuseWide({ columnCount: 9000, lot }, { maxPredicates: 2 })).toThrow("about 22500 predicates");
    expect(() => refuseWide({ columnCount: 9000, lot }, { maxPredicates: 2, exclude })).not.toThrow();
  });
});
