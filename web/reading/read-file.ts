/**
 * Reads a table from a file the person chose: CSV or TSV, plain or gzip, or Parquet; by content, not by name.
 *
 * It gives the same Table as src/input/read-table.ts does on the same file; test/browser/same-table.test.ts proves it.
 */
import { InputError } from "../../src/core/base/errors/input-error.js";
import type { Table } from "../../src/core/table/table.js";
import { type AskedType, readCsvHeader, readCsvRows } from "../../src/input/csv/csv-table.js";
import { asExactNumbers } from "../../src/input/csv/exact-numbers.js";
import type { ReadWarning } from "../../src/input/csv/odd-cells.js";
import { readParquet } from "../../src/input/parquet/parquet-table.js";
import { openText } from "./file-text.js";

interface ReadFileOptions {
  /** Columns that a model wants as this type. */
  readonly types?: ReadonlyMap<string, AskedType>;
  /** Columns whose texts are kept however many of them differ; others are dropped when nearly all do. */
  readonly keepTexts?: readonly string[];
  /** Columns by which rows are named: a CSV file's cells as they are written. */
  readonly names?: readonly string[];
  readonly onProgress?: (share: number) => void;
}

interface ReadFileResult {
  readonly table: Table;
  readonly warnings: readonly ReadWarning[];
}

export async function readTableFile(file: Blob, name: string, options: ReadFileOptions = {}): Promise<ReadFileResult> {
  const { names = [], onProgress = () => {} } = options;
  const types = new Map(options.types);
  const keepTexts = new Set(options.keepTexts);
  if (file.size === 0)
    throw new InputError("FILE_EMPTY", `${name} is empty`, "It has no header and no rows. Check how it was written.");
  const start = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  if (beginsWith(start, "PAR1")) {
    const isNamed = (column: string): boolean => types.has(column) || keepTexts.has(column);
    return { table: refuseEmpty(await readParquet(file, name, { isNamed, onProgress }), name), warnings: [] };
  }
  const isPacked = start[0] === 0x1f && start[1] === 0x8b;
  if (!isPacked) refuseWhatIsNoTable(start, name);
  const written = names.filter((column) => !types.has(column));
  for (const column of written) types.set(column, "text");
  const text = openText(file, name, isPacked ? "gzip" : "none");
  const { table, warnings } = await readCsvRows(text, await readCsvHeader(text, null), {
    types,
    mayBeText: (column) => keepTexts.has(column),
    oddCells: "missing",
    uniqueTexts: (column) => (types.has(column) || keepTexts.has(column) ? "keep" : "drop"),
    isWanted: () => true,
    onProgress,
    onDoubt: () => {},
  });
  const columns = table.columns.map((column) => (written.includes(column.name) ? asExactNumbers(column) : column));
  return { table: refuseEmpty({ ...table, columns }, name), warnings };
}

function refuseEmpty(table: Table, name: string): Table {
  if (table.rowCount > 0) return table;
  throw new InputError(
    "TABLE_EMPTY",
    `${name} has no rows`,
    "There is nothing to learn from. Check how it was written.",
  );
}

/** Formats people hand over by habit; each has a way to a table. */
const KNOWN_BINARIES: readonly (readonly [magic: string, what: string, hint: string])[] = [
  ["PK\u0003\u0004", "an Excel workbook or a ZIP file", "Save the sheet as CSV (UTF-8), or unzip it first."],
  ["\u00d0\u00cf\u0011\u00e0", "an old Excel workbook", "Save the sheet as CSV (UTF-8)."],
  ["(\u00b5/\u00fd", "a zstd file", "Unpack it first: zstd -d. The command line reads it as it is."],
  ["ARROW1", "an Arrow (Feather) file", "Save it as Parquet or CSV."],
  ["SQLite format 3", "an SQLite database", "Export the table as CSV first."],
  ["%PDF", "a PDF", "Find the table it was made from, as CSV or Parquet."],
];

function refuseWhatIsNoTable(start: Uint8Array, name: string): void {
  const known = KNOWN_BINARIES.find(([magic]) => beginsWith(start, magic));
  if (known !== undefined) throw new InputError("FILE_FORMAT", `${name} is ${known[1]}`, known[2]);
  if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)) {
    throw new InputError("FILE_UTF16", `${name} is UTF-16 text`, "Save it as CSV UTF-8 (in Excel: CSV UTF-8).");
  }
  if (start.includes(0)) {
    throw new InputError(
      "FILE_BINARY",
      `${name} is not a table: it holds bytes, not text`,
      "The page reads CSV and TSV (plain or gzip) and Parquet.",
    );
  }
  if (/^\s*(\{\s*["}]|\[\s*[{\]])/.test(new TextDecoder().decode(start))) {
    throw new InputError(
      "FILE_FORMAT",
      `${name} is JSON`,
      "A model is opened with “Open a model”. For a table of JSON rows use the command line, or save it as CSV.",
    );
  }
}

function beginsWith(bytes: Uint8Array, magic: string): boolean {
  return [...magic].every((character, at) => bytes[at] === character.charCodeAt(0));
}
