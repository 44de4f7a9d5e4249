import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type AskedType,
  type ReadOptions,
  type ReadWarning,
  readTable,
  type Source,
} from "../../src/input/read-table.js";
import { asNobody, collectBatches, createFolder, errorOf } from "./support.js";

const folder = createFolder();
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  for (const statement of [
    `COPY (SELECT range AS a, 'x' AS b FROM range(50000)) TO '${at("whole.csv.zst")}' (FORMAT csv, COMPRESSION zstd)`,
    `COPY (SELECT 1 AS a, 2 AS b) TO '${at("whole.parquet")}'`,
    `ATTACH '${at("plant.duckdb")}' AS plant`,
    "CREATE TABLE plant.readings AS SELECT 1 AS a",
    "CREATE TABLE plant.alarms AS SELECT 2 AS b",
    "DETACH plant",
  ]) {
    await connection.run(statement);
  }
});

/** What readTable answers about one source. */
function refusal(source: Source, options: ReadOptions = {}): Promise<readonly string[]> {
  return errorOf(readTable(source, options), folder.path);
}

/** What readTable answers about a file with this content. */
function refusalOf(name: string, content: string | Uint8Array, options: ReadOptions = {}): Promise<readonly string[]> {
  return refusal(folder.write(name, content), options);
}

function types(entries: Record<string, AskedType>): ReadonlyMap<string, AskedType> {
  return new Map(Object.entries(entries));
}

describe("a file that is not there or not a file", () => {
  test("a missing file", async () => {
    expect(await errorOf(readTable("no/such.csv"), `${process.cwd()}`)).toEqual([
      "FILE_MISSING",
      "there is no file no/such.csv",
      "Looked for no/such.csv.",
    ]);
  });

  test("a folder", async () => {
    mkdirSync(at("folder"), { recursive: true });
    expect(await refusal(at("folder"))).toEqual([
      "FILE_IS_FOLDER",
      "folder is a folder, not a file",
      'To read the files in it, give a glob: "folder/*.csv".',
    ]);
  });

  test("a glob without match", async () => {
    expect(await refusal(at("none-*.csv"))).toEqual([
      "GLOB_EMPTY",
      "no file matches none-*.csv",
      "Check the folder and the ending, for instance with ls.",
    ]);
  });

  test("a web address", async () => {
    expect(await refusal("https://example.com/t.csv")).toEqual([
      "FILE_URL",
      "https://example.com/t.csv is a web address",
      "Only local files are read. Download it first.",
    ]);
  });

  test("a file this user may not read", async () => {
    chmodSync(folder.path, 0o755);
    chmodSync(folder.write("secret.csv", "a\n1\n"), 0o600);
    const owner = process.geteuid?.() === 0 ? 0o600 : 0o000;
    chmodSync(at("secret.csv"), owner);
    expect(await asNobody(() => refusal(at("secret.csv")))).toEqual([
      "FILE_NOT_READABLE",
      "secret.csv may not be read by this user",
      "Ask its owner for the right to read it, or run as a user who has it.",
    ]);
  });

  test("nothing at all", async () => {
    expect(await refusal([])).toEqual([
      "SOURCE_MISSING",
      "no table was given",
      "Name a file, a glob, or - for standard input.",
    ]);
  });

  test.each([
    [null, "null"],
    [undefined, "undefined"],
    [5, "5"],
    ["", '""'],
    [["a.csv", null], "null"],
    [["a.csv", undefined], "undefined"],
  ])("what names no file: %j", async (source, shown) => {
    const [code, message] = await refusal(source as unknown as string);
    expect([code, message]).toEqual(["SOURCE_MISSING", `a table was to be named by its file, got ${shown}`]);
  });
});

