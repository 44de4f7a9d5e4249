/** Exported SQL, run by DuckDB, against the library's own verdict, row by row. */
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { dialectOf } from "../../src/core/export/sql-dialect.js";
import { sayable, sqlExport } from "../../src/core/export/sql-export.js";
import { exportedCase } from "./exported-case.js";
import { brokenByLibrary } from "./library-verdict.js";
import { createTable } from "./sql-text.js";

const dialect = dialectOf("duckdb");
const NAME = "t'a\"b";

test("DuckDB finds the rows that the library finds, for every rule and row, by query and by view", async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  let broken = 0;
  for (let seed = 0; seed < 12; seed++) {
    const { model, columns, table, rules, types } = exportedCase(seed, 80);
    const writer = { dialect, types };
    expect(sayable(rules, writer).unsaid).toEqual([]);
    for (const statement of createTable(NAME, columns, dialect)) await connection.run(statement);
    const sql = sqlExport(rules, { table: NAME, form: "query", head: ["a test"] }, writer);
    const result = await connection.runAndReadAll(sql);
    expect(result.columnNames().slice(0, 5)).toEqual(["rule", "feature", "observed", "expected", "row_number"]);
    const found = result.getRows().map((row) => `${row[0]} ${row[4]}`);
    expect(found.sort(), `seed ${seed}`).toEqual(brokenByLibrary(model, rules, table));
    broken += found.length;
    if (seed === 0) {
      await connection.run(sqlExport(rules, { table: NAME, form: "view", head: [] }, writer));
      const viewed = await connection.runAndReadAll(`SELECT count(*) FROM ${dialect.quoteName(`${NAME}_violations`)}`);
      expect(Number(viewed.getRows()[0]![0])).toBe(found.length);
      await connection.run(`DROP VIEW ${dialect.quoteName(`${NAME}_violations`)}`);
    }
    await connection.run(`DROP TABLE ${dialect.quoteName(NAME)}`);
  }
  expect(broken).toBeGreaterThan(500);
});
