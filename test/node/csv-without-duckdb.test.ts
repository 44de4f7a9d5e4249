/**
 * Plain CSV files are read without DuckDB. Here DuckDB is the oracle: what the short way gives is exactly what DuckDB
 * gives, whatever the file; and it does give something for ordinary files.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, test } from "vitest";
import { createRandom, InputError, randomInteger, StoppedError } from "../../src/core/base/index.js";
import { MISSING_NUMBER_WORDS, MISSING_WORDS } from "../../src/core/table/index.js";
import {
  isDoubtful,
  momentParser,
  parseBoolean,
  parseNumber,
  parseTimeOfDay,
  trimSpaces,
} from "../../src/input/csv/csv-cells.js";
import { cellAs, isNeither } from "../../src/input/duckdb/cell-sql.js";
import { readCsvWithoutDuckdb } from "../../src/input/duckdb/csv-without-duckdb.js";
import { readBatchesByDuckdb, readTableByDuckdb } from "../../src/input/duckdb/read-by-duckdb.js";
import { resolveReadOptions } from "../../src/input/duckdb/read-options.js";
import {
  type Batch,
  type ReadOptions,
  readBatches,
  readLargeTable,
  readTable,
  type WideTable,
} from "../../src/input/read-table.js";
import { nastyCsv } from "./nasty-csv.js";
import { createFolder } from "./support.js";

const folder = createFolder();
let fileCount = 0;

async function isShortWay(path: string, options: ReadOptions = {}): Promise<boolean> {
  return (await readCsvWithoutDuckdb(resolveReadOptions(path, options), "learning")) !== null;
}

async function all(batches: AsyncIterable<Batch>): Promise<readonly Batch[]> {
  const list: Batch[] = [];
  for await (const batch of batches) list.push(batch);
  return list;
}

/** Compares tables and batches, unless the short way leaves the file to DuckDB; says which. */
async function compare(path: string, options: ReadOptions, what: string): Promise<"compared" | "left to DuckDB"> {
  if (!(await isShortWay(path, options))) return "left to DuckDB";
  const resolved = resolveReadOptions(path, options);
  const whole = await readLargeTable(path, options, Number.POSITIVE_INFINITY);
  expect(whole, what).toEqual(await readTableByDuckdb(resolved));
  expect(await all(readBatches(path, options)), what).toEqual(await all(readBatchesByDuckdb(resolved)));
  return "compared";
}

async function compareText(content: string | Uint8Array, options: ReadOptions, what: string) {
  return compare(folder.write(`case-${fileCount++}.csv`, content), options, what);
}

/** For a longer run: PARSIGHT_SEEDS=10. */
const MORE_SEEDS = Number(process.env.PARSIGHT_SEEDS ?? 1);

describe("the short way gives what DuckDB gives", () => {
  test("for troublesome cells in troublesome writing", async () => {
    let compared = 0;
    for (let seed = 1; seed <= 60 * MORE_SEEDS; seed++) {
      if ((await compareText(nastyCsv(seed), {}, `seed ${seed}`)) === "compared") compared++;
    }
    expect(compared).toBeGreaterThan(15);
  }, 600_000);

  test("for any characters", async () => {
    let compared = 0;
    // A quote after a space, which DuckDB takes for the cell's first.
    const once = [271, 1574, 2092, 2371, 2525, 2935, 3071];
    const seeds = [...once, ...Array.from({ length: 100 * MORE_SEEDS }, (_, at) => at + 1)];
    for (const seed of seeds) {
      if ((await compareText(anyCharacters(seed), {}, `seed ${seed}`)) === "compared") compared++;
    }
    expect(compared).toBeGreaterThan(15);
  }, 600_000);

  test("for ordinary tables with wishes: columns, types, rows by value, batches", async () => {
    let compared = 0;
    const once = [291]; // odd cells in a column of numbers that is only filtered by
    for (const seed of [...once, ...Array.from({ length: 75 * MORE_SEEDS }, (_, at) => at + 1)]) {
      const { content, options } = ordinaryCase(seed);
      if ((await compareText(content, options, `seed ${seed} ${JSON.stringify(options)}`)) === "compared") compared++;
    }
    expect(compared).toBeGreaterThan(30);
  }, 600_000);

  test("in several pieces, with texts and an odd cell far from the start", async () => {
    const row = (at: number): string => `${at},${at / 7},état ${at % 5},${at % 2 === 0},2024-01-0${1 + (at % 9)}`;
    const rows = Array.from({ length: 60_000 }, (_, at) => row(at));
    const content = `n,x,text,truth,day\n${rows.join("\n")}\n`;
    expect(content.length).toBeGreaterThan(2_000_000);
    expect(await compareText(content, { normal: { column: "text", value: "état 3" } }, "filtered")).toBe("compared");
    const odd = `${content}60000,none of it,état 1,true,2024-01-01\n`;
    expect(await compareText(odd, {}, "odd")).toBe("compared");
  });
});

