/** The miner against its reference: the same rules, in the same order, with the same counts. */
import { describe, expect, test } from "vitest";
import { createRandom, nextBelow, type Random } from "../../src/core/base/index.js";
import { aligned, openKernel, type Pool, soloPool } from "../../src/core/compute/index.js";
import type { Predicate } from "../../src/core/predicates/index.js";
import {
  createMiner,
  type MiningHooks,
  type MiningOptions,
  mineRules,
  miningBytes,
  mostMiningBytes,
  type Redundancy,
  RuleListBuilder,
} from "../../src/core/rules/index.js";
import { MINING } from "../../src/core/schema/index.js";
import { type EncodedColumn, type EncodedTable, type Feature, MISSING } from "../../src/core/table/index.js";
import { referencePool } from "../reference/reference-pool.js";

interface Shape {
  readonly rowCount: number;
  readonly featureCount: number;
  readonly maxCategories: number;
  /** Share of missing values in every second feature. */
  readonly missing: number;
}

interface Mined {
  readonly table: EncodedTable;
  readonly predicates: readonly Predicate[];
}

/** Categories and numbers that lean on a hidden state, so that there are rules to find. */
function randomTable(random: Random, { rowCount, featureCount, maxCategories, missing }: Shape): Mined {
  const hidden = Int32Array.from({ length: rowCount }, () => below(random, maxCategories));
  const features: Feature[] = [];
  const columns: EncodedColumn[] = [];
  const predicates: Predicate[] = [];
  for (let feature = 0; feature < featureCount; feature++) {
    const count = 2 + below(random, maxCategories - 1);
    const loyalty = random();
    const codes = Int32Array.from(hidden, (state) => (random() < loyalty ? state % count : below(random, count)));
    const isMissing = codes.map(() => Number(feature % 2 === 1 && random() < missing));
    const name = `f${feature}`;
    if (feature % 3 === 0) {
      features.push({ name, kind: "numeric" } as Feature);
      columns.push({
        kind: "numeric",
        values: Float64Array.from(codes, (code, row) => (isMissing[row] === 1 ? Number.NaN : code)),
      });
      for (let cell = 0; cell < count; cell++) {
        const min = cell === 0 ? Number.NEGATIVE_INFINITY : cell;
        const max = cell === count - 1 ? Number.POSITIVE_INFINITY : cell + 1;
        predicates.push({ kind: "interval", feature, min, max, maxInclusive: false });
      }
    } else {
      const categories = Array.from({ length: count }, (_, code) => `c${code}`);
      features.push({ name, kind: "categorical", type: "text", categories } as Feature);
      columns.push({ kind: "categorical", codes: codes.map((code, row) => (isMissing[row] === 1 ? MISSING : code)) });
      predicates.push(...groupedCodes(random, feature, count));
    }
  }
  return { table: { rowCount, features, columns }, predicates: withJoined(random, predicates) };
}

/** Each category by itself, or the last ones together. */
function groupedCodes(random: Random, feature: number, count: number): Predicate[] {
  const alone = below(random, 2) === 0 ? count : Math.max(1, count - 2);
  const codes = Array.from({ length: count }, (_, code) => code);
  const single = codes.slice(0, alone).map((code): Predicate => ({ kind: "in", feature, codes: [code] }));
  return alone === count ? single : [...single, { kind: "in", feature, codes: codes.slice(alone) }];
}

/** Sometimes a predicate about two features. */
function withJoined(random: Random, predicates: readonly Predicate[]): Predicate[] {
  const parts = predicates.filter((predicate) => predicate.kind === "in");
  const [first] = parts;
  const other = parts.find((part) => part.feature !== first?.feature);
  if (first === undefined || other === undefined || random() < 0.5) return [...predicates];
  return [...predicates, { kind: "anyOf", parts: [first, other] }];
}

/** Yes or no in each column, more often yes in rows that are odd. */
function largeTable(rowCount: number): Mined {
  const random = createRandom(5);
  const isOdd = Array.from({ length: rowCount }, () => random() < 0.3);
  const columns = Array.from({ length: 6 }, (): EncodedColumn => {
    const [often, seldom] = [0.4 + 0.5 * random(), 0.3 * random()];
    const codes = Int32Array.from(isOdd, (odd) => Number(random() < (odd ? often : seldom)));
    return { kind: "categorical", codes };
  });
  const features = columns.map(
    (_, place): Feature => ({ name: `f${place}`, kind: "categorical", type: "text", categories: ["no", "yes"] }),
  );
  const predicates = columns.flatMap((_, feature): Predicate[] =>
    [0, 1].map((code) => ({ kind: "in", feature, codes: [code] })),
  );
  return { table: { rowCount, features, columns }, predicates };
}

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

type MinedRules = ReturnType<typeof mineBy>;

