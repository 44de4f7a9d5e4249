/** SQL of the caller's, looked at before any row is read. */
import { InputError } from "../../core/errors/input-error.js";
import type { Database, DescribedColumn } from "./duckdb.js";
import { explainSqlFailure } from "./read-failure.js";
import { whereSql } from "./row-filters.js";

export interface CheckedBase {
  readonly query: string;
  readonly columns: readonly DescribedColumn[];
}

/** The condition must be one expression by itself, and one that fits the columns; both are answered before any row is read. */
export async function checkWhere(where: string, base: CheckedBase, database: Database): Promise<void> {
  try {
    const statements = where.trim() === "" ? 0 : await database.countStatements(`SELECT ${where}`);
    if (statements !== 1)
      throw new InputError(
        "WHERE_FAILED",
        `where must be one condition, got: ${where}`,
        "Join conditions with AND or OR.",
      );
    await database.describe(`SELECT ${whereSql(where)} FROM (${base.query})`);
  } catch (error) {
    throw explainSqlFailure(
      error,
      "where",
      base.columns.map(({ name }) => name),
    );
  }
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
