import { describe, expect, test } from "vitest";
import type { CategoryPredicate, Predicate } from "../predicates/predicate.js";
import { createRandom, randomInteger } from "../random/random.js";
import { createListNumbers, createPredicateNumbers } from "./predicate-numbers.js";

const interval = (feature: number, min: number, max: number, maxInclusive = false): Predicate => ({
  kind: "interval",
  feature,
  min,
  max,
  maxInclusive,
});
const among = (feature: number, ...codes: number[]): CategoryPredicate => ({ kind: "in", feature, codes });

describe("numbers of predicates", () => {
  test("differ where anything does, and only there", () => {
    const { numberOf } = createPredicateNumbers();
    const different: Predicate[] = [
      interval(0, 1, 2),
      interval(1, 1, 2),
      interval(0, 1, 2, true),
      interval(0, 2, 1),
      interval(0, Number.NEGATIVE_INFINITY, 2),
      interval(0, 1, Number.POSITIVE_INFINITY),
      interval(0, 0, 1),
      among(0),
      among(0, 1),
      among(0, 1, 2),
      among(0, 2, 1),
      among(1, 2),
      { kind: "present", feature: 0 },
      { kind: "present", feature: 1 },
      { kind: "anyOf", parts: [among(0, 1), among(1, 2)] },
      { kind: "anyOf", parts: [among(1, 2), among(0, 1)] },
    ];
    const numbers = different.map(numberOf);
    expect(new Set(numbers).size).toBe(different.length);
    expect(structuredClone(different).map(numberOf)).toEqual(numbers);
    expect(numberOf(interval(0, -0, 1))).toBe(numberOf(interval(0, 0, 1)));
  });
});

describe("numbers of lists", () => {
  test("are those of their texts, for thousands of them", () => {
    const random = createRandom(5);
    const lists = createListNumbers();
    const numbers = new Map<string, number>();
    for (let i = 0; i < 5000; i++) {
      const list = Array.from({ length: randomInteger(random, 5) }, () => randomInteger(random, 9) - 1);
      const before = lists.size();
      const number = lists.numberOf(list, list.length);
      expect(lists.size() > before).toBe(!numbers.has(list.join()));
      expect(numbers.get(list.join()) ?? number).toBe(number);
      numbers.set(list.join(), number);
    }
    expect(new Set(numbers.values()).size).toBe(numbers.size);
    expect(numbers.size).toBeGreaterThan(1500);
  });
});
