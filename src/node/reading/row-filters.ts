/**
 * Which rows are kept: an SQL condition, and values of columns compared as people write them.
 *
 * Filters are selected as a column of their own instead of a WHERE, so that rows are counted before any of them falls away.
 */
import { InputError } from "../../core/errors/input-error.js";
import { formatCount } from "../format-list.js";
import type { Database, DescribedColumn } from "./duckdb.js";
import { MISSING_NUMBER_WORDS } from "./missing-words.js";
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

function filterSql(filter: ValueFilter, columns: readonly DescribedColumn[]): string {
  const column = columns.find(({ name }) => name === filter.column)!;
  const text = `CAST(${quoteName(column.name)} AS VARCHAR)`;
  const isEqual = [`trim(${text}) = ${quoteText(filter.value.trim())}`];
  const number = Number(filter.value);
  const isNumber = filter.value.trim() !== "" && !Number.isNaN(number);
  if (isNumber && columnType(column.type) !== "boolean")
    isEqual.push(`TRY_CAST(${text} AS DOUBLE) = ${quoteText(String(number))}::DOUBLE`);
  if (/^(true|false)$/i.test(filter.value)) isEqual.push(`lower(${text}) = ${quoteText(filter.value.toLowerCase())}`);
  if ((MISSING_NUMBER_WORDS as readonly string[]).includes(filter.value)) isEqual.push(`${text} IS NULL`);
  return `coalesce(${isEqual.join(" OR ")}, false)`;
}

/** The error when no row has the value: what values there are, the most frequent first. */
export async function noMatchError(
  database: Database,
  base: { readonly query: string; readonly columns: readonly DescribedColumn[] },
  where: string | null,
  filter: ValueFilter,
  shown: string,
): Promise<InputError> {
  const type = columnType(base.columns.find(({ name }) => name === filter.column)!.type);
  const condition = where === null ? "" : `WHERE ${whereSql(where)}`;
  const rows = await database.rows(`
    SELECT CAST(${textSql(quoteName(filter.column), type)} AS VARCHAR) AS value, count(*) AS rows, count(*) OVER () AS distinct_values
    FROM (${base.query}) ${condition} GROUP BY 1 ORDER BY rows DESC, value LIMIT 10`);
  const values = rows.map(
    ([value, count]) => `${value === null ? "missing" : `"${value}"`} (${formatCount(Number(count))})`,
  );
  const more = Number(rows[0]?.[2] ?? 0) - rows.length;
  const rest = more > 0 ? ` and ${formatCount(more)} more` : "";
  return new InputError(
    "NO_ROW_MATCHES",
    `no row of ${shown} has ${filter.column} = ${filter.value === "" ? "(missing)" : filter.value}`,
    `Values seen, with their number of rows: ${values.join(", ")}${rest}.`,
  );
}
