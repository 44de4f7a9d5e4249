/**
 * An exported dbt project, built by a real dbt on DuckDB: its failing tests are the rules that the library finds
 * broken.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { dbtProject, dialectOf, sayableInDbt } from "../../src/core/export/index.js";
import { pythonTool } from "../tools/python-tools.js";
import { exportedCase } from "./exported-case.js";
import { brokenByLibrary } from "./library-verdict.js";
import { createTable } from "./sql-text.js";

const bin = pythonTool("dbt");
const dialect = dialectOf("duckdb");

interface RunResults {
  readonly results: readonly {
    readonly unique_id: string;
    readonly status: string;
    readonly failures: number | null;
  }[];
}

describe.skipIf(bin === null)("dbt build", () => {
  const folder = mkdtempSync(join(tmpdir(), "parsight-dbt-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("runs each rule as a test and finds as many broken rows as the library", () => {
    const { model, columns, table, rules, types } = exportedCase(3, 30);
    const { said, unsaid } = sayableInDbt(rules, { dialect, types });
    expect(unsaid).toEqual([]);
    const name = "orders of May's";
    for (const { path, text } of dbtProject(said, { table: name, head: ["a test"] }, { dialect, types })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const sql = createTable(name, columns, dialect).join(";\n");
    const load = "import duckdb, sys; duckdb.connect(sys.argv[1]).execute(sys.stdin.read())";
    execFileSync(join(bin!, "python"), ["-c", load, join(folder, "warehouse.duckdb")], { input: sql });
    const run = spawnSync(join(bin!, "dbt"), ["build", "--profiles-dir", ".", "--no-use-colors"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(run.stdout).not.toContain("Runtime Error");
    expect(run.stdout).toContain(`TOTAL=${said.length}`);
    const { results } = JSON.parse(readFileSync(join(folder, "target/run_results.json"), "utf8")) as RunResults;
    const failures = results.map(({ unique_id, failures }) => [/parsight_(r\w{9})/.exec(unique_id)![1], failures]);
    const broken = brokenByLibrary(model, said, table).map((each) => each.split(" ")[0]);
    const expected = said.map(({ rule }) => [rule.id, broken.filter((id) => id === rule.id).length]);
    expect(failures.sort()).toEqual(expected.sort());
    expect(broken.length).toBeGreaterThan(20);
  });
});