/** Few characters that mean something, so that they meet. */
function anyCharacters(seed: number): string {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[randomInteger(random, list.length)]!;
  const delimiter = pick([",", ",", ";", "\t", "|"]);
  const lineEnd = pick(["\n", "\n", "\r\n"]);
  const isWild = random() < 0.3;
  const plain = ["1", "2.5", "x", "é", " ", "-", "", "NA", "true", "0:4", "e", "+", "'", "None"];
  const quoted = ['"a"', '"a, b"', '""', '"1"', '"say ""hi"""', '" "', '"a\nb"', '"a\r\nb"', `"${delimiter}"`, '"NA"'];
  const wild = ['"', ' "a"', '"a" ', '"a"b', 'a"b', "\r", "\n", "\ufeff", "\\", '\\"', "\u00a0", delimiter, "\t", "#"];
  const cell = (): string => {
    const pieces =
      random() < 0.2 ? [pick(quoted)] : Array.from({ length: 1 + randomInteger(random, 2) }, () => pick(plain));
    if (isWild && random() < 0.1) pieces.splice(randomInteger(random, 2), 0, pick(wild));
    return pieces.join("");
  };
  const width = 1 + randomInteger(random, 4);
  const header = Array.from({ length: width }, (_, at) => `${isWild ? cell() : ""}n${at}`).join(delimiter);
  const rows = Array.from({ length: randomInteger(random, 8) }, () =>
    Array.from({ length: width }, cell).join(delimiter),
  );
  const mark = random() < 0.1 ? "\ufeff" : "";
  return `${mark}${[header, ...rows].join(lineEnd)}${random() < 0.7 ? lineEnd : ""}`;
}

function ordinaryCase(seed: number): { content: string; options: ReadOptions } {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[randomInteger(random, list.length)]!;
  const kinds = [
    () => String(randomInteger(random, 5)),
    () => (random() * 100 - 50).toFixed(randomInteger(random, 6)),
    () => pick(["ON", "OFF", "on", " ON ", "Off"]),
    () => pick(["true", "False", "TRUE"]),
    () => pick(["2024-01-02 03:04:05", "2024-01-03T00:00:00", "2024-02-29"]),
    () => pick(["0", "0.0", "1", "x", "00", "-1"]),
    () => pick(["9007199254740991", "9007199254740993", "-9007199254740993", "12345678901234567890", "1e17", "7"]),
    () => pick(["01234", "1234", "00", "7", "-07", " 012"]),
    () => pick(["10-20", "3rd", "<5", "12 mg", "a-b", "1/2"]),
  ];
  const columns = Array.from({ length: 2 + randomInteger(random, 5) }, () => pick(kinds));
  const missing = random() < 0.5 ? 0 : 0.2;
  const cell = (make: () => string): string => (random() < missing ? pick(["", "NA", "NULL", "None", "-"]) : make());
  const rows = Array.from({ length: 1 + randomInteger(random, 60) }, () => columns.map(cell));
  const names = columns.map((_, at) => `name ${at}`);
  const some = (): string[] => names.filter(() => random() < 0.5);
  const filter = () =>
    random() < 0.6 ? undefined : { column: pick(names), value: pick(["0", "1", "ON", "true", "x", "0.0", "", "NA"]) };
  const options: ReadOptions = {
    columns: random() < 0.5 ? undefined : [pick(names), ...some()],
    types: new Map(random() < 0.6 ? [] : some().map((name) => [name, pick(["number", "text", "text"] as const)])),
    keepTexts: some(),
    normal: filter(),
    anomaly: random() < 0.7 ? undefined : filter(),
    batchRows: 1 + randomInteger(random, 30),
    delimiter: random() < 0.8 ? undefined : ",",
  };
  return { content: [names, ...rows].map((row) => `${row.join(",")}\n`).join(""), options };
}

