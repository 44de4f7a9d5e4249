/** SQL of the caller's, looked at before any row is read. */
import { InputError } from "../../core/base/index.js";
import type { Database, DescribedColumn } from "./duckdb.js";
import { explainSqlFailure } from "./read-failure.js";
import { whereSql } from "./row-filters.js";
import { quoteText } from "./sql-text.js";

interface CheckedBase {
  /** The FROM item of its rows. */
  readonly from: string;
  readonly columns: readonly DescribedColumn[];
}

/**
 * The condition must be one expression by itself, and one that fits the columns; both are answered before any row is
 * read.
 */
export async function checkWhere(where: string, base: CheckedBase, database: Database): Promise<void> {
  try {
    const statements = where.trim() === "" ? 0 : await database.countStatements(`SELECT ${where}`);
    if (statements !== 1)
      throw new InputError(
        "WHERE_FAILED",
        `where must be one condition, got: ${where}`,
        "Join conditions with AND or OR.",
      );
    await database.describe(`SELECT ${whereSql(where)} FROM ${base.from}`);
  } catch (error) {
    throw explainSqlFailure(
      error,
      "where",
      base.columns.map(({ name }) => name),
    );
  }
}

/**
 * A condition may come from somebody who may see the rows but not every file of this machine. Only a subquery has a
 * FROM, and only there can files be named; so one without subqueries reads none.
 */
export async function checkNoSubquery(where: string, database: Database): Promise<void> {
  const [row] = await database.rows(`SELECT json_serialize_sql(${quoteText(`SELECT (${where}\n)`)})`);
  const parsed: unknown = JSON.parse(String(row?.[0]));
  if (!readsTable(parsed)) return;
  throw new InputError(
    "WHERE_SUBQUERY",
    `where holds a subquery, which could read any file: ${where}`,
    "Compare columns with values; where SQL that is yours is meant, use sql, or allow it by whereMayReadFiles: true.",
  );
}

/**
 * What DuckDB cannot write out, such as PIVOT, stands in a subquery; its other refusals come again when the condition
 * is run.
 */
function readsTable(node: unknown): boolean {
  if (typeof node !== "object" || node === null) return false;
  if ("error_type" in node && node.error_type === "not implemented") return true;
  if ("class" in node && node.class === "SUBQUERY") return true;
  if ("type" in node && (node.type === "BASE_TABLE" || node.type === "TABLE_FUNCTION")) return true;
  return Object.values(node).some(readsTable);
}

export async function checkSingleQuery(sql: string, database: Database): Promise<void> {
  try {
    const statements = sql === "" ? 0 : await database.countStatements(sql);
    if (statements === 1) return;
  } catch (error) {
    throw explainSqlFailure(error, "sql", []);
  }
  throw new InputError(
    "SQL_FAILED",
    `sql must be one query, got: ${sql}`,
    "Give one SELECT; a WITH before it may name steps.",
  );
}
