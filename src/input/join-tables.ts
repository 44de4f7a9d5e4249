/** Tables with the same columns as one, the rows of the first in front. */
import { type Column, cellValue, type Table, type TextColumn } from "../core/table/index.js";
import { createTexts } from "./csv/growing-columns.js";

/** Contract: every column of the first is in all of them. */
export function joinTables(tables: readonly Table[]): Table {
  const [first] = tables;
  if (tables.length === 1) return first!;
  return {
    rowCount: tables.reduce((sum, { rowCount }) => sum + rowCount, 0),
    columns: first!.columns.map(({ name }) =>
      joinColumns(tables.map(({ columns, rowCount }) => ({ column: columns.find((c) => c.name === name)!, rowCount }))),
    ),
  };
}

interface Piece {
  readonly column: Column;
  readonly rowCount: number;
}

/** Of one type as that type; a column without values fits all; else the values as texts. */
function joinColumns(pieces: readonly Piece[]): Column {
  const other = pieces.find(({ column }) => column.type === "other");
  if (other !== undefined) return other.column;
  const types = new Set(pieces.filter(({ column }) => !isEmpty(column)).map(({ column }) => column.type));
  const [type = "text"] = types;
  const { name } = pieces[0]!.column;
  if (types.size <= 1 && (type === "number" || type === "time"))
    return { name, type, values: Float64Array.from(numbersOf(pieces)) };
  if (types.size <= 1 && type === "boolean")
    return { name, type, codes: Int8Array.from(numbersOf(pieces), (value) => (Number.isNaN(value) ? -1 : value)) };
  return joinTexts(name, pieces);
}

function isEmpty(column: Column): column is TextColumn {
  return column.type === "text" && column.dictionary.length === 0;
}

function* numbersOf(pieces: readonly Piece[]): Generator<number> {
  for (const { column, rowCount } of pieces) {
    if (column.type === "number" || column.type === "time") yield* column.values;
    else if (column.type === "boolean") for (const code of column.codes) yield code < 0 ? NaN : code;
    else for (let row = 0; row < rowCount; row++) yield NaN;
  }
}

function joinTexts(name: string, pieces: readonly Piece[]): Column {
  const texts = createTexts(name, "keep");
  for (const { column, rowCount } of pieces) {
    for (let row = 0; row < rowCount; row++) {
      const value = cellValue(column, row);
      texts.add(value === null ? null : String(value));
    }
  }
  const days = pieces.map(({ column }) => (column.type === "text" ? column.days : undefined)).find(isKnown);
  const joined = texts.finish();
  return days === undefined || joined.type !== "text" ? joined : { ...joined, days };
}

function isKnown<Value>(value: Value | undefined): boolean {
  return value !== undefined;
}
