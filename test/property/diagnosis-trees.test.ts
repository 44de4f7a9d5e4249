/** Trees against their definition: every split is the best there is, every count can be recounted. */
import { describe, expect, test } from "vitest";
import { countTreeRules, distinctTreeRules, type Model } from "../../src/core/model/index.js";
import { featuresOf } from "../../src/core/predicates/index.js";
import { treeRules } from "../../src/core/rules/index.js";
import { type Cell, cellsOf, goesLeft } from "../oracle/diagnosis-cells.js";
import { treePaths } from "../oracle/diagnosis-rule.js";
import { allCuts, countNodes, type Growth, leastReduction, squaredDeviations } from "../oracle/diagnosis-trees.js";
import { isTrue } from "../oracle/predicate-truth.js";
import { allMeanings } from "../oracle/raw-values.js";
import { checkingRows } from "./checking-rows.js";
import { everyCase, sampleCases } from "./diagnosis-tables.js";

const shape = { minRows: 20, maxRows: 90, minColumns: 2, maxColumns: 5, missing: [0, 0, 0, 10, 30] };
const cases = sampleCases(shape, 70, 1);

describe("trees", () => {
  test("split every node where that reduces squared deviations most, and no other node", () => {
    let splits = 0;
    everyCase(cases, ({ model, table }) => {
      const rows = allMeanings(model.features, table).map((row) => cellsOf(model.features, row));
      const varied = [...model.features.keys()].filter(
        (j) => new Set(rows.map((row) => row[j]).filter((cell) => cell !== "missing")).size > 1,
      );
      const { parts, groupOf, groupOfTree } = checkingRows(model, table);
      expect(groupOfTree).toHaveLength(model.forest.targets.length);
      const minLeaf = 12;
      model.forest.targets.forEach((target, tree) => {
        expect(varied).toContain(target);
        const pool = varied.filter((j) => j !== target);
        const group = groupOfTree[tree]!;
        const isFirst = model.forest.targets[tree - 1] !== target || groupOfTree[tree - 1] !== group;
        const asked = askedFeatures(model, tree);
        expect(pool).toEqual(expect.arrayContaining(asked));
        // The first tree of each group sees all others; of the rest only what they asked is known of what they saw.
        if (!isFirst) expect(asked.length).toBeLessThanOrEqual(Math.ceil(0.3 * pool.length));
        const growth = { ...model, rows, target, inputs: isFirst ? pool : asked, minLeaf };
        // Rows of its group check a tree, and take no part in growing it.
        const known = rows.filter((row, i) => row[target] !== "missing" && groupOf[parts[i]!] !== group);
        splits += checkNode(model, growth, model.forest.roots[tree]!, known, 0);
      });
    });
    expect(splits).toBeGreaterThan(100);
  });

  test("have counts over all learning rows", () => {
    everyCase(cases, ({ model, table }) => {
      const rows = allMeanings(model.features, table);
      model.features.forEach((_, feature) => {
        const expected = countNodes(model, feature, rows);
        treePaths(model, feature).forEach((path, i) => {
          expect(countsOf(model, path[path.length - 1]!)).toEqual(expected[i]);
        });
      });
    });
  });

  test("give rules whose counts can be recounted from what they say", () => {
    everyCase(cases, ({ model, table }) => {
      const rows = allMeanings(model.features, table);
      const categoryCounts = model.profiles.map((profile) => (profile.kind === "categorical" ? profile.counts : null));
      for (const rule of treeRules({ ...model, categoryCounts })) {
        const there = rows.filter(
          (row) =>
            rule.antecedent.every((predicate) => isTrue(predicate, model.features, row) === true) &&
            isTrue(rule.consequent, model.features, row) !== null,
        );
        const kept = there.filter((row) => isTrue(rule.consequent, model.features, row));
        expect([rule.antecedentCount, rule.supportCount]).toEqual([there.length, kept.length]);
        const asked = rule.antecedent.map((predicate) => (predicate.kind === "anyOf" ? -1 : predicate.feature));
        expect(new Set(asked).size).toBe(asked.length);
      }
    });
  });

  test("are counted as they are listed: each once, but for those that mining found as well", () => {
    let counted = 0;
    everyCase(cases, ({ model }) => {
      const expected = model.features.map(() => 0);
      for (const { consequent } of distinctTreeRules(model)) expected[featuresOf(consequent)[0]!]!++;
      expect(model.treeRuleCounts).toEqual(expected);
      expect(countTreeRules({ ...model, treeRuleCounts: null })).toEqual(expected); // an older model
      counted += expected.reduce((sum, count) => sum + count, 0);
    });
    expect(counted).toBeGreaterThan(100);
  });
});

function askedFeatures({ forest }: Model, tree: number): number[] {
  const asked = forest.splitFeatures.subarray(forest.roots[tree]!, forest.roots[tree + 1]!);
  return [...new Set(asked)].filter((feature) => feature >= 0);
}

