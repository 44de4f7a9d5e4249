import { describe, expect, test } from "vitest";
import { createRandom, type Random, randomInteger } from "../../base/index.js";
import { openKernel } from "../../compute/index.js";
import { FAILS, HOLDS, type Predicate, UNKNOWN } from "../../predicates/index.js";
import { type ListedRule, type RuleList, RuleListBuilder } from "../../rules/index.js";
import { buildRuleIndex, findViolated, type IndexOptions, isViolated } from "./rule-index.js";

type GivenRule = readonly [antecedent: readonly number[], consequent: number];

function listOf(given: readonly GivenRule[]): RuleList {
  const builder = new RuleListBuilder();
  for (const [antecedent, consequent] of given) {
    const rule: ListedRule = { source: "mined", antecedent, consequent, antecedentCount: 1, supportCount: 1 };
    builder.add(rule);
  }
  return builder.build(Uint32Array.from(given.keys()));
}

/** Predicates that have nothing to do with each other. */
const single: Predicate[] = [0, 1, 2, 3].map((feature) => ({ kind: "present", feature }));

/** By bitmaps, and rule by rule: both find the same. */
function find(given: readonly GivenRule[], predicates: readonly Predicate[], states: Int8Array, top: number): number[] {
  const rules = listOf(given);
  const by = (options: Omit<IndexOptions, "top">): number[] =>
    findViolated(buildRuleIndex(rules, predicates, { ...options, top }), states);
  const found = by({ kernel: openKernel() });
  expect(by({ kernel: openKernel(), maxMapBytes: 0 })).toEqual(found);
  return found;
}

describe("a rule", () => {
  const rules = listOf([[[0, 1], 2]]);

  test("is broken when its antecedent holds and its consequent fails", () => {
    expect(isViolated(rules, 0, Int8Array.of(HOLDS, HOLDS, FAILS, HOLDS))).toBe(true);
  });

  test("is not broken when anything about it is unknown", () => {
    expect(isViolated(rules, 0, Int8Array.of(HOLDS, HOLDS, UNKNOWN, HOLDS))).toBe(false);
    expect(isViolated(rules, 0, Int8Array.of(HOLDS, UNKNOWN, FAILS, HOLDS))).toBe(false);
    expect(isViolated(rules, 0, Int8Array.of(HOLDS, FAILS, FAILS, HOLDS))).toBe(false);
  });
});

describe("the index", () => {
  const states = Int8Array.of(HOLDS, HOLDS, FAILS, FAILS);

  test("finds the best rules first, wherever they are filed", () => {
    const rules: GivenRule[] = [
      [[1], 2],
      [[0], 2],
      [[], 3],
      [[0, 1], 3],
      [[2], 3],
    ];
    expect(find(rules, single, states, 10)).toEqual([0, 1, 2, 3]);
    expect(find(rules, single, states, 2)).toEqual([0, 1]);
    expect(find(rules, single, states, 1)).toEqual([0]);
  });

  test("files each rule once, those with an antecedent in blocks of 128", () => {
    const index = buildRuleIndex(
      listOf([
        [[0, 1], 2],
        [[0], 3],
        [[], 3],
      ]),
      single,
      { top: 5, kernel: openKernel() },
    );
    expect([...index.filed].filter((rule) => rule >= 0).sort()).toEqual([0, 1]);
    expect([...index.plain]).toEqual([2]);
    expect(index.filed.length % 128).toBe(0);
  });

  test("of no rules finds none", () => {
    expect(find([], single, states, 5)).toEqual([]);
  });

  test("finds what a scan of all rules finds, around every boundary, however rows and predicates are", () => {
    const seen = { full: 0, some: 0, none: 0, overlapping: 0 };
    for (let seed = 0; seed < 150; seed++) {
      const random = createRandom(seed);
      const { predicates, feature } = somePredicates(random);
      const rules = someRules(random, predicates.length);
      const list = listOf(rules);
      const top = [1, 5, 5, 40][randomInteger(random, 4)]!;
      for (let row = 0; row < 6; row++) {
        const states = someStates(random, predicates, feature);
        const expected = rules.flatMap((_, rule) => (isViolated(list, rule, states) ? [rule] : [])).slice(0, top);
        expect(find(rules, predicates, states, top), `seed ${seed}, row ${row}`).toEqual(expected);
        const cells = predicates.map((own, item) => (own.kind === "interval" ? states[item] : FAILS));
        const held = feature.filter((_, item) => cells[item] === HOLDS);
        if (new Set(held).size < held.length) seen.overlapping++;
        seen[expected.length === top ? "full" : expected.length > 0 ? "some" : "none"]++;
      }
    }
    for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(20);
  });
});

/** Cells of a few features, whether they are present, and what joins two features; `feature` of each. */
function somePredicates(random: Random): { predicates: Predicate[]; feature: number[] } {
  const predicates: Predicate[] = [];
  for (let feature = 0; feature < 2 + randomInteger(random, 5); feature++) {
    for (let cell = 1 + randomInteger(random, 4); cell > 0; cell--) {
      predicates.push({ kind: "interval", feature, min: cell, max: cell + 1, maxInclusive: false });
    }
    if (random() < 0.3) predicates.push({ kind: "present", feature });
  }
  if (random() < 0.3)
    predicates.push({ kind: "anyOf", parts: [0, 1].map((feature) => ({ kind: "in", feature, codes: [0] })) });
  return { predicates, feature: predicates.map((own) => (own.kind === "anyOf" ? -1 : own.feature)) };
}

/** Sizes around blocks of 128, with few predicates in most antecedents, so that many are broken. */
function someRules(random: Random, predicateCount: number): GivenRule[] {
  const count = [0, 1, 31, 33, 127, 128, 129, 300, 700][randomInteger(random, 9)]!;
  return Array.from({ length: count }, () => {
    const items = Array.from({ length: randomInteger(random, 4) }, () => randomInteger(random, predicateCount));
    return [[...new Set(items)].sort((a, b) => a - b), randomInteger(random, predicateCount)];
  });
}

/** One cell of a feature holds, or none, or the value is missing; at times two hold, as predicates that overlap may. */
function someStates(random: Random, predicates: readonly Predicate[], feature: readonly number[]): Int8Array {
  const overlaps = random() < 0.2;
  const kinds = new Map<number, { readonly isMissing: boolean; readonly cell: number }>();
  for (const own of feature) {
    kinds.set(own, { isMissing: random() < 0.15, cell: randomInteger(random, random() < 0.2 ? 9 : 2) });
  }
  const counts = new Map<number, number>();
  return Int8Array.from(predicates, (predicate, item) => {
    const { isMissing, cell } = kinds.get(feature[item]!)!;
    if (predicate.kind === "present") return isMissing ? FAILS : HOLDS;
    if (isMissing) return UNKNOWN;
    const place = counts.get(feature[item]!) ?? 0;
    counts.set(feature[item]!, place + 1);
    return place === cell || (overlaps && random() < 0.5) ? HOLDS : FAILS;
  });
}
