import { describe, expect, test } from "vitest";
import { tableFromColumns } from "./build-table.js";
import { createTableReader, encodedRows, encodeTable, isMissingAt, MISSING, UNSEEN } from "./encode-table.js";
import type { Category, CategoryType, Feature } from "./features.js";
import type { Table } from "./table.js";

function encode(feature: Feature, values: readonly unknown[]): number[] {
  return encodeIn(feature, tableFromColumns({ [feature.name]: values }));
}

function encodeIn(feature: Feature, table: Table): number[] {
  const [column] = encodeTable([feature], table).columns;
  return column!.kind === "numeric" ? [...column!.values] : [...column!.codes];
}

const number: Feature = { name: "x", kind: "numeric" };
const categorical = (type: CategoryType, ...categories: Category[]): Feature => ({
  name: "x",
  kind: "categorical",
  type,
  categories,
});

describe("a numeric feature", () => {
  test("understands numbers, truth values, moments and text that is a number", () => {
    expect(encode(number, [1.5, null, Infinity])).toEqual([1.5, NaN, Infinity]);
    expect(encode(number, [true, false, null])).toEqual([1, 0, NaN]);
    expect(encode(number, [new Date(5), null])).toEqual([5, NaN]);
    expect(encode(number, [" 12.5 ", "-1e3", "-0", null])).toEqual([12.5, -1000, 0, NaN]);
  });

  test("refuses a word and other notations, with the row; a word for missing is missing", () => {
    const hint = "Correct or clear that value, or learn the feature as a category (categorical).";
    expect(() => encode(number, [null, "off"])).toThrow(
      expect.objectContaining({
        code: "NUMBER_EXPECTED",
        message: 'feature "x" is numeric, but row 1 holds "off"',
        hint,
      }),
    );
    expect(encode(number, ["", "n/a", "7"])).toEqual([NaN, NaN, 7]);
    expect(() => encode(number, ["0x10"])).toThrow('feature "x" is numeric, but row 0 holds "0x10"');
    expect(() => encode(number, ["a".repeat(50)])).toThrow(`row 0 holds "${"a".repeat(40)}"`);
    expect(() => encode(number, [[1]])).toThrow(
      'feature "x" is numeric, but it holds values that are neither numbers, text, truth values nor times',
    );
  });
});

test("words in a numeric feature are missing where the caller hears of them", () => {
  const told: unknown[] = [];
  const table = tableFromColumns({ x: [1, "ERR", null, "-", "off", 2, "ERR", "ERR"] });
  const [column] = encodeTable([number], table, { onOdd: (cells) => told.push(cells) }).columns;
  expect(column!.kind === "numeric" && [...column!.values]).toEqual([1, NaN, NaN, NaN, NaN, 2, NaN, NaN]);
  const first = [
    { place: "row 1", cell: "ERR" },
    { place: "row 4", cell: "off" },
    { place: "row 6", cell: "ERR" },
  ];
  expect(told).toEqual([{ name: "x", odd: 4, numbers: 2, first }]);
});

