/**
 * Numbers with commas and points, one file or several: how each file and column is read is decided once
 * (src/input/csv/number-writing.ts), and the reader of the page, which Node has for one plain file, and DuckDB count the
 * same cells, say the same and refuse the same.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, test } from "vitest";
import { createRandom, randomInteger } from "../../src/core/base/index.js";
import type { Table } from "../../src/core/table/index.js";
import { type FileText, readCsvFiles, readCsvHeader } from "../../src/input/csv/csv-table.js";
import { readTableByDuckdb } from "../../src/input/duckdb/read-by-duckdb.js";
import { type ReadOptions, resolveReadOptions } from "../../src/input/duckdb/read-options.js";
import { readJsonFiles } from "../../src/input/json/json-table.js";
import { readTable } from "../../src/input/read-table.js";
import { createFolder, errorOf } from "./support.js";

const folder = createFolder();

function openText(path: string): FileText {
  const text = readFileSync(path, "utf8");
  return {
    name: path,
    readHead: async () => ({ head: text, isWhole: true }),
    async *pieces() {
      yield { text, share: 1 };
    },
  };
}

interface PageOptions {
  readonly columns?: readonly string[];
  readonly types: ReadonlyMap<string, "number">;
  readonly ranges?: ReadonlyMap<string, readonly [number, number]>;
  readonly strict: boolean;
}

/** As the page reads files. */
async function readByPage(paths: readonly string[], { types, ranges = new Map(), strict, columns }: PageOptions) {
  const files = await Promise.all(
    paths.map(async (path) => ({ file: openText(path), header: await readCsvHeader(openText(path), null) })),
  );
  const { table, warnings } = await readCsvFiles(files, {
    types,
    ranges,
    mayBeText: () => false,
    uniqueTexts: () => "drop",
    isWanted: (name) => columns?.includes(name) ?? true,
    unwanted: "looked at",
    oddCells: strict ? "refuse" : "missing",
    onProgress: () => {},
    onDoubt: () => {},
  });
  return { table: plainTable(table), warnings };
}

function readJsonByPage(path: string) {
  const plain = { types: new Map(), ranges: new Map(), mayBeText: () => false, uniqueTexts: () => "drop" as const };
  return readJsonFiles([openText(path)], { ...plain, onProgress: () => {} });
}

async function readByDuckdb(paths: readonly string[], options: ReadOptions) {
  const { table, warnings } = await readTableByDuckdb(resolveReadOptions(paths, options));
  return { table: plainTable(table), warnings };
}

/** Without the kinds of memory that numbers lie in. */
function plainTable({ rowCount, columns }: Table): unknown {
  return {
    rowCount,
    columns: columns.map((column) => {
      if (column.type === "text") return { ...column, codes: [...column.codes] };
      return column.type === "number" ? { ...column, values: [...column.values] } : column.type;
    }),
  };
}

type Compared = Pick<PageOptions, "types" | "ranges" | "columns">;

async function compare(paths: readonly string[], compared: Compared, what: string): Promise<void> {
  const options = { ...compared, strict: false };
  expect(await readByPage(paths, options), what).toEqual(await readByDuckdb(paths, options));
  const refused = { ...options, strict: true };
  expect(await outcome(readByPage(paths, refused)), what).toEqual(await outcome(readByDuckdb(paths, refused)));
}

