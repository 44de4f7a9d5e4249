import { expect, test } from "vitest";
import { createRandom } from "../base/random/random.js";
import { describeIdentifiers, isCalledCode } from "./identifier-numbers.js";
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
  for (const name of ["customer_id", "PassengerId", "zip", "product code"])
    expect(isCalledCode(name, numberFacts(codes))).toBe(true);
  for (const name of ["idle", "code_length", "paid", "x1"])
    expect(isCalledCode(name, numberFacts(codes)), name).toBe(false);
  expect(isCalledCode("sensor_id", numberFacts(Float64Array.of(1.5)))).toBe(false);
});
