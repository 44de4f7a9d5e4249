import { describe, expect, test } from "vitest";
import type { Model } from "../model/index.js";
import type { Predicate } from "../predicates/index.js";
import {
  formatExpectation,
  formatPredicate,
  formatPublicPredicate,
  quoted,
  toPublicPredicate,
} from "./format-predicate.js";

const letters = [..."abcdefghij"];
const model = {
  features: [
    { name: "Level", kind: "numeric" },
    { name: "Pump", kind: "categorical", type: "text", categories: ["OFF", "ON"] },
    { name: "a, b", kind: "categorical", type: "text", categories: letters },
    { name: "Code", kind: "categorical", type: "number", categories: [-Infinity, 0.1, Infinity] },
  ],
  profiles: [
    { kind: "numeric", mean: 0, deviation: 1, min: -3, max: 3, missingCount: 0 },
    { kind: "categorical", counts: [1, 1], missingCount: 0 },
    { kind: "categorical", counts: [], missingCount: 0 },
    { kind: "categorical", counts: [], missingCount: 0 },
  ],
} as unknown as Model;

const interval = (min: number, max: number, maxInclusive = false): Predicate => ({
  kind: "interval",
  feature: 0,
  min,
  max,
  maxInclusive,
});
const choice = (feature: number, ...codes: number[]): Predicate & { kind: "in" } => ({ kind: "in", feature, codes });
const either: Predicate = { kind: "anyOf", parts: [choice(1, 1), choice(2, 0)] };

interface Forms {
  readonly public: unknown;
  readonly text: string;
  readonly expectation: string;
}

const forms: [Predicate, Forms][] = [
  [
    interval(10, Infinity),
    { public: { feature: "Level", min: 10, max: null }, text: "Level ≥ 10", expectation: "at least 10" },
  ],
  [
    interval(-Infinity, 5),
    { public: { feature: "Level", min: null, max: 5 }, text: "Level < 5", expectation: "less than 5" },
  ],
  [
    interval(5, 10),
    { public: { feature: "Level", min: 5, max: 10 }, text: "5 ≤ Level < 10", expectation: "between 5 and 10" },
  ],
  [
    interval(-3.0041234, 3.0041234, true),
    {
      public: { feature: "Level", min: -3.0041234, max: 3.0041234, maxInclusive: true },
      text: "-3 ≤ Level ≤ 3",
      expectation: "between -3 and 3",
    },
  ],
  [
    interval(7, 7, true),
    { public: { feature: "Level", min: 7, max: 7, maxInclusive: true }, text: "Level = 7", expectation: "7" },
  ],
  [
    interval(0.123456, 0.123456, true),
    {
      public: { feature: "Level", min: 0.123456, max: 0.123456, maxInclusive: true },
      text: "Level = 0.123456",
      expectation: "0.123456",
    },
  ],
  [
    interval(-Infinity, 7, true),
    {
      public: { feature: "Level", min: null, max: 7, maxInclusive: true },
      text: "Level ≤ 7",
      expectation: "at most 7",
    },
  ],
  [
    interval(-Infinity, Infinity, true),
    { public: { feature: "Level", min: null, max: null }, text: "Level is any number", expectation: "any number" },
  ],
  [choice(1, 1), { public: { feature: "Pump", in: ["ON"] }, text: "Pump = ON", expectation: "ON" }],
  [
    choice(1, 0, 1),
    { public: { feature: "Pump", in: ["OFF", "ON"] }, text: "Pump ∈ {OFF, ON}", expectation: "OFF or ON" },
  ],
  [
    choice(2, ...letters.keys()),
    {
      public: { feature: "a, b", in: letters },
      text: '"a, b" ∈ {a, b, c, d, 6 others}',
      expectation: "a, b, c, d or 6 others",
    },
  ],
  [
    choice(3, 0, 1, 2),
    {
      public: { feature: "Code", in: ["-Infinity", 0.1, "Infinity"] },
      text: "Code ∈ {−∞, 0.1, ∞}",
      expectation: "−∞, 0.1 or ∞",
    },
  ],
  [
    { kind: "present", feature: 1 },
    { public: { feature: "Pump", present: true }, text: "Pump is present", expectation: "present" },
  ],
  [
    either,
    {
      public: {
        anyOf: [
          { feature: "Pump", in: ["ON"] },
          { feature: "a, b", in: ["a"] },
        ],
      },
      text: 'Pump = ON or "a, b" = a',
      expectation: 'such that Pump = ON or "a, b" = a',
    },
  ],
];

test("a single number of an explanation is shown as rows have it", () => {
  const price = { feature: "price", min: 12345.67, max: 12345.67, maxInclusive: true } as const;
  expect(formatPublicPredicate(price)).toBe("price = 12345.67");
});

describe("a predicate", () => {
  test.each(forms)("%j", (predicate, expected) => {
    const written = toPublicPredicate(predicate, model);
    expect({
      public: written,
      text: formatPredicate(predicate, model),
      expectation: formatExpectation(predicate, model),
    }).toEqual(expected);
    expect(JSON.parse(JSON.stringify(written))).toEqual(written);
  });

  test("of an explanation reads like that of the model", () => {
    expect(formatPublicPredicate({ feature: "Level", min: -3.0041, max: 3, maxInclusive: true })).toBe(
      "-3.0041 ≤ Level ≤ 3",
    );
    for (const [predicate, { text }] of forms.filter(([{ kind }]) => kind === "in" || kind === "present")) {
      if (predicate.kind === "in" && predicate.feature === 3) continue; // infinite categories are texts there
      expect(formatPublicPredicate(toPublicPredicate(predicate, model))).toBe(text);
    }
    expect(formatPublicPredicate(toPublicPredicate(either, model))).toBe('Pump = ON or "a, b" = a');
    expect(formatPublicPredicate({ feature: "x", min: null, max: 1 })).toBe("x < 1");
  });

  test("never seems to contradict the observed value", () => {
    expect(
      formatPredicate(interval(-3.0041234, 3.0041234, true), model, { observedOf: () => 3.005, sets: "short" }),
    ).toBe("-3 ≤ Level ≤ 3");
    expect(
      formatPredicate(interval(-3.0041234, 3.0041234, true), model, { observedOf: () => 3.001, sets: "short" }),
    ).toBe("-3 ≤ Level ≤ 3.004");
  });
});

describe("text", () => {
  test("stands as it is where it cannot be misread", () => {
    for (const text of ["ON", "a b", "ключ", "🚰", "x-y"]) expect(quoted(text)).toBe(text);
  });

  test("stands in quotes where it could", () => {
    for (const text of [
      "",
      " a",
      "a ",
      "a, b",
      "x or y",
      "x and y",
      'a"b',
      "a → b",
      "a=b",
      "a<b",
      "a\nb",
      "a\u202eb",
    ]) {
      expect(quoted(text)).toBe(JSON.stringify(text));
    }
  });

  test("is cut when it is long", () => {
    expect(quoted("x".repeat(121))).toBe(`${"x".repeat(117)}…`);
    expect(quoted("x".repeat(120))).toBe("x".repeat(120));
  });
});
