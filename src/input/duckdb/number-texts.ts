/**
 * Texts of typed sources (JSON, Parquet, databases, SQL) that are numbers: at least 95 % of them, in one writing, and
 * none with a zero before its digits, as codes have. All rows decide, whatever their order: a cheap pass rules out
 * columns of words.
 */
import { areMostlyFit } from "../../core/table/index.js";
import { countInOneWriting, LEADING_ZERO } from "../csv/number-writing.js";
import { isNeither, matches } from "./cell-sql.js";
import { type CellsOf, countWrittenCells } from "./count-numbers.js";
import type { Database } from "./duckdb.js";

/** Of each column whether it is to be read as numbers. */
export async function findNumberTexts({ from, cells }: CellsOf, database: Database): Promise<readonly boolean[]> {
  if (cells.length === 0) return [];
  const mayBe = await mayBeNumbers({ from, cells }, database);
  const open = cells.filter((_, index) => mayBe[index]);
  if (open.length === 0) return mayBe;
  const whole = { from, cells: open };
  const found = await haveNoZeros(whole, await areMostlyNumbers(whole, database), database);
  return cells.map((cell) => found[open.indexOf(cell)] ?? false);
}

/** Of each column whether enough of its texts begin as numbers do. */
async function mayBeNumbers({ from, cells }: CellsOf, database: Database): Promise<readonly boolean[]> {
  const sums = cells.flatMap(({ text }) => [`count_if(${text} < ':')`, `count_if(${isNeither(text, "NULL")})`]);
  const [row] = await database.rows(`SELECT ${sums.join(", ")} FROM ${from}`);
  return cells.map((_, index) => areMostlyFit(Number(row![2 * index]), Number(row![2 * index + 1])));
}

/** Of each column whether at least 95 % of its cells are numbers, texts in one writing. */
export async function areMostlyNumbers(columns: CellsOf, database: Database): Promise<readonly boolean[]> {
  const counts = [...(await countWrittenCells(columns, null, database)).values()][0] ?? [];
  return columns.cells.map((_, index) => {
    const each = counts[index];
    return each !== undefined && areMostlyFit(countInOneWriting(each), each.values);
  });
}

async function haveNoZeros(
  { from, cells }: CellsOf,
  areNumbers: readonly boolean[],
  database: Database,
): Promise<readonly boolean[]> {
  if (!areNumbers.includes(true)) return areNumbers;
  const tests = cells.map(({ text }, index) =>
    areNumbers[index] ? `bool_or(${matches(text, LEADING_ZERO)})` : "true",
  );
  const [row] = await database.rows(`SELECT ${tests.join(", ")} FROM ${from}`);
  return row!.map((hasZero) => hasZero !== true);
}
