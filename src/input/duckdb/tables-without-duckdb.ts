/**
 * From the columns of a CSV file that was read without DuckDB to the tables that readTable and readBatches give: the
 * same as column-builders.ts makes of DuckDB's answers.
 */
import { pick, StoppedError } from "../../core/base/index.js";
import type { Column, Table, TextColumn } from "../../core/table/index.js";
import { sortTexts } from "../csv/text-codes.js";
import type { PlainCsv } from "./csv-without-duckdb.js";
import type { Batch, ResolvedReadOptions } from "./read-options.js";

/** All rows that are kept, in shared memory, texts in their order. */
export function toLearningTable({ table, rows }: Pick<PlainCsv, "table" | "rows">): Table {
  const columns = rows === null ? table.columns : table.columns.map((column) => inOrder(pickRows(column, rows)));
  return { rowCount: rows?.length ?? table.rowCount, columns: columns.map(toShared) };
}

/** Tables of `batchRows` rows, the last may be smaller. */
export function* toBatches({ table, rows }: PlainCsv, options: ResolvedReadOptions): Generator<Batch, void, undefined> {
  const selected = rows ?? Int32Array.from({ length: table.rowCount }, (_, row) => row);
  for (let from = 0; from < selected.length; from += options.batchRows) {
    if (options.shouldStop()) throw new StoppedError();
    const part = selected.subarray(from, from + options.batchRows);
    const columns = table.columns.map((column) => pickRows(column, part));
    yield { table: { rowCount: part.length, columns }, rows: Float64Array.from(part), sources: null };
  }
}

function pickRows(column: Column, rows: Int32Array): Column {
  switch (column.type) {
    case "number":
    case "time":
      return { ...column, values: pick(column.values, rows, new Float64Array(rows.length)) };
    case "boolean":
      return { ...column, codes: pick(column.codes, rows, new Int8Array(rows.length)) };
    case "text":
      return pickTexts(column, rows);
    case "other":
      return column;
  }
}

/** Only the texts of these rows, in the order of their first row. */
function pickTexts({ name, dictionary, codes, days }: TextColumn, rows: Int32Array): TextColumn {
  const newCodes = new Int32Array(dictionary.length).fill(-1);
  const texts: string[] = [];
  const picked = new Int32Array(rows.length);
  for (let at = 0; at < rows.length; at++) {
    const code = codes[rows[at]!]!;
    if (code >= 0 && newCodes[code]! < 0) newCodes[code] = texts.push(dictionary[code]!) - 1;
    picked[at] = code < 0 ? -1 : newCodes[code]!;
  }
  const column = { name, type: "text", dictionary: texts, codes: picked } as const;
  return days === undefined ? column : { ...column, days };
}

function inOrder(column: Column): Column {
  return column.type === "text" ? { ...column, dictionary: sortTexts(column.dictionary, column.codes) } : column;
}

function toShared(column: Column): Column {
  switch (column.type) {
    case "number":
    case "time": {
      const values = new Float64Array(new SharedArrayBuffer(column.values.byteLength));
      values.set(column.values);
      return { ...column, values };
    }
    case "boolean": {
      const codes = new Int8Array(new SharedArrayBuffer(column.codes.byteLength));
      codes.set(column.codes);
      return { ...column, codes };
    }
    case "text": {
      const codes = new Int32Array(new SharedArrayBuffer(column.codes.byteLength));
      codes.set(column.codes);
      return { ...column, codes };
    }
    case "other":
      return column;
  }
}
