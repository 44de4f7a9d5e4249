/**
 * Infers the type of CSV columns from all rows: a column is a number (boolean, time of day, moment) when every cell that is not missing
 * is one, else text. One odd cell in the last line makes a column text, as it should.
 *
 * Rules: a number is what DuckDB casts to DOUBLE (digits, sign, decimal separator, exponent, inf), without `_`; leading zeros do not matter.
 * A boolean is true or false in any case. Moments are ISO 8601, with or without time and zone. Cost: a first look at 20,480 rows rules most
 * types out, one parallel pass over the file tests what is left.
 */
import type { CsvDialect } from "./csv-scanner.js";
import type { Database } from "./duckdb.js";
import { MISSING_NUMBER_WORDS } from "./missing-words.js";
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

const FIRST_ROWS = 20_480;

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
  const start = new Map(columns.map((column) => [column, NO_EVIDENCE]));
  const firstRows = { ...cells, from: `(SELECT * FROM ${cells.from} LIMIT ${FIRST_ROWS})` };
  const first = await testTypes(database, firstRows, start);
  return first.rows < FIRST_ROWS ? first.evidence : (await testTypes(database, cells, first.evidence)).evidence;
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
 * DuckDB then trims every cell, which took as long as all the rest.
 */
export function isNeither(cell: string, value: string): string {
  const isWord = `trim(${cell}) IN (${quoteTexts(MISSING_NUMBER_WORDS)})`;
  return `(CASE WHEN (${value}) IS NOT NULL THEN false ELSE ${cell} IS NOT NULL AND NOT ${isWord} END)`;
}

async function testTypes(
  database: Database,
  cells: CsvCells,
  evidence: ReadonlyMap<string, TypeEvidence>,
): Promise<{ readonly rows: number; readonly evidence: ReadonlyMap<string, TypeEvidence> }> {
  const tests: string[] = ["count(*)"];
  for (const [column, { hasValue, possible }] of evidence) {
    for (const type of possible) tests.push(`bool_or(${isNeither(column, cellAs(type, column, cells.dialect))})`);
    if (!hasValue) tests.push(`bool_or(${isNeither(column, "NULL")})`);
  }
  const isDecided = tests.length === 1;
  if (isDecided) return { rows: 0, evidence };
  const answers = (await database.rows(`SELECT ${tests.join(", ")} FROM ${cells.from}`))[0]!;
  let at = 1;
  const next = new Map<string, TypeEvidence>();
  for (const [column, { hasValue, possible }] of evidence) {
    const left = possible.filter(() => answers[at++] !== true);
    next.set(column, { hasValue: hasValue || answers[at++] === true, possible: left });
  }
  return { rows: Number(answers[0]), evidence: next };
}
