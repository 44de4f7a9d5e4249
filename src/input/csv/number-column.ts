/** A CSV column that is to be read as numbers. */
import { parseNumber } from "./csv-cells.js";
import { type CellColumn, type ColumnRules, createOddCells, isMissingNumber, PLAIN } from "./csv-columns.js";
import { GrowingNumbers } from "./growing-columns.js";
import { WrittenColumn } from "./written-column.js";

/** Every cell is a number or missing; others are odd, and count as missing, too. */
export function createNumberColumn(name: string, rules: ColumnRules): CellColumn {
  const numbers = new GrowingNumbers();
  const odd = createOddCells();
  let missingCount = 0;
  return {
    ...PLAIN,
    numbers,
    recount: () => new WrittenColumn(name, rules, "numbers"),
    reread: () => (odd.writtenCount() > 0 ? new WrittenColumn(name, rules, "numbers") : null),
    add(cell, line) {
      const value = parseNumber(cell);
      numbers.add(value ?? NaN);
      if (value !== undefined) return;
      if (isMissingNumber(cell, rules)) missingCount++;
      else odd.add(cell, line);
    },
    finish: () => ({ name, type: "number", values: numbers.finish() }),
    noticed: () => odd.notice(numbers.length - missingCount - odd.count()),
  };
}
