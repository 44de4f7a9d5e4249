import { expect, test } from "vitest";
import type { PublicPredicate, PublicRule } from "../core/presenting/index.js";
import { findLikeRows, type NormalRows, proveClaim } from "./proof.js";

/** Level 1 … 6, one missing, one infinite; Pump ON in the first four rows. */
const NORMAL: NormalRows = {
  learningRows: 80,
  compared: 80,
  features: [
    { name: "Level", categories: null, deviation: 2 },
    { name: "Pump", categories: ["OFF", "ON"], deviation: 0 },
  ],
  reference: {
    rowCount: 8,
    columns: [
      [1, 2, 3, 4, 5, 6, null, "Infinity"],
      [1, 1, 1, 1, 0, 0, 0, null],
    ],
  },
};

function ruleOf(antecedent: readonly PublicPredicate[], consequent: PublicPredicate): PublicRule {
  return {
    source: "mined",
    id: "r123456789",
    antecedent,
    consequent,
    antecedentCount: 40,
    supportCount: 39,
    support: 39 / 80,
    confidence: 39 / 40,
    checked: { antecedentCount: 20, supportCount: 20 },
    confidenceLow: 0.87,
    score: 1,
    text: "",
  };
}

const ON: PublicPredicate = { feature: "Pump", in: ["ON"] };

test("an interval is closed below and open above unless it says otherwise; a missing value is not inside", () => {
  expect(findLikeRows([{ feature: "Level", min: 2, max: 4 }], NORMAL)).toEqual([1, 2]);
  expect(findLikeRows([{ feature: "Level", min: 2, max: 4, maxInclusive: true }], NORMAL)).toEqual([1, 2, 3]);
  expect(findLikeRows([{ feature: "Level", min: 5, max: null }], NORMAL)).toEqual([4, 5, 7]);
});

test("all predicates must hold, of an anyOf one", () => {
  expect(findLikeRows([ON, { feature: "Level", min: 3, max: null }], NORMAL)).toEqual([2, 3]);
  const either: PublicPredicate = {
    anyOf: [
      { feature: "Pump", in: ["OFF"] },
      { feature: "Level", min: 4, max: 5 },
    ],
  };
  expect(findLikeRows([either], NORMAL)).toEqual([3, 4, 5, 6]);
  expect(findLikeRows([{ feature: "Level", present: true }], NORMAL)).toEqual([0, 1, 2, 3, 4, 5, 7]);
});

test("numbers: those of rows like this one, those of all, and the value that was observed", () => {
  const expected: PublicPredicate = { feature: "Level", min: 1, max: 4, maxInclusive: true };
  const proof = proveClaim({ expected, rule: ruleOf([ON], expected), observed: 9, nearest: [0] }, NORMAL);
  expect(proof).toMatchObject({
    kind: "numbers",
    all: [1, 2, 3, 4, 5, 6],
    like: [1, 2, 3, 4],
    nearest: [],
    observed: 9,
  });
});

test("without a rule the most similar rows speak", () => {
  const expected: PublicPredicate = { feature: "Level", min: 2, max: 3, maxInclusive: true };
  const proof = proveClaim({ expected, rule: null, observed: 9, nearest: [1, 2] }, NORMAL);
  expect(proof).toMatchObject({ like: [], nearest: [2, 3] });
});

test("categories: the expected ones first, and the observed one even when no normal row has it", () => {
  const rule = ruleOf([{ feature: "Level", min: 3, max: null }], ON);
  const proof = proveClaim({ expected: ON, rule, observed: "BROKEN", nearest: [] }, NORMAL);
  expect(proof).toEqual({
    kind: "categories",
    feature: "Pump",
    basis: "reference",
    total: 4,
    bars: [
      { label: "ON", count: 2, isExpected: true, isObserved: false },
      { label: "OFF", count: 2, isExpected: false, isObserved: false },
      { label: "BROKEN", count: 0, isExpected: false, isObserved: true },
    ],
  });
});

test("that a value is present is proven by the rule's own counts", () => {
  const expected: PublicPredicate = { feature: "Level", present: true };
  const proof = proveClaim({ expected, rule: ruleOf([], expected), observed: null, nearest: [] }, NORMAL);
  expect(proof).toMatchObject({
    basis: "learning",
    bars: [
      { label: "present", count: 39 },
      { label: "missing", count: 1, isObserved: true },
    ],
  });
});
