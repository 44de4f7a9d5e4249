/**
 * Two roads to one Table: the page's own reader and DuckDB, as Node asks it, give the same columns, or the same error,
 * on the same file.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Table } from "../../src/core/table/index.js";
import { CsvTokenizer } from "../../src/input/csv/csv-tokenizer.js";
import {
  CLOCKS,
  MOMENTS,
  MORE_MOMENTS,
  MORE_NUMBERS,
  NO_MOMENTS,
  NO_NUMBERS,
  NUMBERS,
  nastyCsv,
} from "../node/nasty-csv.js";
import { bothRoads, expectSameTable, folder, writeParquet } from "./support/both-readers.js";

/** One column per line of the list: name, then its cells. */
function csvOf(columns: readonly (readonly string[])[], delimiter = ","): string {
  const quoted = (cell: string): string => (/[",\n;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const rows = columns[0]!.map((_, row) => columns.map((column) => quoted(column[row]!)).join(delimiter));
  return `${rows.join("\n")}\n`;
}

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

describe("odd cells among numbers", () => {
  const numbers = Array.from({ length: 60 }, (_, row) => `${row * 7 - 11}.5`);
  const small = Array.from({ length: 60 }, (_, row) => `${row}`);
  const with_ = (cells: readonly string[], ...odd: (readonly [number, string])[]): string[] => {
    const all = [...cells];
    for (const [row, cell] of odd) all[row] = cell;
    return all;
  };
  test.each([
    ["one word", with_(numbers, [30, "ERR"])],
    ["more digits than a number keeps", with_(small, [0, "9007199254740993"], [30, "-123456789012345678901"])],
    ["more digits, and a decimal comma", with_(small, [7, "9007199254740993"], [8, "3,14"])],
    ["zeros before digits", with_(small, [0, "007"], [30, " 08"])],
    ["zeros before digits, and a word", with_(small, [8, "0123"], [9, "ERR"])],
    ["a word in the first row", with_(numbers, [0, "ERR"])],
    ["a word in the last row", with_(numbers, [59, "ERR"])],
    ["a truth value first", with_(numbers, [0, "true"])],
    ["a moment first", with_(numbers, [0, "2024-01-02"])],
    ["a time of day first", with_(numbers, [0, "12:30"])],
    ["a missing word, then a word", with_(numbers, [0, "None"], [1, "ERR"])],
    ["words for missing and a word", with_(numbers, [3, "None"], [4, "-"], [5, ""], [9, "ERR"])],
    ["three words, 5 %", with_(numbers, [3, "ERR"], [4, "ERR"], [50, "bad"])],
    ["four words, more than 5 %", with_(numbers, [3, "a"], [4, "b"], [50, "c"], [51, "d"])],
    ["a parted thousand among small numbers", with_(small, [30, "1,234"])],
    ["a parted thousand among thousands", with_(numbers, [30, "1,234"], [31, "2000"])],
    ["a decimal comma among points", with_(numbers, [30, "3,14"])],
    ["decimal commas", small.map((cell) => `${cell},25`)],
    [
      "decimal commas and a word",
      with_(
        small.map((cell) => `${cell},25`),
        [7, "ERR"],
      ),
    ],
    [
      "decimal commas and thousands points",
      with_(
        small.map((cell) => `${cell},25`),
        [7, "1.234,5"],
        [8, "1.234"],
      ),
    ],
    ["parted thousands", small.map((cell) => `${cell},250,000`.replace(/^0,/, "1,"))],
    ["parted thousands with decimals", with_(small, [3, "1,234.5"], [4, "12.5"], [5, "1,234,567"])],
    ["commas that may be either", small.map((cell) => `1${cell},250`)],
    [
      "commas that may be either, and one decimal comma",
      with_(
        small.map((cell) => `1${cell},250`),
        [5, "0,5"],
      ),
    ],
    ["commas of all kinds", with_(small, [3, "1,2,3"], [4, "1,234,5"])],
    ["words that begin like infinite", with_(numbers, [3, "inf"], [4, "infinite"])],
    [
      "text with some numbers",
      with_(
        numbers.map((_, row) => `w${row}`),
        [3, "1"],
        [4, "2"],
      ),
    ],
  ] as const)("%s", async (_, cells) => {
    for (const delimiter of [",", ";", "\t"]) {
      const content = csvOf(
        [
          ["a", ...cells],
          ["b", ...cells.map((_, row) => `r${row % 7}`)],
        ],
        delimiter,
      );
      for (const named of [{}, { types: new Map([["a", "number"]] as const) }, { keepTexts: ["a"] }]) {
        const { node, page } = await bothRoads(content, undefined, named);
        if (Array.isArray(node))
          expect(node[0]).toBe("CELL_TYPE"); // not one number: the page, which only explains so, reads on
        else expect(page).toEqual(node);
      }
    }
  });
});

describe("zeros before the digits of a column that is called a code", () => {
  const zips = Array.from({ length: 60 }, (_, row) => `${row % 3 === 0 ? "0" : ""}${1067 + (row % 9)}`);
  test.each([
    ["are said to be lost", zips],
    ["and spaces, signs and few odd cells", ["ERR", ...zips, " 007 ", "-0012", "00"]],
    ["and decimal commas", [...zips, "0012", "1,5", "12.345,25"]],
    ["and parted thousands", [...zips, "12,345,678"]],
    ["and words enough to be text", [...zips, ...zips.map((_, row) => `w${row % 7}`)]],
  ] as const)("%s", async (_, cells) => {
    for (const delimiter of [",", ";"]) {
      const content = csvOf(
        [
          ["zip", ...cells],
          ["hour", ...cells],
        ],
        delimiter,
      );
      for (const named of [{}, { types: new Map([["zip", "number"]] as const) }, { keepTexts: ["zip"] }]) {
        const { node, page, warnings } = await bothRoads(content, undefined, named);
        expect(page).toEqual(node);
        const isTold = warnings.some((message) =>
          message.startsWith('column "zip" is read as numbers, without the zeros'),
        );
        expect(isTold).toBe(Object.keys(named).length === 0 && !cells.includes("w1"));
      }
    }
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

  const breaks = ["\n", "\r\n", "\r"];
  const lineBreaks = breaks.flatMap((lineEnd) => breaks.map((inside) => [lineEnd, inside] as const));
  test.each(lineBreaks)("with lines that end in %j and %j inside the header", async (lineEnd, inside) => {
    const written = (lines: readonly string[]): string => lines.map((line) => line + lineEnd).join("");
    const header = `"a${inside}(m)",b`;
    const { node, page } = await bothRoads(written([header, "1.5,x", `2,"y${inside}z"`, "3,x"]));
    expect(page).toEqual(node);
    expect((node as Table).rowCount).toBe(3);
    expect((node as Table).columns.map(({ name, type }) => [name, type])).toEqual([
      [`a${inside}(m)`, "number"],
      ["b", "text"],
    ]);
    const { node: refusal, page: same } = await bothRoads(written([header, "1.5,x", "2", "3,x"]));
    expect(same).toEqual(refusal);
    expect(refusal).toMatchObject([
      "CSV_ROW_WIDTH",
      expect.stringMatching(/ line 4 has 1 cell, the header has 2$/),
      {},
    ]);
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
      const syntax = { delimiter: ",", quote: '"', escape: '"' };
      const tokenizer = new CsvTokenizer(syntax, (record) => rows.push([record.line, ...record.cells()]));
      tokenizer.push(content.slice(0, cut));
      tokenizer.push(content.slice(cut));
      tokenizer.end();
      expect(rows, `cut at ${cut}`).toEqual([
        [1, "a", "b"],
        [2, "1", 'x "q" \r\ny'],
        [4, "2", "z"],
        [5, "3", "w"],
      ]);
    }
  });
});

describe("a column of very many different texts", () => {
  /**
   * Ids that differ in the first rows, then come again: whether they differ "nearly everywhere" shows only at the end.
   */
  function idTable(distinct: number, rows: number): string {
    const lines = Array.from(
      { length: rows },
      (_, row) => `id-${row % distinct},${row / 7},${row % 3 === 0 ? "" : "x"}`,
    );
    return `id,value,state\n${lines.join("\n")}\n`;
  }
  const ID_AS_TEXT: ReadonlyMap<string, "text"> = new Map([["id", "text"]]);
  const typeOfId = (table: unknown): string => (table as Table).columns[0]!.type;

  test.each([
    ["in every row", idTable(101_000, 101_000), {}, "other"],
    ["in just half of the rows", idTable(101_000, 202_000), {}, "text"],
    ["in more than half of the rows", idTable(101_000, 201_999), {}, "other"],
    ["more than half a million", idTable(500_001, 1_000_100), {}, "other"],
    ["in every row, wanted by a model", idTable(101_000, 101_000), { types: ID_AS_TEXT }, "text"],
    ["in every row, named by the person", idTable(101_000, 101_000), { keepTexts: ["id"] }, "text"],
  ] as const)("%s", async (_, content, named, type) => {
    const { node, page } = await bothRoads(content, undefined, named);
    expect(typeOfId(node)).toBe(type);
    expectSameTable(page, node);
  });

  test.each([
    ["dropped", {}, "other"],
    ["kept when a model wants it", { types: ID_AS_TEXT }, "text"],
    ["kept when the person names it", { keepTexts: ["id"] }, "text"],
  ] as const)("in Parquet: %s", async (how, named, type) => {
    const name = `ids-${how.length}.parquet`;
    await writeParquet(name, "SELECT 'id-' || i AS id, i / 7 AS value FROM range(101000) t(i)");
    const { node, page } = await bothRoads(readFileSync(join(folder.path, name)), name, named);
    expect(typeOfId(node)).toBe(type);
    expectSameTable(page, node);
  });
});

/** Random tables of troublesome cells, in troublesome writing. A failure names its seed. */
test("any cells in any writing", async () => {
  let tables = 0;
  for (let seed = 1; seed <= 80; seed++) {
    const { node, page } = await bothRoads(nastyCsv(seed));
    expect(page, `seed ${seed}`).toEqual(node);
    if (!Array.isArray(node)) tables++;
  }
  expect(tables, "cases that are no mistakes").toBeGreaterThan(60);
});
