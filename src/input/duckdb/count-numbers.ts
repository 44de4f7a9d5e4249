/**
 * Counts, over all rows, which cells of columns are numbers, and in which writing; and finds those that are none.
 *
 * Nearly all columns are numbers throughout or hold none: one pass tells. Only the others are counted in full.
 */

import { FEW_CELLS } from "../../core/table/odd-cells.js";
import {
  COMMA_GROUPS,
  COMMA_START,
  DECIMAL_COMMA,
  type NumberCounts,
  type NumberWriting,
  POINT_GROUPS,
} from "../csv/number-writing.js";
import { cellAs, isNeither, matches } from "./cell-sql.js";
import type { Database } from "./duckdb.js";
import { quoteText } from "./sql-text.js";

/** Columns counted in one query, as in csv-types.ts. */
const GROUP = 256;

/** The counts of each cell column of a FROM item; a column is the SQL of its cells as text (null: missing). */
export async function countNumberCells(
  database: Database,
  from: string,
  cells: readonly string[],
): Promise<readonly NumberCounts[]> {
  const counts: NumberCounts[] = [];
  for (let at = 0; at < cells.length; at += GROUP)
    counts.push(...(await countGroup(database, from, cells.slice(at, at + GROUP))));
  return counts;
}

async function countGroup(database: Database, from: string, cells: readonly string[]): Promise<NumberCounts[]> {
  const sums = cells.flatMap((cell) => [
    `count(${cell})`,
    `count(${cellAs("number", cell)})`,
    `bool_or(${mayHaveComma(cell)})`,
  ]);
  const first = await askNumbers(database, from, sums);
  const counts = cells.map((_, index): NumberCounts => plainCounts(first[3 * index]!, first[3 * index + 1]!));
  const open = cells.flatMap((cell, index) => {
    const [present, plain, hasComma] = first.slice(3 * index, 3 * index + 3);
    return present !== plain || hasComma === 1 ? [{ cell, index, hasComma: hasComma === 1 }] : [];
  });
  if (open.length === 0) return counts;
  const exact = await askNumbers(
    database,
    from,
    open.flatMap(({ cell, hasComma }) => exactSums(cell, hasComma)),
  );
  open.forEach(({ index }, place) => {
    const [plain, others, points, long, decimal, thousands, both] = exact.slice(SUMS * place, SUMS * place + SUMS);
    counts[index] = {
      values: plain! + others!,
      plain: plain!,
      points: points!,
      long: long!,
      decimal: decimal!,
      thousands: thousands!,
      both: both!,
    };
  });
  return counts;
}

function plainCounts(values: number, plain: number): NumberCounts {
  return { values, plain, points: 0, long: 0, decimal: 0, thousands: 0, both: 0 };
}

/** Those of `mayHaveComma` in src/input/csv/number-writing.ts. */
function mayHaveComma(cell: string): string {
  const isLike = `regexp_matches(${cell}, ${quoteText(COMMA_START)}) OR ${matches(cell, POINT_GROUPS)}`;
  return `CASE WHEN ${cell} < ':' AND (contains(${cell}, ',') OR contains(${cell}, '.')) AND ${cellAs("number", cell)} IS NULL THEN ${isLike} ELSE false END`;
}

const SUMS = 7;

function exactSums(cell: string, hasComma: boolean): string[] {
  const number = cellAs("number", cell);
  const sums = [`count(${number})`, `count_if(${isNeither(cell, number)})`];
  if (!hasComma) return [...sums, "0", "0", "0", "0", "0"];
  const isOther = `(${number}) IS NULL`;
  const isDecimal = `(${matches(cell, DECIMAL_COMMA)} OR ${matches(cell, POINT_GROUPS)})`;
  const isThousands = matches(cell, COMMA_GROUPS);
  return [
    ...sums,
    `count_if((${number}) IS NOT NULL AND contains(${cell}, '.') AND NOT ${matches(cell, POINT_GROUPS)})`,
    `count_if(isfinite(${number}) AND abs(${number}) >= 1000)`,
    `count_if(${isOther} AND ${isDecimal})`,
    `count_if(${isOther} AND ${isThousands})`,
    `count_if(${isOther} AND ${isDecimal} AND ${isThousands})`,
  ];
}

/** One row of counts and truth values, as numbers; null is 0. */
async function askNumbers(database: Database, from: string, sums: readonly string[]): Promise<readonly number[]> {
  const [row] = await database.rows(`SELECT ${sums.join(", ")} FROM ${from}`);
  return row!.map(Number);
}

/** The SQL of a column's cells as text, the FROM item that has them, and how numbers are written in it. */
export interface NumberColumn {
  readonly from: string;
  readonly cell: string;
  readonly writing: NumberWriting;
}

/** The first cells of a column that are neither missing nor a number in its writing, with their rows from 0. */
export async function findOddCells(
  { from, cell, writing }: NumberColumn,
  database: Database,
): Promise<readonly { readonly row: number; readonly cell: string }[]> {
  const isOdd = isNeither("cell", cellAs("number", "cell", writing));
  const rows = await database.rows(`
    SELECT row, cell FROM (SELECT row_number() OVER () - 1 AS row, ${cell} AS cell FROM ${from})
    WHERE ${isOdd} ORDER BY row LIMIT ${FEW_CELLS}`);
  return rows.map(([row, text]) => ({ row: Number(row), cell: String(text) }));
}

/** The first cell that is a number in the column's writing and not in the plain one. */
export async function findWrittenCell(
  { from, cell, writing }: NumberColumn,
  database: Database,
): Promise<string | null> {
  const isWritten = `(${cellAs("number", "cell", writing)}) IS NOT NULL AND (${cellAs("number", "cell")}) IS NULL`;
  const rows = await database.rows(`SELECT cell FROM (SELECT ${cell} AS cell FROM ${from}) WHERE ${isWritten} LIMIT 1`);
  return rows.length === 0 ? null : String(rows[0]![0]);
}
