import { describe, expect, test } from "vitest";
import { parseNumber } from "./csv-cells.js";
import {
  addCounts,
  type ChosenWriting,
  chooseWritings,
  countCell,
  countInAnyWriting,
  countNumbers,
  isWrittenOtherwise,
  NO_NUMBERS,
  WRITINGS,
  writtenNumberParser,
} from "./number-writing.js";

const countsOf = (cells: readonly string[]) =>
  cells.map((cell) => countCell(cell, parseNumber(cell))).reduce(addCounts, NO_NUMBERS);

/** Columns of one file. */
const file = (delimiter: string, ...columns: readonly (readonly string[])[]) => ({
  delimiter,
  columns: columns.map(countsOf),
});

const shown = ({ writing, isInDoubt }: ChosenWriting): string => (isInDoubt ? `${writing}?` : writing);

/** Of one column; with a question mark where it is in doubt. */
function writingOf(cells: readonly string[], delimiter = ";"): string {
  return shown(chooseWritings([file(delimiter, cells)])[0]![0]!);
}

const READINGS = Array.from({ length: 3000 }, (_, row) => `${60 + (row % 9)},${10 + (row % 88)}`);

describe("cells that can be read in one way decide for their column", () => {
  test("the others follow", () => {
    expect(writingOf(["3,14", "1,234", "7"])).toBe("decimal comma");
    expect(writingOf(["1.234,5", "1.234", "0,5"])).toBe("thousands point");
    expect(writingOf(["1,234", "1,234,567", "7"])).toBe("thousands comma");
    expect(writingOf(["1,234.5", "7"])).toBe("thousands comma");
    expect(writingOf(["0.123", "1.234"])).toBe("plain");
  });

  test("one cell with a point among thousands of decimal commas is odd, and so is the mirror of it", () => {
    expect(writingOf([...READINGS, "61.55"])).toBe("decimal comma");
    expect(countNumbers(countsOf([...READINGS, "61.55"]), "decimal comma")).toBe(3000);
    const thousands = READINGS.map((_, row) => `${100 + (row % 900)},213.0`);
    expect(writingOf([...thousands, "12,5"], ",")).toBe("thousands comma");
    expect(countNumbers(countsOf([...thousands, "12,5"]), "thousands comma")).toBe(3000);
  });

  test("thousands that are far from all other numbers are odd", () => {
    expect(writingOf([...READINGS.slice(0, 30), "61.550"])).toBe("decimal comma");
    expect(countNumbers(countsOf(["62,88", "61.550"]), "decimal comma")).toBe(1);
    expect(writingOf(["8.5", "12.5", "1,234"], ",")).toBe("plain");
    expect(writingOf(["999,5", "1.234"])).toBe("thousands point");
    expect(writingOf(["999.5", "1,234"])).toBe("thousands comma");
    expect(writingOf(["1234,5", "1.234"])).toBe("decimal comma");
  });
});

describe("what may be either", () => {
  test("follows the other columns of the file", () => {
    const point = ["12.5", "7.25"];
    const comma = ["12,5", "7,25"];
    const chosen = (delimiter: string, ...columns: readonly string[][]) =>
      chooseWritings([file(delimiter, ...columns)])[0]!.map(shown);
    for (const delimiter of [",", "\t", "|"])
      expect(chosen(delimiter, ["1,234"], point)).toEqual(["thousands comma", "plain"]);
    for (const delimiter of [";", "\t", "|"])
      expect(chosen(delimiter, ["1,234"], comma)).toEqual(["decimal comma", "decimal comma"]);
    expect(chosen(";", ["1,234"], point)).toEqual(["thousands comma?", "plain"]); // the delimiter speaks against it
    expect(chosen(",", ["1,234"], comma)).toEqual(["decimal comma?", "decimal comma"]);
    expect(chosen(",", ["1,100", "1001"], point)).toEqual(["thousands comma?", "plain"]);
    expect(chosen(",", ["1,100", "1001"], comma)).toEqual(["decimal comma?", "decimal comma"]);
    expect(chosen(";", ["127.213"], comma)).toEqual(["thousands point?", "decimal comma"]);
    expect(chosen(";", ["127.213", "1500"], comma)).toEqual(["plain?", "decimal comma"]);
    expect(chosen(";", ["127.213"], point)).toEqual(["plain", "plain"]);
  });

  test("then the delimiter; where that says nothing, commas part thousands", () => {
    expect(writingOf(["1,234", "7"], ",")).toBe("thousands comma?");
    expect(writingOf(["1,234", "7"], ";")).toBe("decimal comma?");
    for (const delimiter of ["\t", "|", ""]) expect(writingOf(["1,234", "7"], delimiter)).toBe("thousands comma?");
    expect(writingOf(["1,234", "2000"], ",")).toBe("decimal comma?");
    expect(writingOf(["1.234", "7"], ";")).toBe("plain");
  });

  test("is in doubt with points beside whole numbers that come near", () => {
    const parted = ["599", "984", "6.598", "1.020"];
    for (const delimiter of [";", "\t", "|"]) expect(writingOf(parted, delimiter)).toBe("plain?");
    expect(writingOf(parted, ",")).toBe("plain");
    for (const sure of ["0.123", "6.59", "1234.567", "6.5985"]) expect(writingOf([...parted, sure])).toBe("plain");
    expect(writingOf(["7", "12", "6.598", "1.020"])).toBe("plain"); // far from 1020
    expect(writingOf(["1500", "6.598"])).toBe("plain"); // thousands that are not parted
    expect(writingOf(["6.598", "61.020"])).toBe("plain"); // three decimals everywhere
    expect(chooseWritings([file(";", parted, ["12.5"])])[0]!.map(shown)).toEqual(["plain", "plain"]);
  });

  test("is a stray cell where it is rare and far from the others", () => {
    const readings = Array.from({ length: 99 }, (_, row) => String(row));
    expect(writingOf([...readings, "1,234"], ",")).toBe("thousands comma?");
    expect(writingOf([...readings, "7", "1,234"], ",")).toBe("plain");
  });
});

