/** What every method says about one row, as data. Written as JSON as it stands. */

import type { MethodAnswer } from "../../../compare/ask-method.js";
import { type CellValue, cellValue, type Table } from "../../../core/table/index.js";

export interface Comparison {
  readonly row: number;
  /** What was observed, feature by feature. */
  readonly values: Readonly<Record<string, CellValue>>;
  readonly detector: {
    readonly title: string;
    readonly score: number;
    readonly threshold: number | null;
    readonly flag: 0 | 1;
  };
  readonly methods: readonly MethodAnswer[];
}

export function valuesOf(features: readonly string[], table: Table): Record<string, CellValue> {
  return Object.fromEntries(
    features.map((name) => {
      const value = cellValue(table.columns.find((column) => column.name === name)!, 0);
      return [name, typeof value === "number" && !Number.isFinite(value) ? String(value) : value];
    }),
  );
}