function mineBy(pool: Pool, { table, predicates }: Mined, options: MiningOptions, hooks: Partial<MiningHooks> = {}) {
  const builder = new RuleListBuilder();
  const all = { pool, step: () => {}, shouldStop: () => false, ...hooks };
  mineRules({ table, predicates, rules: builder }, options, all);
  const { length, offsets, items, consequents, antecedentCounts, supportCounts } = builder.added();
  return {
    length,
    offsets: offsets.slice(0, length + 1),
    items: items.slice(0, offsets[length]),
    consequents: consequents.slice(0, length),
    antecedentCounts: antecedentCounts.slice(0, length),
    supportCounts: supportCounts.slice(0, length),
  };
}

/** The rules, once both agree on them. */
function compare(mined: Mined, options: MiningOptions): MinedRules {
  const found = mineBy(soloPool(openKernel()), mined, options);
  expectSame(found, mineBy(referencePool(), mined, options));
  return found;
}

/** Of long lists only the first rule that differs is told: all of them would take minutes to print. */
function expectSame(found: MinedRules, expected: MinedRules): void {
  if (isSame(found, expected)) return;
  for (let rule = 0; rule < expected.length; rule++) expect(ruleAt(found, rule)).toEqual(ruleAt(expected, rule));
  expect(found.length).toBe(expected.length);
}

const LISTS = ["offsets", "items", "consequents", "antecedentCounts", "supportCounts"] as const;

function isSame(some: MinedRules, others: MinedRules): boolean {
  return LISTS.every((name) => bytesOf(some[name]).equals(bytesOf(others[name])));
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView<ArrayBuffer>): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function ruleAt({ offsets, items, consequents, antecedentCounts, supportCounts }: MinedRules, rule: number) {
  return {
    rule,
    antecedent: [...items.subarray(offsets[rule], offsets[rule + 1])],
    consequent: consequents[rule],
    antecedentCount: antecedentCounts[rule],
    supportCount: supportCounts[rule],
  };
}

/** As in miner.ts: numbers that the kernel writes before it returns. */
const BUFFER_NUMBERS = 65_536;

/**
 * Numbers that the kernel writes for the rules of one first item, the most of any: a length, the antecedent, and three
 * more for each.
 */
function longestWalk({ length, offsets, items }: MinedRules): number {
  const numbers = new Map<number, number>();
  for (let rule = 0; rule < length; rule++) {
    const [start, end] = [offsets[rule]!, offsets[rule + 1]!];
    numbers.set(items[start]!, (numbers.get(items[start]!) ?? 0) + end - start + 4);
  }
  return Math.max(...numbers.values());
}

const REDUNDANCIES: readonly Redundancy[] = ["all", "productive"];

describe("the miner finds what its reference finds", () => {
  test.each([0, 1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257])("in %d rows", (rowCount) => {
    let found = 0;
    for (let seed = 0; seed < 12; seed++) {
      const random = createRandom(seed + 1000 * rowCount);
      const mined = randomTable(random, { rowCount, featureCount: 5, maxCategories: 3, missing: (seed % 3) * 0.2 });
      const options = {
        minSupport: (seed % 4) * 0.05,
        minConfidence: 0.6,
        maxPredicates: 2 + (seed % 4),
        maxRules: 1e6,
      };
      for (const redundancy of REDUNDANCIES) found += compare(mined, { ...options, redundancy }).length;
    }
    if (rowCount > 1) expect(found).toBeGreaterThan(0);
  });

  test.each([
    { rowCount: 900, featureCount: 12, maxCategories: 6, missing: 0 },
    { rowCount: 900, featureCount: 10, maxCategories: 8, missing: 0.15 },
    { rowCount: 2500, featureCount: 9, maxCategories: 5, missing: 0 },
    { rowCount: 6000, featureCount: 8, maxCategories: 12, missing: 0.05 },
    { rowCount: 70_000, featureCount: 5, maxCategories: 4, missing: 0.02 },
  ])("in %o, where nodes open projections and counts are given up", (shape) => {
    for (const maxPredicates of [2, 3, 4, 5, 6]) {
      if (shape.rowCount > 10_000 && maxPredicates > 4) continue;
      const mined = randomTable(createRandom(maxPredicates * 31 + shape.rowCount), shape);
      for (const redundancy of REDUNDANCIES) {
        const options = { minSupport: 0.01, minConfidence: 0.8, maxPredicates, redundancy, maxRules: 5e6 };
        expect(compare(mined, options).length).toBeGreaterThan(0);
      }
    }
  });

  test("when rules come in more pieces than the buffer holds, and stops at the same limit", () => {
    const shape = { rowCount: 100, featureCount: 10, maxCategories: 2, missing: 0 };
    const mined = randomTable(createRandom(7), shape);
    const options = { minSupport: 0, minConfidence: 0.02, maxPredicates: 6, redundancy: "all", maxRules: 1e6 } as const;
    const rules = compare(mined, options);
    expect(longestWalk(rules)).toBeGreaterThan(2 * BUFFER_NUMBERS);
    for (const pool of [soloPool(openKernel()), referencePool()]) {
      expect(() => mineBy(pool, mined, { ...options, maxRules: 20_000 })).toThrow("mining stopped at 20000 rules");
    }
  });

  test("when a confidence is above the least one by less than a product of both can tell", () => {
    // So many of so many rows: the share is above the least confidence, and the rows times that are rounded to as many.
    const shares = Array.from({ length: 16 }, (_, own) =>
      Array.from({ length: own }, (_, some) => ({ some, own, least: nextBelow(some / own) })),
    ).flat();
    const close = shares.filter(({ some, own, least }) => some > 0 && least * own === some);
    expect(close.length).toBeGreaterThan(10);
    let found = 0;
    for (const [seed, { some, own, least }] of close.entries()) {
      const mined = randomTable(createRandom(seed), { rowCount: 90, featureCount: 6, maxCategories: 4, missing: 0.1 });
      const options = { minSupport: 0, maxPredicates: 3, redundancy: "all", maxRules: 1e6 } as const;
      const rules = compare(mined, { ...options, minConfidence: least });
      for (let rule = 0; rule < rules.length; rule++) {
        const isOfThree = rules.offsets[rule + 1]! - rules.offsets[rule]! === 2;
        if (isOfThree && rules.supportCounts[rule] === some && rules.antecedentCounts[rule] === own) found++;
      }
    }
    expect(found).toBeGreaterThan(20);
  });

  test.each(REDUNDANCIES)("when 32 bits do not hold the products of counts, %s rules", (redundancy) => {
    const mined = largeTable(120_000);
    for (const maxPredicates of [3, 4]) {
      const rules = compare(mined, { minSupport: 0, minConfidence: 0.3, maxPredicates, redundancy, maxRules: 1e6 });
      expect(Math.max(...rules.supportCounts)).toBeGreaterThan(65_536);
      expect(rules.offsets.some((end, rule) => rule > 0 && end - rules.offsets[rule - 1]! > 1)).toBe(true);
    }
  });
});