describe("a file without a table in it", () => {
  test("an empty file", async () => {
    expect(await refusalOf("empty.csv", "")).toEqual([
      "FILE_EMPTY",
      "empty.csv is empty",
      "It has no header and no rows. Check how it was written.",
    ]);
    expect((await refusalOf("lines.csv", "\n\n"))[1]).toBe("lines.csv holds only empty lines");
    expect((await refusalOf("empty.csv.gz", gzipSync("")))[1]).toBe("empty.csv.gz is empty inside");
  });

  test("a header without rows cannot be learnt from, but explained: there is nothing to explain", async () => {
    expect(await refusalOf("header.csv", "a,b\n")).toEqual([
      "TABLE_EMPTY",
      "header.csv has no rows",
      "There is nothing to learn from. Check how it was written.",
    ]);
    expect(await collectBatches(at("header.csv"), { columns: ["a"], types: types({ a: "number" }) })).toEqual([]);
  });

  test("UTF-16, with and without byte order mark", async () => {
    const expected = [
      "FILE_UTF16",
      "wide.csv is UTF-16 text",
      "Convert it to UTF-8 first: iconv -f UTF-16 -t UTF-8 old.csv > new.csv (in Excel: save as CSV UTF-8).",
    ];
    expect(await refusalOf("wide.csv", Buffer.from("\ufeffa,b\n1,2\n", "utf16le"))).toEqual(expected);
    expect(await refusalOf("wide.csv", Buffer.from("a,b\n1,2\n", "utf16le"))).toEqual(expected);
    expect(await refusalOf("wide.csv", Buffer.from("\ufeffa,b\n1,2\n", "utf16le").swap16())).toEqual(expected);
  });

  test("Latin-1, at once and far into the file", async () => {
    const hint = "Convert it first, from Latin-1 for instance: iconv -f WINDOWS-1252 -t UTF-8 old.csv > new.csv";
    const early = Buffer.from("city,x\nKöln,1\n", "latin1");
    expect(await refusalOf("latin.csv", early)).toEqual(["FILE_NOT_UTF8", "latin.csv line 2 is not UTF-8 text", hint]);
    const late = Buffer.from(`city,x\n${"Bonn,1\n".repeat(60_000)}Köln,1\n`, "latin1");
    expect(await refusalOf("latin.csv", late)).toEqual([
      "FILE_NOT_UTF8",
      "latin.csv line 60002 is not UTF-8 text",
      hint,
    ]);
  });

  test("binary garbage, by any name", async () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256);
    for (const name of ["noise.csv", "noise.csv.gz", "noise.parquet"]) {
      expect(await refusalOf(name, bytes)).toEqual([
        "FILE_BINARY",
        `${name} is not a table: it holds bytes, not text`,
        "Read are CSV, TSV, JSON, NDJSON (plain, gzip or zstd), Parquet and DuckDB files.",
      ]);
    }
  });

  test("a workbook", async () => {
    expect(await refusalOf("sheet.csv", "PK\u0003\u0004 and so on")).toEqual([
      "FILE_FORMAT",
      "sheet.csv is an Excel workbook or a ZIP file",
      "Save the sheet as CSV (UTF-8), or unzip it first.",
    ]);
  });
});

describe("a file that is not whole", () => {
  const cutOff = (name: string, packing: string): readonly string[] => [
    "FILE_CUT_OFF",
    `${name} is a ${packing} file that ends too early`,
    "It was not copied or downloaded whole. Fetch it again; no row of it was used.",
  ];

  test("gzip, cut anywhere", async () => {
    const whole = gzipSync(`a,b\n${"1,2\n".repeat(10_000)}`);
    for (const bytes of [30, Math.floor(whole.length / 2), whole.length - 1]) {
      expect(await refusalOf("cut.csv.gz", whole.subarray(0, bytes))).toEqual(cutOff("cut.csv.gz", "gzip"));
    }
  });

  test("gzip with a flipped bit", async () => {
    const bytes = gzipSync(`a,b\n${"1,2\n".repeat(10_000)}`);
    bytes[bytes.length - 6]! ^= 1;
    expect(await refusalOf("flipped.csv.gz", bytes)).toEqual([
      "FILE_DAMAGED",
      "flipped.csv.gz is a damaged gzip file",
      "Fetch it again, or test it with gzip -t.",
    ]);
  });

  test("zstd, cut anywhere", async () => {
    const whole = readFileSync(at("whole.csv.zst"));
    for (const bytes of [5, 100, Math.floor(whole.length / 2), whole.length - 1]) {
      expect(await refusalOf("cut.csv.zst", whole.subarray(0, bytes))).toEqual(cutOff("cut.csv.zst", "zstd"));
    }
  });

  test("zstd, cut in a frame that is to be skipped", async () => {
    const whole = readFileSync(at("whole.csv.zst"));
    const skipped = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
    for (const bytes of [1, 4, 6, 7, 8, 10]) {
      const cut = Buffer.concat([whole, skipped.subarray(0, bytes)]);
      expect(await refusalOf("cut.csv.zst", cut), `${bytes} bytes of it`).toEqual(cutOff("cut.csv.zst", "zstd"));
    }
  });

  test("Parquet without its end", async () => {
    expect(await refusalOf("cut.parquet", readFileSync(at("whole.parquet")).subarray(0, 100))).toEqual([
      "FILE_DAMAGED",
      "cut.parquet cannot be read: No magic bytes found at end of file 'cut.parquet'",
      "It may be damaged or not written to its end. Write or fetch it again.",
    ]);
  });

  test("a JSON list without its end", async () => {
    expect(await refusalOf("cut.json", '[{"a":1},\n{"a":2}')).toEqual([
      "FILE_CUT_OFF",
      "cut.json is JSON that ends too early: its last character should be ]",
      "It was not written or copied whole. Fetch it again; no row of it was used.",
    ]);
  });

  test("a database without its end", async () => {
    const [code, message] = await refusalOf("cut.duckdb", readFileSync(at("plant.duckdb")).subarray(0, 5000));
    expect(code).toBe("FILE_DAMAGED");
    expect(message).toMatch(/^cut\.duckdb cannot be read: Could not read enough bytes from file "cut\.duckdb"/);
  });
});

