/**
 * Counts, over all rows, which cells of columns are numbers, and in which writing; and finds those that are none.
 *
 * Nearly all columns are plain numbers throughout or hold none: one pass tells. Only where a number is written
 * otherwise all columns are counted in full, file by file, since they tell together how a file is written.
 */

import { FEW_CELLS } from "../../core/table/index.js";
import { ZEROS_BEFORE } from "../csv/codes-in-digits.js";
import {
  type CellClass,
  COMMA_GROUPS,
  countsOfClasses,
  DECIMAL_COMMA,
  DOTTED_COMMA,
  EXAMPLES,
  LONG_COMMA,
  NO_NUMBERS,
  type NumberCounts,
  type NumberWriting,
  type PlainNumbers,
  POINT_GROUP,
  SIZE_WRITINGS,
} from "../csv/number-writing.js";
import { cellAs, isCodeSql, isNeither, matches, type NumberCell, numberIn } from "./cell-sql.js";
import type { Database } from "./duckdb.js";
import { quoteName } from "./sql-text.js";

/** Columns counted in one query, as in csv-types.ts. */
const GROUP = 256;

/** A FROM item, and the SQL of its columns' cells. */
export interface CellsOf {
  readonly from: string;
  readonly cells: readonly NumberCell[];
}

interface PlainLook {
  readonly counts: readonly NumberCounts[];
  /** Whether a cell of some column is a number in another writing. */
  readonly isWritten: boolean;
}

/** Cells to be counted, and those of which is only asked whether they are written otherwise. */
interface CellsAndOthers extends CellsOf {
  readonly others: readonly NumberCell[];
}

/** What is counted where all numbers are plain. */
export async function countPlainCells({ from, cells, others }: CellsAndOthers, database: Database): Promise<PlainLook> {
  const counts: NumberCounts[] = [];
  let isWritten = false;
  const texts = (all: readonly NumberCell[]): readonly string[] => all.map(({ text }) => text);
  const [groups, otherGroups] = [groupsOf(texts(cells)), groupsOf(texts(others))];
  for (let at = 0; at < Math.max(groups.length, otherGroups.length); at++) {
    const group = groups[at] ?? [];
    const sums = group.flatMap((cell) => [
      `count(${cell})`,
      `count(${cellAs("number", cell)})`,
      `bool_or(${isWrittenOtherwise(cell)})`,
    ]);
    const otherSums = (otherGroups[at] ?? []).map((cell) => `bool_or(${isWrittenOtherwise(cell)})`);
    const found = await askNumbers(database, from, [...sums, ...otherSums]);
    isWritten ||= found.slice(sums.length).includes(1);
    const first = group.map((cell, index) => ({
      cell,
      values: found[3 * index]!,
      plain: found[3 * index + 1]!,
      isWritten: found[3 * index + 2] === 1,
    }));
    isWritten ||= first.some((each) => each.isWritten);
    const open = first.filter(({ values, plain }) => values !== plain);
    const oddSums = open.map(({ cell }) => `count_if(${isNeither(cell, cellAs("number", cell))})`);
    const odd = open.length === 0 ? [] : await askNumbers(database, from, oddSums);
    for (const each of first) {
      const place = open.indexOf(each);
      const values = place < 0 ? each.values : each.plain + odd[place]!;
      counts.push({ ...NO_NUMBERS, values, plain: each.plain });
    }
  }
  return { counts, isWritten };
}

function groupsOf<Cell>(cells: readonly Cell[]): readonly (readonly Cell[])[] {
  return Array.from({ length: Math.ceil(cells.length / GROUP) }, (_, at) => cells.slice(at * GROUP, (at + 1) * GROUP));
}

/** What each column's plain numbers are. */
export async function lookAtPlainCells({ from, cells }: CellsOf, database: Database): Promise<readonly PlainNumbers[]> {
  const looks: PlainNumbers[] = [];
  for (const group of groupsOf(cells)) {
    const sizes = group.map(({ text }, index) => `abs(${cellAs("number", text)}) AS s${index}`);
    const sums = group.flatMap((_, index) => plainSums(`s${index}`));
    const found = await askNumbers(database, `(SELECT ${sizes.join(", ")} FROM ${from})`, sums);
    group.forEach((_, index) => {
      const [values, whole, short, three, small] = found.slice(5 * index, 5 * index + 5);
      looks.push({ values: values!, whole: whole!, short: short!, three: three!, small: small! });
    });
  }
  return looks;
}

/** As `look` in src/input/csv/growing-columns.ts. */
function plainSums(size: string): readonly string[] {
  const isShort = `${size} <> trunc(${size}) AND ${size} >= 1 AND ${size} < 1000 AND abs(${size} * 1000 - round(${size} * 1000)) < 1e-6`;
  return [
    `count(${size})`,
    `count_if(${size} = trunc(${size}))`,
    `count_if(${isShort})`,
    `count_if(${isShort} AND abs(${size} * 100 - round(${size} * 100)) > 1e-3)`,
    `count_if(${size} < 1000)`,
  ];
}