describe("a single cell without doubt", () => {
  const MISSING: ReadonlySet<string> = new Set(MISSING_WORDS);
  const MISSING_NUMBER: ReadonlySet<string> = new Set(MISSING_NUMBER_WORDS);

  test("is to every parser what it is to DuckDB", async () => {
    const cells = [...new Set(Array.from({ length: 40_000 * MORE_SEEDS }, (_, seed) => anyCell(createRandom(seed))))];
    const certain = cells.filter((cell) => !MISSING.has(cell) && !isDoubtful(cell));
    expect(certain.length).toBeGreaterThan(10_000);
    const asked = await askDuckdb(certain);
    const parsers = { number: parseNumber, boolean: parseBoolean, moment: momentParser(), clock: parseTimeOfDay };
    const different = certain.flatMap((cell, at) =>
      TYPES.filter((type, place) => {
        const value = parsers[type](cell);
        const isNeither = value === undefined && !MISSING_NUMBER.has(trimSpaces(cell));
        const [theirs, theirIsNeither] = asked[at]![place]!;
        return !Object.is(value ?? null, theirs) || isNeither !== theirIsNeither;
      }).map((type) => [type, cell, parsers[type](cell), asked[at]![TYPES.indexOf(type)]]),
    );
    expect(different).toEqual([]);
  }, 600_000);
});

const TYPES = ["number", "boolean", "moment", "clock"] as const;

/**
 * For each cell and type: the value (null: it is none), and whether the cell makes a column of that type impossible.
 */
async function askDuckdb(cells: readonly string[]): Promise<(readonly [number | null, boolean])[][]> {
  const path = folder.write("cells.json", JSON.stringify(cells.map((cell) => ({ cell }))));
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  const sql = TYPES.flatMap((type) => {
    const value = cellAs(type, "cell");
    const isTime = type === "moment" || type === "clock";
    return [`CAST(${isTime ? `epoch_us(${value}) / 1000.0` : value} AS DOUBLE)`, isNeither("cell", value)];
  });
  const answer = await connection.runAndReadAll(
    `SELECT ${sql.map((each, at) => `${each} AS v${at}`).join(", ")} FROM read_json('${path}', columns = {cell: 'VARCHAR'})`,
  );
  const rows = answer.getRows();
  connection.closeSync();
  instance.closeSync();
  return rows.map((row) =>
    TYPES.map((_, place) => {
      const value = row[2 * place] as number | null;
      return [value === null ? null : value + 0, row[2 * place + 1] as boolean];
    }),
  );
}

/** Something like a number, a moment, a time of day or a truth value, often broken. */
function anyCell(random: () => number): string {
  const integer = (below: number): number => randomInteger(random, below);
  const pick = <T>(list: readonly T[]): T => list[integer(list.length)]!;
  const digits = (most: number): string => Array.from({ length: integer(most + 1) }, () => integer(10)).join("");
  const separator = pick(["-", "-", "/"]);
  const date = [
    pick(["2024", "1999", "1", "99", "10000", "0"]),
    pick(["1", "01", "12", "13"]),
    pick(["1", "30", "31"]),
  ];
  const time = pick(["12:30", "T12:30:15", " 12:30:15.5", "T12:30:15Z", " 1:2:3", "T12:30:15+02", " 24:00:00", " BC"]);
  const whole = pick(["2024-01-02 03:04:05.123", "12:30:15.5", "true", "FALSE", "-1.5e5", "-Infinity", "None", "--"]);
  const cut = integer(whole.length + 1);
  return pick([
    () => Array.from({ length: 1 + integer(8) }, () => pick([..."0123456789+-.eE _,infaINFxX:T/Z"])).join(""),
    () =>
      `${pick(["", "-", "+"])}${digits(25)}.${digits(25)}${pick(["", "", "e-7", `E+${integer(400)}`, `e-${integer(400)}`])}`,
    () => `${pick(["", "-", "+"])}${digits(20)}${pick(["", "."])}${digits(4)}`,
    () => date.join(separator) + pick(["", " ", time]) + pick(["", "", "x"]),
    () =>
      `${integer(30)}:${integer(70)}${pick(["", `:${integer(70)}`, `:15.${digits(10)}`])}${pick(["", "", "Z", "AM"])}`,
    () =>
      whole.slice(0, cut) + pick(["", " ", "\t", "\n", "0", "-", ":", ".", "\u00a0", "e", "/", "_"]) + whole.slice(cut),
    () =>
      pick(["\t", " ", "\u00a0", "\v"]) + pick([...MISSING_NUMBER_WORDS, "1", "true", "x"]) + pick(["", " ", "\u2003"]),
  ])();
}

