import { expect, test } from "vitest";
import { StoppedError } from "../../base/index.js";
import { openKernel, soloPool } from "../../compute/index.js";
import { resolveLearnOptions, type Warning } from "../../model/index.js";
import type { Predicate } from "../../predicates/index.js";
import { RuleListBuilder } from "../../rules/index.js";
import type { EncodedTable } from "../../table/index.js";
import { learnDependencies } from "./learn-dependencies.js";

const PRODUCTS = 25;
const ROWS = 500;
const GROUPS = 5;

/** Of each feature so many categories: each row has one of the first, which fixes all others. */
function fixedTable(counts: readonly [number, ...number[]], rowCount: number): EncodedTable {
  return {
    rowCount,
    features: counts.map((length, feature) => ({
      name: `f${feature}`,
      kind: "categorical",
      type: "number",
      categories: Array.from({ length }, (_, code) => code),
    })),
    columns: counts.map((count) => ({
      kind: "categorical",
      codes: Int32Array.from({ length: rowCount }, (_, row) => (row % counts[0]) % count),
    })),
  };
}

const products = fixedTable([PRODUCTS, GROUPS], ROWS);
const predicates: Predicate[] = [PRODUCTS, GROUPS].flatMap((length, feature) =>
  Array.from({ length }, (_, code): Predicate => ({ kind: "in", feature, codes: [code] })),
);

function learnt(rules: RuleListBuilder, table = products, step = (): void => {}) {
  const { rowCount, features } = table;
  const options = resolveLearnOptions({}, rowCount);
  const hooks = { pool: soloPool(openKernel()), step, shouldStop: () => false };
  const sample = Int32Array.from({ length: rowCount }, (_, row) => row);
  const warnings: Warning[] = [];
  learnDependencies({
    ...{ table, numbers: features.map(() => null), predicates: [...predicates], rules, asked: {}, options, hooks },
    ...{ sample, warnings, isWide: false },
  });
  return { ...rules.added(), warnings };
}

test("what mining found is not said again, and what it left out is said, however frequent", () => {
  const none = learnt(new RuleListBuilder(ROWS));
  expect(none.length).toBe(PRODUCTS + GROUPS);
  const rules = new RuleListBuilder(ROWS);
  const counts = { antecedentCount: 20, supportCount: 20 };
  rules.add({ source: "mined", antecedent: [3], consequent: PRODUCTS + 3, ...counts });
  rules.add({ source: "mined", antecedent: [4, 6], consequent: PRODUCTS + 4, ...counts });
  const { length, items, offsets, sources } = learnt(rules);
  expect(length).toBe(2 + PRODUCTS - 1 + GROUPS);
  const asked = Array.from({ length }, (_, rule) => rule)
    .filter((rule) => sources[rule] === 2)
    .map((rule) => items[offsets[rule]!]);
  expect([asked.includes(3), asked.includes(4)]).toEqual([false, true]);
});

test("looking for them can be stopped", () => {
  const stop = (): never => {
    throw new StoppedError();
  };
  expect(() => learnt(new RuleListBuilder(ROWS), products, stop)).toThrow(StoppedError);
});

test("20,000 rules are kept, those that turn dependencies round among them, and the rest is said", () => {
  const { length, warnings } = learnt(new RuleListBuilder(10_000), fixedTable([5000, 10, 9, 8, 7], 10_000));
  expect(length).toBe(3 * 5000 + 10 + 9 + 8);
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringContaining("1 of 4 dependencies between features, which would make more than 20,000 rules"),
  ]);
});

test("a rule that is turned round lists no category that one row has: fresh rows bring such, and break it", () => {
  const rowCount = ROWS + 20;
  const codes = Int32Array.from({ length: rowCount }, (_, row) =>
    row < ROWS ? row % PRODUCTS : PRODUCTS + row - ROWS,
  );
  const table = fixedTable([PRODUCTS + 20, GROUPS], rowCount);
  const fixed = codes.map((code) => code % GROUPS);
  const columns = [codes, fixed].map((each) => ({ kind: "categorical" as const, codes: each }));
  const { length, items, offsets, antecedentCounts, supportCounts } = learnt(new RuleListBuilder(rowCount), {
    ...table,
    columns,
  });
  const turned = Array.from({ length }, (_, rule) => rule).filter((rule) => {
    const item = items[offsets[rule]!]!;
    return item >= PRODUCTS && item < PRODUCTS + GROUPS;
  });
  expect(turned.map((rule) => [antecedentCounts[rule], supportCounts[rule]])).toEqual(
    Array.from({ length: GROUPS }, () => [104, 100]),
  );
});
