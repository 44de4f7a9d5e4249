/** Exported SQL, run by DuckDB, against the library's own verdict, row by row. */
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { createRandom, randomInteger } from "../../src/core/base/index.js";
import { columnTypes, dialectOf, sayable, sqlExport } from "../../src/core/export/index.js";
import { learn } from "../../src/core/learn.js";
import { listRules, type PublicRule } from "../../src/core/presenting/index.js";
import { tableFromRows } from "../../src/core/table/index.js";
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

test("DuckDB finds the rows that the library finds where products fix prices, which come with roundings", async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const random = createRandom(5);
  const prices = Array.from({ length: 30 }, () => randomInteger(random, 90_000) / 100 + 1);
  const sale = (product: number, price = prices[product]!) => ({
    product: `P-${product}`,
    price,
    quantity: randomInteger(random, 9),
  });
  const normal = Array.from({ length: 900 }, () => sale(randomInteger(random, 30)));
  const model = learn(tableFromRows(normal), { trees: 2, maxPredicates: 2, order: "none" });
  const all = [...listRules(model, { source: "dependency", sets: "whole" })];
  const asksForOne = ({ consequent }: PublicRule): boolean => "min" in consequent && consequent.min === consequent.max;
  const rules = all.filter(asksForOne).map((rule) => ({ rule, exceptions: [] }));
  expect(rules.length).toBe(30);
  const rows = prices.flatMap((price, product) =>
    [
      price * (1 + 2 ** -52),
      price * (1 - 1e-13),
      Math.fround(price),
      price * (1 + 1e-9),
      price + 0.01,
      Math.round(price),
    ].map((each) => sale(product, each)),
  );
  const table = tableFromRows(rows);
  const columns = (["product", "price", "quantity"] as const).map((name) => ({
    name,
    type: name === "product" ? ("text" as const) : ("number" as const),
    values: rows.map((row) => row[name]),
  }));
  for (const statement of createTable(NAME, columns, dialect)) await connection.run(statement);
  const writer = { dialect, types: columnTypes(model, []) };
  const result = await connection.runAndReadAll(sqlExport(rules, { table: NAME, form: "query", head: [] }, writer));
  const found = result.getRows().map((row) => `${row[0]} ${row[4]}`);
  expect(found.sort()).toEqual(brokenByLibrary(model, rules, table));
  expect(found.length).toBeGreaterThan(80);
  expect(found.length).toBeLessThanOrEqual(90);
});

test("a price that is off by a rounding, or stored in single precision, is no violation of price = 76.47", async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const consequent = { feature: "price", min: 76.47, max: 76.47, maxInclusive: true } as const;
  const rule = { id: "r1", text: "price = 76.47", antecedent: [], consequent, source: "dependency" };
  const exported = [{ rule: rule as unknown as PublicRule, exceptions: [] }];
  const writer = { dialect, types: columnTypes({ features: [] }, [consequent]) };
  const values = ["76.47", "76.47000000000001", "25.49 * 3", "CAST(76.47 AS FLOAT)", "76.48", "76.470001", "76"];
  await connection.run(
    `CREATE TABLE t AS SELECT unnest([${values.map((each) => `(${each})::DOUBLE`).join()}]) AS price`,
  );
  const sql = sqlExport(exported, { table: "t", form: "query", head: [] }, writer);
  const found = await connection.runAndReadAll(sql);
  expect(found.getRows().map((row) => Number(row[4]))).toEqual([76.48, 76.470001, 76]);
});
