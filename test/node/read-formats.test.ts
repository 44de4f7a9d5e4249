import { execFileSync } from "node:child_process";
import { openAsBlob, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { beforeAll, describe, expect, test } from "vitest";
import { readParquet } from "../../src/input/parquet/parquet-table.js";
import { readTable } from "../../src/input/read-table.js";
import { createFolder, errorOf, readAll } from "./support.js";

const folder = createFolder();
const at = (name: string): string => join(folder.path, name);

const CSV = "Level,Pump,ok,when\n1.5,ON,true,2024-01-02\n,OFF,false,2024-01-03T04:05:06Z\n-0,NA,,\n";
const TABLE = [
  ["Level:number", "Pump:text", "ok:boolean", "when:time"],
  [1.5, "ON", true, "2024-01-02T00:00:00.000Z"],
  [null, "OFF", false, "2024-01-03T04:05:06.000Z"],
  [0, null, null, null],
];

async function runSql(...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

const TYPED = `SELECT * FROM (VALUES (1.5::DOUBLE, 'ON', true, TIMESTAMP '2024-01-02 00:00:00'),
  (NULL, 'OFF', false, TIMESTAMP '2024-01-03 04:05:06'), (-0.0, NULL, NULL, NULL)) t("Level", "Pump", ok, "when")`;

beforeAll(async () => {
  rmSync(at("plant.duckdb"), { force: true });
  await runSql(
    `COPY (${TYPED}) TO '${at("t.parquet")}'`,
    `COPY (${TYPED}) TO '${at("t.json.zst")}' (FORMAT json, COMPRESSION zstd)`,
    `COPY (${TYPED}) TO '${at("t.csv.zst")}' (FORMAT csv, COMPRESSION zstd)`,
    `ATTACH '${at("plant.duckdb")}' AS plant`,
    `CREATE TABLE plant.readings AS ${TYPED}`,
    "USE plant",
    "CREATE VIEW pumps AS SELECT Pump FROM readings",
    "CREATE SCHEMA plant.lab",
    "CREATE TABLE plant.lab.samples AS SELECT 7 AS ph",
  );
});

describe("CSV", () => {
  const writings: readonly (readonly [string, string])[] = [
    ["commas", CSV],
    ["semicolons", CSV.replaceAll(",", ";")],
    ["tabs", CSV.replaceAll(",", "\t")],
    ["bars", CSV.replaceAll(",", "|")],
    ["a byte order mark", `\ufeff${CSV}`],
    ["Windows line ends", CSV.replaceAll("\n", "\r\n")],
    ["old Mac line ends", CSV.replaceAll("\n", "\r")],
    ["no last line end", CSV.slice(0, -1)],
    ["quotes round everything", CSV.replace(/[^,\n]+/g, '"$&"')],
    ["apostrophes round everything", CSV.replace(/[^,\n]+/g, "'$&'")],
    ["empty lines", `\n${CSV.replaceAll("\n", "\n\n")}`],
  ];
  for (const [name, text] of writings) {
    test(`is read with ${name}`, async () => {
      expect(await readAll(folder.write("writing.txt", text))).toEqual(TABLE);
    });
  }

  test("is read with a delimiter of the caller's, also one of several characters", async () => {
    const path = folder.write("odd.csv", "a::b\n1::x\n");
    expect(await readAll(path, { delimiter: "::" })).toEqual([
      ["a:number", "b:text"],
      [1, "x"],
    ]);
  });

  test("is read with decimal commas when cells are not separated by commas", async () => {
    const path = folder.write("german.csv", "Druck;Ort\n1,5;Köln\n-0,25;Bonn\n");
    expect(await readAll(path)).toEqual([
      ["Druck:number", "Ort:text"],
      [1.5, "Köln"],
      [-0.25, "Bonn"],
    ]);
  });

  test("may hold quotes, delimiters and line breaks in cells and names", async () => {
    const path = folder.write("quoted.csv", '"a\nb","c,""d"""\n1,"x\ny"\n2,"p ""q"", r"\n');
    expect(await readAll(path)).toEqual([
      ["a\nb:number", 'c,"d":text'],
      [1, "x\ny"],
      [2, 'p "q", r'],
    ]);
  });

  test("may write a quote with a backslash", async () => {
    const path = folder.write("backslash.csv", 'a,b\n1,"x \\"y\\", z"\n2,"p"\n');
    expect(await readAll(path)).toEqual([
      ["a:number", "b:text"],
      [1, 'x "y", z'],
      [2, "p"],
    ]);
  });

  test("without a header names its columns column0, column1, …, never padded", async () => {
    const path = folder.write("bare.csv", `${Array.from({ length: 11 }, (_, i) => i).join(",")}\n`);
    const { table } = await readTable(path, { header: false });
    expect(table.columns.map((column) => column.name)).toEqual(Array.from({ length: 11 }, (_, i) => `column${i}`));
    expect(table.rowCount).toBe(1);
  });

  test("read more than once counts as often, with a warning", async () => {
    const path = folder.write("again.csv", "a,b\n1,x\n2,y\n");
    const other = folder.write("other.csv", "a,b\n1,x\n2,y\n");
    symlinkSync(path, at("link.csv"));
    const read = async (...paths: readonly string[]) => {
      const { table, warnings } = await readTable(paths);
      return [table.rowCount, warnings.map(({ code, message }) => `${code}: ${message}`)];
    };
    expect(await read(path, other, at("aga*.csv"))).toEqual([
      6,
      [`FILE_TWICE: ${path} is read twice: each of its rows counts twice`],
    ]);
    expect(await read(path, at("link.csv"), path)).toEqual([
      6,
      [`FILE_TWICE: ${path}, ${at("link.csv")} are one file, read 3 times: each of its rows counts 3 times`],
    ]);
    expect(await read(path, other)).toEqual([4, []]); // the same rows, of two files
  });

  test("with a header of numbers is read, with a warning", async () => {
    const { warnings } = await readTable(folder.write("numbers.csv", "1,2\n3,4\n"));
    expect(warnings).toEqual([
      {
        code: "HEADER_NUMBERS",
        message: `the header of ${at("numbers.csv")} is all numbers: 1, 2`,
        hint: "If its first line is data, say so with header: false; the columns are then called column0, column1, …",
      },
    ]);
  });

  test("without names, of which nobody said so, is read, with a warning that says what to do", async () => {
    const hint =
      "If its first line is data, say so with header: false; the columns are then called column0, column1, …";
    const bare = (line: (row: number) => string): string =>
      Array.from({ length: 40 }, (_, row) => `${line(row)}\n`).join("");
    const read = async (text: string) => (await readTable(folder.write("bare.csv", text))).warnings;
    const logged = bare((row) => `2026-05-04 10:${10 + row},${row}.5,${row % 3 === 0 ? "ON" : "OFF"},,13:${10 + row}`);
    const message = `the header of ${at("bare.csv")} looks like the rows below it: 2026-05-04 10:10, 0.5, ON, column3, 13:10`;
    expect(await read(logged)).toEqual([{ code: "HEADER_LIKE_ROW", message, hint }]);
    expect((await read(bare((row) => `04.05.2026,${row % 2 === 0 ? "a" : "b"},${row},5`)))[0]!.code).toBe(
      "HEADER_LIKE_ROW",
    );
    for (const names of ["country,2019,2020", "2026-05-04,2026-05-05,when", "a,b,c", "A-1,A-2,A-3"])
      expect(await read(`${names}\n${bare((row) => `c${row % 7},${row},${row * 2}`)}`), names).toEqual([]);
  });

  test("without names, two of whose cells are equal, is refused with what to do", async () => {
    const path = folder.write("bare.csv", Array.from({ length: 40 }, (_, row) => `1,1,${row}\n`).join(""));
    await expect(readTable(path)).rejects.toMatchObject({
      code: "COLUMN_DUPLICATE",
      hint: "Rename or remove one of them, so that a rule can say which one it means. If the first line is data, say so with header: false.",
    });
  });

  test("names may be anything, and an empty one is called by its position", async () => {
    const names = ["__proto__", "constructor", "a<b", "🙂", "it's", " x ", "select", "c0"];
    const path = folder.write("names.csv", `,${names.join(",")}\n${"1,".repeat(8)}1\n`);
    const { table } = await readTable(path, { where: '"it\'s" = 1 AND "c0" = 1' });
    expect(table.columns.map((column) => column.name)).toEqual(["column0", ...names]);
    expect(table.rowCount).toBe(1);
  });

  test("may have thousands of columns", async () => {
    const row = Array.from({ length: 2000 }, (_, column) => column);
    const path = folder.write(
      "wide.csv",
      `${row.map((column) => `x${column}`).join(",")}\n${`${row.join(",")}\n`.repeat(10)}`,
    );
    const { table } = await readTable(path);
    expect(table.columns.every((column, index) => column.type === "number" && column.values[9] === index)).toBe(true);
    expect(table.columns.length).toBe(2000);
  });

  test("of one column keeps its empty lines as missing", async () => {
    expect(await readAll(folder.write("one.csv", "a\n1\n\n3\n"))).toEqual([["a:number"], [1], [null], [3]]);
  });
});

describe("types of CSV columns", () => {
  test("come from all rows: one odd cell at the end is missing, and a column of which 6 % are odd is text", async () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `${i},${i},${i % 16 === 0 ? "x" : i}`);
    const path = folder.write("late.csv", `a,b,c\n${lines.join("\n")}\n1,x,1\n`);
    const { table, warnings } = await readTable(path);
    expect(table.columns.map((column) => column.type)).toEqual(["number", "number", "text"]);
    expect(table.columns[1]).toMatchObject({ values: expect.objectContaining({ 5000: NaN, 4999: 4999 }) });
    expect(warnings).toEqual([
      {
        code: "CELLS_ODD",
        message: `1 cell is no number and counts as missing: b (1 of 5,001) ${path} line 5002 "x"`,
        hint: "Correct such cells, or leave them empty if there is no value. To have them refused, say so (strict); to take a column as text, learn it as one (categorical).",
      },
    ]);
    expect(await errorOf(readTable(path, { strict: true }), folder.path)).toEqual([
      "CELL_TYPE",
      'late.csv line 5002, column "b": "x" is not a number',
      "Correct the cell, or leave it empty if there is no value.",
    ]);
    const named = await readTable(path, { keepTexts: ["b"] });
    expect(named.table.columns.map((column) => column.type)).toEqual(["number", "text", "text"]);
  });

  test("are numbers with commas where that is beyond doubt, and it is said", async () => {
    const path = folder.write("commas.csv", "x;y;z\n3,14;1,234,567;1\n-0,5;17;2\n1.234,5;1,000;x\n");
    const { table, warnings } = await readTable(path);
    expect(table.columns.map((column) => ("values" in column ? [...column.values] : column.type))).toEqual([
      [3.14, -0.5, 1234.5],
      [1_234_567, 17, 1000],
      "text",
    ]);
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      [
        "THOUSANDS_COMMA",
        'numbers of column "y" are written with commas between thousands: "1,234,567" was read as 1234567',
      ],
      [
        "THOUSANDS_POINT",
        'numbers of column "x" are written with points between thousands and a comma before decimals: "1.234,5" was read as 1234.5',
      ],
    ]);
  });

  test("survive a header that is repeated, which is no row, as files that were joined have it", async () => {
    const numbers = (from: number): string =>
      Array.from({ length: 40 }, (_, i) => `${from + i}.5,${i % 2 === 0}\n`).join("");
    const joined = `x,y\n${numbers(0)}x,y\n${numbers(40)}\nx,y\nERR,true\n`;
    for (const path of [folder.write("joined.csv", joined), folder.write("joined.csv.gz", gzipSync(joined))]) {
      const shown = path.slice(folder.path.length + 1);
      const { table, inputRows, warnings } = await readTable(path);
      expect(inputRows).toBe(81);
      expect(table.columns.map((column) => column.type)).toEqual(["number", "boolean"]);
      expect(table.columns[0]).toMatchObject({ values: expect.objectContaining({ 39: 39.5, 40: 40.5, 80: NaN }) });
      expect(warnings.map(({ message }) => message.replaceAll(`${folder.path}/`, ""))).toEqual([
        `2 lines repeat the header and are not read as rows: ${shown} lines 42, 84`,
        `1 cell is no number and counts as missing: x (1 of 81) ${shown} line 85 "ERR"`,
      ]);
      expect(await errorOf(readTable(path, { strict: true }), folder.path)).toEqual([
        "HEADER_REPEATED",
        `${shown} line 42 repeats the header`,
        "Remove that line: it is no row.",
      ]);
    }
    const words = `word\n${Array.from({ length: 300 }, (_, i) => (i % 25 === 0 ? "word\n" : `w${i % 7}\n`)).join("")}`;
    for (const path of [folder.write("words.csv", words), folder.write("words.csv.gz", gzipSync(words))])
      expect((await readTable(path, { strict: true })).inputRows).toBe(300); // one column: a word among others
  });

  test("survive a header that is repeated in every other line, with spaces or a mark; rows of one cell are rows", async () => {
    const mark = "\ufeff";
    const cases: readonly (readonly [string, number, string])[] = [
      ["x,y\n1,a\nx,y\n2,b\nx,y\n3,a\n", 3, "2 lines repeat the header and are not read as rows: f lines 3, 5"],
      [`${mark}x,y\n1,a\n${mark}x,y\n2,b\n`, 2, "1 line repeats the header and is not read as a row: f line 3"],
      [`${mark}"x",y\n1,a\n${mark}"x",y\n2,b\n`, 2, "1 line repeats the header and is not read as a row: f line 3"],
      ["x,y \n1,a\n x,y\n2,b\n\nx ,\ty\n", 2, "2 lines repeat the header and are not read as rows: f lines 3, 6"],
      [",x\n1,a\n,x\n2,b\n", 2, "1 line repeats the header and is not read as a row: f line 3"],
      ["word\nword\nb\nword\n", 3, ""],
      [",\n1,2\n,\n3,4\n", 3, ""],
    ];
    for (const [text, rows, warned] of cases) {
      for (const [name, bytes] of [["f.csv", text] as const, ["f.csv.gz", gzipSync(text)] as const]) {
        const path = folder.write(name, bytes);
        for (const options of [{}, { where: "true" }]) {
          const { inputRows, warnings } = await readTable(path, options); // with a condition, DuckDB reads it
          const messages = warnings.filter(({ code }) => code === "HEADER_REPEATED").map(({ message }) => message);
          expect([text, inputRows, messages.join().replaceAll(path, "f")]).toEqual([text, rows, warned]);
        }
        if (warned !== "")
          expect((await errorOf(readTable(path, { strict: true }), folder.path))[0]).toBe("HEADER_REPEATED");
      }
    }
  });

  test("need a header that is none of a comment or a note for Excel", async () => {
    for (const [line, what] of [
      ["# exported by X", "a comment"],
      ["sep=;", "a note for Excel"],
      ["sep=,", "a note for Excel"],
    ] as const) {
      const path = folder.write("noted.csv", `${line}\nx;y\n1;2\n`);
      for (const options of [{}, { where: "true" }]) {
        const [code, message] = await errorOf(readTable(path, options), folder.path);
        expect([code, message?.split(", ")[0]]).toEqual([
          "CSV_FIRST_LINE",
          `noted.csv line 1 is no header: it is ${what}`,
        ]);
      }
    }
    expect((await readTable(folder.write("hash.csv", "#,x\n1,2\n"))).inputRows).toBe(1);
  });

  test("that are infinite are odd cells in every format, and NaN is missing", async () => {
    const rows = Array.from({ length: 60 }, (_, i) => (i === 7 ? "Infinity" : i === 9 ? "-Infinity" : `${i}.5`));
    const select = `SELECT CAST(x AS DOUBLE) AS x FROM (VALUES ${[...rows, "NaN"].map((x) => `('${x}')`).join(", ")}) AS t(x)`;
    await runSql(`COPY (${select}) TO '${at("infinite.parquet")}'`);
    const ndjson = [...rows, "null"].map((x) => `{"x": ${x}}\n`).join("");
    const paths = [at("infinite.parquet"), folder.write("infinite.ndjson", ndjson)];
    const shown = (path: string): string => path.slice(folder.path.length + 1);
    for (const path of paths) {
      const { table, warnings } = await readTable(path);
      expect(table.columns[0]).toMatchObject({
        type: "number",
        values: expect.objectContaining({ 6: 6.5, 7: NaN, 8: 8.5, 9: NaN, 60: NaN }),
      });
      expect(warnings.map(({ message }) => message.replaceAll(`${folder.path}/`, ""))).toEqual([
        `2 cells are no numbers and count as missing: x (2 of 60) ${shown(path)} row 7 (the first is 0) "Infinity", row 9 (the first is 0) "-Infinity"`,
      ]);
      expect(await errorOf(readTable(path, { strict: true }), folder.path)).toEqual([
        "CELL_TYPE",
        `${shown(path)} row 7 (the first is 0), column "x": "Infinity" is not a number`,
        "Correct the cell, or leave it empty if there is no value.",
      ]);
    }
    const bytes = await openAsBlob(paths[0]!);
    const read = await readParquet(bytes, "f", {
      types: new Map(),
      ranges: new Map(),
      isNamed: () => false,
      onProgress: () => {},
    });
    expect(read.table.columns[0]).toMatchObject({ values: expect.objectContaining({ 6: 6.5, 7: NaN, 9: NaN }) });
    expect(read.warnings.map(({ code }) => code)).toEqual(["CELLS_ODD"]);
  });

  test("of several files are counted together, and odd cells named in their files", async () => {
    const numbers = (count: number): string => Array.from({ length: count }, (_, i) => `${i}.5,a\n`).join("");
    const first = folder.write("first.csv", `x,y\n${numbers(80)}ERR,a\n`);
    const second = folder.write("second.csv", `x,y\nlow,a\n${numbers(10)}`);
    const { table, warnings } = await readTable([first, second]);
    expect(table.columns.map((column) => column.type)).toEqual(["number", "text"]);
    expect(warnings[0]?.message.replaceAll(`${folder.path}/`, "")).toBe(
      '2 cells are no numbers and count as missing: x (2 of 92) first.csv line 82 "ERR", second.csv line 2 "low"',
    );
  });

  test("of JSON are numbers, too, where at most one value in twenty is none", async () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({ x: i === 30 ? "ERR" : i / 7, y: i % 9 === 0 ? "a" : i }));
    const path = folder.write("mixed.ndjson", `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`);
    const { table, warnings } = await readTable(path);
    expect(table.columns.map((column) => column.type)).toEqual(["number", "text"]);
    expect(warnings[0]?.message.replaceAll(`${folder.path}/`, "")).toBe(
      '1 cell is no number and counts as missing: x (1 of 60) mixed.ndjson row 30 (the first is 0) "ERR"',
    );
    expect((await errorOf(readTable(path, { strict: true }), folder.path))[0]).toBe("CELL_TYPE");
    const named = await readTable(path, { keepTexts: ["x"] });
    expect(named.table.columns[0]).toMatchObject({ type: "text" });
  });

  test("of JSON are moments where every text is one, with an offset of hours, too", async () => {
    const path = folder.write(
      "moments.ndjson",
      '{"t":"2026-05-04 00:01:00+00","u":"2026-05-04"}\n{"t":"2026-05-04 02:02:00+02","u":"later"}\n',
    );
    const { table } = await readTable(path);
    expect(table.columns.map((column) => column.type)).toEqual(["time", "text"]);
    expect(table.columns[0]).toMatchObject({
      values: expect.objectContaining({ 0: Date.UTC(2026, 4, 4, 0, 1), 1: Date.UTC(2026, 4, 4, 0, 2) }),
    });
  });

  test("a column empty for long is a number when its first value is one", async () => {
    const path = folder.write("sparse.csv", `a,b\n${"1,\n".repeat(50_000)}1,2.5\n`);
    const { table } = await readTable(path);
    expect(table.columns.map((column) => column.type)).toEqual(["number", "number"]);
  });

  const cells: readonly (readonly [string, string, readonly unknown[]])[] = [
    ["numbers", "1,+2,.5,1e3, 7 ,007,NAN", [1, 2, 0.5, 1000, 7, 7, null]],
    ["numbers beyond 2^53", "12345678901234567890,1e300", [Number(12345678901234567890n), 1e300]],
    ["text where too many are infinite", "1,-inf,1e400", ["1", "-inf", "1e400"]],
    ["text for numbers with _", "1_000,2", ["1_000", "2"]],
    ["text for hexadecimal", "0x1F,2", ["0x1F", "2"]],
    [
      "missing words in a number column",
      "1,NA,N/A,NaN,nan,null,NULL,None,-,?,\\N,#N/A,NaT,-nan",
      [1, ...Array(13).fill(null)],
    ],
    ["missing words in a text column", "a,NA,null,NaN,None,-,?,  ", ["a", null, null, null, "None", "-", "?", null]],
    ["booleans in any case", "true,FALSE,True,NA", [true, false, true, null]],
    ["text for yes and no", "yes,no", ["yes", "no"]],
    ["times of day", "10:11,10:11:12.5", ["1970-01-01T10:11:00.000Z", "1970-01-01T10:11:12.500Z"]],
    [
      "moments with zones",
      "2024-01-02T10:00:00+02:00,2024-01-02 10:00:00",
      ["2024-01-02T08:00:00.000Z", "2024-01-02T10:00:00.000Z"],
    ],
    ["text for dates that are not ISO", "01/02/2024,03.04.2024", ["01/02/2024", "03.04.2024"]],
    ["nothing at all", "NA,,", [null, null, null]],
  ];
  for (const [name, row, expected] of cells) {
    test(name, async () => {
      const path = folder.write(
        "cells.csv",
        `k;v\n${row
          .split(",")
          .map((cell) => `1;${cell}\n`)
          .join("")}`,
      );
      const [, ...rows] = (await readAll(path)) as unknown[][];
      expect(rows.map((each) => each[1])).toEqual(expected);
    });
  }
});