describe("a CSV file with a mistake", () => {
  test("a short and a long line", async () => {
    expect(await refusalOf("ragged.csv", "a,b,c\n1,2,3\n4,5\n")).toEqual([
      "CSV_ROW_WIDTH",
      "ragged.csv line 3 has 2 cells, the header has 3",
      "It starts with: 4,5… Look for an unclosed quote or an unquoted comma.",
    ]);
    expect(await refusalOf("ragged.csv", "a,b,c\n1,2,3\n# pump off\n")).toEqual([
      "CSV_ROW_WIDTH",
      "ragged.csv line 3 has 1 cell, the header has 3",
      "It starts with: # pump off… If it is a comment or a title, remove it; else look for an unclosed quote, or another delimiter than a comma.",
    ]);
    expect(await refusalOf("ragged.csv", "a;b\n1;2\n3;4;5\n")).toEqual([
      "CSV_ROW_WIDTH",
      "ragged.csv line 3 has 3 cells, the header has 2",
      "It starts with: 3;4;5… Look for an unclosed quote or an unquoted semicolon.",
    ]);
  });

  test("the line is that of the file, also after cells with line breaks and far into it", async () => {
    const text = `a,b\n"x\ny",2\n${"1,2\n".repeat(100_000)}7\n1,2\n`;
    expect((await refusalOf("ragged.csv", text))[1]).toBe("ragged.csv line 100004 has 1 cell, the header has 2");
    expect((await refusalOf("ragged.csv.gz", gzipSync(text)))[1]).toBe(
      "ragged.csv.gz line 100004 has 1 cell, the header has 2",
    );
  });

  test("is found in the second of two files", async () => {
    const good = folder.write("good.csv", "a,b\n1,2\n");
    const bad = folder.write("bad.csv", "a,b\n1,2\n3\n");
    expect((await refusal([good, bad]))[1]).toBe("bad.csv line 3 has 1 cell, the header has 2");
  });

  test("an unclosed quote", async () => {
    expect(await refusalOf("quote.csv", 'a,b\n1,2\n3,"4\n5,6\n')).toEqual([
      "CSV_QUOTE",
      "quote.csv line 3 opens a quote that is never closed",
      'Close it, or write a quote inside a cell twice: "a ""word"" in quotes".',
    ]);
  });

  test("text after a closing quote", async () => {
    expect(await refusalOf("quote.csv", 'a,b\n1,2\n3,"4"x\n5,6\n')).toEqual([
      "CSV_QUOTE",
      "quote.csv line 3 has text after a closing quote",
      'Write a quote inside a cell twice: "a ""word"" in quotes".',
    ]);
  });

  test("mixed line ends", async () => {
    expect(await refusalOf("ends.csv", "a,b\n1,2\n3,4\r\n5,6\r\n")).toEqual([
      "CSV_LINE_ENDS",
      "ends.csv mixes line ends: some lines end in \\n, others in \\r\\n or \\r",
      "Make them alike, for instance: tr -d '\\r' < old.csv > new.csv",
    ]);
  });

  test("two columns of the same name, and of the same name but for its case", async () => {
    expect(await refusalOf("twice.csv", "id,price,qty,price\n1,2,3,4\n")).toEqual([
      "COLUMN_DUPLICATE",
      'twice.csv has two columns named "price" (columns 2 and 4)',
      "Rename or remove one of them, so that a rule can say which one it means.",
    ]);
    expect(await refusalOf("case.csv", "Price,price\n1,2\n")).toEqual([
      "COLUMN_CASE",
      'case.csv has columns "Price" and "price", which differ only in case (columns 1 and 2)',
      "Rename one of them: SQL, by which tables are read, does not tell them apart.",
    ]);
  });

  test("files with different columns", async () => {
    const a = folder.write("have.csv", "x,y\n1,2\n");
    const b = folder.write("have-not.csv", "x,z\n1,2\n");
    expect(await refusal([a, b])).toEqual([
      "FILES_DIFFER",
      'have-not.csv has no column "y", which have.csv has',
      "Files read together need the same columns, in any order. have-not.csv has: x, z.",
    ]);
  });
});

