import { expect, test } from "vitest";
import { type NumbersNoticed, warnAboutNumbers } from "./odd-cells.js";

const CORRECT =
  "Correct such cells, or leave them empty if there is no value. To have them refused, say so (strict); to take a column as text, learn it as one (categorical).";

function oddColumn(cell: string): NumbersNoticed {
  return {
    name: "Level",
    odd: 1,
    numbers: 99,
    first: [{ place: "tank.csv line 7", cell }],
    writings: [],
    zeros: null,
  };
}

test("a decimal comma among decimal points is named as the reason", () => {
  expect(warnAboutNumbers([oddColumn(" 3,14")], 1)).toEqual([
    {
      code: "CELLS_ODD",
      message: '1 cell is no number and counts as missing: Level (1 of 100) tank.csv line 7 " 3,14"',
      hint: `"3,14" is not written as other numbers of its column are: write all alike. ${CORRECT}`,
    },
  ]);
});

test("a word among numbers has no reason but itself", () => {
  expect(warnAboutNumbers([oddColumn("ERR")], 1)[0]!.hint).toBe(CORRECT);
});
