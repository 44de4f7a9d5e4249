import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Model } from "../model/model.js";
import type { Predicate } from "../predicates/predicate.js";
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
const range = interval(-3.0041234, 3.0041234, true);

function modelWith(predicates: readonly Predicate[]): Model {
  return {
    features: [
      { name: "Level", kind: "numeric" },
      { name: "Valve", kind: "categorical", type: "text", categories: ["Closed", "Open"] },
    ],
    profiles: [
      { kind: "numeric", mean: 0, deviation: 1, min: -3, max: 3, missingCount: 0 },
      { kind: "categorical", counts: [1, 1], missingCount: 0 },
    ],
    predicates,
  } as unknown as Model;
}

function asData({ written, text, expectation }: PredicateWords) {
  return { written, text, expectation };
}

describe("words of a predicate", () => {
  const bound = fc.oneof(fc.double({ noNaN: true }), fc.double({ min: -4, max: 4, noNaN: true }));

  test("are the same for all rows as if made for one, whatever was observed", () => {
    fc.assert(
      fc.property(bound, bound, fc.boolean(), fc.boolean(), fc.array(bound), (a, b, isClosed, isListed, observed) => {
        const predicate = interval(Math.min(a, b), Math.max(a, b), isClosed);
        const model = modelWith(isListed ? [predicate] : []);
        const wording = prepareWording(model);
        for (const value of [null, a, b, ...observed, null]) {
          expect(asData(wording(predicate, value))).toEqual({
            written: toPublicPredicate(predicate, model),
            text: formatPredicate(predicate, model, value),
            expectation: formatExpectation(predicate, model, value),
          });
        }
      }),
    );
  });

  test("of the list are one object, which nobody can change", () => {
    const wording = prepareWording(modelWith([range, open, either]));
    for (const predicate of [range, open, either]) {
      const { written } = wording(predicate, null);
      expect(wording(predicate, 7).written).toBe(written);
      expect(Object.isFrozen(written)).toBe(true);
      for (const part of Object.values(written)) expect(Object.isFrozen(part)).toBe(true);
    }
  });

  test("of a rule heed what was observed", () => {
    const rule = {
      source: "mined" as const,
      antecedent: [open],
      consequent: range,
      antecedentCount: 9,
      supportCount: 9,
    };
    const wording = prepareWording(modelWith([range, open]));
    expect(wordRule(rule, wording).consequent.text).toBe("-3 ≤ Level ≤ 3");
    expect(wordRule(rule, wording, () => 3.001).consequent.text).toBe("-3 ≤ Level ≤ 3.004");
    expect(wordRule(rule, wording, () => 4).consequent.text).toBe("-3 ≤ Level ≤ 3");
    expect(joinTexts(wordRule(rule, wording).antecedent, ", ")).toBe("Valve = Open");
    expect(joinTexts([], ", ")).toBe("");
  });
});
