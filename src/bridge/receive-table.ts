/**
 * The table of a request, over the sender's memory: numbers are not copied. Texts follow the rules of the file readers
 * (a blank one is missing; nearly as many different ones as rows are dropped), so that a frame and its file give the
 * same model.
 */
import { type Column, type Table, tableFromColumns } from "../core/table/index.js";
import { createTextCodes, sortTexts, type UniqueTexts } from "../input/csv/text-codes.js";
import type { SentColumn, SentTable, SentValue } from "./messages.js";

/** Columns by which rows are named keep every text that they have. */
export function receiveTable(sent: SentTable, room: SharedArrayBuffer, uniqueTexts: UniqueTexts): Table {
  const { rowCount } = sent;
  const columns = sent.columns.map((column) => receiveColumn(column, rowCount, { room, uniqueTexts }));
  return sent.hasPast ? { rowCount, columns, hasPast: true } : { rowCount, columns };
}

function receiveColumn(
  column: SentColumn,
  rowCount: number,
  { room, uniqueTexts }: { readonly room: SharedArrayBuffer; readonly uniqueTexts: UniqueTexts },
): Column {
  const { name, type } = column;
  switch (type) {
    case "number":
    case "time":
      return { name, type, values: new Float64Array(room, column.offset, rowCount) };
    case "boolean":
      return { name, type, codes: new Int8Array(room, column.offset, rowCount) };
    case "text":
      return receiveText(name, uniqueTexts, {
        sent: column.dictionary,
        codes: new Int32Array(room, column.offset, rowCount),
      });
    case "mixed":
      return tableFromColumns([{ name, values: column.values.map(receiveValue) }]).columns[0]!;
    case "other":
      return { name, type, holds: column.holds };
  }
}

function receiveText(
  name: string,
  uniqueTexts: UniqueTexts,
  { sent, codes }: { readonly sent: readonly string[]; readonly codes: Int32Array },
): Column {
  const texts = createTextCodes(uniqueTexts);
  const places = Int32Array.from(sent, (text) => texts.codeOf(text));
  const holds = texts.reasonToDrop(codes.length);
  if (holds !== null) return { name, type: "other", holds };
  for (let row = 0; row < codes.length; row++) if (codes[row]! >= 0) codes[row] = places[codes[row]!]!;
  return { name, type: "text", dictionary: sortTexts(texts.takeDictionary(), codes), codes };
}

function receiveValue(value: SentValue): unknown {
  if (typeof value !== "object" || value === null) return value;
  return "time" in value ? new Date(value.time) : Number(value.number);
}

/** The numbers of the rows in the sender's whole table. */
export function receiveRowNumbers({ rowCount, rowNumbers }: SentTable, room: SharedArrayBuffer): Float64Array {
  if (rowNumbers !== null) return new Float64Array(room, rowNumbers, rowCount).slice();
  return Float64Array.from({ length: rowCount }, (_, row) => row);
}

/** Some rows of a table that follow one another. */
export function sliceTable(table: Table, from: number, to: number): Table {
  if (from === 0 && to >= table.rowCount) return table;
  const end = Math.min(to, table.rowCount);
  return { ...table, rowCount: end - from, columns: table.columns.map((column) => sliceColumn(column, from, end)) };
}

function sliceColumn(column: Column, from: number, to: number): Column {
  switch (column.type) {
    case "number":
    case "time":
      return { ...column, values: column.values.subarray(from, to) };
    case "text":
      return { ...column, codes: column.codes.subarray(from, to) };
    case "boolean":
      return { ...column, codes: column.codes.subarray(from, to) };
    case "other":
      return column;
  }
}