describe("what a model has learnt decides where the file does not tell", () => {
  const withRange = (cells: readonly string[], range: readonly [number, number], delimiter = ";") =>
    shown(chooseWritings([file(delimiter, cells)], [range])[0]![0]!);

  test("1.500 is 1500 where the learning rows were about as large, and in doubt", () => {
    expect(withRange(["1.500"], [1640, 1958])).toBe("thousands point?");
    expect(withRange(["2.000", "900"], [1640, 1958], "\t")).toBe("thousands point?");
    expect(withRange(["-1.500"], [-1958, -1640])).toBe("thousands point?");
    expect(withRange(["1.500"], [8, 12])).toBe("plain");
    expect(withRange(["1.500"], [0, 2000])).toBe("plain?"); // either may be
    expect(withRange(["1.500", "999.250"], [0, 2000])).toBe("plain"); // 999250 is not
    expect(withRange(["1.500"], [0, 500])).toBe("plain");
    expect(withRange(["1.500"], [1e6, 2e6])).toBe("plain"); // neither
  });

  test("1,500 likewise, whatever parts the cells", () => {
    for (const delimiter of [";", ",", ""]) {
      expect(withRange(["1,500"], [1640, 1958], delimiter)).toBe("thousands comma?");
      expect(withRange(["1,500"], [0.5, 9], delimiter)).toBe("decimal comma?");
    }
  });

  test("but not against the column or the file", () => {
    expect(withRange(["1.500", "1.5"], [1640, 1958])).toBe("plain");
    expect(withRange(["1.500", "1700"], [1640, 1958])).toBe("plain");
    expect(withRange(["1.500"], [1640, 1958], ",")).toBe("plain");
    expect(chooseWritings([file(";", ["1.500"], ["30.5"])], [[1640, 1958]])[0]!.map(shown)).toEqual(["plain", "plain"]);
  });
});

test("every file is written in its own way", () => {
  const files = [file(";", ["4.563", "5.5"]), file(";", ["62,88"]), file(";", ["4.563"]), file(";", ["7"])];
  expect(chooseWritings(files).map(([column]) => shown(column!))).toEqual([
    "plain",
    "decimal comma",
    "plain?",
    "plain",
  ]);
});

test("numbers are read as they are written", () => {
  const read = (writing: (typeof WRITINGS)[number], ...cells: readonly string[]) =>
    cells.map(writtenNumberParser(writing));
  expect(read("decimal comma", "3,14", "-,5", " 7 ", "1,5e3")).toEqual([3.14, -0.5, 7, 1500]);
  expect(read("decimal comma", "1,2,3", "1.5", "x", "1,", "1.234", "1.234,5")).toEqual(Array(6).fill(undefined));
  expect(read("thousands point", "3,14", "1.234,5", "1.234", "1.234.567")).toEqual([3.14, 1234.5, 1234, 1_234_567]);
  expect(read("thousands point", "1.5", "0.123", "1.23,4")).toEqual(Array(3).fill(undefined));
  expect(read("thousands comma", "1,234", "-1,234,567.25", "12.5", "7")).toEqual([1234, -1_234_567.25, 12.5, 7]);
  expect(read("thousands comma", "1,23", "0,123", "1234,567", "1,2345")).toEqual(Array(4).fill(undefined));
});

test("counts are those of cells that are read, in every writing", () => {
  const numbers = ["", "-", "+"].flatMap((sign) =>
    [
      "7",
      "1234",
      "12.5",
      "0.123",
      "1.234",
      "12.345.678",
      "1.234,5",
      "1.23,4",
      "3,14",
      "0,123",
      "1,234",
      "1,234.",
      "1,2,3",
    ]
      .flatMap((digits) => [digits, ` ${digits}`, `${digits}e2`])
      .map((digits) => sign + digits),
  );
  for (const cell of [...numbers, "x", "1,", ",", ".", "1e5", "nan"]) {
    const counts = countCell(cell, parseNumber(cell));
    const read = WRITINGS.map((writing) => Number(writtenNumberParser(writing)(cell) !== undefined));
    expect(
      WRITINGS.map((writing) => countNumbers(counts, writing)),
      cell,
    ).toEqual(read);
    expect(countInAnyWriting(counts), cell).toBe(Math.max(...read));
    expect(parseNumber(cell) === undefined && isWrittenOtherwise(cell), cell).toBe(read[0] === 0 && read.includes(1));
  }
});
