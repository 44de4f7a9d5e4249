/**
 * A format of files: how one is opened as a table, and the SQL by which DuckDB reads it. What most formats have in
 * common is in TYPED_CELLS.
 */
import type { HeaderLines } from "../csv/repeated-header.js";
import { type NumberCell, untypedCell } from "./cell-sql.js";
import type { DecidedType } from "./csv-types.js";
import type { Database } from "./duckdb.js";
import type { TableContent } from "./file-content.js";
import type { InputFormatName } from "./input-format-names.js";
import type { AskedType, ReadWarning, ResolvedReadOptions } from "./read-options.js";
import type { SourceFile } from "./source-files.js";
import { quoteName } from "./sql-text.js";

/** One file, or several written alike, as a table. Formats add plain data: tables with equal data are read as one. */
export interface FileTable {
  readonly format: InputFormatName;
  readonly files: readonly SourceFile[];
  readonly names: readonly string[];
}

/** A file that was looked into, and what the caller wants of it. */
export interface FileToOpen {
  readonly file: SourceFile;
  readonly content: TableContent;
  readonly options: ResolvedReadOptions;
  readonly database: Database;
}

export type LookingInto = Pick<FileToOpen, "options" | "database">;

/** How the cells of a FROM item are read. */
export interface CellTypes {
  readonly types: ReadonlyMap<string, AskedType>;
  /** Columns that are only wanted as they are written. */
  readonly untyped?: ReadonlySet<string>;
  /** Not null: rows also say which file they are from. */
  readonly part?: number | null;
}

/** What a FROM item has to have. */
export interface FromRequest {
  readonly names: readonly string[];
  /** Columns whose values are to be texts, for us to cast. */
  readonly isText: (name: string) => boolean;
  /** Of these, those that are to be numbers. */
  readonly isNumber: (name: string) => boolean;
  /** Further options of DuckDB's function. */
  readonly more: string;
}

interface ValueReading {
  readonly decided: DecidedType;
  /** Whether the column is text as soon as one of its cells is no number. */
  readonly mayBeText: boolean;
}

/** One of the files of a table. */
export interface TableFile<Table> {
  readonly table: Table;
  readonly file: SourceFile;
}

export interface InputFormat<Table extends FileTable> {
  /**
   * `texts`: types are found out from all cells. `values`: the file says types, and others that are asked for are
   * cast. `typed`: the file's types stand.
   */
  readonly cells: "texts" | "values" | "typed";
  open(source: FileToOpen): Promise<Table>;
  /** When all files are open: what only a pass over the rows of one tells. */
  look(table: Table, looking: LookingInto): Promise<Table>;
  /** FROM item whose columns are cells before any cast. */
  from(table: Table, request: FromRequest): string;
  /** SQL name of a column's cells there. */
  cell(table: Table, name: string): string;
  /** The same where it is to be a number; `isNumber` of the FROM item holds for it. */
  numberCell(table: Table, name: string): NumberCell;
  /** SQL of a cell as it is written; `isNumber`: as in the FROM item. */
  cellAsWritten(table: Table, name: string, isNumber: boolean): string;
  /** SQL of a column's value, where nobody asked for a type. */
  value(table: Table, name: string, reading: ValueReading): string;
  /** SQL of the cells of a column that is read as numbers although some cells are none; null: it is no such column. */
  mixedCells(table: Table, name: string): NumberCell | null;
  /** Whether these are texts in the file. */
  areTexts(table: Table, name: string): boolean;
  /** What separates cells; "" where nothing does. */
  delimiter(table: Table): string;
  /** Columns of which the file itself says that no number in them is infinite. */
  finiteColumns(table: Table, database: Database): Promise<ReadonlySet<string>>;
  warnings(table: Table): readonly ReadWarning[];
  /** Lines that repeat a header, and were passed over. */
  repeatedHeaders(table: Table): readonly HeaderLines[];
  /** The lines of these rows, ascending, from 0 in the file; none where rows have no lines. */
  linesOfRows(
    place: TableFile<Table>,
    rows: readonly number[],
    database: Database,
  ): Promise<ReadonlyMap<number, number>>;
  /** What DuckDB could not read, said better than it does; null: it has said enough. */
  findMistake(place: TableFile<Table>, message: string, database: Database): Promise<Error | null>;
}

/** Columns have names and types, and there is nothing to add. */
export const TYPED_CELLS = {
  cells: "typed",
  look: async <Table extends FileTable>(table: Table) => table,
  cell: (_: FileTable, name: string) => quoteName(name),
  numberCell: (_: FileTable, name: string) => untypedCell(quoteName(name)),
  cellAsWritten: (_: FileTable, name: string) => quoteName(name),
  value: (_: FileTable, name: string) => quoteName(name),
  mixedCells: () => null,
  areTexts: () => false,
  delimiter: () => "",
  finiteColumns: async () => new Set<string>(),
  warnings: () => [],
  repeatedHeaders: () => [],
  linesOfRows: async () => new Map<number, number>(),
  findMistake: async () => null,
} as const satisfies Omit<InputFormat<FileTable>, "open" | "from">;
