/** Columns by which rows can be chosen, with their values where these are few. */
import { cellValue, type Table } from "../../src/core/table/index.js";

const FEW = 30;
/** Values are looked for in the first rows only; more can be typed. */
const ROWS_LOOKED_AT = 20_000;

export interface ChooseableColumn {
  readonly name: string;
  /** Empty when there are many. */
  readonly values: readonly string[];
}

export function chooseableColumns(table: Table): readonly ChooseableColumn[] {
  return table.columns
    .filter(({ type }) => type !== "other")
    .map((column) => {
      const values = new Set<string>();
      const rows = Math.min(table.rowCount, ROWS_LOOKED_AT);
      for (let row = 0; row < rows && values.size <= FEW; row++) {
        const value = cellValue(column, row);
        if (value !== null) values.add(String(value));
      }
      return { name: column.name, values: values.size > FEW ? [] : [...values].sort() };
    });
}
