/**
 * Which rows are kept: an SQL condition, and values of columns compared as people write them, with the same meaning as
 * in core/table/select-rows.ts: 0 matches "0.0", true matches "True", "" and "NA" match a missing value. One table of
 * cases tests both.
 *
 * Filters are selected as a column of their own instead of a WHERE, so that rows are counted before any of them falls
 * away.
 */
import { meansMissing } from "../../core/table/index.js";
import type { Database, DescribedColumn } from "./duckdb.js";
import type { NoMatch } from "./no-match.js";
import type { ValueFilter } from "./read-options.js";
import { quoteName, quoteText } from "./sql-text.js";
import { columnType, textSql } from "./typed-select.js";

/** SQL of "the row is kept", never null; null when every row is. */
export function keepSql(
  where: string | null,
  filters: readonly ValueFilter[],
  columns: readonly DescribedColumn[],
): string | null {
  const conditions = filters.map((filter) => filterSql(filter, columns));
  if (where !== null) conditions.unshift(whereSql(where));
  return conditions.length === 0 ? null : conditions.join(" AND ");
}

/** The line break ends a comment at the end of the condition. */
export function whereSql(where: string): string {
  return `coalesce(CAST((${where}\n) AS BOOLEAN), false)`;
}

/** SQL of the characters that are cut off around a text. */
const BLANKS = "' ' || chr(9) || chr(10) || chr(13)";

function filterSql(filter: ValueFilter, columns: readonly DescribedColumn[]): string {
  const column = columns.find(({ name }) => name === filter.column)!;
  const type = columnType(column.type);
  const text = `trim(CAST(${quoteName(column.name)} AS VARCHAR), ${BLANKS})`;
  const wanted = filter.value.trim();
  const isEqual = [`${text} = ${quoteText(wanted)}`];
  const isNumber = wanted !== "" && !Number.isNaN(Number(wanted));
  if (isNumber && type !== "boolean")
    isEqual.push(`TRY_CAST(${text} AS DOUBLE) = ${quoteText(String(Number(wanted)))}::DOUBLE`);
  if (/^(true|false)$/i.test(wanted)) isEqual.push(`lower(${text}) = ${quoteText(wanted.toLowerCase())}`);
  if (meansMissing(wanted, type)) isEqual.push(`${text} IS NULL`);
  return `coalesce(${isEqual.join(" OR ")}, false)`;
}

/** A query, and the SQL condition that its rows must meet; null: none. */
interface FilteredQuery {
  readonly query: string;
  readonly columns: readonly DescribedColumn[];
  readonly where: string | null;
}

/** What there is instead of a value that no row has. */
export async function findValuesSeen(
  filter: ValueFilter,
  { query, columns, where }: FilteredQuery,
  database: Database,
): Promise<NoMatch> {
  const type = columnType(columns.find(({ name }) => name === filter.column)!.type);
  const condition = where === null ? "" : `WHERE ${whereSql(where)}`;
  const rows = await database.rows(`
    SELECT CAST(${textSql(quoteName(filter.column), type)} AS VARCHAR) AS value, count(*) AS rows, count(*) OVER () AS distinct_values
    FROM (${query}) ${condition} GROUP BY 1 ORDER BY rows DESC, value LIMIT 10`);
  return {
    filter,
    values: rows.map(([value, count]) => ({ value: value === null ? null : String(value), rows: Number(count) })),
    otherValues: Number(rows[0]?.[2] ?? 0) - rows.length,
  };
}
