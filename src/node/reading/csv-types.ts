/**
 * Infers the type of CSV columns from all rows: a column is a number (boolean, time of day, moment) when every cell that is not missing
 * is one, else text. One odd cell in the last line makes a column text, as it should.
 *
 * Rules: a number is what DuckDB casts to DOUBLE (digits, sign, decimal separator, exponent, inf), without `_`; leading zeros do not matter.
 * A boolean is true or false in any case. Moments are ISO 8601, with or without time and zone. Cost: a first look at 500 rows rules most
 * types out, one parallel pass over the file tests what is left.
 */

import { MISSING_NUMBER_WORDS } from "../../core/table/missing-words.js";
import type { CsvDialect } from "../../reading/csv-scanner.js";
import type { Database } from "./duckdb.js";
import { quoteTexts } from "./sql-text.js";

/** `moment`: date with or without time; `clock`: time of day. */
export type CsvType = "number" | "boolean" | "moment" | "clock" | "text";

/** What every cell so far allows. */
export interface TypeEvidence {
  readonly hasValue: boolean;
  /** Types that no cell has contradicted, in order of preference. */
  readonly possible: readonly Exclude<CsvType, "text">[];
}

export const NO_EVIDENCE: TypeEvidence = { hasValue: false, possible: ["number", "boolean", "moment", "clock"] };

const FIRST_ROWS = 500;
/** Columns tested in one query: DuckDB's planning grows with their square (10,000 tests took minutes), a further query is a further pass. */
const GROUP = 1024;

/** A CSV source as a FROM item whose columns are the cells as text (null: missing). */
export interface CsvCells {
  readonly from: string;
  readonly dialect: CsvDialect;
}

/** Evidence for each of these cell columns (c0, c1, …), from all rows of the source. */
export async function findTypeEvidence(
  database: Database,
  cells: CsvCells,
  columns: readonly string[],
): Promise<ReadonlyMap<string, TypeEvidence>> {
  const rows = await database.rows(`SELECT ${columns.join(", ")} FROM ${cells.from} LIMIT ${FIRST_ROWS}`);
  const first = columns.map((column, index) => [column, ruleOut(rows, index)] as const);
  const evidence = new Map(first);
  const open = first.filter(([, { hasValue, possible }]) => possible.length > 0 || !hasValue);
  for (let at = 0; at < open.length; at += GROUP) {
    for (const [column, each] of await testColumns(database, cells, open.slice(at, at + GROUP)))
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

export function decideType(evidence: TypeEvidence): CsvType {
  return evidence.hasValue ? (evidence.possible[0] ?? "text") : "text";
}

/** SQL for a cell's value as this type; null when it is missing or not one. */
export function cellAs(type: CsvType, cell: string, dialect: Pick<CsvDialect, "decimal">): string {
  switch (type) {
    case "number": {
      const plain = dialect.decimal === "." ? cell : `replace(${cell}, ',', '.')`;
      return `CASE WHEN contains(${cell}, '_') THEN NULL ELSE TRY_CAST(${plain} AS DOUBLE) END`;
    }
    case "boolean":
      return `CASE lower(trim(${cell})) WHEN 'true' THEN true WHEN 'false' THEN false END`;
    case "moment":
      return momentSql(cell);
    case "clock":
      return `CASE WHEN TRY_CAST(${cell} AS TIMESTAMP) IS NULL THEN TRY_CAST(${cell} AS TIME) END`;
    case "text":
      return cell;
  }
}

/** DuckDB's TIMESTAMP overlooks an offset such as +02:00, TIMESTAMPTZ minds it but is slower: it is asked only where one can be. */
function momentSql(cell: string): string {
  const mayHaveOffset = `contains(${cell}, '+') OR contains(substr(${cell}, 12), '-')`;
  const withOffset = `CAST(TRY_CAST(${cell} AS TIMESTAMPTZ) AS TIMESTAMP)`;
  return `CASE WHEN ${mayHaveOffset} THEN ${withOffset} ELSE TRY_CAST(${cell} AS TIMESTAMP) END`;
}

/**
 * SQL that is true when a cell is neither missing nor of this type, given the SQL of its value. Not `value IS NULL AND trim(cell) NOT IN (…)`:
 * DuckDB then trims every cell, which took as long as all the rest. Nor `IN (…)` at all: planning it for 500 columns took minutes.
 */
export function isNeither(cell: string, value: string): string {
  const isWord = `list_contains([${quoteTexts(MISSING_NUMBER_WORDS)}], trim(${cell}))`;
  return `(CASE WHEN (${value}) IS NOT NULL THEN false ELSE ${cell} IS NOT NULL AND NOT ${isWord} END)`;
}

/** What the first rows allow. Only what a type's shape forbids is ruled out; whether 2024-02-30 is a day, DuckDB decides. */
function ruleOut(rows: readonly (readonly unknown[])[], index: number): TypeEvidence {
  const words: readonly string[] = MISSING_NUMBER_WORDS;
  const texts = rows.map((row) => String(row[index] ?? "").trim()).filter((text) => !words.includes(text));
  const possible = NO_EVIDENCE.possible.filter((type) => texts.every((text) => SHAPES[type].test(text)));
  return { hasValue: texts.length > 0, possible };
}

const SHAPES = {
  number: /^[+-]?(\d*[.,]?\d*(e[+-]?\d+)?|inf(inity)?|nan)$/i,
  boolean: /^(true|false)$/i,
  moment: /^\d{1,6}[-/]\d/,
  clock: /^\d{1,2}:\d\d/,
} as const;

/** Narrow the evidence by testing all rows. */
async function testColumns(
  database: Database,
  cells: CsvCells,
  columns: readonly (readonly [string, TypeEvidence])[],
): Promise<readonly (readonly [string, TypeEvidence])[]> {
  const tests = columns.flatMap(([column, { hasValue, possible }]) => [
    ...possible.map((type) => isNeither(column, cellAs(type, column, cells.dialect))),
    ...(hasValue ? [] : [isNeither(column, "NULL")]),
  ]);
  const answers = (
    await database.rows(`SELECT ${tests.map((each) => `bool_or(${each})`).join(", ")} FROM ${cells.from}`)
  )[0]!;
  let at = 0;
  return columns.map(([column, { hasValue, possible }]) => {
    const left = possible.filter(() => answers[at++] !== true);
    return [column, { hasValue: hasValue || answers[at++] === true, possible: left }];
  });
}
