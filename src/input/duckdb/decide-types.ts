/**
 * Decides how the columns of files are read: CSV cells by what all rows of all files agree on, and in every column of
 * numbers how each file writes these (src/input/csv/number-writing.ts). What is to be said about them comes along:
 * cells that are no numbers, with their lines.
 */

import { areMostlyFit, FEW_CELLS, isCodeName, type OddCell } from "../../core/table/index.js";
import {
  addCounts,
  type ChosenWriting,
  chooseWritings,
  countInAnyWriting,
  countNumbers,
  mayBeParted,
  mayMeanThousands,
  NO_NUMBERS,
  type NumberCounts,
  type NumberRange,
  type PlainNumbers,
} from "../csv/number-writing.js";
import type { NumbersNoticed, WritingNoticed } from "../csv/odd-cells.js";
import type { NumberCell } from "./cell-sql.js";
import {
  countPlainCells,
  countWrittenCells,
  findCodes,
  findOddCells,
  findWrittenCell,
  findZeros,
  lookAtPlainCells,
} from "./count-numbers.js";
import {
  type DecidedType,
  findTypeEvidence,
  joinEvidence,
  NO_EVIDENCE,
  type TypeEvidence,
  typeWithoutNumbers,
} from "./csv-types.js";
import type { Database } from "./duckdb.js";
import { FILE_COLUMN, tableFrom } from "./file-query.js";
import type { FileTable } from "./input-format.js";
import { formatOf } from "./input-formats.js";
import type { AskedType } from "./read-options.js";
import type { SourceFile } from "./source-files.js";

export interface TypesAsked {
  readonly names: readonly string[];
  readonly types: ReadonlyMap<string, AskedType>;
  /** From where to where a model has seen the numbers of columns. */
  readonly ranges: ReadonlyMap<string, NumberRange>;
  /** Columns that are text as soon as one of their cells is no number. */
  readonly mayBeText: (name: string) => boolean;
}

/** Files that are read alike, and how. */
interface DecidedTable {
  readonly table: FileTable;
  readonly decided: ReadonlyMap<string, DecidedType>;
}

interface TypesFound {
  /** The same files in the same order; those of one table may have become several. */
  readonly tables: readonly DecidedTable[];
  readonly noticed: readonly NumbersNoticed[];
}

export async function decideTypes(
  tables: readonly FileTable[],
  asked: TypesAsked,
  database: Database,
): Promise<TypesFound> {
  const evidence = await gatherEvidence(tables, asked, database);
  const parts = await countParts(tables, asked, database);
  const codes = await findCodeColumns(tables, { asked, evidence }, database);
  const columns = numberColumns(parts, evidence, asked).filter((name) => !codes.has(name));
  const unwanted = unwantedColumns(parts, asked);
  const written = chooseWritings(
    parts.map(({ table, counts }) => ({
      delimiter: formatOf(table).delimiter(table),
      columns: [...columns, ...unwanted].map((name) => counts.get(name) ?? NO_NUMBERS),
    })),
    columns.map((name) => asked.ranges.get(name)),
  );
  const decidedParts = parts.map((part, at) => {
    const writings = new Map(columns.map((name, place) => [name, written[at]![place]!]));
    return { ...part, writings };
  });
  const decide = typeDecider(decidedParts, evidence, asked);
  const numbers = columns.filter((name) => decide(name, decidedParts[0]!).type === "number");
  const mayLoseZeros = numbers.filter((name) => evidence.has(name) && !asked.mayBeText(name) && isCodeName(name));
  const zeros = await findLostZeros(mayLoseZeros, { tables, asked, database });
  const noticed: NumbersNoticed[] = [];
  for (const name of numbers)
    noticed.push(...(await notice(name, decidedParts, { asked, database, zeros: zeros.get(name) ?? null })));
  return { tables: joinDecided(decidedParts, asked.names, decide), noticed };
}

interface OpenTypes {
  readonly asked: TypesAsked;
  readonly evidence: ReadonlyMap<string, TypeEvidence>;
}

/** Columns that may be text, and that are since a number among them would lose digits. */
async function findCodeColumns(
  tables: readonly FileTable[],
  { asked, evidence }: OpenTypes,
  database: Database,
): Promise<ReadonlySet<string>> {
  const codes = new Set<string>();
  for (const table of tables) {
    const mayBe = [...countedCells(table, asked)].filter(([name]) => evidence.has(name) && asked.mayBeText(name));
    if (mayBe.length === 0) continue;
    const names = mayBe.map(([name]) => name);
    const from = tableFrom(table, names, asked);
    const found = await findCodes({ from, cells: mayBe.map(([, cell]) => cell) }, database);
    names.forEach((name, at) => {
      if (found[at]) codes.add(name);
    });
  }
  return codes;
}

