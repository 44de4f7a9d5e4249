/** The rule index on lists longer than a vector of bits: every place of a block, by bitmaps and one by one. */
import { expect, test } from "vitest";
import { createRandom, randomInteger } from "../../src/core/base/index.js";
import { type Kernel, openKernel } from "../../src/core/compute/index.js";
import { buildRuleIndex, findViolated, type IndexOptions } from "../../src/core/explaining/index.js";
import { FAILS, HOLDS, type Predicate } from "../../src/core/predicates/index.js";
import { type RuleList, RuleListBuilder } from "../../src/core/rules/index.js";

const PREDICATES: readonly Predicate[] = [0, 1, 2].map((feature) => ({ kind: "present", feature }));
/** Predicate 0 is the anchor of all rules, 1 is what keeps a rule from being broken, 2 breaks it. */
const STATES = Int8Array.of(HOLDS, HOLDS, FAILS);

/** One list of rules, of which those named are broken. */
function longList(length: number, broken: ReadonlySet<number>): RuleList {
  const builder = new RuleListBuilder();
  const counts = { source: "mined", antecedentCount: 1, supportCount: 1 } as const;
  for (let rule = 0; rule < length; rule++) {
    builder.add({ ...counts, antecedent: [0], consequent: broken.has(rule) ? 2 : 1 });
  }
  return builder.build(Uint32Array.from({ length }, (_, rule) => rule));
}

/** One memory for all: each index has it to itself. */
const kernel: Kernel = openKernel();

function expectFound(length: number, broken: readonly number[], top: number): void {
  const rules = longList(length, new Set(broken));
  const find = (options: Omit<IndexOptions, "top">): number[] =>
    findViolated(buildRuleIndex(rules, PREDICATES, { ...options, top }), STATES);
  const expected = [...new Set(broken)].sort((a, b) => a - b).slice(0, top);
  const where = `${broken} of ${length}, the best ${top}`;
  const mark = kernel.mark();
  expect(find({ kernel }), where).toEqual(expected);
  kernel.release(mark);
  expect(find({ kernel, maxMapBytes: 0 }), where).toEqual(expected);
  kernel.release(mark);
}

test("a broken rule is found at every place of a list", () => {
  for (let place = 0; place < 300; place++) expectFound(300, [place], 1);
});

test("the best of several broken rules are found, wherever in a list they are", () => {
  const random = createRandom(11);
  for (const length of [31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 700]) {
    for (let time = 0; time < 20; time++) {
      const broken = Array.from({ length: 1 + randomInteger(random, 12) }, () => randomInteger(random, length));
      expectFound(length, broken, [1, 3, 5, 40][time % 4]!);
    }
  }
});

test("each of many features can keep its rule from being broken", () => {
  const count = 40;
  const predicates = Array.from({ length: count }, (_, feature): Predicate => ({ kind: "present", feature }));
  const builder = new RuleListBuilder();
  for (let consequent = 1; consequent < count; consequent++) {
    builder.add({ source: "mined", antecedent: [0], consequent, antecedentCount: 1, supportCount: 1 });
  }
  const rules = builder.build(Uint32Array.from({ length: count - 1 }, (_, rule) => rule));
  const byMaps = buildRuleIndex(rules, predicates, { top: count, kernel: openKernel() });
  const oneByOne = buildRuleIndex(rules, predicates, { top: count, kernel: openKernel(), maxMapBytes: 0 });
  for (let failing = 1; failing < count; failing++) {
    const states = new Int8Array(count).fill(HOLDS);
    states[failing] = FAILS;
    expect(findViolated(byMaps, states)).toEqual([failing - 1]);
    expect(findViolated(oneByOne, states)).toEqual([failing - 1]);
  }
});