/** As in src/input/csv/number-writing.ts. */
function isWrittenOtherwise(cell: string): string {
  const written = [DECIMAL_COMMA, COMMA_GROUPS, DOTTED_COMMA].map((expression) => matches(cell, expression));
  const mayBe = `${cell} < ':' AND (contains(${cell}, ',') OR contains(${cell}, '.'))`;
  return `CASE WHEN ${mayBe} AND ${cellAs("number", cell)} IS NULL THEN ${written.join(" OR ")} ELSE false END`;
}

/** Of each column whether one of its cells is a whole number that would lose digits. */
export async function findCodes({ from, cells }: CellsOf, database: Database): Promise<readonly boolean[]> {
  const found: boolean[] = [];
  for (const group of groupsOf(cells)) {
    const tests = group.map(({ text }) => `bool_or(${isCodeSql(text)})`);
    found.push(...(await askNumbers(database, from, tests)).map((each) => each === 1));
  }
  return found;
}

/** Of each column the least cell with zeros before its digits; null: there is none. */
export async function findZeros({ from, cells }: CellsOf, database: Database): Promise<readonly (string | null)[]> {
  const least = cells.map(({ text }) => `min(CASE WHEN ${matches(text, ZEROS_BEFORE)} THEN trim(${text}) END)`);
  const [row] = await database.rows(`SELECT ${least.join(", ")} FROM ${from}`);
  return row!.map((cell) => (cell === null ? null : String(cell)));
}

/** The classes by their numbers in SQL. */
const CLASSES: readonly CellClass[] = [
  "exact",
  "whole",
  "points",
  "group",
  "decimal",
  "long decimal",
  "both",
  "dotted",
  "thousands",
  "other",
];

/** As `classOf` in src/input/csv/number-writing.ts; null: missing. */
function classSql({ text: cell, isTyped }: NumberCell): string {
  const number = cellAs("number", cell);
  const is = (name: CellClass): number => CLASSES.indexOf(name);
  const whole = `CASE WHEN contains(lower(${cell}), 'e') THEN ${is("exact")} ELSE ${is("whole")} END`;
  const plain = `CASE WHEN ${isTyped} THEN ${is("exact")} WHEN NOT contains(${cell}, '.') THEN ${whole} WHEN ${matches(cell, POINT_GROUP)} THEN ${is("group")} ELSE ${is("points")} END`;
  const decimal = `CASE WHEN ${matches(cell, COMMA_GROUPS)} THEN ${is("both")} WHEN ${matches(cell, LONG_COMMA)} THEN ${is("long decimal")} ELSE ${is("decimal")} END`;
  return `CASE WHEN ${cell} IS NULL THEN NULL
    WHEN (${number}) IS NOT NULL THEN ${plain}
    WHEN ${matches(cell, DECIMAL_COMMA)} THEN ${decimal}
    WHEN ${matches(cell, COMMA_GROUPS)} THEN ${is("thousands")}
    WHEN ${matches(cell, DOTTED_COMMA)} THEN ${is("dotted")}
    WHEN ${isNeither(cell, "NULL")} THEN ${is("other")} END`;
}

function sizeSql(cell: string, cellClass: string): string {
  const sizes = CLASSES.map(
    (name, index) => `WHEN ${index} THEN abs(${cellAs("number", cell, SIZE_WRITINGS[name])})`,
  ).join(" ");
  return `CASE ${cellClass} ${sizes} END`;
}

/** Counts of each column in every writing, by the file (a column of the FROM item, or null: they are one). */
export async function countWrittenCells(
  { from, cells }: CellsOf,
  fileColumn: string | null,
  database: Database,
): Promise<ReadonlyMap<string, readonly NumberCounts[]>> {
  const counts = new Map<string, NumberCounts[]>();
  for (const group of groupsOf(cells)) {
    const file = fileColumn === null ? "''" : quoteName(fileColumn);
    const classes = group.map((cell, index) => `${classSql(cell)} AS k${index}, ${cell.text} AS t${index}`);
    const sizes = group.map((_, index) => `k${index}, ${sizeSql(`t${index}`, `k${index}`)} AS s${index}`);
    const sums = group.flatMap((_, index) => sumsOf(`k${index}`, `s${index}`));
    const rows = await database.rows(`
      SELECT file, ${sums.join(", ")} FROM (
        SELECT file, ${sizes.join(", ")} FROM (SELECT ${file} AS file, ${classes.join(", ")} FROM ${from}))
      GROUP BY file`);
    for (const [path, ...found] of rows) {
      const known = counts.get(String(path)) ?? [];
      counts.set(String(path), known);
      for (let at = 0; at < found.length; at += SUMS) known.push(toCounts(found.slice(at, at + SUMS)));
    }
  }
  return counts;
}

