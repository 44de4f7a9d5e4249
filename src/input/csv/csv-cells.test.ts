import { describe, expect, test } from "vitest";
import { createRandom } from "../../core/base/index.js";
import { parseNumber as parse, plainDecimal } from "./csv-cells.js";
import { type FileText, readCsvHeader, readCsvRows } from "./csv-table.js";

const plain = (cell: string): number => plainDecimal(`x${cell}y`, 1, 1 + cell.length);

describe("a plain number", () => {
  test("is read where it stands", () => {
    expect(["1", "-2.5", ".5", "6.", "007"].map(plain)).toEqual([1, -2.5, 0.5, 6, 7]);
    expect(Object.is(plain("-0"), 0)).toBe(true);
  });

  test("is written in no other way", () => {
    const others = ["", "-", ".", "-.", "+1", " 1", "1 ", "1e5", "--1", "1.2.3", "1-", '"1"', "NA", "inf", "\u0661"];
    for (const cell of others) expect(plain(cell), cell).toBeNaN();
  });

  test("is the number that Number makes of the cell, to the last bit, or is left to that", () => {
    const random = createRandom(7);
    const digits = (most: number): string =>
      Array.from({ length: Math.floor(random() * (most + 1)) }, () => Math.floor(random() * 10)).join("");
    let taken = 0;
    for (let i = 0; i < 20_000; i++) {
      const zeros = "0".repeat(Math.floor(random() * 8));
      const cell = `${random() < 0.5 ? "-" : ""}${digits(9)}${random() < 0.8 ? `.${zeros}${digits(18)}` : ""}`;
      const value = plain(cell);
      if (Number.isNaN(value)) continue;
      taken++;
      expect(Object.is(value, Number(cell) + 0), cell).toBe(true);
      expect(Object.is(value, parse(cell)), cell).toBe(true);
    }
    expect(taken).toBeGreaterThan(5000);
    expect(["9007199254740991", "9007199254740992"].map(plain)).toEqual([9007199254740991, Number.NaN]);
    expect(plain(`.${"0".repeat(21)}1`)).toBe(1e-22);
    expect(plain(`.${"0".repeat(22)}1`)).toBeNaN();
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
      ranges: new Map(),
      mayBeText: (name) => name === "b",
      oddCells: "missing",
      uniqueTexts: () => "keep",
      isWanted: (name) => name !== "c",
      unwanted: "looked at",
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
      const numberOf = (written: string): number => parse(written.replaceAll('"', "")) ?? Number.NaN;
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