describe("a JSON file with a mistake", () => {
  test("a record that is not closed", async () => {
    expect(await refusalOf("bad.ndjson", '{"a":1}\n{"a":2\n{"a":3}\n')).toEqual([
      "JSON_MALFORMED",
      "bad.ndjson line 3 is not valid JSON: unexpected character",
      "Check for a missing comma, quote or bracket there or just before.",
    ]);
  });

  test("no JSON, no records, none at all", async () => {
    expect(await refusalOf("text.json", "hello")).toEqual([
      "FILE_NOT_JSON",
      "text.json does not start with { or [",
      "If it is CSV, give it a name that does not end in .json.",
    ]);
    const hint = 'A table in JSON is a list of records, [{"a": 1}, …], or one record on each line.';
    expect(await refusalOf("values.json", "[1, 2, 3]")).toEqual([
      "JSON_NOT_RECORDS",
      "values.json holds values that are not records",
      hint,
    ]);
    expect(await refusalOf("none.json", "[]")).toEqual(["FILE_EMPTY", "none.json holds no records", hint]);
  });

  test("a byte order mark before a list", async () => {
    expect(await refusalOf("mark.json", '\ufeff[{"a":1}]')).toEqual([
      "JSON_MARK",
      "mark.json starts with a byte order mark, which JSON does not allow",
      "Remove its first three bytes: tail -c +4 old.json > new.json",
    ]);
  });

  test("a key twice, and keys that differ only in case", async () => {
    expect((await refusalOf("keys.ndjson", '{"a":1,"a":2}\n'))[1]).toBe('keys.ndjson record 1 has the key "a" twice');
    expect((await refusalOf("keys.ndjson", '{"a":1}\n{"A":2}\n'))[1]).toBe(
      'keys.ndjson has columns "a" and "A", which differ only in case (columns 1 and 2)',
    );
    expect((await refusalOf("keys.ndjson", '{"a":1,"":2}\n'))[1]).toBe("keys.ndjson has records with an empty key");
  });
});