const SUMS = CLASSES.length + 4;

function sumsOf(cellClass: string, size: string): readonly string[] {
  const [whole, points] = [CLASSES.indexOf("whole"), CLASSES.indexOf("points")];
  const isGroup = `${cellClass} IN (${CLASSES.indexOf("group")}, ${CLASSES.indexOf("both")})`;
  return [
    ...CLASSES.map((_, index) => `count_if(${cellClass} = ${index})`),
    `count_if(${cellClass} IN (${whole}, ${points}) AND ${size} >= 1000)`,
    `max(CASE WHEN NOT ${isGroup} THEN ${size} END)`,
    `min(CASE WHEN ${isGroup} THEN ${size} END)`,
    `max(CASE WHEN ${isGroup} THEN ${size} END)`,
  ];
}

function toCounts(sums: readonly unknown[]): NumberCounts {
  const [long, largest, smallestGroup, largestGroup] = sums.slice(CLASSES.length);
  return countsOfClasses({
    classes: Object.fromEntries(CLASSES.map((name, index) => [name, Number(sums[index])])),
    long: Number(long),
    largest: Number(largest ?? 0),
    smallestGroup: Number(smallestGroup ?? Number.POSITIVE_INFINITY),
    largestGroup: Number(largestGroup ?? 0),
  });
}

/** One row of counts and truth values, as numbers; null is 0. */
async function askNumbers(database: Database, from: string, sums: readonly string[]): Promise<readonly number[]> {
  const [row] = await database.rows(`SELECT ${sums.join(", ")} FROM ${from}`);
  return row!.map(Number);
}

/** The SQL of a column's cells, the FROM item that has them, and how numbers are written in it. */
export interface NumberColumn {
  readonly from: string;
  readonly cell: NumberCell;
  readonly writing: NumberWriting;
}

const NAMED: NumberCell = { text: "cell", isTyped: "is_typed" };

function namedCell({ text, isTyped }: NumberCell): string {
  return `${text} AS ${NAMED.text}, ${isTyped} AS ${NAMED.isTyped}`;
}

/** The first cells of a column that are neither missing nor a number in its writing, with their rows from 0. */
export async function findOddCells(
  { from, cell, writing }: NumberColumn,
  database: Database,
): Promise<readonly { readonly row: number; readonly cell: string }[]> {
  const isOdd = isNeither("cell", numberIn(NAMED, writing));
  const rows = await database.rows(`
    SELECT row, cell FROM (SELECT row_number() OVER () - 1 AS row, ${namedCell(cell)} FROM ${from})
    WHERE ${isOdd} ORDER BY row LIMIT ${FEW_CELLS}`);
  return rows.map(([row, text]) => ({ row: Number(row), cell: String(text) }));
}

/** The first cell that shows the column's writing. */
export async function findWrittenCell(
  { from, cell, writing }: NumberColumn,
  database: Database,
): Promise<string | null> {
  const isExample = `NOT is_typed AND (${cellAs("number", "cell", writing)}) IS NOT NULL AND ${matches("cell", EXAMPLES[writing])}`;
  const rows = await database.rows(
    `SELECT cell FROM (SELECT ${namedCell(cell)} FROM ${from}) WHERE ${isExample} LIMIT 1`,
  );
  return rows.length === 0 ? null : String(rows[0]![0]);
}

/** Values of columns that are numbers of the file, and those among them that are infinite, with the first of these. */
export async function findInfinite(
  from: string,
  names: readonly string[],
  database: Database,
): Promise<readonly InfiniteValues[]> {
  const found: InfiniteValues[] = [];
  for (const group of groupsOf(names)) {
    const sums = group.flatMap((name) => [
      `count_if(isfinite(${quoteName(name)}))`,
      `count_if(isinf(${quoteName(name)}))`,
    ]);
    const counts = await askNumbers(database, from, sums);
    for (const [at, name] of group.entries()) {
      const [numbers, odd] = [counts[2 * at]!, counts[2 * at + 1]!];
      if (odd > 0) found.push({ name, numbers, odd, first: await findFirstInfinite(from, quoteName(name), database) });
    }
  }
  return found;
}

interface InfiniteValues {
  readonly name: string;
  readonly numbers: number;
  readonly odd: number;
  readonly first: readonly { readonly row: number; readonly cell: string }[];
}

async function findFirstInfinite(
  from: string,
  value: string,
  database: Database,
): Promise<readonly { readonly row: number; readonly cell: string }[]> {
  const rows = await database.rows(`
    SELECT row, value > 0 FROM (SELECT row_number() OVER () - 1 AS row, ${value} AS value FROM ${from})
    WHERE isinf(value) ORDER BY row LIMIT ${FEW_CELLS}`);
  return rows.map(([row, isAbove]) => ({ row: Number(row), cell: isAbove === true ? "Infinity" : "-Infinity" }));
}
