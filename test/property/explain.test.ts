import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { explain } from "../../src/core/explain.js";
import { learn } from "../../src/core/learn.js";
import type { Model } from "../../src/core/model/index.js";
import type { Predicate } from "../../src/core/predicates/index.js";
import type { Explanation } from "../../src/core/presenting/index.js";
import { type ListedRule, ruleAt, treeRules } from "../../src/core/rules/index.js";
import { allRules, countRule, productiveRules } from "../oracle/all-rules.js";
import { aboutFeatures, isTrue } from "../oracle/predicate-truth.js";
import { allMeanings } from "../oracle/raw-values.js";
import { firstViolated, scoreOf, sortRules } from "../oracle/violated-rules.js";
import { learningTasks } from "./learning-tasks.js";
import { kindOptions, type NastyTable, toTable } from "./nasty-tables.js";
import { runs } from "./runs.js";

/** A model's rules with item numbers, in its own order. */
function listed(model: Model): Omit<ListedRule, "source">[] {
  const { rules } = model;
  return Array.from({ length: rules.length }, (_, rule) => ({
    antecedent: [...rules.items.subarray(rules.offsets[rule]!, rules.offsets[rule + 1]!)],
    consequent: rules.consequents[rule]!,
    antecedentCount: rules.antecedentCounts[rule]!,
    supportCount: rules.supportCounts[rule]!,
  }));
}

describe("a model", () => {
  test("holds exactly the rules that enumeration finds, in the documented order, each count recounted", () => {
    fc.assert(
      fc.property(learningTasks({ maxRows: 40, maxColumns: 4 }), ({ table, options }) => {
        const model = learn(toTable(table), { ...options, ...kindOptions(table), trees: 0, neighbours: 0 });
        const rows = allMeanings(model.features, table);
        const truths = model.predicates.map((predicate) => rows.map((row) => isTrue(predicate, model.features, row)));
        for (const rule of listed(model)) {
          expect({ ...rule, ...countRule(truths, rule.antecedent, rule.consequent) }).toEqual(rule);
        }
        const mined = listed(model).filter((_, rule) => model.rules.sources[rule] === 1);
        const rangeItems = listed(model).filter((_, rule) => model.rules.sources[rule] === 0);
        const predicates = model.predicates.slice(0, model.predicates.length - rangeItems.length);
        const question = { ...model.options, features: model.features, predicates, rows };
        const expected = model.options.redundancy === "all" ? allRules(question) : productiveRules(question);
        const key = (rule: object): string => JSON.stringify(rule);
        expect(new Set(mined.map(key))).toEqual(new Set(expected.map(key)));
        const scores = { ...model.options, rowCount: model.rowCount };
        expect(listed(model)).toEqual(sortRules(listed(model), model.predicates, scores));
      }),
      runs(250),
    );
  });
});

describe("the rules of trees", () => {
  test("have the counts that recounting their predicates on raw values gives, and no rule is told twice in a path", () => {
    const shape = { minRows: 20, maxRows: 60, maxColumns: 4, missing: [0, 0, 10, 30] };
    let checked = 0;
    fc.assert(
      fc.property(learningTasks(shape), ({ table, options }) => {
        const model = learn(toTable(table), { ...options, ...kindOptions(table), trees: 3, neighbours: 0 });
        const rows = allMeanings(model.features, table);
        const categoryCounts = model.profiles.map((own) => (own.kind === "categorical" ? own.counts : null));
        for (const rule of treeRules({ forest: model.forest, features: model.features, categoryCounts })) {
          const predicates = [...rule.antecedent, rule.consequent];
          const truths = predicates.map((predicate) => rows.map((row) => isTrue(predicate, model.features, row)));
          const { antecedentCount, supportCount } = countRule(
            truths,
            [...rule.antecedent.keys()],
            rule.antecedent.length,
          );
          expect({ antecedentCount, supportCount }).toEqual({
            antecedentCount: rule.antecedentCount,
            supportCount: rule.supportCount,
          });
          const features = predicates.flatMap(aboutFeatures);
          expect(new Set(features).size).toBe(features.length);
          checked++;
        }
      }),
      runs(250),
    );
    expect(checked).toBeGreaterThan(100);
  });
});

