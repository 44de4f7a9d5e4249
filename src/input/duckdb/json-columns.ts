/**
 * The columns of a JSON file: names and how to read them.
 *
 * DuckDB looks at the records and proposes types. Five of its proposals are settled here: a column of plain values of
 * several types (proposed: JSON) is text, or numbers where at least 95 % of them are, its texts in one writing; so are
 * texts; a text it takes for a date, by any of many formats, is a time only if it is ISO 8601 in every row, as in CSV;
 * a text that is (it does not see 2026-05-04 00:01:00+00) is a time, too; a key that differs from another only in case,
 * which DuckDB renames, is refused.
 */
import { InputError } from "../../core/base/index.js";
import { checkColumnNames } from "../csv/column-names.js";
import { cellAs, isNeither, type NumberCell, untypedCell } from "./cell-sql.js";
import type { Database, DescribedColumn } from "./duckdb.js";
import type { PackedFile, Packing } from "./file-content.js";
import { areMostlyNumbers, findNumberTexts } from "./number-texts.js";
import type { SourceFile } from "./source-files.js";
import { quoteName, quotePath, quoteText } from "./sql-text.js";

export interface JsonColumn {
  readonly name: string;
  /** DuckDB type to read it as. */
  readonly type: string;
  /** What to make of it then. */
  readonly reading: "as it is" | "plain values" | "mostly numbers" | "text numbers" | "moment" | "clock";
}

/** A JSON file, and the database that reads it. */
export interface JsonSource extends PackedFile {
  readonly database: Database;
}

export async function describeJson(
  source: JsonSource,
  sample: "all rows" | "first rows",
): Promise<readonly JsonColumn[]> {
  const { file, packing, database } = source;
  const sampleSize = sample === "all rows" ? -1 : 20_480;
  const from = `read_json(${quotePath(file.path)}, ${jsonOptions(packing)}, sample_size = ${sampleSize})`;
  const described = await database.describe(`SELECT * FROM ${from}`);
  if (described.length === 1 && described[0]!.name === "json") await checkRecords(source);
  await checkJsonNames(described, source);
  const mixed = await findMixed(described, source);
  const times = await findTimes(described, source);
  const numbers = await findTextNumbers(described, source);
  return described.map(
    (column) =>
      mixed.get(column.name) ??
      numbers.get(column.name) ??
      times.get(column.name) ?? { ...column, reading: "as it is" },
  );
}

/** JSON files that are read as one, packed alike. */
interface JsonFiles {
  readonly files: readonly SourceFile[];
  readonly packing: Packing;
}

/** FROM item that reads exactly these columns with these types; `more`: further options. */
export function jsonFrom({ files, packing }: JsonFiles, columns: readonly DescribedColumn[], more = ""): string {
  const paths = files.map((file) => quotePath(file.path)).join(", ");
  const types = columns.map(({ name, type }) => `${quoteText(name)}: ${quoteText(type)}`);
  return `read_json([${paths}], ${jsonOptions(packing)}, columns = {${types.join(", ")}}${more})`;
}

/** SQL of a column's value; numbers among texts are cast by who knows how they are written. */
export function jsonValue(column: JsonColumn): string {
  const cell = quoteName(column.name);
  switch (column.reading) {
    case "as it is":
    case "text numbers":
      return cell;
    case "plain values":
    case "mostly numbers":
      return plainText(column.name);
    case "moment":
    case "clock":
      return cellAs(column.reading, cell);
  }
}

/** SQL of the cells of a column that is mostly numbers; null: it is not. */
export function numberCells({ name, reading }: JsonColumn): NumberCell | null {
  if (reading === "text numbers") return untypedCell(quoteName(name));
  return reading === "mostly numbers" ? typedCell(name) : null;
}

/** SQL of the text of a plain value that is read as JSON. */
export function plainText(name: string): string {
  return `(${quoteName(name)} ->> '$')`;
}

/**
 * SQL of a value that is read as JSON: its first character tells whether it is a text or a number. Only texts are
 * unpacked, since that is slow.
 */
export function typedCell(name: string): NumberCell {
  const json = `CAST(${quoteName(name)} AS VARCHAR)`;
  const text = `CASE WHEN ${json} < '#' THEN ${plainText(name)} ELSE ${json} END`;
  return { text: `(${text})`, isTyped: `(${json} > '#' AND ${json} < ':')` };
}

function jsonOptions(packing: Packing): string {
  return `compression = '${packing === "none" ? "uncompressed" : packing}', hive_partitioning = false`;
}

/** DuckDB calls a column "json" when there is no record to take names from; or a record has that key. */
async function checkRecords({ file, packing, database }: JsonSource): Promise<void> {
  const objects = `read_json_objects(${quotePath(file.path)}, ${jsonOptions(packing)})`;
  const first = (await database.rows(`SELECT json_type(json) FROM ${objects} LIMIT 1`))[0]?.[0];
  if (first === "OBJECT") return;
  const hint = 'A table in JSON is a list of records, [{"a": 1}, …], or one record on each line.';
  if (first === undefined) throw new InputError("FILE_EMPTY", `${file.shown} holds no records`, hint);
  throw new InputError("JSON_NOT_RECORDS", `${file.shown} holds values that are not records`, hint);
}

function jsonOf({ file, packing }: JsonSource, columns: readonly DescribedColumn[]): string {
  return jsonFrom({ files: [file], packing }, columns);
}