/** The least cell of each column with zeros before its digits, over all files. */
async function findLostZeros(
  names: readonly string[],
  { tables, asked, database }: Pick<Noticing, "asked" | "database"> & { readonly tables: readonly FileTable[] },
): Promise<ReadonlyMap<string, string>> {
  const zeros = new Map<string, string>();
  for (const table of tables) {
    const cells = [...countedCells(table, asked)].filter(([name]) => names.includes(name));
    if (cells.length === 0) continue;
    const from = tableFrom(
      table,
      cells.map(([name]) => name),
      asked,
    );
    const found = await findZeros({ from, cells: cells.map(([, cell]) => cell) }, database);
    cells.forEach(([name], at) => {
      const [cell, known] = [found[at]!, zeros.get(name)];
      if (cell !== null && (known === undefined || cell < known)) zeros.set(name, cell);
    });
  }
  return zeros;
}

/** Of columns of texts whose type nobody asked for, over all files. */
async function gatherEvidence(
  tables: readonly FileTable[],
  asked: TypesAsked,
  database: Database,
): Promise<ReadonlyMap<string, TypeEvidence>> {
  const open = asked.names.filter((name) => !asked.types.has(name));
  const evidence = new Map<string, TypeEvidence>();
  for (const table of tables) {
    if (formatOf(table).cells !== "texts" || open.length === 0) continue;
    const cells = new Map(
      open.filter((name) => table.names.includes(name)).map((name) => [name, formatOf(table).cell(table, name)]),
    );
    const found = await findTypeEvidence(database, { from: tableFrom(table, open, { types: new Map() }) }, [
      ...cells.values(),
    ]);
    for (const [name, cell] of cells)
      evidence.set(name, joinEvidence(evidence.get(name) ?? NO_EVIDENCE, found.get(cell)!));
  }
  return evidence;
}

/** Files whose numbers are counted together: all of a table, or one of its files. */
interface CountedPart {
  readonly table: FileTable;
  readonly counts: ReadonlyMap<string, NumberCounts>;
}

/**
 * One look at all tables; where a number is not written plainly, or may not be, another one, file by file. Columns
 * that nobody wants are counted, too: how a file writes numbers does not depend on what is read of it.
 */
async function countParts(
  tables: readonly FileTable[],
  asked: TypesAsked,
  database: Database,
): Promise<readonly CountedPart[]> {
  const parts: CountedPart[] = [];
  let isWritten = false;
  for (const table of tables) {
    const cells = countedCells(table, asked);
    const others = unwantedCells(table, asked);
    const from = tableFrom(table, [...cells.keys(), ...others.keys()], asked);
    const look = { from, cells: [...cells.values()], others: [...others.values()] };
    const found = cells.size === 0 ? null : await countPlainCells(look, database);
    isWritten ||= found?.isWritten ?? false;
    parts.push({ table, counts: new Map([...cells.keys()].map((name, at) => [name, found!.counts[at]!])) });
  }
  if (!isWritten && !(await arePointsInDoubt(tables, asked, database))) return parts;
  const byFile = await Promise.all(tables.map((table) => countByFile(table, asked, database)));
  return byFile.flat();
}

/** Whether some column may have points between thousands, though no file has commas; all files together tell. */
async function arePointsInDoubt(tables: readonly FileTable[], asked: TypesAsked, database: Database): Promise<boolean> {
  if (!tables.some((table) => mayMeanThousands(formatOf(table).delimiter(table)))) return false;
  const looks = new Map<string, PlainNumbers>();
  for (const table of tables) {
    const cells = countedCells(table, { ...asked, names: table.names });
    const from = tableFrom(table, [...cells.keys()], asked);
    const found = cells.size === 0 ? [] : await lookAtPlainCells({ from, cells: [...cells.values()] }, database);
    [...cells.keys()].forEach((name, at) => {
      const [a, b] = [looks.get(name), found[at]!];
      looks.set(name, a === undefined ? b : addLooks(a, b));
    });
  }
  return [...looks].some(([name, look]) => mayBeParted(look, asked.ranges.get(name)));
}

function addLooks(a: PlainNumbers, b: PlainNumbers): PlainNumbers {
  return {
    values: a.values + b.values,
    whole: a.whole + b.whole,
    short: a.short + b.short,
    three: a.three + b.three,
    small: a.small + b.small,
  };
}