describe("a categorical feature", () => {
  test("has the column's own codes where its texts are numbered alike, and new ones where not", () => {
    const feature = categorical("text", "OFF", "ON");
    const column = (...dictionary: string[]) => ({
      name: "x",
      type: "text" as const,
      dictionary,
      codes: Int32Array.of(0, -1, 1, 1),
    });
    const codesOf = (only: ReturnType<typeof column>) =>
      encodeTable([feature], { rowCount: 4, columns: [only] }).columns[0] as { codes: Int32Array };
    const same = column("OFF", "ON");
    expect(codesOf(same).codes).toBe(same.codes);
    const other = column("ON", "OFF");
    expect([...codesOf(other).codes]).toEqual([1, MISSING, 0, 0]);
    expect([...codesOf(column("OFF", "on")).codes]).toEqual([0, MISSING, UNSEEN, UNSEEN]);
    expect([...other.codes]).toEqual([0, -1, 1, 1]);
  });

  test("tells missing from never seen", () => {
    expect(encode(categorical("text", "OFF", "ON"), ["ON", null, "on", "OFF", ""])).toEqual([
      1,
      MISSING,
      UNSEEN,
      0,
      UNSEEN,
    ]);
  });

  test("of text understands numbers, truth values and moments as they are written", () => {
    expect(encode(categorical("text", "1", "true"), [1, 2, null])).toEqual([0, UNSEEN, MISSING]);
    expect(encode(categorical("text", "1", "true"), [true, null])).toEqual([1, MISSING]);
    expect(encode(categorical("text", "1970-01-01T00:00:00.000Z"), [new Date(0)])).toEqual([0]);
  });

  test("of numbers understands text and truth values", () => {
    expect(encode(categorical("number", 0, 1, 2.5), ["2.5", "x", "1.0", null])).toEqual([2, UNSEEN, 1, MISSING]);
    expect(encode(categorical("number", 0, 1, 2.5), [false, true])).toEqual([0, 1]);
  });

  test("of truth values understands the usual words", () => {
    expect(encode(categorical("boolean", false, true), ["True", " 0 ", "yes", null])).toEqual([1, 0, UNSEEN, MISSING]);
    expect(encode(categorical("boolean", false, true), [1, 0, 7])).toEqual([1, 0, UNSEEN]);
  });

  test("refuses values that are no plain values", () => {
    expect(() => encode(categorical("text", "a"), [{}])).toThrow(
      expect.objectContaining({
        code: "CATEGORY_EXPECTED",
        message:
          'feature "x" is categorical, but it holds values that are neither numbers, text, truth values nor times',
        hint: "Give one plain value for each row.",
      }),
    );
  });
});

describe("the columns of a table", () => {
  const features: Feature[] = [
    { name: "Level", kind: "numeric" },
    { name: "Flow", kind: "numeric" },
  ];

  test("are found by name, in the order of the features; others are ignored", () => {
    const table = tableFromColumns({ Flow: [1], Other: [2], Level: [3] });
    expect(createTableReader(features)(table).columns.map((column) => column.name)).toEqual(["Level", "Flow"]);
  });

  test("are found again when a table has other names, or the same in another order, and refused after one that was not", () => {
    const read = createTableReader(features);
    const values = (table: Table): number[] =>
      read(table).encoded.columns.map((column) => (column.kind === "numeric" ? column.values[0]! : NaN));
    const refused = { Flow: [1], Other: [2] };
    expect(values(tableFromColumns({ Flow: [1], Level: [3] }))).toEqual([3, 1]);
    expect(values(tableFromColumns({ Flow: [4], Level: [5] }))).toEqual([5, 4]);
    expect(values(tableFromColumns({ Level: [6], Flow: [7] }))).toEqual([6, 7]);
    for (let time = 0; time < 2; time++)
      expect(() => read(tableFromColumns(refused))).toThrow("lacks the feature Level");
    expect(values(tableFromColumns({ Level: [6], Other: [0], Flow: [7] }))).toEqual([6, 7]);
  });

  test("that are missing are named, with the nearest of the others", () => {
    expect(() => createTableReader(features)(tableFromColumns({ level: [1], Flow: [2] }))).toThrow(
      expect.objectContaining({
        code: "FEATURE_MISSING",
        message: "the table lacks the feature Level",
        hint: 'Closest: "level" for "Level". The table also has: level. The columns must be those the model was learnt from.',
      }),
    );
    expect(() => createTableReader(features)(tableFromColumns([]))).toThrow(
      expect.objectContaining({
        message: "the table lacks 2 of 2 features: Level, Flow",
        hint: "The table has no other columns. The columns must be those the model was learnt from.",
      }),
    );
  });
});

