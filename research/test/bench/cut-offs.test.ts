import { expect, test } from "vitest";
import { WrongAnswer } from "../../bench/bench.js";
import { type Gains, requireSameGains } from "../../bench/cut-offs.js";

/** Features 0 and 1 could both make the split that gains 0.5. */
const theirs: Gains = {
  total: 1.5,
  splits: 3,
  roots: [0.7, 0.3],
  least: [0.7, 0.3],
  most: [1.2, 0.8],
  unsettled: 0,
};
const settled = [
  { feature: 0, gain: 0.7 },
  { feature: 1, gain: 0.3 },
];

test("a tie may be broken either way", () => {
  for (const feature of [0, 1])
    expect(() => requireSameGains([...settled, { feature, gain: 0.5 }], theirs, "set")).not.toThrow();
});

test("a feature that gains less than only it can is refused, though the total is right", () => {
  const moved = [
    { feature: 0, gain: 0.4 },
    { feature: 1, gain: 0.6 },
    { feature: 1, gain: 0.5 },
  ];
  expect(() => requireSameGains(moved, theirs, "set")).toThrow(
    new WrongAnswer("set: feature 0 gains 0.4, not from 0.7 to 1.2"),
  );
});

test("another total and another number of splits are refused", () => {
  expect(() => requireSameGains(settled, theirs, "set")).toThrow("set: all splits gain 1 in ours, 1.5 in");
  const split = [...settled, { feature: 0, gain: 0.25 }, { feature: 0, gain: 0.25 }];
  expect(() => requireSameGains(split, theirs, "set")).toThrow("set: ours has 4 splits, scikit-learn 3");
});
