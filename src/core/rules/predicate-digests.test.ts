import { describe, expect, test } from "vitest";
import type { CategoryPredicate, Predicate } from "../predicates/predicate.js";
import { createRandom, randomInteger } from "../random/random.js";
import { createPredicateDigests } from "./predicate-digests.js";

const interval = (feature: number, min: number, max: number, maxInclusive = false): Predicate => ({
  kind: "interval",
  feature,
  min,
  max,
  maxInclusive,
});
const among = (feature: number, ...codes: number[]): CategoryPredicate => ({ kind: "in", feature, codes });

describe("digests of predicates", () => {
  const digests = createPredicateDigests();
  const digestOf = (predicate: Predicate): readonly [number, number] => {
    digests.of(predicate);
    return [digests.first, digests.second];
  };

  test("differ where anything does, and only there", () => {
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
    const found = different.map(digestOf);
    expect(new Set(found.map(([first]) => first)).size).toBe(different.length);
    expect(new Set(found.map(([, second]) => second)).size).toBe(different.length);
    expect(structuredClone(different).map(digestOf)).toEqual(found);
    expect(digestOf(interval(0, -0, 1))).toEqual(digestOf(interval(0, 0, 1)));
  });

  test("add up to another sum for every set of predicates, whatever is next to one another", () => {
    const random = createRandom(5);
    const sets = new Map<string, string>();
    for (let i = 0; i < 20_000; i++) {
      const parts = Array.from({ length: 1 + randomInteger(random, 3) }, (_, feature) => {
        const low = randomInteger(random, 12);
        return interval(feature, low / 4, low / 4 + randomInteger(random, 3));
      });
      let first = 0;
      let second = 0;
      for (const part of parts) {
        first = (first + digestOf(part)[0]) | 0;
        second = (second + digestOf(part)[1]) | 0;
      }
      const text = JSON.stringify(parts);
      expect(sets.get(`${first} ${second}`) ?? text).toBe(text);
      sets.set(`${first} ${second}`, text);
    }
    expect(sets.size).toBeGreaterThan(5000);
    expect(new Set(sets.values()).size).toBe(sets.size);
  });
});