describe("other formats give the same table", () => {
  test("JSON, NDJSON", async () => {
    const records = [
      { Level: 1.5, Pump: "ON", ok: true, when: "2024-01-02T00:00:00Z" },
      { Level: null, Pump: "OFF", ok: false, when: "2024-01-03T04:05:06Z" },
      { Level: -0.0, Pump: "", ok: null },
    ];
    expect(await readAll(folder.write("t.json", JSON.stringify(records)))).toEqual(TABLE);
    expect(await readAll(folder.write("t.pretty.json", JSON.stringify(records, null, 2)))).toEqual(TABLE);
    expect(await readAll(folder.write("t.ndjson", records.map((record) => JSON.stringify(record)).join("\n")))).toEqual(
      TABLE,
    );
  });

  test("Parquet, also by another name, but not by that of a text file", async () => {
    expect(await readAll(at("t.parquet"))).toEqual(TABLE);
    execFileSync("cp", [at("t.parquet"), at("really-parquet.data")]);
    expect(await readAll(at("really-parquet.data"))).toEqual(TABLE);
    execFileSync("cp", [at("t.parquet"), at("really-parquet.csv")]);
    await expect(readAll(at("really-parquet.csv"))).rejects.toThrow(
      "is a Parquet file, although its name ends in .csv",
    );
  });

  test("gzip and zstd, also of several members, also by another name", async () => {
    expect(await readAll(folder.write("t.csv.gz", gzipSync(CSV)))).toEqual(TABLE);
    const halves = Buffer.concat([gzipSync(CSV.slice(0, 30)), gzipSync(CSV.slice(30))]);
    expect(await readAll(folder.write("t2.csv.gz", halves))).toEqual(TABLE);
    expect(await readAll(folder.write("packed.csv", gzipSync(CSV)))).toEqual(TABLE);
    expect(await readAll(folder.write("plain.csv.gz", CSV))).toEqual(TABLE);
    expect(await readAll(at("t.csv.zst"))).toEqual(TABLE);
    expect(await readAll(at("t.json.zst"))).toEqual(TABLE);
  });

  test("CSV called .parquet", async () => {
    expect(await readAll(folder.write("really-csv.parquet", CSV))).toEqual(TABLE);
  });

  test("a table, a view, a table of a schema of a database", async () => {
    expect(await readAll(at("plant.duckdb"), { table: "readings" })).toEqual(TABLE);
    expect(await readAll(at("plant.duckdb"), { table: "pumps" })).toEqual([["Pump:text"], ["ON"], ["OFF"], [null]]);
    expect(await readAll(at("plant.duckdb"), { table: "lab.samples" })).toEqual([["ph:number"], [7]]);
  });
});

