/**
 * The files that a read would open, found before it opens any of them: those named, those that a glob stands for, and
 * those that SQL names. Whoever writes a file asks this first, so as not to write over what is read.
 *
 * What SQL reads is taken from DuckDB's own parser: the tables after FROM, and the texts given to functions that stand
 * there, such as read_csv. A path that SQL computes is not seen, unless by joining texts alone.
 */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { StoppedError } from "../../core/base/index.js";
import { type Database, openDatabase } from "./duckdb.js";
import { globFiles, isGlob } from "./source-files.js";
import { quoteText } from "./sql-text.js";

export interface NamedTables {
  /** Paths, globs, `-`. */
  readonly sources: readonly string[];
  readonly sql: string | undefined;
  readonly where: string | undefined;
}

/** Absolute paths of files that exist, in the order named. `-` is no file, and what names none is left out. */
export async function findTableFiles({ sources, sql, where }: NamedTables): Promise<readonly string[]> {
  const named = sources.filter((source) => source !== "-");
  const exists = await Promise.all(named.map(isThere));
  const globs = named.filter((source, index) => !exists[index] && isGlob(source));
  const files = named.filter((_, index) => exists[index]);
  const queries = queriesOf({ sql: sql ?? null, where: where ?? null });
  if (globs.length + queries.length > 0) files.push(...(await findByDuckdb(globs, queries)));
  return files.map((file) => resolve(file));
}

async function findByDuckdb(globs: readonly string[], queries: readonly string[]): Promise<readonly string[]> {
  const purpose = globs.length > 0 ? `reading ${globs.join(", ")}` : "a condition (where) or a query (sql)";
  const database = await openDatabase({ purpose, shouldStop: () => false, onWait: () => {} });
  try {
    const files: string[] = [];
    for (const glob of globs) files.push(...(await filesOf(glob, database)));
    return [...files, ...(await findInSql(queries, database))];
  } finally {
    database.close();
  }
}

/** SQL of the caller's as queries that stand by themselves. */
export function queriesOf({ sql, where }: { readonly sql: string | null; readonly where: string | null }): string[] {
  return [...(sql === null ? [] : [`FROM (${sql}\n)`]), ...(where === null ? [] : [`SELECT ${where}`])];
}

/**
 * Files that exist and are named in queries. One that DuckDB refuses names none: it will be refused again when it is
 * run.
 */
export async function findInSql(queries: readonly string[], database: Database): Promise<readonly string[]> {
  const files: string[] = [];
  for (const query of queries)
    for (const name of await namesInSql(query, database)) files.push(...(await filesOf(name, database)));
  return files.map((file) => file.replace(/^file:(\/\/)?/, ""));
}

/** A name that DuckDB will not look for, such as a web address, is no file; whoever reads it next says why. */
async function filesOf(name: string, database: Database): Promise<readonly string[]> {
  try {
    return await globFiles(name, database);
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    return [];
  }
}

async function namesInSql(query: string, database: Database): Promise<ReadonlySet<string>> {
  const [row] = await database.rows(`SELECT json_serialize_sql(${quoteText(query)})`);
  const parsed: unknown = JSON.parse(String(row?.[0]));
  if (isRecord(parsed) && parsed.error === true) return new Set(quotedTexts(query)); // DuckDB cannot tell for PIVOT
  const names = new Set<string>();
  addTableNames(parsed, names);
  return names;
}

function addTableNames(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) for (const each of node) addTableNames(each, names);
  if (!isRecord(node)) return;
  if (node.type === "BASE_TABLE") names.add(tableName(node)); // FROM d.csv, without quotes, is the table csv of d
  if (node.type === "TABLE_FUNCTION") {
    const texts = textsIn(node.function);
    for (const text of [...texts, texts.join("")]) names.add(text); // joined: 'd' || '.csv'
  }
  for (const each of Object.values(node)) addTableNames(each, names);
}

function tableName(node: Readonly<Record<string, unknown>>): string {
  const parts = [node.catalog_name, node.schema_name, node.table_name];
  return parts.filter((part) => typeof part === "string" && part !== "").join(".");
}

/** All texts among a function's arguments, and those quoted inside them: query('FROM ''d.csv''') reads a file too. */
function textsIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (!isRecord(node)) return [];
  const { value } = node;
  const texts = typeof value === "string" ? [value, ...quotedTexts(value)] : [];
  return [...texts, ...Object.values(node).flatMap(textsIn)];
}

function quotedTexts(sql: string): readonly string[] {
  return [...sql.matchAll(/'((?:[^']|'')*)'|"((?:[^"]|"")*)"/g)].map(([, text, name]) =>
    text === undefined ? name!.replaceAll('""', '"') : text.replaceAll("''", "'"),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