describe("columns that may be absent", () => {
  const features: Feature[] = [
    { name: "Level", kind: "numeric" },
    { ...categorical("text", "OFF", "ON"), name: "Pump" },
  ];

  test("are missing in every row, in the place and by the name of their feature", () => {
    const { encoded, columns } = createTableReader(features)(tableFromColumns({ Level: [1, 2] }), "missing");
    expect(encoded.columns[1]).toEqual({ kind: "categorical", codes: Int32Array.of(MISSING, MISSING) });
    expect(columns[1]).toEqual(tableFromColumns({ Pump: [null, null] }).columns[0]);
    const other = createTableReader(features)(tableFromColumns({ Pump: ["ON", null] }), "missing");
    expect(other.encoded.columns[0]).toEqual({ kind: "numeric", values: Float64Array.of(NaN, NaN) });
  });

  test("are as many values as the table at hand has rows, however many an earlier one had", () => {
    const read = createTableReader(features);
    const lengthFor = (values: number[]): number => {
      const [, pump] = read(tableFromColumns({ Level: values }), "missing").encoded.columns;
      return pump!.kind === "categorical" ? pump!.codes.length : NaN;
    };
    expect([[1], [1, 2, 3], [1]].map(lengthFor)).toEqual([1, 3, 1]);
  });

  test("are refused when one of the strangers may be meant, not when that one is known to be no feature", () => {
    const table = tableFromColumns({ Level: [1], pmup: ["ON"] });
    expect(() => createTableReader(features)(table, "missing")).toThrow("the table lacks the feature Pump");
    expect(createTableReader(features, ["pmup"])(table, "missing").encoded.rowCount).toBe(1);
    expect(() => createTableReader(features, ["pmup"])(table)).toThrow(
      expect.objectContaining({
        hint: "The table also has: pmup. The columns must be those the model was learnt from.",
      }),
    );
  });
});

test("encodedRows takes rows in the given order, and again where asked", () => {
  const features: Feature[] = [number, { ...categorical("text", "a", "b"), name: "y" }];
  const table = encodeTable(features, tableFromColumns({ x: [1, 2, NaN], y: ["a", "b", null] }));
  const taken = encodedRows(table, Int32Array.of(2, 0, 0));
  expect(taken.rowCount).toBe(3);
  expect(taken.columns).toEqual([
    { kind: "numeric", values: Float64Array.of(NaN, 1, 1) },
    { kind: "categorical", codes: Int32Array.of(MISSING, 0, 0) },
  ]);
  expect(taken.columns.map((column) => isMissingAt(column, 0))).toEqual([true, true]);
  expect(taken.columns.map((column) => isMissingAt(column, 1))).toEqual([false, false]);
});

test("no number that was never seen is held against all categories", () => {
  let reads = 0;
  const count = 2000;
  const categories = new Proxy(
    Array.from({ length: count }, (_, code) => code + 0.5),
    {
      get(list, key, by) {
        reads++;
        return Reflect.get(list, key, by);
      },
    },
  );
  const feature: Feature = { name: "x", kind: "categorical", type: "number", categories };
  const values = Array.from({ length: count }, (_, row) => row + 0.25);
  expect(new Set(encode(feature, values))).toEqual(new Set([UNSEEN]));
  expect(reads).toBeLessThan(100 * count);
});

test("a category that is a number is known however it was rounded; whole numbers are told apart", () => {
  const prices = categorical("number", 19.99, 18, 0.3, 16_777_216, Math.fround(7.1));
  expect(encode(prices, [Math.fround(19.99), 18 * (1 + 2 ** -52), 0.1 + 0.2, 7.1])).toEqual([0, 1, 2, 4]);
  expect(encode(prices, [19.98, 19, 16_777_217])).toEqual([UNSEEN, UNSEEN, UNSEEN]);
  expect(encode(categorical("text", "19.99"), ["19.990"])).toEqual([UNSEEN]);
});