describe("several files", () => {
  test("are one table, by the names of their columns, in the order given", async () => {
    const a = folder.write("part-a.csv", "x,y\n1,a\n2,b\n");
    const b = folder.write("part-b.csv", "y;x\nc;3\n");
    expect(await readAll([a, b])).toEqual([
      ["x:number", "y:text"],
      [1, "a"],
      [2, "b"],
      [3, "c"],
    ]);
    expect(await readAll([b, a])).toEqual([
      ["y:text", "x:number"],
      ["c", 3],
      ["a", 1],
      ["b", 2],
    ]);
  });

  test("a glob takes its files by name; a file with such a name is itself", async () => {
    folder.write("day-2.csv", "x\n2\n");
    folder.write("day-1.csv", "x\n1\n");
    const star = folder.write("day-*.csv", "x\n9\n");
    expect(await readAll(star)).toEqual([["x:number"], [9]]);
    rmSync(star);
    expect(await readAll(star)).toEqual([["x:number"], [1], [2]]);
  });

  test("a column is a number only if it is one in every file", async () => {
    const a = folder.write("type-a.csv", "x\n1\n");
    const b = folder.write("type-b.csv", "x\nred\n");
    expect(await readAll([a, b])).toEqual([["x:text"], ["1"], ["red"]]);
  });

  test("names with quotes and SQL in them are names", async () => {
    const path = folder.write("a'); DROP TABLE input; --.csv", "x\n1\n");
    expect(await readAll(path)).toEqual([["x:number"], [1]]);
  });
});

