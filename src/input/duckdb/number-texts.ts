/**
 * Texts of typed sources (JSON, Parquet, databases, SQL) that are numbers: at least 95 % of them, in one writing, and
 * none with a zero before its digits, as codes have. A first look at some rows rules most columns out.
 */
import { areMostlyFit } from "../../core/table/odd-cells.js";
import { countInAnyWriting, countInOneWriting, LEADING_ZERO } from "../csv/number-writing.js";
import { matches } from "./cell-sql.js";
import { type CellsOf, countWrittenCells } from "./count-numbers.js";
import type { Database } from "./duckdb.js";

const FIRST_ROWS = 500;

/** Of each column whether it is to be read as numbers. */
export async function findNumberTexts({ from, cells }: CellsOf, database: Database): Promise<readonly boolean[]> {
  if (cells.length === 0) return [];
  const first = `(SELECT * FROM ${from} LIMIT ${FIRST_ROWS})`;
  const mayBe = await haveNoZeros(
    { from: first, cells },
    await areMostlyNumbers({ from: first, cells }, database),
    database,
  );
  const open = cells.filter((_, index) => mayBe[index]);
  if (open.length === 0) return mayBe;
  const whole = { from, cells: open };
  const found = await haveNoZeros(whole, await areMostlyNumbers(whole, database, countInOneWriting), database);
  return cells.map((cell) => found[open.indexOf(cell)] ?? false);
}

/** Of each column whether at least 95 % of its texts are numbers; in any writing, unless they are counted otherwise. */
export async function areMostlyNumbers(
  columns: CellsOf,
  database: Database,
  numbersOf = countInAnyWriting,
): Promise<readonly boolean[]> {
  const counts = [...(await countWrittenCells(columns, null, database)).values()][0] ?? [];
  return columns.cells.map((_, index) => {
    const each = counts[index];
    return each !== undefined && areMostlyFit(numbersOf(each), each.values);
  });
}

async function haveNoZeros(
  { from, cells }: CellsOf,
  areNumbers: readonly boolean[],
  database: Database,
): Promise<readonly boolean[]> {
  if (!areNumbers.includes(true)) return areNumbers;
  const tests = cells.map((cell, index) => (areNumbers[index] ? `bool_or(${matches(cell, LEADING_ZERO)})` : "true"));
  const [row] = await database.rows(`SELECT ${tests.join(", ")} FROM ${from}`);
  return row!.map((hasZero) => hasZero !== true);
}