/** SQL of the cells that may be numbers of columns that nobody wants. */
function unwantedCells(table: FileTable, asked: TypesAsked): ReadonlyMap<string, NumberCell> {
  const wanted = new Set(asked.names);
  return countedCells(table, { ...asked, names: table.names.filter((name) => !wanted.has(name)) });
}

async function countByFile(table: FileTable, asked: TypesAsked, database: Database): Promise<readonly CountedPart[]> {
  const cells = countedCells(table, { ...asked, names: table.names });
  const names = [...cells.keys()];
  if (names.length === 0) return [{ table, counts: new Map() }];
  const from = tableFrom(table, names, { ...asked, part: 0 });
  const found = await countWrittenCells({ from, cells: [...cells.values()] }, FILE_COLUMN, database);
  return table.files.map((file) => {
    const counts = found.get(file.path);
    return {
      table: { ...table, files: [file] },
      counts: new Map(names.map((name, at) => [name, counts?.[at] ?? NO_NUMBERS])), // a file without rows has none
    };
  });
}

/** SQL of the cells that are or may be read as numbers, by column. */
function countedCells(table: FileTable, asked: TypesAsked): ReadonlyMap<string, NumberCell> {
  const cells = new Map(numberCells(table, asked));
  const format = formatOf(table);
  if (format.cells !== "texts") return cells;
  for (const name of asked.names)
    if (!asked.types.has(name) && table.names.includes(name)) cells.set(name, format.numberCell(table, name));
  return cells;
}

/** SQL of the cells that are cast to numbers, whatever they hold: asked for so, or mostly numbers in JSON. */
function numberCells(table: FileTable, { names, types, mayBeText }: TypesAsked): ReadonlyMap<string, NumberCell> {
  const cells = new Map<string, NumberCell>();
  const format = formatOf(table);
  if (format.cells === "typed") return cells;
  for (const name of names) {
    if (!table.names.includes(name)) continue;
    if (types.get(name) === "number") cells.set(name, format.numberCell(table, name));
    else if (!types.has(name) && !mayBeText(name)) {
      const mixed = format.mixedCells(table, name);
      if (mixed !== null) cells.set(name, mixed);
    }
  }
  return cells;
}

/** Columns that are read as numbers, or would be if one writing fitted all. */
function numberColumns(
  parts: readonly CountedPart[],
  evidence: ReadonlyMap<string, TypeEvidence>,
  { names, mayBeText }: TypesAsked,
): readonly string[] {
  return names.filter((name) => {
    const counts = totalOf(name, parts);
    if (!evidence.has(name)) return parts.some((part) => part.counts.has(name));
    return areEnough(countInAnyWriting(counts), counts.values, mayBeText(name));
  });
}

/** Columns of numbers that are only counted. */
function unwantedColumns(parts: readonly CountedPart[], { names }: TypesAsked): readonly string[] {
  const all = new Set(parts.flatMap(({ counts }) => [...counts.keys()]));
  return [...all].filter((name) => {
    const counts = totalOf(name, parts);
    return !names.includes(name) && areMostlyFit(countInAnyWriting(counts), counts.values);
  });
}

function totalOf(name: string, parts: readonly CountedPart[]): NumberCounts {
  return parts.map(({ counts }) => counts.get(name) ?? NO_NUMBERS).reduce(addCounts, NO_NUMBERS);
}

/** Whether so many numbers among so many values make a column one of numbers. */
function areEnough(numbers: number, values: number, mayBeText: boolean): boolean {
  return mayBeText ? numbers > 0 && numbers === values : areMostlyFit(numbers, values);
}

interface DecidedPart extends CountedPart {
  readonly writings: ReadonlyMap<string, ChosenWriting>;
}

/** How a column of a part is read. */
type Decide = (name: string, part: DecidedPart) => DecidedType;

function typeDecider(
  parts: readonly DecidedPart[],
  evidence: ReadonlyMap<string, TypeEvidence>,
  { mayBeText }: TypesAsked,
): Decide {
  const isNumber = new Map<string, boolean>();
  const areNumbers = (name: string): boolean => {
    if (!evidence.has(name)) return true;
    const { numbers, values } = numbersIn(name, parts);
    return areEnough(numbers, values, mayBeText(name));
  };
  for (const name of parts[0]!.writings.keys()) isNumber.set(name, areNumbers(name));
  return (name, { writings }) => {
    const chosen = writings.get(name);
    if (chosen !== undefined && isNumber.get(name)) return { type: "number", writing: chosen.writing };
    return { type: typeWithoutNumbers(evidence.get(name) ?? NO_EVIDENCE), writing: "plain" };
  };
}

