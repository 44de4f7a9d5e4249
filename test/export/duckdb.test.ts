/** Exported SQL, run by DuckDB, against the library's own verdict, row by row. */
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { columnTypes } from "../../src/core/export/column-types.js";
import { chooseExported } from "../../src/core/export/exported-rules.js";
import { dialectOf } from "../../src/core/export/sql-dialect.js";
import { sayable, sqlExport } from "../../src/core/export/sql-export.js";
import { listRules } from "../../src/core/presentation/list-rules.js";
import { brokenByLibrary } from "./library-verdict.js";
import { nastyCase } from "./nasty-models.js";
import { createTable } from "./sql-text.js";

const dialect = dialectOf("duckdb");

test("DuckDB finds the rows that the library finds, for every rule and row", async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  let broken = 0;
  for (let seed = 0; seed < 9; seed++) {
    const { model, columns, table } = nastyCase(seed);
    const { rules } = chooseExported(listRules(model, { sets: "whole" }), {
      choice: "all",
      limit: 150,
      mutes: seed % 3 === 0 ? [{ feature: "level", when: [{ feature: "is open", in: [true] }] }] : [],
    });
    const types = columnTypes(model, []);
    const { said, unsaid } = sayable(rules, { dialect, types });
    expect(unsaid).toEqual([]);
    for (const statement of createTable("t'a\"b", columns, dialect)) await connection.run(statement);
    const sql = sqlExport(said, { table: "t'a\"b", form: "query", head: ["a test"] }, { dialect, types });
    const result = await connection.runAndReadAll(sql);
    expect(result.columnNames().slice(0, 5)).toEqual(["rule", "feature", "observed", "expected", "row_number"]);
    const found = result.getRows().map((row) => `${row[0]} ${row[4]}`);
    expect(found.sort(), `seed ${seed}`).toEqual(brokenByLibrary(model, rules, table));
    broken += found.length;
    await connection.run(`DROP TABLE ${dialect.quoteName("t'a\"b")}`);
  }
  expect(broken).toBeGreaterThan(500);
}, 60_000);
