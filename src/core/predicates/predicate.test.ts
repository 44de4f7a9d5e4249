import { describe, expect, test } from "vitest";
import { type EncodedTable, MISSING, UNSEEN } from "../table/index.js";
import {
  contains,
  FAILS,
  featuresOf,
  fillRowSets,
  HOLDS,
  type IntervalPredicate,
  type Predicate,
  predicateState,
  UNKNOWN,
} from "./predicate.js";

const table: EncodedTable = {
  rowCount: 4,
  features: [
    { name: "Level", kind: "numeric" },
    { name: "Pump", kind: "categorical", type: "text", categories: ["OFF", "ON"] },
    { name: "Mode", kind: "categorical", type: "text", categories: ["a", "b"] },
  ],
  columns: [
    { kind: "numeric", values: Float64Array.of(10, 9.9, NaN, Infinity) },
    { kind: "categorical", codes: Int32Array.of(1, 0, MISSING, UNSEEN) },
    { kind: "categorical", codes: Int32Array.of(0, 1, 1, MISSING) },
  ],
};
const states = (predicate: Predicate): number[] => [0, 1, 2, 3].map((row) => predicateState(predicate, table, row));
const interval = (min: number, max: number, maxInclusive = false): IntervalPredicate => ({
  kind: "interval",
  feature: 0,
  min,
  max,
  maxInclusive,
});

describe("an interval", () => {
  test("holds its lower end and not its upper end, unless that is included", () => {
    expect(contains(interval(1, 2), 1)).toBe(true);
    expect(contains(interval(1, 2), 2)).toBe(false);
    expect(contains(interval(1, 2, true), 2)).toBe(true);
    expect(contains(interval(1, 1, true), 1)).toBe(true);
  });

  test("with open ends holds infinite values", () => {
    expect(contains(interval(-Infinity, Infinity), Infinity)).toBe(true);
    expect(contains(interval(-Infinity, 0), -Infinity)).toBe(true);
    expect(contains(interval(-Infinity, 5, true), Infinity)).toBe(false);
  });

  test("is unknown where the value is missing", () => {
    expect(states(interval(10, Infinity))).toEqual([HOLDS, FAILS, UNKNOWN, HOLDS]);
  });
});

test("a choice of categories fails for one never seen and is unknown for none", () => {
  expect(states({ kind: "in", feature: 1, codes: [0, 1] })).toEqual([HOLDS, HOLDS, UNKNOWN, FAILS]);
});

test("presence holds or fails and is never unknown", () => {
  expect(states({ kind: "present", feature: 1 })).toEqual([HOLDS, HOLDS, FAILS, HOLDS]);
  expect(states({ kind: "present", feature: 0 })).toEqual([HOLDS, HOLDS, FAILS, HOLDS]);
});

test("anyOf holds when one part holds, and is unknown when none does and one is missing", () => {
  const anyOf: Predicate = {
    kind: "anyOf",
    parts: [
      { kind: "in", feature: 1, codes: [1] },
      { kind: "in", feature: 2, codes: [1] },
    ],
  };
  expect(states(anyOf)).toEqual([HOLDS, HOLDS, HOLDS, UNKNOWN]);
  expect(predicateState({ ...anyOf, parts: [anyOf.parts[0]!] }, table, 1)).toBe(FAILS);
  expect(featuresOf(anyOf)).toEqual([1, 2]);
});

test("a missing value is in neither row set", () => {
  const holds = new Uint32Array(1);
  const fails = new Uint32Array(1);
  fillRowSets(interval(10, Infinity), table, { holds, fails });
  expect([holds[0], fails[0]]).toEqual([0b1001, 0b0010]);
});
