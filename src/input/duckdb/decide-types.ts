/**
 * Decides how the columns of files are read: CSV cells by what all rows of all files agree on, and in every column of
 * numbers how these are written. What is to be said about them comes along: cells that are no numbers, with their
 * lines.
 */

import { FEW_CELLS, type OddCell } from "../../core/table/odd-cells.js";
import { addCounts, chooseWriting, countNumbers, NO_NUMBERS, type NumberCounts } from "../csv/number-writing.js";
import type { NumbersNoticed } from "../csv/odd-cells.js";
import { countNumberCells, findOddCells, findWrittenCell } from "./count-numbers.js";
import {
  type DecidedType,
  decideType,
  findTypeEvidence,
  joinEvidence,
  NO_EVIDENCE,
  type TypeEvidence,
} from "./csv-types.js";
import type { Database } from "./duckdb.js";
import { tableFrom } from "./file-query.js";
import type { FileTable } from "./input-format.js";
import { formatOf } from "./input-formats.js";
import type { AskedType } from "./read-options.js";
import type { SourceFile } from "./source-files.js";

export interface TypesAsked {
  readonly names: readonly string[];
  readonly types: ReadonlyMap<string, AskedType>;
  /** Columns that are text as soon as one of their cells is no number. */
  readonly mayBeText: (name: string) => boolean;
}

interface TypesFound {
  readonly decided: ReadonlyMap<string, DecidedType>;
  readonly noticed: readonly NumbersNoticed[];
}

export async function decideTypes(
  tables: readonly FileTable[],
  asked: TypesAsked,
  database: Database,
): Promise<TypesFound> {
  const { names, types, mayBeText } = asked;
  const delimiter = tables.map((table) => formatOf(table).delimiter(table)).find((text) => text !== "") ?? "";
  const open = names.filter((name) => !types.has(name));
  const evidence = await gatherEvidence(tables, open, database);
  const counts = await countCastCells(tables, asked, database);
  const decided = new Map<string, DecidedType>();
  for (const [name, each] of evidence) {
    decided.set(name, decideType(each, { delimiter, oddCells: mayBeText(name) ? "none" : "few" }));
    if (decided.get(name)!.type === "number") counts.set(name, addCounts(counts.get(name) ?? NO_NUMBERS, each.numbers));
  }
  for (const name of names)
    if (types.get(name) === "number")
      decided.set(name, { type: "number", writing: chooseWriting(counts.get(name) ?? NO_NUMBERS, delimiter) });
  const noticed: NumbersNoticed[] = [];
  for (const name of names) {
    const each = counts.get(name);
    if (each !== undefined) noticed.push(...(await notice(name, each, { tables, asked, decided, database })));
  }
  return { decided, noticed };
}

/** Of columns of texts, over all files. */
async function gatherEvidence(
  tables: readonly FileTable[],
  open: readonly string[],
  database: Database,
): Promise<ReadonlyMap<string, TypeEvidence>> {
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

/**
 * Counts of columns that are read as numbers whatever they hold: those asked for so, and those of JSON that mostly are.
 */
async function countCastCells(
  tables: readonly FileTable[],
  asked: TypesAsked,
  database: Database,
): Promise<Map<string, NumberCounts>> {
  const counts = new Map<string, NumberCounts>();
  for (const table of tables) {
    const cells = numberCells(table, asked);
    if (cells.size === 0) continue;
    const from = tableFrom(table, [...cells.keys()], asked);
    const found = await countNumberCells(database, from, [...cells.values()]);
    [...cells.keys()].forEach((name, index) => {
      counts.set(name, addCounts(counts.get(name) ?? NO_NUMBERS, found[index]!));
    });
  }
  return counts;
}

/** SQL of the cells that are cast to numbers, by column. */
function numberCells(table: FileTable, { names, types, mayBeText }: TypesAsked): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  const format = formatOf(table);
  if (format.cells === "typed") return cells;
  for (const name of names) {
    if (!table.names.includes(name)) continue;
    if (types.get(name) === "number") cells.set(name, format.cell(table, name));
    else if (!types.has(name) && !mayBeText(name)) {
      const mixed = format.mixedCells(table, name);
      if (mixed !== null) cells.set(name, mixed);
    }
  }
  return cells;
}

interface Noticing {
  readonly tables: readonly FileTable[];
  readonly asked: TypesAsked;
  readonly decided: ReadonlyMap<string, DecidedType>;
  readonly database: Database;
}

async function notice(name: string, counts: NumberCounts, context: Noticing): Promise<NumbersNoticed[]> {
  const writing = context.decided.get(name)?.writing ?? "plain";
  const numbers = countNumbers(counts, writing);
  const odd = counts.values - numbers;
  if (odd === 0 && writing === "plain") return [];
  const first: OddCell[] = [];
  let example: string | null = null;
  for (const source of cellSources(name, context)) {
    const column = { ...source, writing };
    if (first.length < FEW_CELLS && odd > 0) {
      const found = await findOddCells(column, context.database);
      first.push(...(await placesOf(found, source, context.database)));
    }
    if (writing !== "plain") example ??= await findWrittenCell(column, context.database);
  }
  return [{ name, writing, example, odd, numbers, first: first.slice(0, FEW_CELLS) }];
}

interface CellSource {
  readonly table: FileTable;
  readonly file: SourceFile;
  readonly from: string;
  readonly cell: string;
}

/** Where the cells of a column are, file by file. */
function cellSources(name: string, { tables, asked }: Noticing): readonly CellSource[] {
  return tables.flatMap((table) => {
    const { cells, cell: cellOf } = formatOf(table);
    const isOpenText = cells === "texts" && table.names.includes(name);
    const cell = isOpenText ? cellOf(table, name) : numberCells(table, asked).get(name);
    if (cell === undefined) return [];
    return table.files.map((file) => ({
      table,
      file,
      cell,
      from: tableFrom({ ...table, files: [file] }, [name], asked),
    }));
  });
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
