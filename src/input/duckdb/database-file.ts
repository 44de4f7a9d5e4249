/** A table or view of a DuckDB database file, opened for reading only. */
import { InputError, listNames, nearestName } from "../../core/base/index.js";
import type { Database } from "./duckdb.js";
import type { SourceFile } from "./source-files.js";
import { quoteName, quoteText } from "./sql-text.js";

const ALIAS = "parsight_source";

/** Attach the file; its tables can then be named in SQL as they are called. */
export async function attachDatabase(file: SourceFile, database: Database): Promise<void> {
  await database.rows(`ATTACH ${quoteText(file.path)} AS ${ALIAS} (READ_ONLY, TYPE duckdb)`);
  await database.rows(`SET search_path = 'memory.main,${ALIAS}.main'`);
}

/** The query for the table asked for, or for the only one there is. */
export async function databaseTableQuery(file: SourceFile, wanted: string | null, database: Database): Promise<string> {
  const tables = await listTables(database);
  const found = wanted === null && tables.length === 1 ? tables[0] : tables.find((table) => isNamed(table, wanted));
  if (found !== undefined) return `SELECT * FROM ${ALIAS}.${quoteName(found.schema)}.${quoteName(found.name)}`;
  const names = tables.map(shownName);
  const list = tables.length === 0 ? "It has no tables." : `Tables are: ${listNames(names)}.`;
  if (wanted === null)
    throw new InputError("TABLE_NEEDED", `${file.shown} is a database: which table?`, `Say it with table. ${list}`);
  const closest = nearestName(wanted, names);
  const hint = closest === null ? list : `Closest: "${closest}". ${list}`;
  throw new InputError("TABLE_UNKNOWN", `${file.shown} has no table "${wanted}"`, hint);
}

interface TableName {
  readonly schema: string;
  readonly name: string;
}

async function listTables(database: Database): Promise<readonly TableName[]> {
  const rows = await database.rows(`
    SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = '${ALIAS}' AND NOT internal
    UNION ALL SELECT schema_name, view_name FROM duckdb_views() WHERE database_name = '${ALIAS}' AND NOT internal
    ORDER BY 1, 2`);
  return rows.map(([schema, name]) => ({ schema: String(schema), name: String(name) }));
}

/** `name` alone means the schema main; `schema.name` any. */
function isNamed(table: TableName, wanted: string | null): boolean {
  return shownName(table) === wanted || `${table.schema}.${table.name}` === wanted;
}

function shownName(table: TableName): string {
  return table.schema === "main" ? table.name : `${table.schema}.${table.name}`;
}
