import { expect, test } from "vitest";
import { createRandom } from "../random/random.js";
import { createNumberSorter, sortingNumbers } from "./sort-numbers.js";

const NASTY = [
  Number.NEGATIVE_INFINITY,
  -Number.MAX_VALUE,
  -1.5,
  -Number.MIN_VALUE,
  0,
  Number.MIN_VALUE,
  2 ** -1022,
  0.1,
  1,
  2 ** 31,
  2 ** 53 + 2,
  Number.MAX_VALUE,
  Number.POSITIVE_INFINITY,
];

/** Kinds of columns: of few and many values, of one, of all magnitudes, with and without missing ones. */
const KINDS: Readonly<Record<string, (random: () => number) => number>> = {
  fine: (random) => (random() - 0.5) * 1000,
  rounded: (random) => Math.round(random() * 100) / 10,
  negative: (random) => -random(),
  constant: () => -7.25,
  nasty: (random) => NASTY[Math.floor(random() * NASTY.length)]!,
  magnitudes: (random) => (random() - 0.5) * 10 ** Math.floor(random() * 600 - 300),
  "mostly missing": (random) => (random() < 0.9 ? Number.NaN : random()),
  missing: () => Number.NaN,
};

test.each(Object.keys(KINDS))("sorts as the engine does: %s", (kind) => {
  const random = createRandom(7);
  const sorter = createNumberSorter(new Float64Array(sortingNumbers(20_000)));
  for (const length of [0, 1, 2, 100, 4095, 4096, 4097, 20_000]) {
    const values = Float64Array.from({ length }, () => KINDS[kind]!(random));
    const before = values.slice();
    const expected = values.filter((value) => !Number.isNaN(value)).sort();
    expect(sorter.sort(values)).toEqual(expected);
    expect(values).toEqual(before);
  }
});

test("few values take no more memory than they have", () => {
  const sorter = createNumberSorter(new Float64Array(sortingNumbers(3)));
  expect(sorter.sort(Float64Array.of(2, Number.NaN, 1))).toEqual(Float64Array.of(1, 2));
});