/** The only row of a query: a value for each of the aggregates. */
async function askOnce(
  aggregates: readonly string[],
  from: string,
  { database }: JsonSource,
): Promise<readonly unknown[]> {
  return (await database.rows(`SELECT ${aggregates.join(", ")} FROM ${from}`))[0]!;
}

async function findMixed(
  described: readonly DescribedColumn[],
  source: JsonSource,
): Promise<ReadonlyMap<string, JsonColumn>> {
  const unclear = described.filter((column) => column.type === "JSON");
  if (unclear.length === 0) return new Map();
  const tests = unclear.map(({ name }) => `bool_or(json_type(${quoteName(name)}) IN ('OBJECT', 'ARRAY'))`);
  const isNested = await askOnce(tests, jsonOf(source, unclear), source);
  const plain = unclear.filter((_, index) => isNested[index] !== true);
  const areNumbers = await areMostlyNumbers(
    { from: jsonOf(source, unclear), cells: plain.map(({ name }) => typedCell(name)) },
    source.database,
  );
  const reading = (index: number): JsonColumn["reading"] => (areNumbers[index] ? "mostly numbers" : "plain values");
  return new Map(plain.map(({ name }, index) => [name, { name, type: "JSON", reading: reading(index) }]));
}

/** Texts that are numbers, each of them as a text. */
async function findTextNumbers(
  described: readonly DescribedColumn[],
  source: JsonSource,
): Promise<ReadonlyMap<string, JsonColumn>> {
  const texts = described.filter(({ type }) => type === "VARCHAR");
  const from = texts.length === 0 ? "" : jsonOf(source, texts);
  const found = await findNumberTexts(
    { from, cells: texts.map(({ name }) => untypedCell(quoteName(name))) },
    source.database,
  );
  return new Map(
    texts
      .filter((_, index) => found[index])
      .map(({ name }) => [name, { name, type: "VARCHAR", reading: "text numbers" }]),
  );
}

async function findTimes(
  described: readonly DescribedColumn[],
  source: JsonSource,
): Promise<ReadonlyMap<string, JsonColumn>> {
  const texts = described.filter(({ type }) => type === "VARCHAR");
  const momentTexts = await findMomentTexts(texts, source);
  const timeLike = described
    .filter((column) => /^(DATE|TIME)/.test(column.type) || momentTexts.has(column.name))
    .map(({ name }) => ({ name, type: "VARCHAR" }));
  if (timeLike.length === 0) return new Map();
  const isNot = (kind: "moment" | "clock", name: string): string =>
    `bool_or(${isNeither(quoteName(name), cellAs(kind, quoteName(name)))})`;
  const tests = timeLike.flatMap(({ name }) => [isNot("moment", name), isNot("clock", name)]);
  const answers = await askOnce(tests, jsonOf(source, timeLike), source);
  const reading = (index: number): JsonColumn["reading"] =>
    answers[2 * index] !== true ? "moment" : answers[2 * index + 1] !== true ? "clock" : "as it is";
  return new Map(timeLike.map((column, index) => [column.name, { ...column, reading: reading(index) }]));
}

const FIRST_ROWS = 500;

/** Texts that begin like a day in each of the first rows. */
async function findMomentTexts(texts: readonly DescribedColumn[], source: JsonSource): Promise<ReadonlySet<string>> {
  if (texts.length === 0) return new Set();
  const tests = texts.map(({ name }) => `bool_and(regexp_matches(${quoteName(name)}, '^[0-9]{4}-[0-9]{2}-[0-9]{2}'))`);
  const first = `(SELECT * FROM ${jsonOf(source, texts)} LIMIT ${FIRST_ROWS})`;
  const answers = await askOnce(tests, first, source);
  return new Set(texts.filter((_, index) => answers[index] === true).map(({ name }) => name));
}

/**
 * DuckDB renames a key that differs from another only in case to `key_1`, and an empty key to `C0` by its position.
 * Look for a record that really has that key.
 */
async function checkJsonNames(described: readonly DescribedColumn[], source: JsonSource): Promise<void> {
  const { shown } = source.file;
  const names = described.map((column) => column.name);
  checkColumnNames(names, shown);
  for (const [position, name] of names.entries()) {
    const original = originalKey(name, position, names);
    if (original === null || (await hasKey(name, source))) continue;
    if (original === "")
      throw new InputError("COLUMN_UNNAMED", `${shown} has records with an empty key`, "Give it a name.");
    checkColumnNames(names.with(position, original), shown);
  }
}

/** The key a name may have been made from; null when it is nobody's doing. */
function originalKey(name: string, position: number, names: readonly string[]): string | null {
  if (name === `C${position}`) return "";
  const original = /^(.*)_\d+$/s.exec(name)?.[1];
  const hasOther = names.some((other) => other !== original && original !== undefined && isSameFolded(other, original));
  return original !== undefined && hasOther ? original : null;
}

async function hasKey(name: string, { file, packing, database }: JsonSource): Promise<boolean> {
  const objects = `read_json_objects(${quotePath(file.path)}, ${jsonOptions(packing)})`;
  const isThere = `list_contains(json_keys(json), ${quoteText(name)})`;
  return (await database.rows(`SELECT 1 FROM ${objects} WHERE ${isThere} LIMIT 1`)).length > 0;
}

function isSameFolded(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
