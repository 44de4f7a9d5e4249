/** Laws that need no oracle: what may change in a table without changing what is learnt, and what follows from what. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createExplainer, explain } from "../../src/core/explain.js";
import { learn } from "../../src/core/learn.js";
import { type LearnOptions, type Model, saveModel } from "../../src/core/model/index.js";
import { type PublicPredicate, toPublicRule } from "../../src/core/presenting/index.js";
import { ruleAt } from "../../src/core/rules/index.js";
import { learningTasks } from "./learning-tasks.js";
import { kindOptions, type NastyTable, rowsOf, toTable } from "./nasty-tables.js";
import { runs } from "./runs.js";

function learnFrom(table: NastyTable, options: LearnOptions): Model {
  return learn(toTable(table), { trees: 2, neighbours: 20, ...options, ...kindOptions(table) });
}

interface WrittenRule {
  readonly source: string;
  readonly antecedent: readonly string[];
  readonly consequent: string;
  readonly support: number;
  readonly confidence: number;
}

/** Rules by what they say, whatever the order of features and rules. */
function writtenRules(model: Model): WrittenRule[] {
  return Array.from({ length: model.rules.length }, (_, rule) => {
    const { source, antecedent, consequent, support, confidence } = toPublicRule(
      ruleAt(model.rules, model.predicates, rule),
      model,
    );
    return {
      source,
      antecedent: antecedent.map(writtenPredicate).sort(),
      consequent: writtenPredicate(consequent),
      support,
      confidence,
    };
  });
}

function writtenPredicate(predicate: PublicPredicate): string {
  return "anyOf" in predicate ? predicate.anyOf.map(writtenPredicate).sort().join(" or ") : JSON.stringify(predicate);
}

const sorted = (rules: readonly WrittenRule[]): string[] => rules.map((rule) => JSON.stringify(rule)).sort();

function shuffled<T>(list: readonly T[], draws: readonly number[]): T[] {
  const keyed = list.map((entry, i) => ({ entry, key: ((draws[i % draws.length]! + i * 331) * 7919) % 1009 }));
  return keyed.sort((a, b) => a.key - b.key).map(({ entry }) => entry);
}

const shape = { maxRows: 40, maxColumns: 4 };
/** Numbers with few binary digits, of one magnitude. */
const plain = { ...shape, pools: ["integers", "fine", "few", "switches", "texts"] as const };

