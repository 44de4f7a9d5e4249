import { describe, expect, test } from "vitest";
import { parseMeaning, parseNamed, parsePredicates } from "./parse-named.js";

const refuse = (path: string, expected: string): Error => new Error(`${path} is not ${expected}`);
const parse = (value: unknown) => parseNamed(value, "rule", refuse);

describe("a predicate from outside", () => {
  test.each([
    [{ feature: "Level", min: 1, max: 3 }],
    [{ feature: "Level", min: null, max: 3 }],
    [{ feature: "Level", min: 1, max: null }],
    [{ feature: "Level", min: null, max: null }],
    [{ feature: "Level", min: 3, max: 3, maxInclusive: true }],
    [{ feature: "Mode", in: ["Auto", "Manual"] }],
    [{ feature: "Open", in: [true, false] }],
    [{ feature: "Stage", in: [1, 2] }],
    [{ feature: "Level", present: true }],
    [
      {
        anyOf: [
          { feature: "Mode", in: ["Auto"] },
          { feature: "Stage", in: [1] },
        ],
      },
    ],
  ])("is read as it was written: %j", (value) => {
    expect(parse(value)).toEqual(value);
  });

  test("an end is only included where there is one", () => {
    expect(parse({ feature: "Level", min: 1, maxInclusive: true })).toEqual({ feature: "Level", min: 1, max: null });
    expect(parse({ feature: "Level", min: 1, max: 2, maxInclusive: false })).toEqual({
      feature: "Level",
      min: 1,
      max: 2,
    });
  });

  test.each<[unknown, string]>([
    [null, "rule is not an object"],
    [[], "rule is not an object"],
    ["Level < 3", "rule is not an object"],
    [{ min: 3 }, "rule.feature is not the name of a feature"],
    [{ feature: "Level" }, "rule is not a predicate: min and max, in, present or anyOf"],
    [{ feature: "Level", min: "3" }, "rule.min is not a number or null"],
    [{ feature: "Level", max: Number.POSITIVE_INFINITY }, "rule.max is not a number or null"],
    [{ feature: "Level", min: 4, max: 3 }, "rule is not an interval with min ≤ max"],
    [{ feature: "Level", present: false }, "rule.present is not true"],
    [{ feature: "Mode", in: "Auto" }, "rule.in is not a list of values"],
    [{ feature: "Mode", in: [] }, "rule.in is not a list of values"],
    [{ feature: "Mode", in: [null] }, "rule.in is not a list of values"],
    [{ feature: "Mode", in: [Number.NaN] }, "rule.in is not a list of values"],
    [{ feature: "Mode", in: ["Auto", 1] }, "rule.in is not a list of values of one type"],
    [{ anyOf: [] }, "rule.anyOf is not a list of sets of values"],
    [{ anyOf: [{ feature: "Level", min: 1 }] }, "rule.anyOf is not a list of sets of values"],
    [{ anyOf: {} }, "rule.anyOf is not a list of predicates"],
  ])("%j is refused with its place", (value, message) => {
    expect(() => parse(value)).toThrow(new Error(message));
  });
});

test("a rule is its antecedent and its consequent, and says where it is wrong", () => {
  const meaning = {
    antecedent: [{ feature: "Level", min: 1, max: null }],
    consequent: { feature: "Mode", in: ["Auto"] },
  };
  expect(parseMeaning(meaning, "approved[0]", refuse)).toEqual(meaning);
  expect(() => parseMeaning({ ...meaning, antecedent: [{}] }, "approved[0]", refuse)).toThrow(
    "approved[0].antecedent[0].feature is not the name of a feature",
  );
  expect(() => parsePredicates("none", "muted[0].when", refuse)).toThrow("muted[0].when is not a list of predicates");
});