describe("a cell that does not fit the type a model gave", () => {
  test("in CSV: file, line, column and cell", async () => {
    const path = folder.write("cells.csv", 'when,Level\n"a\nb",1\nc,NA\nd,low\ne,worse\n');
    expect(await refusal(path, { types: types({ Level: "number" }), strict: true })).toEqual([
      "CELL_TYPE",
      'cells.csv line 5, column "Level": "low" is not a number',
      "Correct the cell, or leave it empty if there is no value.",
    ]);
  });

  test("in the second file, in zstd, in JSON, in the result of sql", async () => {
    const good = folder.write("good.csv", "Level\n1\n");
    const bad = folder.write("bad.csv", "Level\n1\nx\n");
    const options = { types: types({ Level: "number", b: "number", flag: "boolean" }), strict: true };
    expect((await refusal([good, bad], options))[1]).toBe('bad.csv line 3, column "Level": "x" is not a number');
    expect((await refusal(at("whole.csv.zst"), options))[1]).toBe(
      'whole.csv.zst line 2, column "b": "x" is not a number',
    );
    const json = folder.write("bad.ndjson", '{"Level":1}\n{"Level":"x"}\n');
    expect((await refusal(json, options))[1]).toBe(
      'bad.ndjson row 1 (the first is 0), column "Level": "x" is not a number',
    );
    expect((await refusal([], { ...options, sql: "SELECT 'y' AS Level" }))[1]).toBe(
      'the result of sql row 0 (the first is 0), column "Level": "y" is not a number',
    );
    expect((await refusal([], { ...options, sql: "SELECT 2 AS flag" }))[1]).toBe(
      'the result of sql row 0 (the first is 0), column "flag": "2" is not a boolean',
    );
  });

  test("is an error without strict where not one cell is a number", async () => {
    const path = folder.write("words.csv", "Level,Pump\n1,ON\n2,OFF\n");
    expect((await refusal(path, { types: types({ Pump: "number" }) }))[1]).toBe(
      'words.csv line 2, column "Pump": "ON" is not a number',
    );
  });

  test("is missing without strict, and a warning names it, before the first batch", async () => {
    const path = folder.write("some.csv", "Level\n1\nlow\n\n3\n");
    const warnings: string[] = [];
    const onWarning = ({ code, message }: ReadWarning) => warnings.push(`${code} ${message}`);
    const [batch] = await collectBatches(path, { types: types({ Level: "number" }), onWarning });
    expect(batch?.table.columns).toMatchObject([{ type: "number", values: Float64Array.of(1, NaN, NaN, 3) }]);
    expect(warnings).toEqual([
      `CELLS_ODD 1 cell is no number and counts as missing: Level (1 of 3) ${path} line 3 "low"`,
    ]);
    const sql = "SELECT * FROM (VALUES ('1'), ('y'), (NULL)) AS t(Level)";
    await collectBatches([], { sql, types: types({ Level: "number" }), onWarning });
    expect(warnings[1]).toBe(
      'CELLS_ODD 1 cell is no number and counts as missing: Level (1 of 2) the result of sql row 1 (the first is 0) "y"',
    );
  });

  test("far into a file, when rows have come already", async () => {
    const path = folder.write("late.csv", `Level\n${"1\n".repeat(300_000)}x\n${"1\n".repeat(300_000)}`);
    const batches = collectBatches(path, { types: types({ Level: "number" }), strict: true });
    expect((await errorOf(batches, folder.path))[1]).toBe('late.csv line 300002, column "Level": "x" is not a number');
  });

  test("a whole column of another kind", async () => {
    const sql = "SELECT [1] AS Level, DATE '2024-01-02' AS Day";
    expect(await refusal([], { sql, types: types({ Level: "number" }) })).toEqual([
      "COLUMN_TYPE",
      'column "Level" of the result of sql holds lists, expected was a number',
      "It was named as a column of numbers. Leave that out, or convert the column first.",
    ]);
    expect((await refusal([], { sql, types: types({ Level: "number" }), columns: ["Level"] }))[2]).toBe(
      "The model was learnt from another kind of column. Convert it, or learn again from a table like this one.",
    );
    expect((await refusal([], { sql, types: types({ Day: "number" }) }))[1]).toBe(
      'column "Day" of the result of sql holds times, expected was a number',
    );
  });
});

