import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openKernel, soloPool } from "../../src/core/compute/index.js";
import { categoricalPredicates, numericColumns, type Predicate } from "../../src/core/predicates/index.js";
import {
  type MiningOptions,
  mineRules,
  type RuleList,
  RuleListBuilder,
  rangeRules,
} from "../../src/core/rules/index.js";
import {
  type EncodedTable,
  encodeTable,
  type Feature,
  inferFeatures,
  summariseNumbers,
} from "../../src/core/table/index.js";
import { allRules, type CountedRule, type MiningQuestion, productiveRules } from "../oracle/all-rules.js";
import { countWithin, meanRange, presentCount, seenCategories } from "../oracle/range-rules.js";
import { allMeanings, type Meaning } from "../oracle/raw-values.js";
import {
  confidenceThresholds,
  kindOptions,
  type NastyTable,
  nastyTables,
  supportThresholds,
  toTable,
} from "./nasty-tables.js";
import { runs } from "./runs.js";

interface Prepared {
  readonly features: readonly Feature[];
  readonly encoded: EncodedTable;
  readonly rows: Meaning[][];
  readonly predicates: readonly Predicate[];
}

/** Predicates at their own threshold: mining may be asked for a higher one. */
function prepare(raw: NastyTable, minSupport: number): Prepared {
  const table = toTable(raw);
  const { features } = inferFeatures(table, kindOptions(raw));
  const encoded = encodeTable(features, table);
  const sample = Int32Array.from({ length: table.rowCount }, (_, row) => row);
  const numbers = numericColumns(
    encoded,
    { method: "dependency", minSupport, cells: 4, sample },
    { pool: soloPool(openKernel()), step: () => {} },
  );
  const predicates = [
    ...numbers.flatMap((column) => column?.cells ?? []),
    ...categoricalPredicates(encoded, minSupport),
  ];
  return { features, encoded, rows: allMeanings(features, raw), predicates };
}

function summaries(encoded: EncodedTable) {
  return encoded.columns.map((column) => (column.kind === "numeric" ? summariseNumbers(column.values) : null));
}

function mine({ encoded, predicates }: Prepared, options: MiningOptions): CountedRule[] {
  const builder = new RuleListBuilder();
  const hooks = { pool: soloPool(openKernel()), step: () => {}, shouldStop: () => false };
  mineRules({ table: encoded, predicates, rules: builder }, options, hooks);
  return toCountedRules(builder.added());
}

function toCountedRules(rules: RuleList): CountedRule[] {
  return Array.from({ length: rules.length }, (_, rule) => ({
    antecedent: [...rules.items.subarray(rules.offsets[rule]!, rules.offsets[rule + 1]!)],
    consequent: rules.consequents[rule]!,
    antecedentCount: rules.antecedentCounts[rule]!,
    supportCount: rules.supportCounts[rule]!,
  }));
}

function canonical(rules: readonly CountedRule[]): string[] {
  return rules
    .map((rule) => `${rule.antecedent} → ${rule.consequent}: ${rule.supportCount}/${rule.antecedentCount}`)
    .sort();
}

const tables = nastyTables({ maxRows: 40, maxColumns: 5, missing: [0, 0, 0, 0, 10, 30, 60, 100] });
const questions = tables.chain((table) =>
  fc.record({
    table: fc.constant(table),
    minSupport: supportThresholds(table.rowCount),
    minConfidence: confidenceThresholds(table.rowCount),
    maxPredicates: fc.integer({ min: 1, max: 5 }),
    /** Which reached confidence or support becomes the threshold. */
    reached: fc.nat(999),
  }),
);