/** Checks a node and all below it; returns how many were split. */
function checkNode(
  model: Model,
  growth: Growth,
  node: number,
  rows: readonly (readonly Cell[])[],
  depth: number,
): number {
  const { forest, features } = model;
  const squared = squaredDeviations(growth, rows);
  // Trees see standardised numbers in units of 2^-20, which may change a reduction by that much.
  const rounding = model.profiles[growth.target]!.kind === "numeric" ? 2 ** -19 * Math.sqrt(rows.length * squared) : 0;
  const slack = rounding + 1e-9 * Math.max(1, squared);
  expectMoments(model, growth, node, rows);
  const isFinal = depth === 6 || rows.length < 2 * growth.minLeaf;
  const cuts = isFinal ? [] : allCuts(growth, rows);
  const least = leastReduction(growth, rows);
  const best = Math.max(least, ...cuts.map((cut) => cut.reduction));
  const feature = forest.splitFeatures[node]!;
  if (feature < 0) {
    if (best > least + slack) expect(cuts).toEqual("a split");
    return 0;
  }
  const value = forest.splitValues[node]!;
  const chosen = cuts.find(
    (cut) =>
      cut.feature === feature && (cut.low === cut.high ? value === cut.low : value > cut.low && value <= cut.high),
  );
  expect(chosen, `split of ${features[feature]!.name} at ${value}`).toBeDefined();
  expect(chosen!.reduction).toBeGreaterThanOrEqual(best - slack);
  const side = (isLeft: boolean) => rows.filter((row) => goesLeft(features[feature]!, row[feature]!, value) === isLeft);
  return (
    1 +
    checkNode(model, growth, node + 1, side(true), depth + 1) +
    checkNode(model, growth, forest.right[node]!, side(false), depth + 1)
  );
}

/** Bounds may be moved by this share of the deviation to numbers that read better. */
const SLACK = 0.101;

/** Room beyond what was seen at a node, in deviations of the node. */
const seenRoom = (rows: number): number => 0.1 + 15 / rows;

/** Mean and deviation of a number, to six digits, and the range that they and what was seen allow. */
function expectMoments(
  { forest, profiles }: Model,
  growth: Growth,
  node: number,
  rows: readonly (readonly Cell[])[],
): void {
  const profile = profiles[growth.target]!;
  if (profile.kind === "categorical") return;
  const deviation = Math.sqrt(squaredDeviations(growth, rows) / rows.length);
  expect(Math.abs(forest.deviations[node]! - deviation)).toBeLessThan(1e-5 * Math.max(1, deviation));
  const { unit, ...scale } = profile.scale;
  const spread = Math.hypot(deviation, 0.1) * scale.deviation;
  const middle = scale.mean + forest.means[node]! * scale.deviation;
  const spreadAt = (value: number): number => spread * (unit === null ? 1 : unit + Math.abs(value));
  const unbent = (bent: number): number =>
    unit === null ? bent : Math.sign(bent) * (unit * Math.exp(Math.abs(bent)) - unit);
  if (!Number.isFinite(6 * spread) || !Number.isFinite(6 * unbent(middle)) || spread < 1e-290) return;
  const near = (bound: number, wanted: number): boolean =>
    Math.abs(bound - wanted) <= SLACK * spreadAt(wanted) + 1e-9 * Math.abs(unbent(middle));
  const [low, high] = [forest.lows[node]!, forest.highs[node]!];
  const atLeast = low <= profile.min && low >= profile.min - 0.31 * spreadAt(profile.min);
  const atMost = high >= profile.max && high <= profile.max + 0.31 * spreadAt(profile.max);
  const seen = rows.map((row) => Number(row[growth.target]));
  const room = seenRoom(rows.length);
  const [least, greatest] = [Math.min(...seen), Math.max(...seen)];
  const wanted = {
    low: Math.max(unbent(middle - 3 * spread), least - room * spreadAt(least)),
    high: Math.min(unbent(middle + 3 * spread), greatest + room * spreadAt(greatest)),
  };
  const values = growth.rows.map((row) => row[growth.target]).filter((value) => Number.isFinite(value));
  const isNextWhole = (bound: number, to: number): boolean =>
    values.every((value) => Number.isInteger(value)) && Number.isInteger(bound) && Math.abs(bound - to) < 1 + 1e-9;
  const isRight = (bound: number, to: number): boolean => near(bound, to) || isNextWhole(bound, to);
  expect({ low, isRight: isRight(low, wanted.low) || atLeast }).toEqual({ low, isRight: true });
  expect({ high, isRight: isRight(high, wanted.high) || atMost }).toEqual({ high, isRight: true });
}

function countsOf({ forest }: Model, node: number) {
  return {
    antecedentCount: forest.antecedentCounts[node],
    supportCount: forest.supportCounts[node],
    classCounts: [...forest.classCounts.subarray(forest.classOffsets[node]!, forest.classOffsets[node + 1]!)],
  };
}