describe("names and SQL", () => {
  const path = folder.write("names.csv", "Level,Pump,label\n1,ON,0\n2,OFF,0\n3,ON,1.0\n");

  test("unknown columns, with the nearest", async () => {
    expect(await refusal(path, { columns: ["Level", "Pmup", "Valve"] })).toEqual([
      "COLUMN_UNKNOWN",
      'names.csv has no columns "Pmup", "Valve"',
      'Closest: "Pump". Columns are: Level, Pump, label.',
    ]);
    expect(await refusal(path, { anomaly: { column: "Label", value: "1" } })).toEqual([
      "COLUMN_UNKNOWN",
      'names.csv has no column "Label"',
      'Closest: "label". Columns are: Level, Pump, label.',
    ]);
  });

  test("a value no row has: the values there are", async () => {
    expect(await refusal(path, { normal: { column: "label", value: "normal" } })).toEqual([
      "NO_ROW_MATCHES",
      "no row of names.csv has label = normal",
      'Values seen, with their number of rows: "0" (2), "1" (1).',
    ]);
    expect(await refusal(path, { normal: { column: "Pump", value: "on" }, where: "Level < 3" })).toEqual([
      "NO_ROW_MATCHES",
      "no row of names.csv has Pump = on",
      'Values seen, with their number of rows: "OFF" (1), "ON" (1).',
    ]);
  });

  test("a value no row has gives no batch, and tells what there is", async () => {
    const told: unknown[] = [];
    const onNoMatch = (missed: unknown): void => void told.push(missed);
    const filter = { column: "Pump", value: "on" };
    expect(await collectBatches(path, { anomaly: filter, onNoMatch })).toEqual([]);
    expect(await collectBatches(path, { anomaly: filter, where: "Level < 2", onNoMatch })).toEqual([]);
    const many = folder.write(
      "many.csv",
      `x,n\n${Array.from({ length: 12 }, (_, n) => `a,${n}\nb,${n}\n`).join("")},0\n`,
    );
    expect(await collectBatches(many, { anomaly: { column: "n", value: "12" }, onNoMatch })).toEqual([]);
    expect(await collectBatches(many, { anomaly: { column: "x", value: "c" }, onNoMatch })).toEqual([]);
    expect(told).toEqual([
      {
        filter,
        values: [
          { value: "ON", rows: 2 },
          { value: "OFF", rows: 1 },
        ],
        otherValues: 0,
      },
      { filter, values: [{ value: "ON", rows: 1 }], otherValues: 0 },
      expect.objectContaining({ filter: { column: "n", value: "12" }, otherValues: 2 }),
      {
        filter: { column: "x", value: "c" },
        values: [
          { value: "a", rows: 12 },
          { value: "b", rows: 12 },
          { value: null, rows: 1 },
        ],
        otherValues: 0,
      },
    ]);
  });

  test("where other filters are why no row is left, none of the values is said to be missed", async () => {
    const told: unknown[] = [];
    const onNoMatch = (missed: unknown): void => void told.push(missed);
    const anomaly = { column: "Pump", value: "ON" };
    expect(await collectBatches(path, { anomaly, where: "Level > 9", onNoMatch })).toEqual([]);
    expect(await collectBatches(path, { anomaly, onNoMatch })).toHaveLength(1);
    expect(told).toEqual([]);
  });

  test("a condition no row satisfies: nothing to learn from, nothing to explain", async () => {
    expect(await refusal(path, { where: "Level > 9" })).toEqual([
      "NO_ROW_LEFT",
      "no row of names.csv satisfies Level > 9",
      "There is nothing to learn from. Try the condition in a wider form first.",
    ]);
    expect(await collectBatches(path, { where: "Level > 9", anomaly: { column: "Pump", value: "ON" } })).toEqual([]);
  });

  test("a condition that is not one", async () => {
    const hint = `Names go in double quotes, texts in single ones: "a name" = 'a text'. Columns are: Level, Pump, label.`;
    expect(await refusal(path, { where: "Level >" })).toEqual([
      "WHERE_FAILED",
      "where failed: syntax error at end of input",
      hint,
    ]);
    expect(await refusal(path, { where: "Levle > 1" })).toEqual([
      "WHERE_FAILED",
      'where failed: Referenced column "Levle" not found in FROM clause',
      `Closest: "Level". ${hint}`,
    ]);
    expect((await refusal(path, { where: "1 = 1) OR (1 = 1" }))[1]).toBe('where failed: syntax error at or near ")"');
    expect((await refusal(path, { where: "Level > 1; DROP TABLE input" }))[1]).toBe(
      "where must be one condition, got: Level > 1; DROP TABLE input",
    );
    expect((await refusal(path, { where: "Level > 'high'" }))[1]).toBe(
      "where failed: Could not convert string 'high' to DOUBLE",
    );
    const late = { sql: "SELECT range AS n FROM range(500000)", where: "n < 400000 OR error('late')" };
    expect((await refusal([], late))[1]).toBe("where failed: late");
    expect((await refusal(path, { where: " " }))[1]).toBe("where must be one condition, got:  ");
  });

  test("SQL that is not a query", async () => {
    const hint = `Names go in double quotes, texts in single ones: "a name" = 'a text'.`;
    expect(await refusal(path, { sql: "SELEC 1" })).toEqual([
      "SQL_FAILED",
      'sql failed: syntax error at or near "SELEC"',
      hint,
    ]);
    expect(await refusal(path, { sql: "SELECT * FROM inptu" })).toEqual([
      "SQL_FAILED",
      "sql failed: Table with name inptu does not exist",
      `Closest: "input". ${hint} Tables are: input1, input.`,
    ]);
    expect((await refusal(path, { sql: "SELECT 1; SELECT 2" }))[1]).toBe(
      "sql must be one query, got: SELECT 1; SELECT 2",
    );
    expect((await refusal(path, { sql: "" }))[1]).toBe("sql must be one query, got: ");
    for (const sql of [
      `COPY input TO '${at("stolen.csv")}'`,
      "INSTALL httpfs",
      "SET threads = 1",
      `ATTACH '${at("x.duckdb")}'`,
    ]) {
      expect((await refusal(path, { sql }))[0], sql).toBe("SQL_FAILED");
    }
  });

  test("SQL cannot reach the network", async () => {
    expect((await refusal([], { sql: "SELECT * FROM 'https://example.com/t.csv'" }))[1]).toBe(
      "sql failed: File https://example.com/t.csv requires the extension httpfs to be loaded",
    );
  });

  test("tables of a database", async () => {
    expect(await refusal(at("plant.duckdb"))).toEqual([
      "TABLE_NEEDED",
      "plant.duckdb is a database: which table?",
      "Say it with table. Tables are: alarms, readings.",
    ]);
    expect(await refusal(at("plant.duckdb"), { table: "reading" })).toEqual([
      "TABLE_UNKNOWN",
      'plant.duckdb has no table "reading"',
      'Closest: "readings". Tables are: alarms, readings.',
    ]);
    expect(await refusal(path, { table: "readings" })).toEqual([
      "TABLE_WITHOUT_DATABASE",
      'table "readings" was given, but names.csv is not a database',
      "Leave table out, or name a DuckDB database file.",
    ]);
    expect((await refusal([path, at("plant.duckdb")]))[1]).toBe(
      "plant.duckdb is a database and cannot be read together with other files",
    );
    expect((await refusal(path, { table: "t", sql: "SELECT 1" }))[1]).toBe("table and sql were both given");
  });

  test("options out of range", async () => {
    expect(await errorOf(collectBatches(path, { batchRows: 0 }), "")).toEqual([
      "BATCH_ROWS_RANGE",
      "batchRows must be an integer in [1, 1000000], got 0",
      "Leave it out for 8192.",
    ]);
    expect((await refusal(path, { delimiter: "" }))[1]).toBe(
      'delimiter must be 1 to 4 bytes without quote or line end, got ""',
    );
  });
});

