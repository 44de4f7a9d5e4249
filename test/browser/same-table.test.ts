/** Two roads to one Table: the page's own reader and the Node reader give the same columns, or the same error, on the same file. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/errors/input-error.js";
import { readTable } from "../../src/node/read-table.js";
import { CsvRows } from "../../web/reading/csv-rows.js";
import { readTableFile } from "../../web/reading/read-file.js";
import { createFolder } from "../node/support.js";

const folder = createFolder();
let fileCount = 0;

/** The Table or the error's three texts, by each road. */
async function bothRoads(content: string | Uint8Array, name = `case-${fileCount++}.csv`) {
  const path = folder.write(name, content);
  const bytes = readFileSync(path);
  const node = await outcome(readTable(path).then(({ table }) => table));
  const page = await outcome(readTableFile(new Blob([bytes]), name));
  return { node, page };
}

async function outcome(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return [error.code, error.message, error.hint].map((text) => text.replaceAll(`${folder.path}/`, ""));
  }
}

/** One column per line of the list: name, then its cells. */
function csvOf(columns: readonly (readonly string[])[], delimiter = ","): string {
  const quoted = (cell: string): string => (/[",\n;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const rows = columns[0]!.map((_, row) => columns.map((column) => quoted(column[row]!)).join(delimiter));
  return `${rows.join("\n")}\n`;
}

const NUMBERS = ["1", " 1 ", "+1", "-1", "1.", ".5", "-.5", "+.5", "1e5", "1E+5", "inf", "-inf", "Infinity", "NAN"];
const MORE_NUMBERS = ["1e400", "1e-400", "00012", "1.e5", "9007199254740993", "1\t", "-0", "-", "?", "None", "", "NA"];
const NO_NUMBERS = [
  "1e",
  "e5",
  "0x10",
  "1_000",
  "1.5.2",
  "--1",
  "1 2",
  "1d",
  "0b1",
  ".e5",
  "1e 5",
  "infi",
  "∞",
  "1\u00a0",
];
const MOMENTS = ["2024-01-02", "2024-1-2", "2024/01/02", "2024-01-02 03:04", "2024-01-02T03:04:05", "2024 01 02"];
const MORE_MOMENTS = [
  "2024-01-02 03:04:05.123",
  "2024-01-02T03:04:05.123456789Z",
  "2024-01-02 03:04:05 UTC",
  "2024-01-02T03:04:05+02:00",
  "2024-01-02T03:04:05+0200",
  "2024-01-02 03:04:05+02",
  "2024-01-02T03:04:05-05:30",
  "2024-01-02T24:00:00",
  "0099-01-01",
  "2024-01-02 3:4:5",
  "2024-01-02  03:04",
  "NaT",
];
const NO_MOMENTS = ["2024-13-01", "2024-02-30", "02.01.2024", "20240102", "2024-01", "2024-01-02T03", "2024-01-02Z"];
const CLOCKS = ["12:30", "12:30:15", "12:30:15.5", "1:2:3", "24:00:00", "12:30:15.123456789"];

describe("the type of a column", () => {
  const cells = [...NUMBERS, ...MORE_NUMBERS, ...NO_NUMBERS, ...MOMENTS, ...MORE_MOMENTS, ...NO_MOMENTS, ...CLOCKS];
  test.each([...cells, "true", "FALSE", " True ", "yes"])("of %j alone", async (cell) => {
    const { node, page } = await bothRoads(
      csvOf([
        ["a", cell],
        ["b", "x"],
      ]),
    );
    expect(page).toEqual(node);
  });

  test.each([
    ["numbers", [...NUMBERS, ...MORE_NUMBERS]],
    ["moments", [...MOMENTS, ...MORE_MOMENTS]],
    ["times of day", CLOCKS],
    ["truth values", ["true", "False", "", "TRUE", "None"]],
    ["one odd cell at the end", ["1", "2", "3", "x"]],
    ["one odd moment", [...MOMENTS, "soon"]],
    ["a word for missing before words", ["None", "-", "Alarm", "None"]],
    ["a word for missing before numbers", ["None", "-", "4", "None"]],
    ["only words for missing", ["None", "-", "None", "-"]],
    ["nothing", ["", "NA", "null", ""]],
    ["moments and times of day", ["2024-01-02", "12:30", "2024-01-03", "1:2"]],
    ["numbers and truth values", ["1", "true", "0", "false"]],
    ["blank text", ["a", "  ", "b", " c "]],
  ] as const)("of %s", async (_, cells) => {
    const { node, page } = await bothRoads(
      csvOf([
        ["a", ...cells],
        ["b", ...cells.map((_, row) => `r${row}`)],
      ]),
    );
    expect(page).toEqual(node);
  });
});

describe("the writing of a file", () => {
  test.each([
    ["semicolons and decimal commas", "a;b\n1,5;x\n2,25;y\n"],
    ["tabs", "a\tb\n1\tx\n2\ty\n"],
    ["bars", "a|b\n1|x\n2|y\n"],
    ["a byte order mark", "\ufeffa,b\n1,x\n2,y\n"],
    ["\\r\\n", "a,b\r\n1,x\r\n2,y\r\n"],
    ["\\r", "a,b\r1,x\r2,y\r"],
    ["no line end at the end", "a,b\n1,x\n2,y"],
    ["no line end after a quote", 'a,b\n1,x\n2,"y"'],
    ["empty lines before and between", "\n\na,b\n1,x\n\n2,y\n\n"],
    ["one column with an empty line", "a\n1\n\n3\n"],
    ["quotes", 'a,b\n"1","x, y"\n2,"say ""hi"""\n'],
    ["a line break in a cell", 'a,b\n1,"x\ny"\n2,z\n'],
    ["\\r\\n in a cell", 'a,b\r\n1,"x\r\ny"\r\n2,z\r\n'],
    ["a quote in the middle", 'a,b\n1,5" pipe\n2,y\n'],
    ["backslash escapes", 'a,b\n1,"say \\"hi\\", you"\n2,"x"\n'],
    ["missing in quotes", 'a,b\n"NA","NA"\n2,y\n'],
    ["an empty name", "a,\n1,x\n2,y\n"],
    ["hostile names", '"<script>alert(1)</script>","\u202eb"\n1,<b>\n2,&amp;\n'],
    ["a long cell", `a,b\n1,${"x".repeat(10_000)}\n2,y\n`],
    ["ragged: too few", "a,b\n1,x\n2\n3,z\n"],
    ["ragged: too many", 'a,b\n1,"x\ny"\n2,y,z\n3,z\n'],
    ["an open quote", 'a,b\n1,"x\n2,y\n'],
    ["text after a quote", 'a,b\n1,"x"y\n2,z\n'],
    ["mixed line ends", "a,b\n1,x\r\n2,y\n3,z\r\n"],
    ["two equal names", "a,a\n1,2\n"],
    ["names that differ in case", "a,A\n1,2\n"],
    ["a header alone", "a,b\n"],
    ["empty lines alone", "\n\n\n"],
    ["an empty file", ""],
  ])("with %s", async (_, content) => {
    const { node, page } = await bothRoads(content);
    expect(page).toEqual(node);
  });

  test("packed by gzip", async () => {
    const { node, page } = await bothRoads(gzipSync("a,b\n1,x\n2,y\n"), "packed.csv.gz");
    expect(page).toEqual(node);
  });

  test("that is no UTF-8", async () => {
    const { node, page } = await bothRoads(Buffer.from("a,b\n1,x\n2,caf\xe9\n", "latin1"));
    expect(page).toEqual(node);
  });

  test("that is a workbook", async () => {
    const { node, page } = await bothRoads(Buffer.from("PK\u0003\u0004rest", "latin1"), "book.xlsx");
    expect(page).toEqual(node);
  });

  test("cut into pieces anywhere", () => {
    const content = 'a,b\r\n"1","x ""q"" \r\ny"\r\n2,"z"\r\n3,"w"';
    for (let cut = 0; cut <= content.length; cut++) {
      const rows: unknown[] = [];
      const dialect = { delimiter: ",", quote: '"', escape: '"', decimal: "." } as const;
      const splitter = new CsvRows("cut.csv", dialect, (cells, line) => rows.push([line, ...cells]));
      splitter.push(content.slice(0, cut));
      splitter.push(content.slice(cut));
      splitter.end();
      expect(rows, `cut at ${cut}`).toEqual([
        [1, "a", "b"],
        [2, "1", 'x "q" \r\ny'],
        [4, "2", "z"],
        [5, "3", "w"],
      ]);
    }
  });
});

test("a hundred thousand rows, with ids that differ in every row", async () => {
  const lines = Array.from({ length: 101_000 }, (_, row) => `id-${row},${row / 7},${row % 3 === 0 ? "" : "x"}`);
  const { node, page } = await bothRoads(`id,value,state\n${lines.join("\n")}\n`);
  expect(page).toEqual(node);
});

describe("Parquet", () => {
  const COLUMNS = `
    SELECT i::INTEGER AS whole, i * 1.5 AS double, (i * 1.25)::FLOAT AS single, (i / 4)::DECIMAL(9, 2) AS decimal, i::BIGINT * 4000000000 AS big,
      i % 2 = 0 AS truth, CASE WHEN i % 5 = 0 THEN NULL ELSE 'text ' || (i % 7) END AS words, ''::VARCHAR AS blank,
      DATE '2024-01-01' + i::INTEGER AS day, TIMESTAMP '2024-01-01 00:00:00.123456' + INTERVAL (i) MINUTE AS moment,
      CASE WHEN i % 3 = 0 THEN NULL ELSE i::DOUBLE END AS gaps, TIME '01:02:03.5' AS clock, [i, i + 1] AS list, {a: i} AS record
    FROM range(3000) t(i)`;

  test.each(["snappy", "zstd", "gzip", "uncompressed", "lz4_raw", "brotli"])("by %s", async (codec) => {
    const path = join(folder.path, `table-${codec}.parquet`);
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    await connection.run(`COPY (${COLUMNS}) TO '${path}' (FORMAT parquet, COMPRESSION ${codec}, ROW_GROUP_SIZE 2048)`);
    const { node, page } = await bothRoads(readFileSync(path), `table-${codec}.parquet`);
    expect(page).toEqual(node);
  });

  test("that is cut off", async () => {
    await expect(readTableFile(new Blob(["PAR1 and then nothing"]), "cut.parquet")).rejects.toMatchObject({
      code: "FILE_DAMAGED",
    });
  });
});
