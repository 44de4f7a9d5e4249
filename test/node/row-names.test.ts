/**
 * Rows keep their names: columns by which they are named are read as they are written, and rows of several files say
 * which.
 */
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cellValue } from "../../src/core/table/index.js";
import { openDatabase } from "../../src/input/duckdb/duckdb.js";
import { type OpenedInput, type ReadOptions, readBatches } from "../../src/input/read-table.js";
import { type Folder, temporaryFolder } from "../cli/support/program.js";

let folder: Folder;

const CSV = [
  "Id,Time,Level,Pump",
  "007,2026-05-04 00:01:00,1.5,ON",
  "12345678901234567890,2026-05-04T00:02:00+02:00,2.5,OFF",
  ",NA,3,ON",
  "",
].join("\n");
const OTHER = "Pump,Level,Id,Time\nON,4,1001,2026-05-05\nOFF,5,-1002.5,2026-05-06\n";

beforeAll(async () => {
  folder = temporaryFolder();
  writeFileSync(folder.at("a.csv"), CSV);
  writeFileSync(folder.at("b.csv"), OTHER);
  writeFileSync(folder.at("empty.csv"), "Id,Time,Level,Pump\n");
  const records = [
    { Id: 17, Time: "2026-05-04 00:01:00+00", Level: 1.5, Pump: "ON" },
    { Id: 18, Time: "2026-05-04 00:02:00+00", Level: 2.5, Pump: "ON" },
  ];
  writeFileSync(folder.at("c.ndjson"), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const database = await openDatabase({ purpose: "a test", shouldStop: () => false, onWait: () => {} });
  await database.rows(`COPY (SELECT 9007199254740993::BIGINT AS Id, TIMESTAMPTZ '2026-05-04 02:01:00+02' AS Time, 'x' AS filename,
    1.5 AS Level, 'ON' AS Pump) TO '${folder.at("d.parquet")}'`);
  database.close();
});

afterAll(() => folder.remove());

interface Named {
  readonly names: readonly (readonly unknown[])[];
  readonly rows: readonly number[];
  readonly sources: readonly (readonly [string, number])[];
  readonly opened: OpenedInput;
}

/** The cells of Id and Time, row by row. */
async function read(files: string | readonly string[], options: ReadOptions = {}): Promise<Named> {
  const opened: OpenedInput[] = [];
  const [names, rows, sources]: [unknown[][], number[], [string, number][]] = [[], [], []];
  const wanted = ["Id", "Time", "Absent"].map((name) => ({ name, isRequired: name === "Id" }));
  const paths = (typeof files === "string" ? [files] : files).map((file) => folder.at(file));
  for await (const batch of readBatches(paths, {
    columns: ["Level", "Pump"],
    types: new Map([
      ["Level", "number"],
      ["Pump", "text"],
    ]),
    names: wanted,
    batchRows: 2,
    onOpen: (input) => opened.push(input),
    ...options,
  })) {
    const columns = batch.table.columns.filter(({ name }) => name === "Id" || name === "Time");
    for (let row = 0; row < batch.table.rowCount; row++) {
      names.push(columns.map((column) => cellValue(column, row)));
      rows.push(batch.rows[row]!);
      if (batch.sources === null) continue;
      const { files: from, file, row: at } = batch.sources;
      sources.push([from[file[row]!]!.replace(`${folder.path}/`, ""), at[row]!]);
    }
  }
  expect(opened).toHaveLength(1);
  return { names, rows, sources, opened: opened[0]! };
}

describe("cells of columns that name rows are as they are written", () => {
  const written = [
    ["007", "2026-05-04 00:01:00"],
    ["12345678901234567890", "2026-05-04T00:02:00+02:00"],
    [null, null],
  ];

  test.each([
    ["without DuckDB", {}],
    ["by DuckDB", { where: "true" }],
  ])("in CSV, %s", async (_, options) => {
    const { names, opened, sources } = await read("a.csv", options);
    expect(names).toEqual(written);
    expect(opened).toEqual({
      files: [folder.at("a.csv")],
      names: [
        { name: "Id", type: "text" },
        { name: "Time", type: "text" },
      ],
      hasSources: false,
    });
    expect(sources).toEqual([]);
  });

  test.each([
    ["without DuckDB", {}],
    ["by DuckDB", { where: "true" }],
  ])("numbers that are written as numbers are numbers, %s", async (_, options) => {
    expect((await read("b.csv", options)).names).toEqual([
      [1001, "2026-05-05"],
      [-1002.5, "2026-05-06"],
    ]);
  });

  test("a condition still sees moments as moments", async () => {
    const { names, rows } = await read("a.csv", { where: "Time > TIMESTAMP '2026-05-03 22:01:30'" });
    expect([rows, names]).toEqual([[0, 1], written.slice(0, 2)]);
  });

  test("in JSON numbers are numbers and texts texts", async () => {
    for (const where of [undefined, "Level > 0"]) {
      expect((await read("c.ndjson", { where })).names).toEqual([
        [17, "2026-05-04 00:01:00+00"],
        [18, "2026-05-04 00:02:00+00"],
      ]);
    }
  });

  test("in Parquet moments are ISO 8601, and integers beyond 2^53 are not rounded", async () => {
    expect((await read("d.parquet")).names).toEqual([["9007199254740993", "2026-05-04T00:01:00Z"]]);
  });

  test("in the result of SQL they are what the query makes of them", async () => {
    const sql = "SELECT upper(Pump) || 'x' AS Id, Level, Pump FROM input";
    expect((await read("b.csv", { sql })).names).toEqual([["ONx"], ["OFFx"]]);
  });
});

test("a column that must be there and is not is an error that names it", async () => {
  const names = [{ name: "Order", isRequired: true }];
  for (const where of [undefined, "true"]) {
    await expect(read("a.csv", { names, where })).rejects.toMatchObject({
      code: "COLUMN_UNKNOWN",
      message: `${folder.at("a.csv")} has no column "Order"`,
    });
  }
});

test("rows of several files say which file, and which row there, whatever is filtered", async () => {
  const { rows, sources, names, opened } = await read(["a.csv", "empty.csv", "b.csv", "b.csv", "c.ndjson"], {
    where: "Level > 2",
  });
  expect(opened.hasSources).toBe(true);
  expect(rows).toEqual([1, 2, 3, 4, 5, 6, 8]);
  expect(sources).toEqual([
    ["a.csv", 1],
    ["a.csv", 2],
    ["b.csv", 0],
    ["b.csv", 1],
    ["b.csv", 0],
    ["b.csv", 1],
    ["c.ndjson", 1],
  ]);
  expect(names.map(([id]) => id)).toEqual(["12345678901234567890", null, "1001", "-1002.5", "1001", "-1002.5", "18"]);
});

test("Parquet with a column called filename is no trouble among several files", async () => {
  expect((await read(["d.parquet", "d.parquet"])).sources).toEqual([
    ["d.parquet", 0],
    ["d.parquet", 0],
  ]);
});
