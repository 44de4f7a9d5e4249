import { expect, test } from "vitest";
import { GrowingRows } from "./growing-columns.js";

test("a set of rows holds those that were added, whatever room they need", () => {
  const rows = new GrowingRows();
  const added = [0, 31, 32, 1023, 1024, 5000, 2 ** 24 + 1];
  for (const row of added) rows.add(row);
  for (const row of added) {
    expect(rows.has(row), String(row)).toBe(true);
    expect(rows.has(row + 2), String(row + 2)).toBe(false);
  }
});