describe("learning", () => {
  test("twice gives the same bytes", () => {
    fc.assert(
      fc.property(learningTasks(shape), ({ table, options }) => {
        expect(saveModel(learnFrom(table, options))).toBe(saveModel(learnFrom(table, options)));
      }),
      runs(100),
    );
  });

  test("from rows in another order gives the same bytes", () => {
    fc.assert(
      fc.property(learningTasks(shape), ({ table, options, draws }) => {
        const order = shuffled([...Array(table.rowCount).keys()], draws);
        expect(saveModel(learnFrom(rowsOf(table, order), options))).toBe(saveModel(learnFrom(table, options)));
      }),
      runs(400),
    );
  });

  test("from rows that are numbered, in any order and in any steps, gives the same model but for the column left out", () => {
    const steps = fc.constantFrom(10, 0.5, 0.1, -1 / 3, 1e-7);
    fc.assert(
      fc.property(learningTasks({ ...shape, minRows: 21 }), steps, ({ table, options, draws }, step) => {
        const order = shuffled([...Array(table.rowCount).keys()], draws);
        const ticks = { name: "tick", values: order.map((place) => 7 + place * step), kind: "inferred" as const };
        const numbered = { ...table, columns: [...table.columns, ticks] };
        const { excluded, ...model } = learnFrom(numbered, options);
        expect(excluded.at(-1)!.reason).toMatch(/^it numbers the rows/);
        expect(saveModel({ ...model, excluded: excluded.slice(0, -1) })).toBe(saveModel(learnFrom(table, options)));
        const turned = rowsOf(numbered, shuffled(order, draws));
        expect(saveModel(learnFrom(turned, options))).toBe(saveModel({ ...model, excluded }));
      }),
      runs(60),
    );
  });

  test("from columns in another order gives the same rules", () => {
    fc.assert(
      fc.property(learningTasks(shape), ({ table, options, draws }) => {
        const turned = { ...table, columns: shuffled(table.columns, draws) };
        expect(sorted(writtenRules(learnFrom(turned, options)))).toEqual(
          sorted(writtenRules(learnFrom(table, options))),
        );
      }),
      runs(400),
    );
  });

  test("from every row twice keeps every rule and all shares", () => {
    // Means of clusters are rounded, so numbers of every magnitude at once may fall on either side of a cluster's edge.
    const exact = learningTasks(shape).filter(({ options }) => options.cutoffs !== "kmeans");
    const tasks = fc.oneof({ weight: 3, arbitrary: exact }, { weight: 1, arbitrary: learningTasks(plain) });
    fc.assert(
      fc.property(tasks, ({ table, options }) => {
        const rows = [...Array(table.rowCount).keys()];
        const twice = rowsOf(table, [...rows, ...rows]);
        expect(sorted(writtenRules(learnFrom(twice, options)))).toEqual(
          sorted(writtenRules(learnFrom(table, options))),
        );
      }),
      runs(400),
    );
  });

  test("in other units covers the same rows", () => {
    const factors = fc.constantFrom(2, 0.25, 1024, 2 ** -30);
    fc.assert(
      fc.property(learningTasks(plain), factors, ({ table, options }, factor) => {
        const scaled = {
          ...table,
          columns: table.columns.map((column) => ({
            ...column,
            values: column.values.map((value) => (typeof value === "number" ? value * factor : value)),
          })),
        };
        const counts = (model: Model): string[] =>
          sorted(writtenRules(model).map((rule) => ({ ...rule, antecedent: [], consequent: "" })));
        expect(counts(learnFrom(scaled, options))).toEqual(counts(learnFrom(table, options)));
      }),
      runs(300),
    );
  });
});

describe("explaining", () => {
  test("a batch gives the same as explaining row by row, with either method", () => {
    const methods = fc.constantFrom("paper" as const, "diagnosis" as const);
    fc.assert(
      fc.property(learningTasks(shape), methods, ({ table, options, draws }, method) => {
        const model = learnFrom(table, options);
        const strange = rowsOf(
          table,
          draws.slice(0, 10).map((draw) => draw % table.rowCount),
        );
        const explainer = createExplainer(model, { method });
        const alone = Array.from({ length: strange.rowCount }, (_, row) => {
          const [explanation] = explainer(toTable(rowsOf(strange, [row])));
          return { ...explanation, row };
        });
        expect(alone).toEqual(explain(model, toTable(strange), { method }));
      }),
      runs(150),
    );
  });

  test("shares blame that sums to one, in falling order, with either method", () => {
    const methods = fc.constantFrom("paper" as const, "diagnosis" as const);
    fc.assert(
      fc.property(learningTasks(shape), methods, ({ table, options }, method) => {
        const model = learnFrom(table, options);
        for (const { features, rules } of explain(model, toTable(table), { method })) {
          if (features.length === 0) continue;
          expect(features.reduce((sum, suspect) => sum + suspect.blame, 0)).toBeCloseTo(1, 9);
          for (const { blame, rule } of features) {
            expect(blame).toBeGreaterThanOrEqual(0);
            if (rule !== null) expect(rules[rule]).toBeDefined();
          }
          expect(new Set(features.map((suspect) => suspect.feature)).size).toBe(features.length);
        }
      }),
      runs(150),
    );
  });

  test("does not look at the order of the columns", () => {
    fc.assert(
      fc.property(learningTasks(shape), ({ table, options, draws }) => {
        const model = learnFrom(table, options);
        const turned = { ...table, columns: shuffled(table.columns, draws) };
        expect(explain(model, toTable(turned))).toEqual(explain(model, toTable(table)));
      }),
      runs(100),
    );
  });
});
