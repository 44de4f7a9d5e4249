import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Model } from "../model/index.js";
import type { Predicate } from "../predicates/index.js";
import { formatExpectation, formatPredicate, toPublicPredicate } from "./format-predicate.js";
import { joinTexts, type PredicateWords, prepareWording, wordRule } from "./predicate-words.js";

const interval = (min: number, max: number, maxInclusive: boolean): Predicate => ({
  kind: "interval",
  feature: 0,
  min,
  max,
  maxInclusive,
});
const open: Predicate = { kind: "in", feature: 1, codes: [1] };
const either: Predicate = { kind: "anyOf", parts: [{ kind: "in", feature: 1, codes: [0] }] };
const present: Predicate = { kind: "present", feature: 0 };
const range = interval(-3.0041234, 3.0041234, true);

function modelWith(predicates: readonly Predicate[], deviation = 1): Model {
  return {
    features: [
      { name: "Level", kind: "numeric" },
      { name: "Valve", kind: "categorical", type: "text", categories: ["Closed", "Open"] },
    ],
    profiles: [
      { kind: "numeric", mean: 0, deviation, min: -3, max: 3, missingCount: 0 },
      { kind: "categorical", counts: [1, 1], missingCount: 0 },
    ],
    predicates,
  } as unknown as Model;
}

function asData({ written, text, expectation }: PredicateWords) {
  return { written, text, expectation };
}

/** And all that it holds. */
function expectFrozen(value: unknown): void {
  expect(Object.isFrozen(value), JSON.stringify(value)).toBe(true);
  if (typeof value === "object" && value !== null) Object.values(value).forEach(expectFrozen);
}

/** The same ones in every run. */
const SEEDED = { seed: 2026, numRuns: 500 };

describe("words of a predicate", () => {
  const bound = fc.oneof(fc.double({ noNaN: true }), fc.double({ min: -4, max: 4, noNaN: true }));

  test("are the same for all rows as if made for one, whatever was observed", () => {
    fc.assert(
      fc.property(bound, bound, fc.boolean(), fc.boolean(), fc.array(bound), (a, b, isClosed, isListed, observed) => {
        const predicate = interval(Math.min(a, b), Math.max(a, b), isClosed);
        const model = modelWith(isListed ? [predicate] : []);
        const wording = prepareWording(model);
        for (const value of [null, a, b, ...observed, null]) {
          expect(asData(wording(predicate).toldOf(() => value))).toEqual({
            written: toPublicPredicate(predicate, model),
            text: formatPredicate(predicate, model, { observedOf: () => value, sets: "short" }),
            expectation: formatExpectation(predicate, model, { observedOf: () => value, sets: "short" }),
          });
        }
      }),
      SEEDED,
    );
  });

  test("of any kind are those of the predicate alone, however often they are asked for", () => {
    const kinds: Predicate[] = [open, either, present, { kind: "in", feature: 1, codes: [] }];
    for (const listed of [kinds, []]) {
      const model = modelWith(listed);
      const wording = prepareWording(model);
      for (const predicate of [...kinds, ...kinds]) {
        expect(asData(wording(predicate))).toEqual({
          written: toPublicPredicate(predicate, model),
          text: formatPredicate(predicate, model),
          expectation: formatExpectation(predicate, model),
        });
      }
    }
  });

  test("heed what was observed whatever the spread is, where rounding would carry a bound past it", () => {
    const spread = fc.oneof(fc.constantFrom(0, 1, 1e-9, 5e-324, 1e308), fc.double({ min: 0, noNaN: true }));
    fc.assert(
      fc.property(bound, bound, spread, fc.integer({ min: 1, max: 17 }), (a, b, deviation, digits) => {
        const predicate = interval(Math.min(a, b), Math.max(a, b), true);
        const model = modelWith([predicate], deviation);
        const wording = prepareWording(model);
        for (const value of [null, a, Number(a.toPrecision(digits)), Number(b.toPrecision(digits)), null]) {
          const { text, expectation } = wording(predicate).toldOf(() => value);
          expect(text).toBe(formatPredicate(predicate, model, { observedOf: () => value, sets: "short" }));
          expect(expectation).toBe(formatExpectation(predicate, model, { observedOf: () => value, sets: "short" }));
        }
      }),
      SEEDED,
    );
  });

  test("of the list are one object", () => {
    const wording = prepareWording(modelWith([range, open, either, present]));
    for (const predicate of [range, open, either, present]) {
      expect(wording(predicate)).toBe(wording(predicate));
      const { written } = wording(predicate);
      for (const observed of [7, 3.001]) expect(wording(predicate).toldOf(() => observed).written).toBe(written);
    }
  });

  test("as data cannot be changed", () => {
    for (const listed of [[range, open, either, present], []]) {
      const wording = prepareWording(modelWith(listed));
      for (const predicate of [range, open, either, present]) expectFrozen(wording(predicate).written);
    }
  });

  test("are joined in the order of the rule", () => {
    const rule = {
      source: "mined" as const,
      antecedent: [open, present],
      consequent: range,
      antecedentCount: 9,
      supportCount: 9,
      checked: null,
    };
    const { antecedent, consequent } = wordRule(rule, prepareWording(modelWith([range, open])));
    expect(joinTexts(antecedent, ", ")).toBe("Valve = Open, Level is present");
    expect(joinTexts([consequent], ", ")).toBe("-3 ≤ Level ≤ 3");
    expect(joinTexts([], ", ")).toBe("");
  });
});