describe("explaining by the paper's method", () => {
  test("shows the first k violated rules of the sorted list, ranges first, and their consequents", () => {
    fc.assert(
      fc.property(learningTasks({ maxRows: 40, maxColumns: 4 }), fc.integer({ min: 1, max: 7 }), (task, top) => {
        const { table, options } = task;
        const model = learn(toTable(table), { ...options, ...kindOptions(table), trees: 0, neighbours: 0 });
        const strange = strangeRows(table, model, task.draws);
        const scores = { ...model.options, rowCount: model.rowCount };
        const numbered = listed(model).map((rule, number) => ({ ...rule, number }));
        const sorted = sortRules(numbered, model.predicates, scores);
        const found = explain(model, toTable(strange), { method: "paper", top });
        allMeanings(model.features, strange).forEach((row, index) => {
          const expected = firstViolated(sorted, model.predicates, model.features, row, top);
          const explanation = found[index]!;
          expect(explanation.row).toBe(index);
          expect(
            explanation.rules.map(({ source, antecedentCount, supportCount, score, antecedent, consequent }) => ({
              source,
              antecedentCount,
              supportCount,
              score,
              antecedent,
              consequent,
            })),
          ).toEqual(
            expected.map((rule) => ({
              source: ruleAt(model.rules, model.predicates, rule.number).source,
              antecedentCount: rule.antecedentCount,
              supportCount: rule.supportCount,
              score: scoreOf(rule, scores),
              antecedent: rule.antecedent.map((item) => written(model.predicates[item]!, model)),
              consequent: written(model.predicates[rule.consequent]!, model),
            })),
          );
          const suspects = expected.flatMap((rule) => aboutFeatures(model.predicates[rule.consequent]!));
          const names = [...new Set(suspects)].map((feature) => model.features[feature]!.name);
          expect(explanation.features.map((suspect) => suspect.feature)).toEqual(names);
          expectFairBlame(explanation);
        });
      }),
      runs(300),
    );
  });

  test("gives each feature the same best rule with productive rules as with all", () => {
    fc.assert(
      fc.property(learningTasks({ maxRows: 30, maxColumns: 4 }), (task) => {
        const { table, options } = task;
        const learnWith = (redundancy: "all" | "productive"): Model =>
          learn(toTable(table), { ...options, ...kindOptions(table), redundancy, trees: 0, neighbours: 0 });
        const strange = strangeRows(table, learnWith("all"), task.draws);
        const best = (redundancy: "all" | "productive") =>
          explain(learnWith(redundancy), toTable(strange), { method: "paper", top: 10_000 }).map((explanation) =>
            explanation.features.map((suspect) => ({
              feature: suspect.feature,
              rule: explanation.rules[suspect.rule!],
            })),
          );
        expect(best("productive")).toEqual(best("all"));
      }),
      runs(150),
    );
  });
});

/** Shares that sum to one and never rise with the rank. */
function expectFairBlame({ features }: Explanation): void {
  const shares = features.map((suspect) => suspect.blame);
  if (shares.length > 0) expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  shares.forEach((share, i) => {
    expect(share).toBeGreaterThan(0);
    if (i > 0) expect(share).toBeLessThanOrEqual(shares[i - 1]!);
  });
}

/** A predicate as the contract writes it. */
function written(predicate: Predicate, model: Model): object {
  const open = (bound: number): number | null => (Number.isFinite(bound) ? bound : null);
  switch (predicate.kind) {
    case "anyOf":
      return { anyOf: predicate.parts.map((part) => written(part, model)) };
    case "present":
      return { feature: model.features[predicate.feature]!.name, present: true };
    case "in": {
      const feature = model.features[predicate.feature]!;
      const categories = feature.kind === "categorical" ? predicate.codes.map((code) => feature.categories[code]) : [];
      const plain = categories.map((value) => (value === Infinity || value === -Infinity ? String(value) : value));
      return { feature: feature.name, in: plain };
    }
    case "interval": {
      const { min, max, maxInclusive } = predicate;
      const bounds = { feature: model.features[predicate.feature]!.name, min: open(min), max: open(max) };
      return maxInclusive && max !== Infinity ? { ...bounds, maxInclusive: true } : bounds;
    }
  }
}

/**
 * The learning rows, each with one cell changed: to missing, something never seen, ±Infinity, or exactly on a bound.
 */
function strangeRows(table: NastyTable, model: Model, draws: readonly number[]): NastyTable {
  const columns = table.columns.map((column, at) => {
    const feature = model.features.findIndex((candidate) => candidate.name === column.name);
    const values = column.values.map((value, row) => {
      const draw = draws[(row * 5 + at) % draws.length]!;
      if (draw % table.columns.length !== at || feature < 0) return value;
      return strangeValues(model, feature)[draw % strangeValues(model, feature).length];
    });
    return { ...column, values };
  });
  return { ...table, columns };
}

function strangeValues(model: Model, feature: number): unknown[] {
  const own = model.features[feature]!;
  if (own.kind === "categorical") {
    const unseen = own.type === "text" ? "never seen" : own.type === "number" ? 4711 : null;
    return [null, unseen, ...own.categories];
  }
  const bounds = model.predicates.flatMap((predicate) =>
    predicate.kind === "interval" && predicate.feature === feature ? [predicate.min, predicate.max] : [],
  );
  return [NaN, Infinity, -Infinity, 0, -0, 1e300, ...bounds];
}