describe("ordinary files go the short way", () => {
  const examples = join(import.meta.dirname, "../../examples/water-tank/data");
  const measured = join(process.env.PARSIGHT_DATA ?? "", "perturbed");
  const hasMeasured = process.env.PARSIGHT_DATA !== undefined && existsSync(measured);
  const files = [
    ...readdirSync(examples).map((name) => join(examples, name)),
    ...(hasMeasured ? readdirSync(measured).map((name) => join(measured, name, "train.csv")) : []),
  ];

  test.each(files.filter((path) => path.endsWith(".csv")))("%s", async (path) => {
    expect(await compare(path, {}, path)).toBe("compared");
  });

  test("with shared memory for learning, and progress up to the end", async () => {
    const progress: unknown[] = [];
    const path = folder.write("progress.csv", "a,b,c\n1,x,true\n2,y,false\n");
    const { table } = await readTable(path, { onProgress: (each) => progress.push(each) });
    expect(progress).toEqual([{ phase: "read", rows: 2, share: 1 }]);
    for (const column of table.columns) {
      const array = "values" in column ? column.values : "codes" in column ? column.codes : null;
      expect(array?.buffer).toBeInstanceOf(SharedArrayBuffer);
    }
  });

  test("and larger ones, where DuckDB's planning would take long: those of many columns", async () => {
    const line = (cell: (place: number) => string): string => `${Array.from({ length: 400 }, (_, at) => cell(at))}\n`;
    const rows = line((at) => `0.123456789012${at}`).repeat(11_000);
    expect(rows.length).toBeGreaterThan(64 * 2 ** 20);
    expect(await isShortWay(folder.write("wide.csv", line((at) => `s${at}`) + rows))).toBe(true);
  });

  test("and of many columns some are told before the others are read, and may end it", async () => {
    const names = Array.from({ length: 600 }, (_, at) => `s${at}`);
    const cell = (row: number, at: number): string | number => (at % 2 === 0 ? row * at : `w${(row + at) % 3}`);
    const rows = Array.from({ length: 40 }, (_, row) => names.map((_, at) => cell(row, at)).join());
    const path = folder.write("told.csv", `${[names.join(), ...rows].join("\n")}\n`);
    for (const options of [{}, { normal: { column: "s1", value: "w2" } }] satisfies ReadOptions[]) {
      const told: WideTable[] = [];
      const { table } = await readTable(path, { ...options, onWide: (wide) => told.push(wide) });
      const [{ columnCount, lot }] = told as [WideTable];
      expect([columnCount, lot.columns.length, told.length]).toEqual([600, 256, 1]);
      const drawn = new Set(lot.columns.map(({ name }) => name));
      expect(lot).toEqual({ ...table, columns: table.columns.filter(({ name }) => drawn.has(name)) });
    }
    const refuse = (): never => {
      throw new InputError("TOO_WIDE", "too wide", "");
    };
    await expect(readTable(path, { onWide: refuse })).rejects.toThrow("too wide");
    const narrow = folder.write("narrow.csv", "a,b\n1,x\n");
    expect((await readTable(narrow, { onWide: refuse })).table.rowCount).toBe(1);
  });

  test("and end when they shall", async () => {
    const path = folder.write("stop.csv", "a,b\n1,x\n");
    await expect(readTable(path, { shouldStop: () => true })).rejects.toThrow(StoppedError);
  });
});

