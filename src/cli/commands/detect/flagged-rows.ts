/**
 * Rows with two more columns, as CSV (RFC 4180). Cells keep the text they had in the input (17.0 stays 17.0), so that
 * the file is the user's table and nothing else: n/a and blanks stay what they are, and null of JSON is empty.
 */
import { cellValue, type Table } from "../../../core/table/index.js";
import type { Batch } from "../../../input/read-table.js";

interface Flagging {
  readonly scoreColumn: string;
  readonly flagColumn: string;
  /** One for each row of the input. */
  readonly scores: Float64Array;
  readonly flags: Uint8Array;
  /** Columns of the input, as they were when the rows were scored. */
  readonly names: readonly string[];
  /** The error to throw when the rows are no longer those that were scored. */
  readonly changed: () => Error;
}

/** `batches` hold all columns as text, in the order of the input. */
export async function* flaggedCsv(batches: AsyncIterable<Batch>, flagging: Flagging): AsyncGenerator<string> {
  const { names, scoreColumn, flagColumn, scores, changed } = flagging;
  let count = 0;
  for await (const { table, rows } of batches) {
    const isSame = table.columns.length === names.length && table.columns.every(({ name }, at) => name === names[at]);
    if (!isSame || count + table.rowCount > scores.length) throw changed();
    if (count === 0) yield csvRow([...names, scoreColumn, flagColumn]);
    count += table.rowCount;
    yield formatBatch(table, rows, flagging);
  }
  if (count !== scores.length) throw changed();
}

/** Contract: every row has a score. */
function formatBatch(table: Table, rows: Float64Array, { scores, flags }: Flagging): string {
  let text = "";
  for (let index = 0; index < table.rowCount; index++) {
    const cells = table.columns.map((column) => String(cellValue(column, index) ?? ""));
    const row = rows[index]!;
    text += csvRow([...cells, String(scores[row]!), String(flags[row]!)]);
  }
  return text;
}

function csvRow(cells: readonly string[]): string {
  return `${cells.map(quoteCell).join(",")}\n`;
}

/** Blanks at an end are quoted too: some readers would drop them. */
function quoteCell(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
