/** Parquet files as the page reads them: the columns that DuckDB reads in Node, or the same error. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTableFile } from "../../web/reading/read-file.js";
import { bothRoads, expectSameTable, folder, writeParquet } from "./support/both-readers.js";

/** A file of which the read that was requested last finishes first. */
class LastReadFirst extends Blob {
  readonly #waiting: (() => void)[] = [];

  override slice(start?: number, end?: number): Blob {
    const part = super.slice(start, end);
    return Object.assign(part, {
      arrayBuffer: async () => {
        await new Promise<void>((resolve) => {
          this.#waiting.push(resolve);
          setImmediate(() => this.#waiting.pop()!());
        });
        return Blob.prototype.arrayBuffer.call(part);
      },
    });
  }
}

describe("Parquet", () => {
  const COLUMNS = `
    SELECT i::INTEGER AS whole, i * 1.5 AS double, (i * 1.25)::FLOAT AS single, (i / 4)::DECIMAL(9, 2) AS decimal, i::BIGINT * 4000000000 AS big,
      i % 2 = 0 AS truth, CASE WHEN i % 5 = 0 THEN NULL ELSE 'text ' || (i % 7) END AS words, ''::VARCHAR AS blank,
      DATE '2024-01-01' + i::INTEGER AS day, TIMESTAMP '2024-01-01 00:00:00.123456' + INTERVAL (i) MINUTE AS moment,
      CASE WHEN i % 3 = 0 THEN NULL ELSE i::DOUBLE END AS gaps, TIME '01:02:03.5' AS clock, [i, i + 1] AS list, {a: i} AS record
    FROM range(3000) t(i)`;

  test.each(["snappy", "zstd", "gzip", "uncompressed", "lz4_raw", "brotli"])("by %s", async (codec) => {
    const name = `table-${codec}.parquet`;
    await writeParquet(name, COLUMNS, `, COMPRESSION ${codec}, ROW_GROUP_SIZE 2048`);
    const { node, page } = await bothRoads(readFileSync(join(folder.path, name)), name);
    expect(page).toEqual(node);
  });

  /** SQL of one value by row number i. */
  const VALUES: Readonly<Record<string, string>> = {
    "tiny whole numbers": "(i % 100)::TINYINT",
    "whole numbers without sign": "i::UINTEGER + 4000000000::UINTEGER",
    "large whole numbers": "9007199254740993 + i::BIGINT",
    "large whole numbers without sign": "18446744073709551615::UBIGINT - i::UBIGINT",
    "huge whole numbers": "i::HUGEINT * 100000000000000000000000::HUGEINT",
    "decimals of 38 digits": "(i::DECIMAL(38, 10) / 7)",
    "small decimals": "(i / 8)::DECIMAL(4, 3)",
    "numbers that are none":
      "CASE i % 5 WHEN 0 THEN 'nan'::DOUBLE WHEN 1 THEN 'inf'::DOUBLE WHEN 2 THEN '-inf'::DOUBLE WHEN 3 THEN -0.0 ELSE i END",
    "single numbers that are none":
      "CASE i % 4 WHEN 0 THEN 'nan'::FLOAT WHEN 1 THEN '-inf'::FLOAT WHEN 2 THEN -0.0::FLOAT ELSE 0.1::FLOAT END",
    nothing: "NULL::INTEGER",
    "no text": "NULL::VARCHAR",
    "truth values with gaps": "CASE WHEN i % 3 = 0 THEN NULL ELSE i % 2 = 0 END",
    "hostile texts":
      "CASE i % 6 WHEN 0 THEN '<script>' WHEN 1 THEN chr(8238) || 'x' WHEN 2 THEN '' WHEN 3 THEN '  ' WHEN 4 THEN 'NA' ELSE repeat('y', 10000) END",
    "one of a list": "(CASE i % 3 WHEN 0 THEN 'a' WHEN 1 THEN 'b' ELSE NULL END)::ENUM('a', 'b')",
    identifiers: "('00000000-0000-0000-0000-' || lpad(i::VARCHAR, 12, '0'))::UUID",
    bytes: "encode('a' || i)",
    "time spans": "INTERVAL (i) DAY",
    "days, some before 1970": "DATE '1969-12-25' + i::INTEGER",
    "moments in seconds": "(TIMESTAMP '1969-12-31 23:59:58' + INTERVAL (i) SECOND)::TIMESTAMP_S",
    "moments in milliseconds": "(TIMESTAMP '1969-12-31 23:59:58.123' + INTERVAL (i) MINUTE)::TIMESTAMP_MS",
    "moments in nanoseconds": "make_timestamp_ns(-1500000123 + i * 1000000001)",
    "moments with a zone": "(TIMESTAMP '2024-03-31 01:30:00.000001' + INTERVAL (i) HOUR)::TIMESTAMPTZ",
    "moments with gaps": "CASE WHEN i % 4 = 0 THEN NULL ELSE TIMESTAMP '2024-01-01' + INTERVAL (i) DAY END",
    "times of day": "TIME '23:59:00.000001' - INTERVAL (i) MINUTE",
    "lists of records": "[{a: i}]",
    maps: "MAP {'a': i}",
    "records in records": "{a: {b: i}}",
  };

  test.each(Object.entries(VALUES))("of %s", async (what, sql) => {
    const name = `values-${what.replaceAll(/\W/g, "-")}.parquet`;
    await writeParquet(name, `SELECT ${sql} AS v, i AS i FROM range(50) t(i)`);
    const { node, page } = await bothRoads(readFileSync(join(folder.path, name)), name);
    expect(page).toEqual(node);
  });

  test("of several row groups has its rows as they are written, whichever read finishes first", async () => {
    const name = "groups.parquet";
    const columns =
      "i, i * 1.5 AS d, (i / 4)::DECIMAL(12, 2) AS decimal, 't' || (i % 900) AS t, (i // 3)::VARCHAR AS n, i % 3 = 0 AS b";
    await writeParquet(name, `SELECT ${columns} FROM range(10000) r(i)`, ", ROW_GROUP_SIZE 2048");
    const content = readFileSync(join(folder.path, name));
    const { node } = await bothRoads(content, name);
    const { table } = await readTableFile(new LastReadFirst([content]), name);
    expectSameTable(table, node);
    expect(table.columns[0]).toMatchObject({ values: Float64Array.from({ length: 10_000 }, (_, row) => row) });
  });

  test.each([
    "(i * 7919 - 4000000) / 1000 AS DECIMAL(9, 3)",
    "i * 0.01 AS DECIMAL(4, 2)",
    "(i % 7) * 0.01 AS DECIMAL(18, 2)",
    "i * 1000003::BIGINT / 1000000 AS DECIMAL(18, 6)",
    "(i - 500) * 0.1 AS DECIMAL(38, 1)",
  ])("with decimals is read as DuckDB reads it: %s", async (sql) => {
    const name = "decimals.parquet";
    await writeParquet(name, `SELECT CAST(${sql}) AS v, i FROM range(1000) t(i)`);
    const { node, page } = await bothRoads(readFileSync(join(folder.path, name)), name);
    expect(page).toEqual(node);
  });

  test.each(["DECIMAL(18, 4)", "DECIMAL(38, 10)", "DECIMAL(38, 37)", "DECIMAL(38, 0)"])(
    "with long decimals, of type %s, has the number nearest to each of them",
    async (type) => {
      const name = "long-decimals.parquet";
      const digits = Number(type.match(/\d+/)![0]);
      const scale = Number(type.match(/(\d+)\)/)![1]);
      // Digits of different places, half of them after a minus sign, and each of them twice.
      const texts = Array.from({ length: 400 }, (_, row) => {
        const all = `${BigInt(Math.floor(row / 2) + 1) ** 40n * 982451653n}`.padStart(digits, "7").slice(-digits);
        const point = digits - scale;
        return `${row % 4 < 2 ? "-" : ""}${all.slice(0, point)}${scale > 0 ? `.${all.slice(point)}` : ""}`;
      });
      const values = texts.map((text) => `('${text}')`).join(", ");
      await writeParquet(name, `SELECT t::${type} AS v FROM (VALUES ${values}) x(t)`);
      const { table } = await readTableFile(new Blob([readFileSync(join(folder.path, name))]), name);
      expect(table.columns[0]).toMatchObject({ type: "number", values: Float64Array.from(texts, Number) });
    },
  );

  test("with hostile names", async () => {
    await writeParquet("names.parquet", `SELECT 1 AS "<b>", 2 AS "constructor", 3 AS "a b", 4 AS "\u202e"`);
    const { node, page } = await bothRoads(readFileSync(join(folder.path, "names.parquet")), "names.parquet");
    expect(page).toEqual(node);
  });

  test("that is cut off", async () => {
    await expect(readTableFile(new Blob(["PAR1 and then nothing"]), "cut.parquet")).rejects.toMatchObject({
      code: "FILE_DAMAGED",
    });
  });
});
