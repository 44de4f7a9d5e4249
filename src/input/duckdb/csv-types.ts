/**
 * Infers the type of CSV columns from all rows: a column is a boolean, a time of day or a moment when every cell that
 * is not missing is one; numbers when at least 95 % of them are, in the writing of their file
 * (decide-types.ts); else text.
 *
 * Rules: a number is what DuckDB casts to DOUBLE (digits, sign, decimal separator, exponent), without `_`; leading
 * zeros do not matter. A boolean is true or false in any case. Moments are ISO 8601, with or without time and zone.
 * Cost: a first look at 500 rows rules most types out, one parallel pass over the file counts numbers and tests what is
 * left, another one counts where a column is neither all numbers nor without any.
 */

import { MISSING_NUMBER_WORDS } from "../../core/table/index.js";
import type { NumberWriting } from "../csv/number-writing.js";
import { type CsvType, cellAs, isNeither } from "./cell-sql.js";
import type { Database } from "./duckdb.js";

type TestedType = Exclude<CsvType, "text" | "number">;

/** What every cell so far allows. */
export interface TypeEvidence {
  readonly hasValue: boolean;
  /** Types beside numbers that no cell has contradicted, in order of preference. */
  readonly possible: readonly TestedType[];
}

/** How to read a column. */
export interface DecidedType {
  readonly type: CsvType;
  readonly writing: NumberWriting;
}

export const NO_EVIDENCE: TypeEvidence = {
  hasValue: false,
  possible: ["boolean", "moment", "clock"],
};

const FIRST_ROWS = 500;
/**
 * Columns tested in one query: DuckDB's planning grows with their square (10,000 tests took minutes), a further query
 * is a further pass.
 */
const GROUP = 1024;

/** A CSV source as a FROM item whose columns are the cells as text (null: missing). */
interface CsvCells {
  readonly from: string;
}

/** Evidence for each of these cell columns (c0, c1, …), from all rows of the source. */
export async function findTypeEvidence(
  database: Database,
  { from }: CsvCells,
  columns: readonly string[],
): Promise<ReadonlyMap<string, TypeEvidence>> {
  const rows = await database.rows(`SELECT ${columns.join(", ")} FROM ${from} LIMIT ${FIRST_ROWS}`);
  const first = columns.map((column, index) => [column, ruleOut(rows, index)] as const);
  const evidence = new Map<string, TypeEvidence>(first);
  const open = first.filter(([, { hasValue, possible }]) => possible.length > 0 || !hasValue);
  for (let at = 0; at < open.length; at += GROUP) {
    for (const [column, each] of await testColumns(database, from, open.slice(at, at + GROUP)))
      evidence.set(column, each);
  }
  return evidence;
}

export function joinEvidence(a: TypeEvidence, b: TypeEvidence): TypeEvidence {
  const possible = !a.hasValue
    ? b.possible
    : !b.hasValue
      ? a.possible
      : a.possible.filter((type) => b.possible.includes(type));
  return { hasValue: a.hasValue || b.hasValue, possible };
}

/** The type of a column that is not one of numbers. */
export function typeWithoutNumbers({ hasValue, possible }: TypeEvidence): CsvType {
  return hasValue ? (possible[0] ?? "text") : "text";
}

/**
 * What the first rows allow. Only what a type's shape forbids is ruled out; whether 2024-02-30 is a day, DuckDB
 * decides.
 */
function ruleOut(rows: readonly (readonly unknown[])[], index: number): TypeEvidence {
  const words: readonly string[] = MISSING_NUMBER_WORDS;
  const texts = rows.map((row) => String(row[index] ?? "").trim()).filter((text) => !words.includes(text));
  const possible = NO_EVIDENCE.possible.filter((type) => texts.every((text) => SHAPES[type].test(text)));
  return { hasValue: texts.length > 0, possible };
}

const SHAPES = {
  boolean: /^(true|false)$/i,
  moment: /^\d{4,6}[-/]\d/,
  clock: /^\d{1,2}:\d\d/,
} as const;

/** Narrow the evidence by testing all rows. */
async function testColumns(
  database: Database,
  from: string,
  columns: readonly (readonly [string, TypeEvidence])[],
): Promise<readonly (readonly [string, TypeEvidence])[]> {
  const tests = columns.flatMap(([column, { hasValue, possible }]) => [
    ...possible.map((type) => isNeither(column, cellAs(type, column))),
    ...(hasValue ? [] : [isNeither(column, "NULL")]),
  ]);
  const answers = (
    await database.rows(`SELECT ${tests.map((each) => `bool_or(${each})`).join(", ")} FROM ${from}`)
  )[0]!;
  let at = 0;
  return columns.map(([column, { hasValue, possible }]) => {
    const left = possible.filter(() => answers[at++] !== true);
    return [column, { hasValue: hasValue || answers[at++] === true, possible: left }];
  });
}
