/**
 * Reads a table from files the person chose: CSV or TSV, JSON or NDJSON, plain or gzip, or Parquet; by content, not by
 * name. Several files are one table, in their order.
 *
 * It gives the same Table as src/input/read-table.ts does on the same files; test/browser/same-table.test.ts proves it.
 */

import { InputError } from "../../src/core/base/index.js";
import type { Table } from "../../src/core/table/index.js";
import { type AskedType, type FileText, readCsvFiles, readCsvHeader } from "../../src/input/csv/csv-table.js";
import { asExactNumbers } from "../../src/input/csv/exact-numbers.js";
import type { ReadWarning } from "../../src/input/csv/odd-cells.js";
import { checkSameNames } from "../../src/input/csv/same-columns.js";
import { joinTables } from "../../src/input/join-tables.js";
import { readJsonFiles } from "../../src/input/json/json-table.js";
import { readParquet } from "../../src/input/parquet/parquet-table.js";
import { describeFiles } from "../../src/report/describe-files.js";
import { openText } from "./file-text.js";
import { refuseWhatIsNoTable } from "./no-table.js";

interface NamedFile {
  readonly name: string;
  readonly content: Blob;
}

interface ReadFileOptions {
  /** Columns that a model wants as this type. */
  readonly types?: ReadonlyMap<string, AskedType>;
  /** From where to where a model has seen the numbers of columns. */
  readonly ranges?: ReadonlyMap<string, readonly [number, number]>;
  /** Columns whose texts stay however many of them differ; others are dropped when nearly all do. */
  readonly keepTexts?: readonly string[];
  /** Columns by which rows are named: cells as they are written. */
  readonly names?: readonly string[];
  readonly onProgress?: (share: number) => void;
}

/** The rows of one file. */
export interface FilePart {
  readonly name: string;
  readonly rowCount: number;
}

export interface ReadResult {
  readonly table: Table;
  readonly warnings: readonly ReadWarning[];
  readonly parts: readonly FilePart[];
}

export async function readTableFile(file: Blob, name: string, options: ReadFileOptions = {}): Promise<ReadResult> {
  return readTableFiles([{ name, content: file }], options);
}

export async function readTableFiles(files: readonly NamedFile[], options: ReadFileOptions = {}): Promise<ReadResult> {
  const { onProgress = () => {} } = options;
  const runs = runsOf(await Promise.all(files.map(openFile)));
  const read: ReadResult[] = [];
  for (const [place, run] of runs.entries())
    read.push(await readRun(run, { ...options, onProgress: (share) => onProgress((place + share) / runs.length) }));
  checkSameNames(read.map(({ table, parts }) => ({ shown: parts[0]!.name, names: table.columns.map((c) => c.name) })));
  const table = joinTables(read.map((each) => each.table));
  refuseEmpty(table, files);
  return {
    table,
    warnings: read.flatMap(({ warnings }) => warnings),
    parts: read.flatMap(({ parts }) => parts),
  };
}

type OpenedFile =
  | { readonly format: "parquet"; readonly file: NamedFile }
  | { readonly format: "csv" | "json"; readonly text: FileText };

async function openFile({ name, content }: NamedFile): Promise<OpenedFile> {
  if (content.size === 0)
    throw new InputError("FILE_EMPTY", `${name} is empty`, "It has no header and no rows. Check how it was written.");
  const start = new Uint8Array(await content.slice(0, 4096).arrayBuffer());
  if (beginsAsParquet(start)) return { format: "parquet", file: { name, content } };
  const isPacked = start[0] === 0x1f && start[1] === 0x8b;
  if (!isPacked) refuseWhatIsNoTable(start, name);
  const text = openText(content, name, isPacked ? "gzip" : "none");
  const { head } = await text.readHead();
  return { format: isJson(name, head) ? "json" : "csv", text };
}

function beginsAsParquet(bytes: Uint8Array): boolean {
  return [..."PAR1"].every((character, at) => bytes[at] === character.charCodeAt(0));
}

/** By its first characters; one that is called so must be. */
function isJson(name: string, head: string): boolean {
  const start = head.replace(/^\ufeff/, "").trimStart();
  if (/^(\{\s*["}]|\[\s*[{\]])/.test(start)) return true;
  if (!/\.(json|ndjson|jsonl)(\.gz)?$/i.test(name)) return false;
  if (/^[[{]/.test(start)) return true;
  throw new InputError(
    "FILE_NOT_JSON",
    `${name} does not start with { or [`,
    "If it is CSV, give it a name that does not end in .json.",
  );
}

/** Neighbours of one format are read as one: their types are decided by the rows of all. */
function runsOf(files: readonly OpenedFile[]): readonly (readonly OpenedFile[])[] {
  const runs: OpenedFile[][] = [];
  for (const file of files) {
    const last = runs.at(-1);
    if (last !== undefined && file.format !== "parquet" && last[0]!.format === file.format) last.push(file);
    else runs.push([file]);
  }
  return runs;
}

type RunOptions = ReadFileOptions & { readonly onProgress: (share: number) => void };

async function readRun(run: readonly OpenedFile[], options: RunOptions): Promise<ReadResult> {
  const { ranges = new Map(), keepTexts = [], names = [], onProgress } = options;
  const types = new Map(options.types);
  const isNamed = (column: string): boolean => types.has(column) || keepTexts.includes(column);
  const [first] = run;
  if (first!.format === "parquet") {
    const { name, content } = first!.file;
    const { table, warnings } = await readParquet(content, name, { types, ranges, isNamed, onProgress });
    return { table, warnings, parts: [{ name, rowCount: table.rowCount }] };
  }
  const written = names.filter((column) => !types.has(column));
  for (const column of written) types.set(column, "text");
  const texts = run.flatMap((file) => (file.format === "parquet" ? [] : [file.text]));
  const { table, rowCounts, warnings } = await readTexts(texts, first!.format, {
    types,
    ranges,
    mayBeText: (column) => keepTexts.includes(column),
    uniqueTexts: (column) => (isNamed(column) ? "keep" : "drop"),
    onProgress,
  });
  const columns = table.columns.map((column) => (written.includes(column.name) ? asExactNumbers(column) : column));
  const parts = texts.map(({ name }, place) => ({ name, rowCount: rowCounts[place]! }));
  return { table: { ...table, columns }, warnings, parts };
}

type TextOptions = Parameters<typeof readJsonFiles>[1];

async function readTexts(texts: readonly FileText[], format: "csv" | "json", options: TextOptions) {
  if (format === "json") return readJsonFiles(texts, options);
  const files = await Promise.all(texts.map(async (file) => ({ file, header: await readCsvHeader(file, null) })));
  checkSameNames(files.map(({ file, header }) => ({ shown: file.name, names: header.names })));
  return readCsvFiles(files, {
    ...options,
    oddCells: "missing",
    isWanted: () => true,
    unwanted: "looked at",
    onDoubt: () => {},
  });
}

function refuseEmpty({ rowCount }: Table, files: readonly NamedFile[]): void {
  if (rowCount > 0) return;
  const what = files.length === 1 ? `${files[0]!.name} has` : `${describeFiles(files.map(({ name }) => name))} have`;
  throw new InputError("TABLE_EMPTY", `${what} no rows`, "There is nothing to learn from. Check how it was written.");
}