describe("mined rules", () => {
  test("are exactly those that enumeration finds", () => {
    fc.assert(
      fc.property(questions, ({ table, minSupport, minConfidence, maxPredicates }) => {
        const prepared = prepare(table, minSupport);
        const question: MiningQuestion = { ...prepared, minSupport, minConfidence, maxPredicates };
        const options = { minSupport, minConfidence, maxPredicates, maxRules: 1e6 };
        expect(canonical(mine(prepared, { ...options, redundancy: "all" }))).toEqual(canonical(allRules(question)));
        expect(canonical(mine(prepared, { ...options, redundancy: "productive" }))).toEqual(
          canonical(productiveRules(question)),
        );
      }),
      runs(700),
    );
  });

  test("of many predicates are exactly those that enumeration finds", () => {
    const pools = ["booleans", "switches"] as const;
    const wide = nastyTables({ minRows: 6, maxRows: 24, minColumns: 5, maxColumns: 6, pools, missing: [0, 0, 10] });
    fc.assert(
      fc.property(
        wide,
        fc.integer({ min: 5, max: 8 }),
        fc.constantFrom(0, 0.4, 0.8),
        (table, maxPredicates, minConfidence) => {
          const prepared = prepare(table, 0);
          const question: MiningQuestion = { ...prepared, minSupport: 0, minConfidence, maxPredicates };
          const options = { minSupport: 0, minConfidence, maxPredicates, maxRules: 1e6 };
          expect(canonical(mine(prepared, { ...options, redundancy: "all" }))).toEqual(canonical(allRules(question)));
          expect(canonical(mine(prepared, { ...options, redundancy: "productive" }))).toEqual(
            canonical(productiveRules(question)),
          );
        },
      ),
      runs(60),
    );
  });

  test("leave out a rule exactly on a threshold that is reached", () => {
    fc.assert(
      fc.property(questions, ({ table, minSupport, maxPredicates, reached }) => {
        const prepared = prepare(table, minSupport);
        const loose: MiningQuestion = { ...prepared, minSupport, minConfidence: 0, maxPredicates };
        const candidates = allRules(loose);
        fc.pre(candidates.length > 0);
        const rule = candidates[reached % candidates.length]!;
        const confidence = rule.supportCount / rule.antecedentCount;
        const support = rule.supportCount / table.rowCount;
        const thresholds = [
          { minSupport, minConfidence: confidence },
          { minSupport: support, minConfidence: 0 },
        ].filter((pair) => pair.minConfidence < 1 && pair.minSupport < 1);
        for (const pair of thresholds) {
          for (const redundancy of ["all", "productive"] as const) {
            const found = mine(prepared, { ...pair, maxPredicates, redundancy, maxRules: 1e6 });
            const oracle = redundancy === "all" ? allRules : productiveRules;
            expect(canonical(found)).toEqual(canonical(oracle({ ...loose, ...pair })));
            expect(canonical(found)).not.toContain(canonical([rule])[0]);
          }
        }
      }),
      runs(500),
    );
  });

  test("at a higher minSupport or minConfidence are some of those at a lower one", () => {
    fc.assert(
      fc.property(questions, fc.double({ min: 0, max: 0.99, noNaN: true }), (question, higher) => {
        const { table, minSupport, minConfidence, maxPredicates } = question;
        const prepared = prepare(table, minSupport);
        for (const redundancy of ["all", "productive"] as const) {
          const options = { minSupport, minConfidence, maxPredicates, redundancy, maxRules: 1e6 };
          const all = new Set(canonical(mine(prepared, options)));
          const fewer = mine(prepared, { ...options, minSupport: Math.max(minSupport, higher) });
          const surer = mine(prepared, { ...options, minConfidence: Math.max(minConfidence, higher) });
          const shorter = mine(prepared, { ...options, maxPredicates: Math.max(1, maxPredicates - 1) });
          for (const rule of canonical([...fewer, ...surer, ...shorter])) expect(all).toContain(rule);
        }
      }),
      runs(300),
    );
  });

  test("end in an error as soon as there are more than maxRules, and only then", () => {
    fc.assert(
      fc.property(questions, ({ table, minSupport, minConfidence, maxPredicates }) => {
        const prepared = prepare(table, minSupport);
        const options = { minSupport, minConfidence, maxPredicates, redundancy: "all" } as const;
        const count = mine(prepared, { ...options, maxRules: 1e6 }).length;
        expect(mine(prepared, { ...options, maxRules: Math.max(1, count) })).toHaveLength(count);
        if (count > 1) expect(() => mine(prepared, { ...options, maxRules: count - 1 })).toThrow("(maxRules)");
      }),
      runs(200),
    );
  });
});

describe("range rules", () => {
  test("have the bounds and counts that recounting gives", () => {
    const shapes = nastyTables({ maxRows: 60, maxColumns: 3 });
    fc.assert(
      fc.property(shapes, fc.constantFrom(0, 0.5, 0.9, 0.99), (raw, minConfidence) => {
        const { features, encoded, rows } = prepare(raw, 0);
        const found = rangeRules(encoded, summaries(encoded), minConfidence);
        const expected = features.flatMap((feature, index) => {
          const present = presentCount(rows, index);
          const range = feature.kind === "numeric" ? meanRange(rows, index) : null;
          const own =
            feature.kind === "numeric" && range === null ? [] : [{ feature: index, antecedentCount: present }];
          const usual = present / raw.rowCount > minConfidence;
          return [...own, ...(usual ? [{ feature: index, antecedentCount: raw.rowCount, supportCount: present }] : [])];
        });
        expect(
          found.map(({ consequent, antecedentCount, supportCount }) => ({
            feature: consequent.kind === "anyOf" ? -1 : consequent.feature,
            antecedentCount,
            ...(consequent.kind === "present" ? { supportCount } : {}),
          })),
        ).toEqual(expected);
        for (const { consequent, antecedentCount, supportCount } of found) {
          if (consequent.kind === "in") {
            const feature = features[consequent.feature]!;
            const seen = seenCategories(rows, features, consequent.feature);
            expect(feature.kind === "categorical" && consequent.codes.map((code) => feature.categories[code])).toEqual(
              seen,
            );
            expect(supportCount).toBe(antecedentCount);
          } else if (consequent.kind === "interval") {
            const exact = meanRange(rows, consequent.feature)!;
            expectClose(consequent.min, exact.min, exact);
            expectClose(consequent.max, exact.max, exact);
            expect(consequent.maxInclusive).toBe(true);
            expect(supportCount).toBe(countWithin(rows, consequent.feature, consequent));
          }
        }
      }),
      runs(500),
    );
  });
});

/** Within rounding of the width; a bound beyond the largest number is open. */
function expectClose(value: number, exact: number, range: { readonly min: number; readonly max: number }): void {
  if (!Number.isFinite(range.min) || !Number.isFinite(range.max)) return;
  const scale = Math.max(Math.abs(range.min), Math.abs(range.max), Number.MIN_VALUE * 2 ** 60);
  expect(Math.abs(value - exact)).toBeLessThanOrEqual(1e-9 * scale);
}