/** Cells that are numbers as their file writes them, and all that are not missing. */
function numbersIn(name: string, parts: readonly DecidedPart[]): { readonly numbers: number; readonly values: number } {
  let [numbers, values] = [0, 0];
  for (const { counts, writings } of parts) {
    const each = counts.get(name) ?? NO_NUMBERS;
    numbers += countNumbers(each, writings.get(name)!.writing);
    values += each.values;
  }
  return { numbers, values };
}

/** Neighbours that are read alike, as one table each. */
function joinDecided(parts: readonly DecidedPart[], names: readonly string[], decide: Decide): readonly DecidedTable[] {
  const joined: (DecidedTable & { readonly key: string })[] = [];
  for (const part of parts) {
    const decided = new Map(names.map((name) => [name, decide(name, part)]));
    const { files, ...writing } = part.table;
    const key = JSON.stringify([writing, [...decided]]);
    const last = joined.at(-1);
    const isTwice = last?.table.files.some(({ path }) => path === files[0]!.path) ?? false;
    if (last?.key === key && !isTwice)
      joined[joined.length - 1] = { ...last, table: { ...last.table, files: [...last.table.files, ...files] } };
    else joined.push({ table: part.table, decided, key });
  }
  return joined;
}

interface Noticing {
  readonly asked: TypesAsked;
  readonly database: Database;
  /** The least cell with zeros before its digits, where these matter. */
  readonly zeros: string | null;
}

async function notice(name: string, parts: readonly DecidedPart[], context: Noticing): Promise<NumbersNoticed[]> {
  const { numbers, values } = numbersIn(name, parts);
  const first: OddCell[] = [];
  const writings = new Map<string, WritingNoticed>();
  for (const part of parts) {
    const chosen = part.writings.get(name)!;
    const counts = part.counts.get(name) ?? NO_NUMBERS;
    const odd = counts.values - countNumbers(counts, chosen.writing);
    for (const source of odd > 0 ? cellSources(name, part.table, context.asked) : []) {
      if (first.length >= FEW_CELLS) break;
      const found = await findOddCells({ ...source, writing: chosen.writing }, context.database);
      first.push(...(await placesOf(found, source, context.database)));
    }
    if (chosen.writing === "plain" && !chosen.isInDoubt) continue;
    const key = `${chosen.writing} ${chosen.isInDoubt}`;
    const files = part.table.files.map(({ shown }) => shown);
    const alike = writings.get(key);
    if (alike !== undefined) writings.set(key, { ...alike, files: [...alike.files, ...files] });
    else {
      const example = await findExample(name, { part, writing: chosen.writing }, context);
      if (example !== null) writings.set(key, { ...chosen, files, example });
    }
  }
  const { zeros } = context;
  if (values === numbers && writings.size === 0 && zeros === null) return [];
  const shown = { writings: [...writings.values()], first: first.slice(0, FEW_CELLS), zeros };
  return [{ name, odd: values - numbers, numbers, ...shown }];
}

interface PartWriting extends Pick<ChosenWriting, "writing"> {
  readonly part: DecidedPart;
}

async function findExample(
  name: string,
  { part, writing }: PartWriting,
  { asked, database }: Noticing,
): Promise<string | null> {
  for (const source of cellSources(name, part.table, asked)) {
    const example = await findWrittenCell({ ...source, writing }, database);
    if (example !== null) return example;
  }
  return null;
}

interface CellSource {
  readonly table: FileTable;
  readonly file: SourceFile;
  readonly from: string;
  readonly cell: NumberCell;
}

/** Where the cells of a column are, file by file. */
function cellSources(name: string, table: FileTable, asked: TypesAsked): readonly CellSource[] {
  const cell = countedCells(table, asked).get(name);
  if (cell === undefined) return [];
  return table.files.map((file) => ({
    table,
    file,
    cell,
    from: tableFrom({ ...table, files: [file] }, [name], asked),
  }));
}

async function placesOf(
  cells: readonly { readonly row: number; readonly cell: string }[],
  { table, file }: CellSource,
  database: Database,
): Promise<readonly OddCell[]> {
  const rows = cells.map(({ row }) => row);
  const lines = await formatOf(table).linesOfRows({ table, file }, rows, database);
  return cells.map(({ row, cell }) => {
    const line = lines.get(row);
    return {
      cell,
      place: line === undefined ? `${file.shown} row ${row} (the first is 0)` : `${file.shown} line ${line}`,
    };
  });
}
