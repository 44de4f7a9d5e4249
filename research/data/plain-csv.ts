/** Tables of numbers and plain words as CSV text; nothing in them needs quotes. */

import type { Table } from "../../src/index.js";
import { cellValue } from "../internals.js";

/** A missing cell is empty. */
export function toPlainCsv({ columns, rowCount }: Table): string {
  const lines = Array.from({ length: rowCount }, (_, row) => columns.map((column) => cellValue(column, row) ?? ""));
  return `${[columns.map(({ name }) => name), ...lines].map((cells) => cells.join(",")).join("\n")}\n`;
}
