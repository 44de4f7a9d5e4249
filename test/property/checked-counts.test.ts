/** Counts in rows that took no part in finding a rule, and what follows from them, against a recount row by row. */
import { describe, expect, test } from "vitest";
import { learn } from "../../src/core/learn.js";
import type { Model } from "../../src/core/model/index.js";
import { type CheckedCounts, type Rule, ruleAt } from "../../src/core/rules/index.js";
import { expectationOf, reaches, treePaths, wilsonLow } from "../oracle/diagnosis-rule.js";
import { isTrue } from "../oracle/predicate-truth.js";
import { allMeanings, type Meaning } from "../oracle/raw-values.js";
import { type CheckingRows, checkingRows } from "./checking-rows.js";
import { everyCase, sampleCases } from "./diagnosis-tables.js";
import { kindOptions, type NastyTable, toTable } from "./nasty-tables.js";

const shape = { minRows: 20, maxRows: 90, minColumns: 2, maxColumns: 5, missing: [0, 0, 0, 10, 30] };
const cases = sampleCases(shape, 30, 1);

/** Rows of one stretch that have the antecedent and a known consequent, and those in which it holds. */
interface Counted {
  readonly rows: number;
  readonly support: number;
}

describe("counts in rows that check a rule", () => {
  for (const order of ["none", "file"] as const) {
    test(`can be recounted for range and mined rules, rows in ${order === "none" ? "no" : "the file's"} order`, () => {
      let counted = 0;
      everyCase(cases, ({ table, options }) => {
        const model = learn(toTable(table), { ...kindOptions(table), ...options, order });
        const checking = checkingRows(model, table);
        const expected = Array.from({ length: model.rules.length }, (_, rule) =>
          countListed(model, ruleAt(model.rules, model.predicates, rule), table, checking),
        );
        expectChecked(model.rules.checked!, expected, checking.areDependent);
        counted += expected.length;
      });
      expect(counted).toBeGreaterThan(300);
    });

    test(`can be recounted for nodes of trees, rows in ${order === "none" ? "no" : "the file's"} order`, () => {
      let counted = 0;
      everyCase(cases, ({ table, options }) => {
        const model = learn(toTable(table), { ...kindOptions(table), ...options, order });
        if (model.options.trees === 0) return;
        const expected = countNodes(model, table, checkingRows(model, table));
        expectChecked(model.forest.checked!, expected, order === "file");
        counted += expected.length;
      });
      expect(counted).toBeGreaterThan(300);
    });
  }
});

function countListed(
  { features }: Model,
  rule: Rule,
  table: NastyTable,
  { stretches }: Pick<CheckingRows, "stretches">,
): Counted[] {
  const rows = allMeanings(features, table);
  const checking = new Set(stretches.flatMap((stretch) => [...stretch]));
  const others = rows.filter((_, row) => !checking.has(row));
  return stretches.map((stretch) => {
    const there = [...stretch]
      .map((row) => rows[row]!)
      .filter((row) => rule.antecedent.every((predicate) => isTrue(predicate, features, row) === true))
      .filter((row) => isTrue(rule.consequent, features, row) !== null);
    return { rows: there.length, support: there.filter((row) => isKept(rule, features, row, others)).length };
  });
}

/**
 * That a category was seen at all is true of every row: it counts where another row, that does not check, has it too.
 */
function isKept(
  { source, consequent }: Rule,
  features: Model["features"],
  row: readonly Meaning[],
  others: Meaning[][],
) {
  if (isTrue(consequent, features, row) !== true) return false;
  if (source !== "range" || consequent.kind !== "in") return true;
  return others.some((other) => other[consequent.feature] === row[consequent.feature]);
}

/** In the order of nodes. */
function countNodes(model: Model, table: NastyTable, { parts, groupOf, groupOfTree }: CheckingRows): Counted[][] {
  const { forest, features } = model;
  const rows = allMeanings(features, table);
  const counted: Counted[][] = [];
  for (const feature of new Set(forest.targets)) {
    for (const path of treePaths(model, feature)) {
      const node = path[path.length - 1]!;
      const tree = [...forest.roots].findIndex((end, i) => i > 0 && node < end) - 1;
      const group = groupOfTree[tree]!;
      const there = rows.map((row) => row[feature] !== null && reaches(model, path, row));
      const others = rows.filter((_, row) => there[row] && groupOf[parts[row]!] !== group);
      const own = [...groupOf.keys()].filter((part) => groupOf[part] === group);
      counted[node] = own.map((part) => {
        const here = rows.filter((_, row) => there[row] && parts[row] === part);
        return {
          rows: here.length,
          support: here.filter((row) => isAsExpected(model, node, feature, row, others)).length,
        };
      });
    }
  }
  return counted;
}

/**
 * What a node expects of a category is told by all rows; those that check it count what the others alone make it
 * expect.
 */
function isAsExpected(
  model: Model,
  node: number,
  feature: number,
  row: readonly Meaning[],
  others: Meaning[][],
): boolean {
  const expectation = expectationOf(model, feature, node);
  if (isTrue(expectation, model.features, row) !== true) return false;
  if (expectation.kind !== "in") return true;
  const same = others.filter((other) => other[feature] === row[feature]).length;
  return same > 0 && same >= 0.01 * others.length;
}

function expectChecked(checked: CheckedCounts, expected: readonly (readonly Counted[])[], areDependent: boolean): void {
  const sum = (counts: readonly Counted[], name: keyof Counted): number =>
    counts.reduce((total, count) => total + count[name], 0);
  expect([...checked.antecedentCounts]).toEqual(expected.map((counts) => sum(counts, "rows")));
  expect([...checked.supportCounts]).toEqual(expected.map((counts) => sum(counts, "support")));
  expect(checked.lows !== null).toBe(areDependent);
  if (checked.lows === null) return;
  const effects = expected.map(designEffect);
  const known = effects.filter((effect) => effect !== null).sort((a, b) => a - b);
  const common = Math.max(1, known[Math.floor(0.8 * known.length)] ?? 1);
  expected.forEach((counts, rule) => {
    const used = counts.filter(({ rows }) => rows > 0).length;
    const divisor = Math.max(common, effects[rule] ?? 1);
    const counted = { antecedentCount: sum(counts, "rows") / divisor, supportCount: sum(counts, "support") / divisor };
    const low = used < 2 ? 0 : wilsonLow(counted, STUDENT[used - 2]!);
    expect(checked.lows![rule]!).toBeLessThanOrEqual(low + 1e-9);
    expect(checked.lows![rule]!).toBeGreaterThan(low - 1.01e-4);
  });
}

/** For 1 to 7 degrees of freedom. */
const STUDENT = [6.314, 2.92, 2.353, 2.132, 2.015, 1.943, 1.895];

/** Variance of the share of exceptions between stretches, against that of independent rows. */
function designEffect(counts: readonly Counted[]): number | null {
  const used = counts.filter(({ rows }) => rows > 0);
  const rows = used.reduce((sum, count) => sum + count.rows, 0);
  const share = used.reduce((sum, count) => sum + count.rows - count.support, 0) / rows;
  if (used.length < 2 || share === 0 || share === 1) return null;
  const squares = used.map((count) => (count.rows - count.support - share * count.rows) ** 2);
  const variance = (squares.reduce((a, b) => a + b, 0) * used.length) / (used.length - 1) / rows ** 2;
  return variance / ((share * (1 - share)) / rows);
}
