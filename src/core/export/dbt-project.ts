/**
 * Rules as a dbt project that `dbt build` runs: the table is a source, each rule a test that returns the rows that
 * break it. Its profile is DuckDB's; with another one it runs on another warehouse of the same dialect.
 *
 * dbt reads files as Jinja templates: the SQL stands between raw and endraw, so that braces in names and values mean
 * nothing.
 */
import type { ExportedFile } from "./exported-file.js";
import type { ExportedRule, LeftOut } from "./exported-rules.js";
import type { SqlWriter } from "./sql-condition.js";
import { commented, selectBroken } from "./sql-export.js";

interface DbtTarget {
  /** Name of the table, with its schema before a dot where that is not main. */
  readonly table: string;
  readonly head: readonly string[];
}

const SOURCE = "checked";

export function dbtProject(
  rules: readonly ExportedRule[],
  target: DbtTarget,
  writer: SqlWriter,
): readonly ExportedFile[] {
  const head = target.head.map((line) => `# ${commented(line)}\n`).join("");
  const [schema, table] = splitTable(target.table);
  return [
    { path: "dbt_project.yml", text: `${head}${PROJECT}` },
    { path: "profiles.yml", text: PROFILES },
    { path: "models/sources.yml", text: sources(schema, table) },
    ...rules.map((exported) => ({
      path: `tests/parsight_${exported.rule.id}.sql`,
      text: testOf(exported, table, writer),
    })),
  ];
}

/** Splits off the rules that would end the raw block. */
export function sayableInDbt(
  rules: readonly ExportedRule[],
  writer: SqlWriter,
): { readonly said: readonly ExportedRule[]; readonly unsaid: readonly LeftOut[] } {
  const isUnsayable = (exported: ExportedRule): boolean => /\{%-?\s*endraw/.test(selectBroken(exported, "t", writer));
  return {
    said: rules.filter((exported) => !isUnsayable(exported)),
    unsaid: rules.filter(isUnsayable).map(({ rule }) => ({ rule, reason: "it holds Jinja's {% endraw" })),
  };
}

const PROJECT = `name: parsight_checks
version: "1.0.0"
config-version: 2
profile: parsight_checks
model-paths: [models]
test-paths: [tests]
flags:
  send_anonymous_usage_stats: false
`;

const PROFILES = `# The database that holds the table: name it here, or in PARSIGHT_DUCKDB.
parsight_checks:
  target: warehouse
  outputs:
    warehouse:
      type: duckdb
      path: "{{ env_var('PARSIGHT_DUCKDB', 'warehouse.duckdb') }}"
`;

function sources(schema: string, table: string): string {
  return `version: 2
sources:
  - name: ${SOURCE}
    schema: ${JSON.stringify(schema)}
    quoting: {schema: true, identifier: true}
    tables:
      - name: ${JSON.stringify(table)}
`;
}

function splitTable(table: string): readonly [string, string] {
  const at = table.indexOf(".");
  return at < 0 ? ["main", table] : [table.slice(0, at), table.slice(at + 1)];
}

function testOf(exported: ExportedRule, table: string, writer: SqlWriter): string {
  const from = `{% endraw %}{{ source(${jinjaText(SOURCE)}, ${jinjaText(table)}) }}{% raw %}`;
  // The name of the table is put in last, where nothing else can stand for it.
  const [before, after] = selectBroken(exported, TABLE, writer).split(`FROM ${TABLE} AS t`) as [string, string];
  return `{% raw %}-- ${commented(exported.rule.text).replaceAll("{%", "{ %")}\n${before}FROM ${from} AS t${after}{% endraw %}\n`;
}

const TABLE = "\u0001the table\u0001"; // no name or value with a control character of SQL text gets here

function jinjaText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
