import { expect, test } from "vitest";
import { createRandom, randomInteger } from "../core/base/index.js";
import type { RowPlace } from "../core/incidents/index.js";
import { encodeTable, type Feature, tableFromColumns } from "../core/table/index.js";
import { createTrends, thinOut } from "./trends.js";

const FEATURES: readonly Feature[] = [
  { name: "Level", kind: "numeric" },
  { name: "Valve", kind: "categorical", type: "text", categories: ["Closed", "Open"] },
];
const ALWAYS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

interface Reading {
  readonly place: number;
  readonly by: string | null;
  readonly level: number | null;
  readonly valve: string | null;
}

function trendsOf(readings: readonly Reading[], mostValues?: number) {
  const trends = createTrends(FEATURES.length, mostValues);
  const table = tableFromColumns({
    Level: readings.map(({ level }) => level),
    Valve: readings.map(({ valve }) => valve),
  });
  const places = readings.map(({ place, by }): RowPlace => ({ place, by }));
  trends.add(encodeTable(FEATURES, table), places);
  return trends;
}

const reading = (place: number, level: number | null, part: Partial<Reading> = {}): Reading => ({
  place,
  level,
  by: null,
  valve: "Open",
  ...part,
});

test("few readings stand as they are, in order of time", () => {
  const trends = trendsOf([reading(30, 3), reading(10, 1), reading(20, 2), reading(20, 5)]);
  expect(trends.cut({ by: null, feature: 0, ...ALWAYS })).toEqual([
    { at: 10, low: 1, high: 1 },
    { at: 20, low: 2, high: 5 },
    { at: 30, low: 3, high: 3 },
  ]);
});

test("a cut has the readings of its time and of its machine alone", () => {
  const trends = trendsOf([reading(10, 1), reading(20, 2), reading(30, 3), reading(20, 9, { by: "P-2" })]);
  expect(trends.cut({ by: null, feature: 0, from: 15, to: 30 }).map(({ high }) => high)).toEqual([2, 3]);
  expect(trends.cut({ by: "P-2", feature: 0, ...ALWAYS }).map(({ high }) => high)).toEqual([9]);
  expect(trends.cut({ by: "P-3", feature: 0, ...ALWAYS })).toEqual([]);
});

test("categories are codes, one never seen behind all others; what is missing or has no time is not there", () => {
  const valves = ["Open", "Closed", "Ajar", null];
  const trends = trendsOf([
    ...valves.map((valve, place) => reading(place, null, { valve })),
    reading(Number.NaN, 7, { valve: "Closed" }),
  ]);
  expect(trends.cut({ by: null, feature: 1, ...ALWAYS }).map(({ at, low }) => [at, low])).toEqual([
    [0, 1],
    [1, 0],
    [2, 2],
  ]);
  expect(trends.cut({ by: null, feature: 0, ...ALWAYS })).toEqual([]);
});

test("of many readings no extreme is lost, whatever their order, and memory is bounded", () => {
  const random = createRandom(7);
  const readings = Array.from({ length: 5000 }, (_, row) =>
    reading(1000 * row, randomInteger(random, 1000), { by: `m${row % 3}` }),
  );
  const most = 200;
  const [forth, back] = [readings, [...readings].reverse()].map((rows) => trendsOf(rows, 2 * FEATURES.length * most));
  let points = 0;
  for (const by of ["m0", "m1", "m2"]) {
    const cut = forth!.cut({ by, feature: 0, ...ALWAYS });
    const levels = readings.filter((each) => each.by === by).map(({ level }) => level!);
    expect(Math.min(...cut.map(({ low }) => low))).toBe(Math.min(...levels));
    expect(Math.max(...cut.map(({ high }) => high))).toBe(Math.max(...levels));
    expect(back!.cut({ by, feature: 0, ...ALWAYS })).toEqual(cut);
    points += cut.length;
  }
  expect(points).toBeGreaterThan(most / 10);
  expect(points).toBeLessThanOrEqual(most);
});

test("of more machines than there is room for each has its extremes", () => {
  const readings = Array.from({ length: 300 }, (_, row) => reading(row, row, { by: `m${row % 100}` }));
  const trends = trendsOf(readings, 2 * FEATURES.length * 10);
  expect(trends.cut({ by: "m7", feature: 0, ...ALWAYS })).toMatchObject([{ low: 7, high: 207 }]);
});

test("points are put together to as many as are wanted", () => {
  const points = [5, 1, 4, 9, 2].map((value, at) => ({ at, low: value, high: value }));
  expect(thinOut(points, 5)).toEqual(points);
  expect(thinOut(points, 3)).toEqual([
    { at: 1, low: 1, high: 5 },
    { at: 3, low: 4, high: 9 },
    { at: 4, low: 2, high: 2 },
  ]);
});
