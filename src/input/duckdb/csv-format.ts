/** CSV files: every cell is a text; what a column holds is found out from all of them. */
import { InputError } from "../../core/base/index.js";
import { MISSING_WORDS } from "../../core/table/index.js";
import { checkColumnNames, nameColumns } from "../csv/column-names.js";
import { type CsvDialect, findCsvLayout } from "../csv/csv-dialect.js";
import { checkFirstLines, warnAboutDoubt } from "../csv/first-lines.js";
import {
  AROUND_NAMES,
  type HeaderLines,
  markedInQuotes,
  namesToRepeat,
  refusedHeader,
} from "../csv/repeated-header.js";
import { cellAs, untypedCell } from "./cell-sql.js";
import { findCsvMistake, findHeaderLines, findLinesOfRows, findTrailingDelimiter } from "./csv-mistakes.js";
import type { CsvTable } from "./csv-table.js";
import type { Database } from "./duckdb.js";
import type { FileToOpen, InputFormat, LookingInto } from "./input-format.js";
import { quotePath, quoteText, quoteTexts } from "./sql-text.js";
import { csvLineSizeError, isLongLineError, lineIn, USUAL_LINE_BYTES } from "./zstd-lines.js";

export const csvFormat: InputFormat<CsvTable> = {
  cells: "texts",
  open: openCsv,
  look: lookForHeaders,
  from: (table, { more }) => csvFrom(table, more),
  cell: cellOf,
  numberCell: (table, name) => untypedCell(cellOf(table, name)),
  cellAsWritten: cellOf,
  value: (table, name, { decided: { type, writing } }) => cellAs(type, cellOf(table, name), writing),
  mixedCells: () => null,
  areTexts: () => false,
  delimiter: ({ dialect }) => dialect.delimiter,
  finiteColumns: async () => new Set(),
  warnings: ({ headerDoubt, names, files }) => warnAboutDoubt(headerDoubt, names, files[0]!.shown),
  repeatedHeaders: (table) => table.repeatedHeaders,
  linesOfRows: findLinesOfRows,
  async findMistake(place, message, database) {
    if (isLongLineError(new Error(message))) return csvLineSizeError(place.file, lineIn(message));
    return findCsvMistake(place, database);
  },
};

/** By their place: names may be anything. */
function cellOf({ names }: CsvTable, name: string): string {
  return `c${names.indexOf(name)}`;
}

async function openCsv({ file, content, options, database }: FileToOpen): Promise<CsvTable> {
  const { delimiter, header } = options;
  const layout = findCsvLayout(content, delimiter);
  const { dialect, first } = layout;
  if (first === null) {
    throw new InputError("FILE_EMPTY", `${file.shown} holds only empty lines`, "Check how it was written.");
  }
  const headerDoubt = checkFirstLines(layout, { sample: content, delimiter, hasHeader: header, shown: file.shown });
  const names = nameColumns(first.cells, header);
  checkColumnNames(names, file.shown, headerDoubt);
  const { packing } = content;
  const table: CsvTable = {
    format: "csv",
    files: [file],
    packing,
    names,
    dialect,
    hasHeader: header,
    headerDoubt,
    emptyLines: first.line - 1,
    repeatedHeaders: [],
    asWritten: options.asWritten,
  };
  const mayTrail = content.mayTrail || !USUAL_DELIMITERS.includes(dialect.delimiter);
  const trailing = mayTrail ? await findTrailingDelimiter({ table, file }, database) : null;
  if (trailing !== null) throw trailing;
  return table;
}

/** Those that a look at the bytes knows. */
const USUAL_DELIMITERS: readonly string[] = [",", ";", "\t", "|"];

async function lookForHeaders(table: CsvTable, { options, database }: LookingInto): Promise<CsvTable> {
  const repeatedHeaders = table.hasHeader ? await findRepeatedHeaders(table, database) : [];
  const refused = options.strict ? refusedHeader(repeatedHeaders) : null;
  if (refused !== null) throw refused;
  return { ...table, repeatedHeaders };
}

/** One pass, of which DuckDB makes texts of one column only; a second one where that looks like the header. */
async function findRepeatedHeaders(table: CsvTable, database: Database): Promise<readonly HeaderLines[]> {
  const names = namesToRepeat(table.names);
  if (names === null) return [];
  const from = csvFrom(table, "");
  const count = async (condition: string): Promise<number> =>
    Number((await database.rows(`SELECT count_if(${condition}) FROM ${from}`))[0]![0]);
  if ((await count(isHeaderCell(names[0]!, 0))) === 0) return [];
  const headers = await count(isHeader(names));
  if (headers === 0) return [];
  const [file] = table.files;
  return [{ file: file!.shown, count: headers, first: await findHeaderLines({ table, file: file! }, names, database) }];
}

function isHeader(names: readonly string[]): string {
  const isNamed = `coalesce(${names.map((_, place) => `c${place}`).join(", ")}) IS NOT NULL`;
  return [...names.map(isHeaderCell), isNamed].join(" AND ");
}

/** A name that is a word for missing, or that stands for none, is null as a cell. */
function isHeaderCell(name: string, place: number): string {
  const mayBeNull = name === `column${place}` || (MISSING_WORDS as readonly string[]).includes(name);
  const trimmed = `trim(c${place}, ${quoteText(AROUND_NAMES)})`;
  const cell = mayBeNull ? `coalesce(nullif(${trimmed}, ''), ${quoteText(name)})` : `coalesce(${trimmed}, '')`;
  const isName = `${cell} = ${quoteText(name)}`;
  return place === 0 ? `(${isName} OR coalesce(c0, '') = ${quoteText(markedInQuotes(name))})` : isName;
}

function csvFrom(table: CsvTable, more: string): string {
  const { dialect } = table;
  const cells = table.names.map((_, position) => `'c${position}': 'VARCHAR'`);
  const all = `read_csv([${table.files.map((file) => quotePath(file.path)).join(", ")}], auto_detect = false,
    delim = ${quoteText(dialect.delimiter)}, quote = ${quoteText(dialect.quote)}, escape = ${quoteText(dialect.escape)}, header = ${table.hasHeader},
    skip = ${table.emptyLines}, nullstr = [${quoteTexts(table.asWritten ? [""] : missingWordsFor(dialect))}], ${strictness(dialect)}, compression = '${table.packing}', hive_partitioning = false,
    max_line_size = ${USUAL_LINE_BYTES}, buffer_size = ${2 * USUAL_LINE_BYTES}, columns = {${cells.join(", ")}}${more})`;
  return table.repeatedHeaders.length === 0
    ? all
    : `(SELECT * FROM ${all} WHERE NOT (${isHeader(namesToRepeat(table.names)!)}))`;
}

/**
 * DuckDB takes the first line break for the line end, quoted or not, so it is told where that would be wrong. It is
 * strict by itself; told both, it finds no rows between \r\n.
 */
function strictness({ lineEnd }: CsvDialect): string {
  if (lineEnd === null) return "strict_mode = true";
  return `new_line = '${lineEnd.replace("\r", "\\r").replace("\n", "\\n")}'`;
}

/** DuckDB refuses a word for missing that holds a character of the dialect: \\N where a backslash escapes. */
function missingWordsFor({ delimiter, quote, escape: escaping }: CsvDialect): readonly string[] {
  return MISSING_WORDS.filter((word) => ![delimiter, quote, escaping].some((special) => word.includes(special)));
}