describe("predicates that do not fit into one memory", () => {
  const options = { minSupport: 0.02, minConfidence: 0.6, maxRules: 1e6 };

  test.each([2, 3, 4])(
    "are mined in pieces, rules of %d predicates: the same rules in the same order",
    (maxPredicates) => {
      for (let seed = 0; seed < 3; seed++) {
        const shape = { rowCount: 300, featureCount: 6, maxCategories: 4, missing: (seed % 3) * 0.1 };
        const mined = randomTable(createRandom(seed), shape);
        for (const redundancy of REDUNDANCIES) {
          const own = { ...options, maxPredicates, redundancy };
          const task = { leastCount: 1, minConfidence: 0.6, maxPredicates, redundancy };
          const all = mineBy(soloPool(openKernel()), mined, own);
          expect(all.length).toBeGreaterThan(0);
          // Room for all but one of them, for half, and, of short rules, for as many as a rule has.
          const count = mined.predicates.length;
          for (const size of [count - 1, count >> 1, maxPredicates < 4 ? maxPredicates : count >> 1]) {
            const memoryBytes = mostMiningBytes(mined.table, size, task);
            expectSame(mineBy(soloPool(openKernel()), mined, own, { memoryBytes }), all);
          }
        }
      }
    },
  );

  test("end at the same limit of rules, and tell how far they are", () => {
    const mined = randomTable(createRandom(3), { rowCount: 300, featureCount: 6, maxCategories: 4, missing: 0.1 });
    const own = { ...options, maxPredicates: 3, redundancy: "all" } as const;
    const { length } = mineBy(soloPool(openKernel()), mined, own);
    const memoryBytes = 1;
    const steps: number[] = [];
    const step = (done: number, total: number): void => void steps.push(done / total);
    const mine = (maxRules: number) =>
      mineBy(soloPool(openKernel()), mined, { ...own, maxRules }, { memoryBytes, step }).length;
    expect(mine(length)).toBe(length);
    expect([steps[0], steps.at(-1)]).toEqual([0, 1]);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(() => mine(length - 1)).toThrow(`mining stopped at ${length - 1} rules`);
    expect(() => mine(1)).toThrow("mining stopped at 1 rules");
  });
});

test("the miner reserves what is known beforehand that it will", () => {
  for (const rowCount of [1, 127, 129, 5000]) {
    for (const maxPredicates of [2, 3, 4, 6]) {
      const shape = { rowCount, featureCount: 7, maxCategories: 5, missing: 0 };
      const { table, predicates } = randomTable(createRandom(rowCount), shape);
      const alone = predicates.filter(({ kind }) => kind !== "anyOf"); // each row has one of each feature
      for (const redundancy of REDUNDANCIES) {
        const task = { leastCount: 1, minConfidence: 0.5, maxPredicates, redundancy };
        const kernel = openKernel();
        const before = kernel.mark();
        createMiner(kernel, { table, predicates: alone, task }, { tick: () => {}, maxRules: 1 });
        const record = aligned(MINING.bytes);
        expect(kernel.mark() - before).toBe(record + miningBytes(table, alone.length, task));
        expect(mostMiningBytes(table, alone.length, task)).toBeGreaterThanOrEqual(kernel.mark() - before - record);
      }
    }
  }
});
