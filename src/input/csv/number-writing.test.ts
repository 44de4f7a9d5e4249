import { expect, test } from "vitest";
import { parseNumber } from "./csv-cells.js";
import { addCounts, chooseWriting, countCell, NO_NUMBERS, writtenNumberParser } from "./number-writing.js";

function writingOf(cells: readonly string[], delimiter = ";"): string {
  const counts = cells.map((cell) => countCell(cell, parseNumber(cell))).reduce(addCounts, NO_NUMBERS);
  return chooseWriting(counts, delimiter);
}

test("one cell that can be read in one way only decides for all", () => {
  expect(writingOf(["3,14", "1,234", "7"])).toBe("decimal comma");
  expect(writingOf(["1.234,5", "1.234", "0,5"])).toBe("decimal comma");
  expect(writingOf(["1,234", "1,234,567", "7"])).toBe("thousands comma");
  expect(writingOf(["1,234.5", "7"])).toBe("thousands comma");
  expect(writingOf(["1,234", "12.5"])).toBe("thousands comma");
  expect(writingOf(["1,234", "2000"])).toBe("decimal comma");
});

test("what may be either follows the delimiter, and is left alone where that says nothing", () => {
  expect(writingOf(["1,234", "7"], ",")).toBe("thousands comma");
  expect(writingOf(["1,234", "7"], ";")).toBe("decimal comma");
  expect(writingOf(["1,234", "7"], "\t")).toBe("plain");
});

test("cells that contradict one another leave the column plain", () => {
  expect(writingOf(["3,14", "2.5"])).toBe("plain");
  expect(writingOf(["1,234,567", "3,1"])).toBe("plain");
  expect(writingOf(["1,234,567", "2000"])).toBe("plain");
  expect(writingOf(["12", "2.5", "word"])).toBe("plain");
});

test("a stray cell with a comma is no writing of the column", () => {
  const readings = Array.from({ length: 99 }, (_, row) => String(row));
  expect(writingOf([...readings, "1,234"], ",")).toBe("thousands comma");
  expect(writingOf([...readings, "7", "1,234"], ",")).toBe("plain");
});

test("numbers are read as they are written", () => {
  const decimal = writtenNumberParser("decimal comma");
  expect(["3,14", "-,5", "1.234,5", "1.234", "1.234.567", " 7 ", "1,5e3"].map(decimal)).toEqual([
    3.14, -0.5, 1234.5, 1234, 1_234_567, 7, 1500,
  ]);
  expect(["1,2,3", "1.5", "x", "1,"].map(decimal)).toEqual([undefined, undefined, undefined, undefined]);
  const thousands = writtenNumberParser("thousands comma");
  expect(["1,234", "-1,234,567.25", "12.5", "7"].map(thousands)).toEqual([1234, -1_234_567.25, 12.5, 7]);
  expect(["1,23", "0,123", "1234,567", "1,2345"].map(thousands)).toEqual([undefined, undefined, undefined, undefined]);
});