describe("left to DuckDB", () => {
  const PLAIN = "a,b\n1,x\n2,y\n";
  test.each<[string, string | Uint8Array, ReadOptions]>([
    ["a condition in SQL", PLAIN, { where: "a > 1" }],
    ["a query", PLAIN, { sql: "SELECT * FROM input" }],
    ["no header", PLAIN, { header: false }],
    ["an unusual delimiter", PLAIN.replaceAll(",", "^"), {}],
    ["a truth value wanted", PLAIN, { types: new Map([["a", "boolean"]]) }],
    ["no column wanted", PLAIN, { columns: [] }],
    ["a column that is not there", PLAIN, { columns: ["c"] }],
    ["a filter that no row satisfies", PLAIN, { normal: { column: "b", value: "z" } }],
    ["a filter for missing values", "a,b\n1,x\n,y\n", { normal: { column: "a", value: "" } }],
    ["a cell that is no number", PLAIN, { types: new Map([["b", "number"]]) }],
    ["no row", "a,b\n", {}],
    ["names that differ in case", "a,A\n1,2\n", {}],
    ["a ragged line", "a,b\n1,x\n2\n", {}],
    ["an open quote", 'a,b\n1,"x\n', {}],
    ["a quote inside a cell", 'a,b\n1,5" pipe\n', {}],
    ["a space before a quote", 'a,b\n1, "x"\n', {}],
    ["a space after a quote", 'a,b\n1,"x" \n', {}],
    ["backslash escapes", 'a,b\n1,"say \\"hi\\", you"\n2,"x"\n', {}],
    ["lines that end in \\r", "a,b\r1,x\r", {}],
    ["mixed line ends", "a,b\n1,x\r\n", {}],
    ["an empty line before the header", `\n${PLAIN}`, {}],
    ["an empty line in a single column", "a\n1\n\n2\n", {}],
    ["a line break in a name", '"a\nb",c\n1,2\n', {}],
    ["a byte order mark in the middle", "a,b\n1,\ufeffx\n", {}],
    ["bytes that are no UTF-8", Buffer.from("a,b\n1,caf\xe9\n", "latin1"), {}],
    ["a zero byte", "a,b\n1,x\0\n", {}],
    ["JSON", '[{"a": 1}]', {}],
    ["a moment that only DuckDB knows", "a,b\n2024-01-02 (BC),x\n", {}],
    ["a number that only DuckDB knows", "a,b\n1,x\n+-7,y\n", {}],
    ["an empty file", "", {}],
  ])("%s", async (_, content, options) => {
    expect(await isShortWay(folder.write(`left-${fileCount++}.csv`, content), options)).toBe(false);
  });

  test("several files, other names, what is no file, and large files", async () => {
    const path = folder.write("plain.csv", PLAIN);
    const large = folder.write("large.csv", `${PLAIN}${"3,z\n".repeat(17_000_000)}`);
    expect(await readCsvWithoutDuckdb(resolveReadOptions([path, path], {}), "learning")).toBeNull();
    for (const name of [folder.write("plain.dat", PLAIN), folder.path, join(folder.path, "none.csv"), "-", large])
      expect(await isShortWay(name), name).toBe(false);
  });
});

describe("DuckDB is not loaded", () => {
  /** A program of its own, in which loading DuckDB fails. It runs what the last build made. */
  function run(...args: readonly string[]): { readonly status: number | null; readonly stderr: string } {
    const hook = `export async function resolve(name, context, next) {
      if (name.startsWith("@duckdb/")) throw new Error("DuckDB was loaded");
      return next(name, context);
    }`;
    const url = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
    const register = url(`import { register } from "node:module"; register(${JSON.stringify(url(hook))});`);
    const program = join(import.meta.dirname, "../../bin/parsight.js");
    const { status, stderr } = spawnSync(process.execPath, ["--import", register, program, ...args], {
      cwd: folder.path,
      encoding: "utf8",
    });
    return { status, stderr };
  }
  const rows = Array.from({ length: 60 }, (_, at) => `${at % 7},${(at % 7) * 2},${at % 7 > 3 ? "ON" : "OFF"}`);
  const content = `level,flow,pump\n${rows.join("\n")}\n`;

  test("to learn from a small CSV file and to explain one", () => {
    const path = folder.write("small.csv", content);
    expect(run("learn", path, "--quiet", "--out", "small.json")).toEqual({ status: 0, stderr: "" });
    expect(run("explain", "small.json", path, "--quiet").status).toBe(0);
  });

  test("but it would show: a packed file needs it", () => {
    const path = folder.write("small.csv.gz", gzipSync(content));
    const { status, stderr } = run("learn", path, "--quiet", "--out", "packed.json");
    expect(status).not.toBe(0);
    expect(stderr).toContain("DuckDB was loaded");
  });
});