const outcome = (reading: Promise<unknown>) =>
  reading.then(
    () => "read",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** For a longer run: PARSIGHT_SEEDS=10. */
const MORE_SEEDS = Number(process.env.PARSIGHT_SEEDS ?? 1);

const POOLS: readonly (readonly string[])[] = [
  ["12.5", "0.123", "7", "60.25", "1500"],
  ["62,88", "61,5", "7", "0,123"],
  ["1.234,5", "12,5", "999", "1.234"],
  ["1,234.5", "12.5", "999", "1,234", "1,234,567"],
  ["127.213", "4.563", "1.234"],
  ["127,213", "4,563", "1,234"],
  ["599", "6.598", "984", "1.234", "12.345"],
  ["7", "12", "2000"],
  ["ON", "OFF"],
  ["", "NA", "-"],
];
const STRAYS = [
  "61.55",
  "61.550",
  "12,5",
  "1,234",
  "ERR",
  "inf",
  "1e400",
  "nan",
  "Level",
  "1.234.567",
  "1,2,3",
  " 7,5 ",
];

test("both readers see the same numbers, say the same and refuse the same, whatever the files hold", async () => {
  for (let seed = 0; seed < 20 * MORE_SEEDS; seed++) {
    const random = createRandom(seed);
    const integer = (count: number): number => randomInteger(random, count);
    const pick = <Value>(list: readonly Value[]): Value => list[integer(list.length)]!;
    const alike = integer(2) === 0 ? [pick(POOLS), pick(POOLS), pick(POOLS)] : null;
    const paths = Array.from({ length: 1 + integer(3) }, (_, place) => {
      const delimiter = pick([";", ";", ",", "\t", "|"]);
      const pools = alike ?? [pick(POOLS), pick(POOLS), pick(POOLS)];
      const quoted = (cell: string): string => (cell.includes(delimiter) ? `"${cell}"` : cell);
      const lines = Array.from({ length: 20 + integer(30) }, (__, line) => {
        if (integer(40) === 0) return ["Level", "Flow", "Sum"];
        return pools.map((pool) => (integer(25) === 0 ? pick(STRAYS) : pick(pool))).with(0, pick(pools[line % 1]!));
      });
      const text = [["Level", "Flow", "Sum"], ...lines].map((cells) => cells.map(quoted).join(delimiter)).join("\n");
      return folder.write(`${seed}-${place}.csv`, `${text}\n`);
    });
    const types = new Map([["Flow", "number" as const]]);
    await compare(paths, { types: new Map() }, `seed ${seed}`);
    await compare(paths, { types: new Map(), columns: ["Level"] }, `seed ${seed}, one column`);
    const ranges = new Map([
      [
        "Flow",
        pick([
          [1000, 2000],
          [1, 9],
          [0, 5000],
          [-3, 400_000],
        ] as const),
      ],
    ]);
    for (const model of [{ types }, { types, ranges }])
      await compare(paths, model, `seed ${seed}, a model's types`).catch((error: unknown) => {
        if (!/is not a number/.test(String(error))) throw error; // learning refuses a column without any number
      });
  }
});

const rows = (row: (index: number) => string, count = 40): string =>
  Array.from({ length: count }, (_, index) => `${row(index)}\n`).join("");

const points = folder.write("points.csv", `Level;Flow\n${rows((i) => `${40 + i}.563;${i}.5`)}`);
const commas = folder.write("commas.csv", `Level;Flow\n${rows((i) => `${40 + i},88;${i},5`)}`);

function values({ columns }: Table, name: string): number[] {
  const column = columns.find((each) => each.name === name)!;
  return column.type === "number" ? [...column.values] : [];
}

const shownMessages = (warnings: readonly { readonly code: string; readonly message: string }[]): readonly string[] =>
  warnings.map(({ code, message }) => `${code} ${message.replaceAll(`${folder.path}/`, "")}`);

describe("files with decimal points and files with decimal commas, read together", () => {
  test("are each read in their own way, in any order, and it is said which are which", async () => {
    for (const paths of [
      [points, commas],
      [commas, points],
    ]) {
      const { table, warnings } = await readTable(paths);
      expect(Math.max(...values(table, "Level"))).toBe(79.88);
      expect(Math.min(...values(table, "Flow"))).toBe(0.5);
      expect(shownMessages(warnings)).toEqual([
        'DECIMAL_COMMA numbers of columns "Level", "Flow" of commas.csv are written with a comma before decimals: "40,88" was read as 40.88',
      ]);
    }
  });

  test("a file that can be read in two ways is said to be, and refused where the caller is strict", async () => {
    const three = folder.write("three.csv", `Level;Flow\n${rows((i) => `${40 + i}.563;${10 + i}.125`)}`);
    const { table, warnings } = await readTable([three, commas]);
    expect(Math.max(...values(table, "Level"))).toBe(79.88);
    expect(shownMessages(warnings)[1]).toBe(
      'NUMBERS_IN_DOUBT numbers of columns "Level", "Flow" of three.csv can be read in two ways: "40.563" was read as 40.563, and may be 40563',
    );
    expect((await errorOf(readTable([three, commas], { strict: true }), folder.path)).slice(0, 2)).toEqual([
      "NUMBERS_IN_DOUBT",
      'numbers of column "Level" of three.csv can be read in two ways: "40.563" may be 40.563 or 40563',
    ]);
    expect((await readTable(three, { strict: true })).warnings).toEqual([]);
  });
});

describe("columns that nobody wants", () => {
  const row = (i: number): string => `${i};${40 + i},6;${1 + (i % 9)}.${i % 3 === 0 ? "000" : 100 + i};${i % 2}`;
  const text = `id;cost;B;C\n${rows(row)}`;

  test("tell how numbers are written, so that B means the same whatever is read", async () => {
    const path = folder.write("costs.csv", text);
    const whole = values((await readTable(path)).table, "B");
    expect(whole.slice(0, 2)).toEqual([1000, 2101]);
    for (const columns of [["B", "C"], ["B"]]) {
      const options = { columns, types: new Map([["B", "number" as const]]) };
      for (const read of [readTable(path, options), readTable(path, { ...options, where: "true" })]) {
        const { table, warnings } = await read;
        expect(values(table, "B")).toEqual(whole);
        expect(warnings.map(({ code }) => code)).toContain("NUMBERS_IN_DOUBT");
      }
      const { table } = await readTableByDuckdb(resolveReadOptions([path], options));
      expect(values(table, "B")).toEqual(whole);
      expect((await errorOf(readTable(path, { ...options, strict: true }), folder.path))[0]).toBe("NUMBERS_IN_DOUBT");
    }
  });
});

describe("one cell that is written otherwise than its column", () => {
  for (const cell of ["61.55", "61.550"]) {
    test(`${cell} among decimal commas is named, and missing`, async () => {
      const path = folder.write("one.csv", `Level;Flow\n${rows((i) => `${i === 20 ? cell : `${60 + i},88`};${i},5`)}`);
      for (const types of [new Map(), new Map([["Level", "number" as const]])]) {
        const { table, warnings } = await readTable(path, { types });
        expect(values(table, "Level").filter(Number.isNaN)).toHaveLength(1);
        expect(shownMessages(warnings)[1]).toBe(
          `CELLS_ODD 1 cell is no number and counts as missing: Level (1 of 40) one.csv line 22 "${cell}"`,
        );
      }
      expect((await errorOf(readTable(path, { strict: true }), folder.path))[0]).toBe("CELL_TYPE");
    });
  }
});

test("what stands first among texts does not decide whether they are numbers", async () => {
  const read = async (texts: readonly (string | null)[]) => {
    const path = folder.write("late.ndjson", texts.map((a) => `${JSON.stringify({ a, b: 1 })}\n`).join(""));
    const sql = `SELECT * FROM read_json('${path}', columns = {a: 'VARCHAR', b: 'DOUBLE'})`;
    const tables = [await readTable(path), await readTable([], { sql })].map(({ table }) => table);
    return tables.map(({ columns }) => columns[0]!.type);
  };
  const numbers = Array.from({ length: 2000 }, (_, row) => `${row % 70}.5`);
  expect(await read([...Array(600).fill(null), ...numbers])).toEqual(["number", "number"]);
  expect(await read([...Array(40).fill("warmup"), ...numbers])).toEqual(["number", "number"]);
  expect(await read([...numbers, ...Array(200).fill("warmup")])).toEqual(["text", "text"]);
});

test("numbers stored as text are numbers, whatever stores them, and it is said how to keep them texts", async () => {
  const records = Array.from({ length: 40 }, (_, i) => ({
    Level: `${100 + i}.12`,
    Flow: `${i},5`,
    Code: `00${10 + i}`,
  }));
  const path = folder.write("texts.ndjson", records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const sql = `SELECT * FROM read_json('${path}', columns = {Level: 'VARCHAR', Flow: 'VARCHAR', Code: 'VARCHAR'})`;
  for (const read of [() => readTable(path), () => readTable([], { sql })]) {
    const { table, warnings } = await read();
    expect(table.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "Level number",
      "Flow number",
      table.columns[2]!.type === "other" ? "Code other" : "Code text",
    ]);
    expect(values(table, "Flow")[3]).toBe(3.5);
    expect(warnings.map(({ code }) => code)).toEqual(["TEXT_NUMBERS", "DECIMAL_COMMA"]);
    expect(warnings[0]).toMatchObject({
      message: 'columns "Level", "Flow" are stored as text, but nearly all of it is numbers, and it is read as numbers',
      hint: "To take a column as text, name it (categorical).",
    });
  }
  const kept = await readTable(path, { keepTexts: ["Level", "Flow"] });
  expect(kept.table.columns.map(({ type }) => type).slice(0, 2)).toEqual(["text", "text"]);
  expect(kept.warnings).toEqual([]);
});

describe("thousands with commas, where no delimiter tells what a comma means", () => {
  const cells = Array.from({ length: 80 }, (_, i) => (i % 10 === 0 ? String(900 + i) : `${1 + (i % 9)},${100 + i}`));
  const expected = cells.map((cell) => Number(cell.replace(",", "")));
  const doubt =
    'NUMBERS_IN_DOUBT numbers of column "a" can be read in two ways: "2,101" was read as 2101, and may be 2.101';
  const records = cells.map((a, i) => ({ a, s: i % 3 === 0 ? "ON" : "OFF" }));
  const ndjson = folder.write("thousands.ndjson", records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const written = (delimiter: string) =>
    [`a${delimiter}s`, ...records.map(({ a, s }) => `${a}${delimiter}${s}`)].map((line) => `${line}\n`).join("");

  test("are read as thousands, and it is said that they are in doubt", async () => {
    const sql = `SELECT a FROM read_json('${ndjson}', columns = {a: 'VARCHAR'})`;
    const readings = [
      () => readTable(folder.write("thousands.tsv", written("\t"))),
      () => readTable(folder.write("pipes.csv", written("|"))),
      () => readTable(ndjson),
      () => readJsonByPage(ndjson),
      () => readTable([], { sql }),
    ];
    for (const read of readings) {
      const { table, warnings } = await read();
      expect(values(table, "a")).toEqual(expected);
      expect(shownMessages(warnings).filter((message) => !message.startsWith("TEXT_NUMBERS"))).toEqual([doubt]);
    }
    expect((await errorOf(readTable(ndjson, { strict: true }), folder.path))[0]).toBe("NUMBERS_IN_DOUBT");
  });

  test("texts of which no writing reads 95 % stay texts", async () => {
    const halves = records.map((_, i) => ({ a: i % 2 === 0 ? `${i}.5` : `${i},5`, s: "ON" }));
    const path = folder.write("halves.ndjson", halves.map((record) => `${JSON.stringify(record)}\n`).join(""));
    const sql = `SELECT a FROM read_json('${path}', columns = {a: 'VARCHAR'})`;
    for (const { table, warnings } of [
      await readTable(path),
      await readJsonByPage(path),
      await readTable([], { sql }),
    ]) {
      expect(table.columns[0]!.type).not.toBe("number");
      expect(warnings).toEqual([]);
    }
  });
});

describe("a column of JSON in which some numbers are texts", () => {
  const write = (name: string, a: (i: number) => unknown) =>
    folder.write(
      name,
      Array.from({ length: 60 }, (_, i) => `${JSON.stringify({ a: a(i), s: i % 3 === 0 ? "ON" : "OFF" })}\n`).join(""),
    );
  const expectRead = async (path: string, expected: (i: number) => number, said: readonly string[]) => {
    const asked = { columns: ["a"], types: new Map([["a", "number" as const]]) };
    for (const read of [() => readTable(path), () => readTable(path, asked), () => readJsonByPage(path)]) {
      const { table, warnings } = await read();
      expect(values(table, "a")).toEqual(Array.from({ length: 60 }, (_, i) => expected(i)));
      expect(shownMessages(warnings)).toEqual(said);
    }
  };

  test('has both: 7.37 is a number, and "8,34" has a comma before its decimals, which is said', async () => {
    const said = (example: string, number: number) => [
      `DECIMAL_COMMA numbers of column "a" are written with a comma before decimals: "${example}" was read as ${number}`,
    ];
    const halves = write("both.ndjson", (i) => (i % 2 === 0 ? 7 + i / 100 : `8,${10 + i}`));
    await expectRead(halves, (i) => (i % 2 === 0 ? 7 + i / 100 : Number(`8.${10 + i}`)), said("8,11", 8.11));
    const oneNumber = write("one-number.ndjson", (i) => (i === 30 ? 7.37 : `8,${10 + i}`));
    await expectRead(oneNumber, (i) => (i === 30 ? 7.37 : Number(`8.${10 + i}`)), said("8,10", 8.1));
    const oneText = write("one-text.ndjson", (i) => (i === 30 ? "8,34" : 1e-7 * (i + 1)));
    await expectRead(oneText, (i) => (i === 30 ? 8.34 : 1e-7 * (i + 1)), said("8,34", 8.34));
  });

  test('has "1,946" as what comes near its numbers, and that is in doubt', async () => {
    const said = (taken: number, other: number) => [
      `NUMBERS_IN_DOUBT numbers of column "a" can be read in two ways: "1,946" was read as ${taken}, and may be ${other}`,
    ];
    const large = write("large.ndjson", (i) => (i % 2 === 0 ? "1,946" : 1800.5 + i));
    await expectRead(large, (i) => (i % 2 === 0 ? 1946 : 1800.5 + i), said(1946, 1.946));
    const small = write("small.ndjson", (i) => (i % 2 === 0 ? "1,946" : 1.5 + i / 100));
    await expectRead(small, (i) => (i % 2 === 0 ? 1.946 : 1.5 + i / 100), said(1.946, 1946));
  });

  test("has odd cells with their rows where texts are written in two ways, and is text where these are many", async () => {
    const few = write("two-ways.ndjson", (i) => (i === 7 ? "8.34" : i % 2 === 0 ? 7.5 + i : `8,${10 + i}`));
    const number = (i: number) => (i === 7 ? NaN : i % 2 === 0 ? 7.5 + i : Number(`8.${10 + i}`));
    await expectRead(few, number, [
      'DECIMAL_COMMA numbers of column "a" are written with a comma before decimals: "8,11" was read as 8.11',
      'CELLS_ODD 1 cell is no number and counts as missing: a (1 of 60) two-ways.ndjson row 7 (the first is 0) "8.34"',
    ]);
    const many = write("many-ways.ndjson", (i) => (i % 3 === 0 ? "8.34" : i % 3 === 1 ? 7.5 + i : `8,${10 + i}`));
    for (const { table } of [await readTable(many), await readJsonByPage(many)])
      expect(table.columns[0]!.type).toBe("text");
  });
});

test("points between thousands, without any comma, are in doubt where whole numbers come near", async () => {
  const parted = folder.write(
    "parted.csv",
    `a;s\n${rows((i) => `${i % 5 === 0 ? 500 + i : `${1 + (i % 9)}.${100 + i}`};ON`)}`,
  );
  const { table, warnings } = await readTable(parted);
  expect(values(table, "a")[1]).toBe(2.101);
  expect(shownMessages(warnings)).toEqual([
    'NUMBERS_IN_DOUBT numbers of column "a" can be read in two ways: "2.101" was read as 2.101, and may be 2101',
  ]);
  await compare([parted], { types: new Map() }, "points between thousands");
  const decimals = folder.write(
    "decimals.csv",
    `a;s\n${rows((i) => `${i % 5 === 0 ? 500 + i : `${1 + (i % 9)}.${10 + i}`};ON`)}`,
  );
  expect((await readTable(decimals, { strict: true })).warnings).toEqual([]);
});

test("texts of Parquet mean the same whatever columns are asked for", async () => {
  const path = join(folder.path, "texts.parquet");
  const database = await (await DuckDBInstance.create()).connect();
  await database.run(
    `COPY (SELECT (1 + i % 9) || ',' || (100 + i) AS Level, (40 + i % 30) || ',5' AS Flow FROM range(60) t(i)) TO '${path}' (FORMAT parquet)`,
  );
  database.closeSync();
  const all = await readTable(path);
  const types = new Map([["Level", "number" as const]]);
  for (const options of [{ columns: ["Level"] }, { columns: ["Level"], types }])
    expect(values((await readTable(path, options)).table, "Level")).toEqual(values(all.table, "Level"));
  expect(values(all.table, "Level").slice(0, 2)).toEqual([1.1, 2.101]); // as commas stand before decimals in Flow
});