describe("types of typed sources", () => {
  test("map to the five of a Table", async () => {
    const sql = `SELECT 1::HUGEINT AS huge, 1.25::DECIMAL(9, 2) AS price, 'x'::ENUM('x', 'y') AS state, [1] AS list, {'a': 1} AS record,
      'x'::BLOB AS bytes, INTERVAL 1 DAY AS span, DATE '2024-01-02' AS day, TIME '10:11:12' AS clock, 'nan'::FLOAT AS nothing,
      uuid() AS id, NULL AS empty, true AS flag, TIMESTAMPTZ '2024-01-02 00:00:00+01' AS zoned, TIMESTAMP_NS '2024-01-02' AS nanos`;
    const { table } = await readTable([], { sql });
    expect(table.columns.map((column) => (column.type === "other" ? column.holds : column.type))).toEqual([
      "number", "number", "text", "lists", "records", "bytes", "time spans", "time", "time", "number",
      "text", "number", "boolean", "time", "time",
    ]); // biome-ignore format: one line per kind of source type reads worse
    const [row] = (await readAll([], { sql })).slice(1) as unknown[][];
    expect(row?.filter((_, index) => index !== 10)).toEqual([
      1, 1.25, "x", null, null, null, null, "2024-01-02T00:00:00.000Z", "1970-01-01T10:11:12.000Z", null, null, true,
      "2024-01-01T23:00:00.000Z", "2024-01-02T00:00:00.000Z",
    ]); // biome-ignore format: as above
  });

  test("JSON columns of several plain types are text, of records and lists other", async () => {
    const path = folder.write("mixed.ndjson", '{"a":1,"b":[1]}\n{"a":"x","b":{"c":1}}\n{"a":true,"b":null}\n');
    const { table } = await readTable(path);
    expect(table.columns[0]).toMatchObject({ type: "text", dictionary: ["1", "true", "x"] });
    expect(table.columns[1]).toEqual({ name: "b", type: "other", holds: "records" });
  });

  test("a JSON text is a time only when ISO 8601", async () => {
    const path = folder.write("dates.ndjson", '{"a":"2024-01-02","b":"01-02-2024"}\n');
    expect(await readAll(path)).toEqual([
      ["a:time", "b:text"],
      ["2024-01-02T00:00:00.000Z", "01-02-2024"],
    ]);
  });
});
