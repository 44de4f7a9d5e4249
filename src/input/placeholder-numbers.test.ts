import { expect, test } from "vitest";
import { createRandom } from "../core/base/index.js";
import { findPlaceholders, warnAboutPlaceholders } from "./placeholder-numbers.js";

function find(values: readonly number[]) {
  return findPlaceholders({
    rowCount: values.length,
    columns: [{ name: "x", type: "number", values: Float64Array.from(values) }],
  });
}

const readings = Array.from({ length: 95 }, (_, at) => 8 + (at % 41) / 10);
const times = (value: number, count: number): number[] => Array.from({ length: count }, () => value);

test("a number far from all others in several rows is found at either end, also beside missing ones", () => {
  expect(find([...times(-9999, 5), NaN, ...readings, ...times(99999, 7)])).toEqual([
    { name: "x", value: 99999, count: 7, present: 107, range: [-9999, 12] },
    { name: "x", value: -9999, count: 5, present: 100, range: [8, 12] },
  ]);
});

test("not so in few rows, in most rows, near the others, at rest, or beside one other value", () => {
  for (const values of [
    [...readings, ...times(-9999, 4)],
    [...readings.slice(0, 10), ...times(-9999, 11)],
    [...readings, ...times(31, 20)],
    [...readings.map((value) => 1000 + value), ...times(0, 20)],
    [...times(1, 50), ...times(-9999, 20)],
    [Infinity, -Infinity, NaN, ...readings],
    [],
  ])
    expect(find(values)).toEqual([]);
});

test("the ends are those of the sorted values", () => {
  const random = createRandom(5);
  for (let round = 0; round < 200; round++) {
    const values = Array.from({ length: 1 + Math.floor(random() * 60) }, () => Math.floor(random() * 4));
    const all = [...values, ...times(1000, Math.floor(random() * 12))].sort(() => random() - 0.5);
    const sorted = all.toSorted((a, b) => a - b);
    const count = sorted.filter((value) => value === 1000).length;
    const rest = sorted.filter((value) => value !== 1000);
    const isFound = count >= 5 && count * 2 <= all.length && rest[0] !== rest.at(-1);
    expect(find(all), `round ${round}`).toEqual(
      isFound ? [{ name: "x", value: 1000, count, present: all.length, range: [rest[0], rest.at(-1)] }] : [],
    );
  }
});

test("the remedy quotes the column", () => {
  const [warning] = warnAboutPlaceholders([{ name: 'a "b"', value: -999, count: 5, present: 50, range: [1, 2] }]);
  expect(warning).toMatchObject({
    message: '"a \\"b\\"" is -999 in 5 of 50 rows, far from all others (1 to 2), and is learnt as a number',
    hint: expect.stringContaining('SELECT * REPLACE (nullif("a ""b""", -999) AS "a ""b""") FROM input'),
  });
});
