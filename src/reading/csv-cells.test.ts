import { describe, expect, test } from "vitest";
import { createRandom } from "../core/random/random.js";
import { parseNumber as parse, readPlainLines } from "./csv-cells.js";
import { type FileText, readCsvHeader, readCsvRows } from "./csv-table.js";

const COMMA = 44;

function read(text: string, width: number, { start = 0, room = 100, lineEnd = "\n" } = {}) {
  const values = new Float64Array(room * width).fill(Number.NaN);
  const { lines, end } = readPlainLines(text, start, { width, delimiter: COMMA, lineEnd }, values);
  return { lines, end, values: [...values.subarray(0, lines * width)] };
}

describe("lines of plain numbers", () => {
  test("are read up to the end of the last whole one", () => {
    expect(read("1,-2.5\n.5,6.\n7,", 2)).toEqual({ lines: 2, end: 13, values: [1, -2.5, 0.5, 6] });
    expect(read("1,2\n3,4", 2)).toMatchObject({ lines: 1, end: 4 });
    expect(read("", 1)).toEqual({ lines: 0, end: 0, values: [] });
  });

  test("begin where they are said to, and are no more than there is room for", () => {
    expect(read("x\n1\n2\n3\n", 1, { start: 2, room: 2 })).toEqual({ lines: 2, end: 6, values: [1, 2] });
  });

  test("end before a line that ends otherwise, is blank, or has more or fewer cells", () => {
    expect(read("1,2\r\n3,4\n5,6\r\n", 2, { lineEnd: "\r\n" })).toMatchObject({ lines: 1, end: 5 });
    expect(read("1,2\n3,4\r\n", 2)).toMatchObject({ lines: 1, end: 4 });
    expect(read("1\n\n2\n", 1)).toMatchObject({ lines: 1, end: 2 });
    for (const other of ["3", "3,4,5", "3,4,", "3,", ",4", "3;4"]) {
      expect(read(`1,2\n${other}\n`, 2), other).toMatchObject({ lines: 1, end: 4 });
    }
  });

  test("have no cell that is written in another way", () => {
    const others = ["", "-", ".", "-.", "+1", " 1", "1 ", "1e5", "--1", "1.2.3", "1-", '"1"', "NA", "inf", "\u0661"];
    for (const cell of others) expect(read(`${cell},1\n`, 2).lines, cell).toBe(0);
    for (const cell of others) expect(read(`1,${cell}\n`, 2).lines, cell).toBe(0);
  });

  test("have the numbers that the cells have one by one, to the last bit, or are left to that", () => {
    const random = createRandom(7);
    const digits = (most: number): string =>
      Array.from({ length: Math.floor(random() * (most + 1)) }, () => Math.floor(random() * 10)).join("");
    let taken = 0;
    for (let i = 0; i < 20_000; i++) {
      const zeros = "0".repeat(Math.floor(random() * 8));
      const cell = `${random() < 0.5 ? "-" : ""}${digits(9)}${random() < 0.8 ? `.${zeros}${digits(18)}` : ""}`;
      const { lines, values } = read(`${cell}\n`, 1);
      if (lines === 0) continue;
      taken++;
      expect(Object.is(values[0], Number(cell) + 0), cell).toBe(true);
      expect(Object.is(values[0], parse(cell)), cell).toBe(true);
    }
    expect(taken).toBeGreaterThan(5000);
    expect(read("9007199254740991\n9007199254740992\n", 1)).toMatchObject({ lines: 1, values: [9007199254740991] });
    expect(read(`.${"0".repeat(21)}1\n`, 1).values).toEqual([1e-22]);
    expect(read(`.${"0".repeat(22)}1\n`, 1).lines).toBe(0);
    expect(Object.is(read("-0\n", 1).values[0], 0)).toBe(true);
  });
});

describe("a table of numbers", () => {
  /** In pieces of one length, wherever they are cut. */
  const fileOf = (text: string, pieceLength: number): FileText => ({
    name: "numbers.csv",
    readHead: async () => ({ head: text, isWhole: true }),
    async *pieces() {
      for (let at = 0; at < text.length; at += pieceLength) yield { text: text.slice(at, at + pieceLength), share: 1 };
    },
  });

  async function columnsOf(text: string, pieceLength: number): Promise<unknown> {
    const file = fileOf(text, pieceLength);
    const header = await readCsvHeader(file, ",");
    const { table } = await readCsvRows(file, header, {
      types: new Map(),
      mayBeText: (name) => name === "b",
      oddCells: "missing",
      uniqueTexts: () => "keep",
      isWanted: (name) => name !== "c",
      onProgress: () => {},
      onDoubt: () => {},
    });
    const { rowCount, columns } = table;
    return { rowCount, columns: columns.map((column) => ("values" in column ? [...column.values] : column)) };
  }

  test("is the same however its text is cut, with cells of every kind between the plain ones", async () => {
    const random = createRandom(11);
    const pick = (cells: readonly string[]): string => cells[Math.floor(random() * cells.length)]!;
    const cell = (): string =>
      random() < 0.95
        ? (random() * 2000 - 1000).toPrecision(1 + Math.floor(random() * 17))
        : pick(["", "NA", " 7", '"8"', "1e3", "-.5"]);
    for (const lineEnd of ["\n", "\r\n"]) {
      const rows = Array.from({ length: 300 }, () => [cell(), cell(), cell()]);
      const text = ["a,b,c", ...rows.map((cells) => cells.join(","))].map((line) => line + lineEnd).join("");
      const numberOf = (own: string): number => parse(own.replaceAll('"', "")) ?? Number.NaN;
      const expected = { rowCount: 300, columns: [0, 1].map((place) => rows.map((cells) => numberOf(cells[place]!))) };
      for (const pieceLength of [1, 7, 64, 4096, text.length]) {
        expect(await columnsOf(text, pieceLength), `${JSON.stringify(lineEnd)} ${pieceLength}`).toEqual(expected);
      }
    }
  });

  test("that turns out to have a word has text in a column that may be text, and numbers in the other", async () => {
    const text = `a,b,c\n${"1,2,3\n".repeat(5000)}1,word,3\n${"4,5,6\n".repeat(5000)}`;
    const { rowCount, columns } = (await columnsOf(text, 1000)) as { rowCount: number; columns: [number[], object] };
    expect(rowCount).toBe(10_001);
    expect(columns[0].filter((value) => value === 1)).toHaveLength(5001);
    expect(columns[1]).toMatchObject({ type: "text", dictionary: ["2", "5", "word"] });
  });
});