describe("a delimiter at the end of a row that the header lacks", () => {
  const rows = (count: number, row: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => row(i)).join("");
  const late = (i: number): string => (i === 700 ? `"${i}",2,` : `${i},2`);

  test("is refused with its line wherever it stands, in packed files and in several", async () => {
    const first = folder.write("first.csv", `a,b\n${rows(3, (i) => `${i},2\n`)}`);
    const plain = folder.write("late.csv", `a,b\n${rows(900, (i) => `${late(i)}\n`)}`);
    const packed = folder.write("late.csv.gz", gzipSync(`a,b\r\n${rows(900, (i) => `${late(i)}\r\n`)}`));
    for (const sources of [[plain], [packed], [first, plain], [first, packed]]) {
      const [code, message, hint] = await errorOf(readTable(sources), folder.path);
      expect([code, message]).toEqual([
        "CSV_ROW_WIDTH",
        `${basename(sources.at(-1)!)} line 702 has 3 cells, the header has 2`,
      ]);
      expect(hint).toContain("ends in a comma, which the header does not");
    }
  });

  test("is none where the last cell is empty, or where a cell holds the like", async () => {
    const empty = folder.write("empty.csv.gz", gzipSync(`a,b,c\n${rows(900, (i) => `${i},2,\n`)}`));
    const inside = folder.write(
      "inside.csv.gz",
      gzipSync(`a,b\n${rows(900, (i) => `${i},"x, y,\nz, ""u"", v,\n"\n`)}`),
    );
    expect((await readTable(empty)).table.rowCount).toBe(900);
    expect((await readTable(inside)).table.rowCount).toBe(900);
  });
});
