import { expect, test } from "vitest";
import { createRandom } from "../base/index.js";
import { describeIdentifiers, describeLongNumbers, isCalledCode } from "./identifier-numbers.js";
import { numberFacts } from "./number-facts.js";

const describe = (values: Float64Array): string | null => describeIdentifiers(numberFacts(values));

test("whole numbers that never repeat although chance would repeat them are identifiers, in any order", () => {
  const random = createRandom(3);
  let id = 10_000;
  const ids = Float64Array.from({ length: 500 }, () => (id += 1 + Math.floor(random() * 9)));
  const reason = describe(ids);
  expect(reason).toMatch(/^it looks like an identifier \(500 whole numbers, no two alike, in a range of 2,\d{3}\)$/);
  expect(describe(ids.toSorted((a, b) => (a % 97) - (b % 97)))).toBe(reason);
});

test("numbers that repeat, have gaps in their rows, are not whole, too few or far apart are not", () => {
  const ids = Float64Array.from({ length: 500 }, (_, row) => 10_000 + row * 3);
  expect(describe(ids.with(7, ids[8]!))).toBeNull();
  expect(describe(ids.with(7, NaN))).toBeNull();
  expect(describe(ids.with(7, 0.5))).toBeNull();
  expect(describe(ids.subarray(0, 49))).toBeNull();
  expect(describe(ids.map((value) => value * 100_000))).toBeNull();
});

test("readings drawn by lot are never taken for identifiers", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = createRandom(seed);
    const range = 10 ** (1 + (seed % 6));
    const values = Float64Array.from({ length: 50 + 10 * seed }, () => Math.floor(random() * range));
    expect(describe(values), `seed ${seed}`).toBeNull();
  }
});

test("a name says that whole numbers are codes", () => {
  const codes = Float64Array.of(101, 205, NaN);
  for (const name of ["customer_id", "PassengerId", "zip", "product code", "card", "Account No.", "cardNumber", "cvv"])
    expect(isCalledCode(name, numberFacts(codes)), name).toBe(true);
  for (const name of ["idle", "code_length", "paid", "x1", "cards", "lap_number", "number of orders", "scorecard"])
    expect(isCalledCode(name, numberFacts(codes)), name).toBe(false);
  expect(isCalledCode("sensor_id", numberFacts(Float64Array.of(1.5)))).toBe(false);
});

const long = (values: readonly number[]): string | null => describeLongNumbers(numberFacts(Float64Array.from(values)));

test("whole numbers beyond 2^53 are identifiers, or codes where they are few, and never numbers that were rounded", () => {
  const ids = Array.from({ length: 60 }, (_, row) => Number(1_234_567_890_123_456_789n + BigInt(row) * 7_919_000_001n));
  const why =
    "(whole numbers beyond 9,007,199,254,740,992, which are rounded when they are read as numbers; as categories they are read as text)";
  expect(long(ids)).toBe(`it looks like an identifier ${why}`);
  expect(long(ids.map((id) => -id))).toBe(`it looks like an identifier ${why}`);
  expect(long(ids.map((_, row) => ids[row % 6]!))).toBe(`it looks like codes ${why}`);
  expect(long(ids.map((id, row) => (row % 2 === 0 ? id : NaN)))).toBe(`it looks like an identifier ${why}`);
});

test("exact numbers, a few long ones among them, and quantities of that size stay numbers", () => {
  const rows = Array.from({ length: 40 }, (_, row) => row);
  expect(long(rows.map((row) => Number.MAX_SAFE_INTEGER - row))).toBeNull();
  expect(long(rows.map((row) => (row === 7 ? 2 ** 63 : row)))).toBeNull();
  expect(long(rows.map((row) => (100 + row) * 1e16))).toBeNull();
  expect(long(rows.map((row) => (1 + row / 7) * 1e25))).toBeNull();
});

test("numbers in parts count the long ones as one table does", () => {
  const rows = Array.from({ length: 40 }, (_, row) => 2 ** 60 + 4096 * row);
  const scanned = (values: readonly number[]): number => numberFacts(Float64Array.from(values)).long();
  expect(scanned(rows)).toBe(scanned(rows.slice(0, 13)) + scanned(rows.slice(13)));
});
