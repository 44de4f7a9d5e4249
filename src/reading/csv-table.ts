/** A CSV file → a Table: how it is written, its header, then its rows, once or, where a column deceived us, twice. */
import { InputError } from "../core/errors/input-error.js";
import type { Table } from "../core/table/table.js";
import { checkDistinctNames, nameColumns } from "./column-names.js";
import {
  type CellColumn,
  createInferredColumn,
  createNumberColumn,
  createTextColumn,
  missingWordsFor,
  type TextColumnRules,
} from "./csv-columns.js";
import { findCsvLayout } from "./csv-dialect.js";
import { cellTypeError, widthError } from "./csv-errors.js";
import { CsvRows } from "./csv-rows.js";
import type { CsvDialect } from "./csv-scanner.js";

/** A file as text, in pieces. */
export interface FileText {
  readonly name: string;
  readHead(): Promise<{ readonly head: string; readonly isWhole: boolean }>;
  /** From the start each time; `share` of the file read so far, in [0, 1]. */
  pieces(): AsyncIterable<{ readonly text: string; readonly share: number }>;
}

/** How a model wants a column to be read. */
export type GivenType = "number" | "text";

export interface CsvOptions {
  /** Columns that a model wants as this type. */
  readonly types: ReadonlyMap<string, GivenType>;
  /** Columns whose texts are kept however many of them differ. */
  readonly keepTexts: ReadonlySet<string>;
  /** Share of the file read, in [0, 1]. */
  readonly onProgress: (share: number) => void;
}

export async function readCsv(file: FileText, options: CsvOptions): Promise<Table> {
  const { head, isWhole } = await file.readHead();
  const { dialect, first } = findCsvLayout({ head, isWhole }, null);
  if (first === null)
    throw new InputError("FILE_EMPTY", `${file.name} holds only empty lines`, "Check how it was written.");
  const layout: Layout = { dialect, names: nameColumns(first.cells, true), headerLine: first.line };
  checkDistinctNames(layout.names, file.name);
  const columns = layout.names.map((name) => createColumn(name, layout, options));
  const rowCount = await gather(file, layout, columns, options.onProgress);
  const again = columns.map((column, place) =>
    column.mustReread ? asText(layout.names[place]!, layout, options) : null,
  );
  if (again.some((column) => column !== null)) await gather(file, layout, again, options.onProgress);
  return { rowCount, columns: columns.map((column, place) => (again[place] ?? column).finish()) };
}

interface Layout {
  readonly dialect: CsvDialect;
  readonly names: readonly string[];
  /** From 1. */
  readonly headerLine: number;
}

function createColumn(name: string, layout: Layout, options: CsvOptions): CellColumn {
  const { decimal } = layout.dialect;
  const given = options.types.get(name);
  if (given === "number") return createNumberColumn(name, decimal);
  if (given === "text") return asText(name, layout, options);
  return createInferredColumn(name, decimal, textRules(name, layout, options));
}

function asText(name: string, layout: Layout, options: CsvOptions): CellColumn {
  return createTextColumn(name, textRules(name, layout, options));
}

function textRules(name: string, { dialect }: Layout, { types, keepTexts }: CsvOptions): TextColumnRules {
  return {
    missing: missingWordsFor([dialect.delimiter, dialect.quote, dialect.escape]),
    uniqueTexts: types.has(name) || keepTexts.has(name) ? "keep" : "drop",
  };
}

/** Feeds every row to the columns (null: not wanted this time); returns the number of rows. */
async function gather(
  file: FileText,
  { dialect, names, headerLine }: Layout,
  columns: readonly (CellColumn | null)[],
  onProgress: (share: number) => void,
): Promise<number> {
  const width = names.length;
  const expected = { width, of: "the header", delimiter: dialect.delimiter } as const;
  let rowCount = 0;
  const rows = new CsvRows(file.name, dialect, (cells, line, isBlank) => {
    if (line <= headerLine || (isBlank && width > 1)) return;
    if (cells.length !== width) throw widthError(file.name, line, cells, expected);
    for (let place = 0; place < width; place++) {
      if (columns[place]?.add(cells[place]!) === false)
        throw cellTypeError(`${file.name} line ${line}`, names[place]!, cells[place]!, "number");
    }
    rowCount++;
  });
  for await (const { text, share } of file.pieces()) {
    rows.push(text);
    onProgress(share);
  }
  rows.end();
  return rowCount;
}
