import { expect, test } from "vitest";
import { type NumbersNoticed, warnAboutNumbers } from "./odd-cells.js";

const CORRECT =
  "Correct such cells, or leave them empty if there is no value. To have them refused, say so (strict); to take a column as text, name it (categorical).";

function oddColumn(cell: string): NumbersNoticed {
  return {
    name: "Level",
    odd: 1,
    numbers: 99,
    first: [{ place: "tank.csv line 7", cell }],
    writing: "plain",
    example: null,
  };
}

test("a decimal comma among decimal points is named as the reason", () => {
  expect(warnAboutNumbers([oddColumn(" 3,14")])).toEqual([
    {
      code: "CELLS_ODD",
      message: '1 cell is no number and counts as missing: Level (1 of 100) tank.csv line 7 " 3,14"',
      hint: `"3,14" has a comma, and other numbers of its column none: write all alike. ${CORRECT}`,
    },
  ]);
});

test("a repeated header is named as the reason", () => {
  expect(warnAboutNumbers([oddColumn("Level")])[0]!.hint).toBe(
    `tank.csv line 7 repeats the header: remove it. ${CORRECT}`,
  );
});

test("a word among numbers has no reason but itself", () => {
  expect(warnAboutNumbers([oddColumn("ERR")])[0]!.hint).toBe(CORRECT);
});
