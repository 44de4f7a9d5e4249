/**
 * A CSV column that nobody wants. It is looked at for its numbers only: they tell how those of the file are written,
 * whatever columns are read of it.
 */
import { areMostlyFit } from "../../core/table/index.js";
import { parseNumber } from "./csv-cells.js";
import { type CellColumn, type ColumnRules, createOddCells, isMissingNumber, PLAIN } from "./csv-columns.js";
import { GrowingNumbers } from "./growing-columns.js";
import { WrittenColumn } from "./written-column.js";

export function createCountedColumn(name: string, wanted: ColumnRules): CellColumn {
  const rules: ColumnRules = { ...wanted, onDoubt: () => {} };
  const numbers = new GrowingNumbers();
  const odd = createOddCells();
  const areNumbers = (): boolean => areMostlyFit(numbers.length + odd.writtenCount(), numbers.length + odd.count());
  const counting = (): CellColumn => new WrittenColumn(name, rules, "numbers");
  return {
    ...PLAIN,
    numbers,
    recount: () => (areNumbers() ? counting() : null),
    reread: () => (odd.writtenCount() > 0 && areNumbers() ? counting() : null),
    add(cell, line) {
      const value = parseNumber(cell);
      if (value !== undefined) numbers.add(value);
      else if (!isMissingNumber(cell, rules)) odd.add(cell, line);
    },
    finish: () => ({ name, type: "other", holds: "nothing that is wanted" }),
    noticed: () => null,
  };
}
