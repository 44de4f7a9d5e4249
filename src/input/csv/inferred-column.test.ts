import { expect, test } from "vitest";
import type { Column } from "../../core/table/index.js";
import { type ColumnRules, missingWordsFor } from "./csv-columns.js";
import { InferredColumn } from "./inferred-column.js";

const RULES: ColumnRules = {
  missing: missingWordsFor([",", '"']),
  uniqueTexts: "keep",

  oddCells: "few",
  onDoubt: () => {},
};

/** Reads cells as a file is read: once more for as long as the column asks for it. */
function columnOf(cells: readonly string[], rules = RULES): Column {
  let column: ReturnType<InferredColumn["reread"]> = new InferredColumn("c", rules);
  for (;;) {
    cells.forEach((cell, row) => {
      column!.add(cell, row + 2);
    });
    const next: ReturnType<InferredColumn["reread"]> = column!.reread();
    if (next === null) return column!.finish();
    column = next;
  }
}

test("numbers, truth values and moments are told by the first cell with a value", () => {
  expect(columnOf(["", "1.5", "n/a", "-2"])).toEqual({
    name: "c",
    type: "number",
    values: Float64Array.of(NaN, 1.5, NaN, -2),
  });
  expect(columnOf(["true", "", "false"])).toEqual({ name: "c", type: "boolean", codes: Int8Array.of(1, -1, 0) });
  expect(columnOf(["1970-01-01 00:00:01", ""])).toEqual({
    name: "c",
    type: "time",
    values: Float64Array.of(1000, NaN),
  });
});

test("texts are sorted, with missing ones among them", () => {
  expect(columnOf(["b", "", "a", "b"])).toEqual({
    name: "c",
    type: "text",
    dictionary: ["a", "b"],
    codes: Int32Array.of(1, -1, 0, 1),
  });
});

test("a column without a value is one of texts without a text", () => {
  expect(columnOf(["", ""])).toEqual({ name: "c", type: "text", dictionary: [], codes: Int32Array.of(-1, -1) });
});

test("a value that contradicts the type makes it text, from the first cell on", () => {
  const { type, dictionary } = columnOf(["true", "maybe", "false"]) as Extract<Column, { type: "text" }>;
  expect([type, dictionary]).toEqual(["text", ["false", "maybe", "true"]]);
});

test("few odd cells among many numbers are missing, and told with their lines", () => {
  const cells = [...Array.from({ length: 200 }, (_, i) => String(i)), "broken"];
  const column = new InferredColumn("c", RULES);
  cells.forEach((cell, row) => {
    column.add(cell, row + 2);
  });
  expect(column.reread()).toBeNull();
  expect(column.noticed()).toEqual({
    writings: [],
    odd: 1,
    numbers: 200,
    first: [{ line: 202, cell: "broken" }],
  });
  expect(columnOf(cells, { ...RULES, oddCells: "none" }).type).toBe("text");
});

test("numbers after a first word are numbers after all", () => {
  const cells = ["broken", ...Array.from({ length: 200 }, (_, i) => String(i))];
  expect(columnOf(cells).type).toBe("number");
});
