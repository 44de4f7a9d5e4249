/**
 * JSON files → a Table: a first pass looks at every value, the next ones gather columns. Records may lack keys: their
 * values are missing. Several files are one table, by what all of their values agree on.
 */
import type { Table } from "../../core/table/index.js";
import { checkColumnNames } from "../csv/column-names.js";
import type { AskedType, FileText } from "../csv/csv-table.js";
import { firstLineOf, placeOf } from "../csv/file-places.js";
import type { NumberRange } from "../csv/number-writing.js";
import { type NumbersNoticed, type ReadWarning, warnAboutNumbers, warnAboutTextNumbers } from "../csv/odd-cells.js";
import { checkSameNames } from "../csv/same-columns.js";
import { createRereading } from "../csv/settle-writings.js";
import type { UniqueTexts } from "../csv/text-codes.js";
import { ColumnLook, createAskedColumn, createJsonColumn, type JsonColumn, ofCells } from "./json-columns.js";
import { emptyKey, jsonEmpty } from "./json-errors.js";
import { parseRecord, RecordSplitter } from "./json-records.js";

interface JsonOptions {
  /** Columns that a model wants as this type. */
  readonly types: ReadonlyMap<string, AskedType>;
  /** From where to where a model has seen the numbers of columns. */
  readonly ranges: ReadonlyMap<string, NumberRange>;
  /** Columns that are text as soon as one of their values is no number. */
  readonly mayBeText: (column: string) => boolean;
  readonly uniqueTexts: (column: string) => UniqueTexts;
  /** Share of all passes that is done, in [0, 1]. */
  readonly onProgress: (share: number) => void;
}

interface JsonRead {
  /** Columns in the order in which their keys come first. */
  readonly table: Table;
  /** Records of each file. */
  readonly rowCounts: readonly number[];
  readonly warnings: readonly ReadWarning[];
}

export async function readJsonFiles(files: readonly FileText[], options: JsonOptions): Promise<JsonRead> {
  const looked = await lookAt(files, (share) => options.onProgress(share / 2));
  const names = [...looked.columns.keys()];
  let columns = names.map((name) => createColumn(name, looked.columns.get(name)!, options));
  const reread = createRereading(
    files.map(() => ""),
    names.map((name) => options.ranges.get(name)),
  );
  for (let wanted: readonly (JsonColumn | null)[] = columns; wanted.some((column) => column !== null); ) {
    await gather(files, { names, columns: wanted }, (share) => options.onProgress((1 + share) / 2));
    wanted = reread(columns.map(({ cells }) => cells)).map((cells) => (cells === null ? null : ofCells(cells)));
    columns = columns.map((column, place) => wanted[place] ?? column);
  }
  const noticed = columns.flatMap((column, place) => noticedIn(names[place]!, column, files));
  const isTextNumbers = (name: string): boolean =>
    looked.columns.get(name)!.reading() === "text numbers" && !options.types.has(name) && !options.mayBeText(name);
  const { rowCounts } = looked;
  return {
    table: {
      rowCount: rowCounts.reduce((sum, count) => sum + count, 0),
      columns: columns.map((column) => column.finish()),
    },
    rowCounts,
    warnings: [...warnAboutTextNumbers(names.filter(isTextNumbers)), ...warnAboutNumbers(noticed, files.length)],
  };
}

function createColumn(name: string, look: ColumnLook, { types, mayBeText, uniqueTexts }: JsonOptions): JsonColumn {
  const rules = { uniqueTexts: uniqueTexts(name), mayBeText: mayBeText(name) };
  const asked = types.get(name) ?? (rules.mayBeText && look.hasLong ? "text" : undefined);
  return asked === undefined ? createJsonColumn(name, look.reading(), rules) : createAskedColumn(name, asked, rules);
}

interface Looked {
  readonly columns: ReadonlyMap<string, ColumnLook>;
  readonly rowCounts: readonly number[];
}

async function lookAt(files: readonly FileText[], onProgress: (share: number) => void): Promise<Looked> {
  const columns = new Map<string, ColumnLook>();
  const names = files.map(() => new Set<string>());
  const rowCounts = files.map(() => 0);
  await forEachRecord(files, onProgress, (record, { file }) => {
    rowCounts[file]!++;
    for (const [key, value] of record) {
      names[file]!.add(key);
      if (!columns.has(key)) columns.set(key, new ColumnLook());
      columns.get(key)!.add(value);
    }
  });
  files.forEach(({ name }, file) => {
    if (rowCounts[file] === 0) throw jsonEmpty(name);
    if (names[file]!.has("")) throw emptyKey(name);
    checkColumnNames([...names[file]!], name);
  });
  checkSameNames(files.map(({ name }, file) => ({ shown: name, names: [...names[file]!] })));
  return { columns, rowCounts };
}

/** Columns by their names; null: not wanted this time. */
interface NamedColumns {
  readonly names: readonly string[];
  readonly columns: readonly (JsonColumn | null)[];
}

async function gather(
  files: readonly FileText[],
  { names, columns }: NamedColumns,
  onProgress: (share: number) => void,
): Promise<void> {
  await forEachRecord(files, onProgress, (record, { file, row }) => {
    for (let place = 0; place < names.length; place++)
      columns[place]?.add(record.get(names[place]!), firstLineOf(file) + row);
  });
}

/** Where a record is: the place of its file, and its number there, from 0. */
interface RecordPlace {
  readonly file: number;
  readonly row: number;
}

async function forEachRecord(
  files: readonly FileText[],
  onProgress: (share: number) => void,
  visit: (record: ReadonlyMap<string, unknown>, place: RecordPlace) => void,
): Promise<void> {
  for (const [file, { name, pieces }] of files.entries()) {
    let row = 0;
    const splitter = new RecordSplitter(name, (text) => visit(parseRecord(name, text), { file, row: row++ }));
    for await (const { text, share } of pieces()) {
      splitter.push(text);
      onProgress((file + share) / files.length);
    }
    splitter.end();
  }
}

function noticedIn(name: string, column: JsonColumn, files: readonly FileText[]): NumbersNoticed[] {
  const noticed = column.cells?.noticed() ?? null;
  if (noticed === null) return [];
  const first = noticed.first.map(({ line, cell }) => {
    const { file, line: row } = placeOf(line);
    return { place: `${files[file]!.name} row ${row} (the first is 0)`, cell };
  });
  const writings = noticed.writings.map((each) => ({ ...each, files: each.files.map((place) => files[place]!.name) }));
  return [{ ...noticed, name, first, writings, zeros: null }];
}
