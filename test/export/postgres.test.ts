/** Exported SQL, run by a real PostgreSQL that this test starts, against the library's own verdict, row by row. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dialectOf, sayable, sqlExport } from "../../src/core/export/index.js";
import { exportedCase } from "./exported-case.js";
import { brokenByLibrary } from "./library-verdict.js";
import { findPostgres, type PostgresServer, startPostgres } from "./postgres-server.js";
import { createTable } from "./sql-text.js";

const dialect = dialectOf("postgres");
const programs = findPostgres();
if (programs === null) console.warn("SKIPPED: PostgreSQL is not installed; apt-get install postgresql");

describe.skipIf(programs === null)("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(() => {
    server = startPostgres(programs!);
  });
  afterAll(() => server?.stop());

  test("finds the rows that the library finds, for every rule and row", () => {
    let broken = 0;
    for (let seed = 100; seed < 110; seed++) {
      const { model, columns, table, rules, types } = exportedCase(seed, 80);
      const { said, unsaid } = sayable(rules, { dialect, types });
      expect(unsaid).toEqual([]);
      const name = `table ${seed}'s "name"`;
      const query = sqlExport(said, { table: name, form: "query", head: ["a test"] }, { dialect, types });
      const out = server.run(
        [...createTable(name, columns, dialect), query].map((each) => `${each.replace(/;\s*$/, "")};`),
      );
      const found = out.map((line) => line.split("\u001f")).map(([rule, , , , row]) => `${rule} ${row}`);
      expect(found.sort(), `seed ${seed}`).toEqual(brokenByLibrary(model, said, table));
      broken += found.length;
    }
    expect(broken).toBeGreaterThan(500);
  });

  test("refuses by CHECK constraints exactly the rows that the library finds", () => {
    const { model, columns, table, rules, types } = exportedCase(7, 12);
    const writer = { dialect, types };
    const broken = new Set(brokenByLibrary(model, rules, table).map((each) => Number(each.split(" ")[1])));
    const [create] = createTable("checked", columns, dialect);
    const checks = sqlExport(rules, { table: "checked", form: "check", head: [] }, writer);
    server.run([`${create};`, checks]);
    for (let row = 0; row < table.rowCount; row++) {
      const one = columns.map((column) => ({ ...column, values: [column.values[row]!] }));
      const insert = `${createTable("checked", one, dialect)[1]};`;
      const refused = server.tryRun([insert]);
      expect(refused !== null, `row ${row}`).toBe(broken.has(row));
      if (refused !== null) expect(refused).toMatch(/violates check constraint "parsight_r[0-9a-z]{9}"/);
    }
    expect(broken.size).toBeGreaterThan(3);
  });
});
