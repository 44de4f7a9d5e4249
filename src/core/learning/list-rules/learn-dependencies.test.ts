import { expect, test } from "vitest";
import { StoppedError } from "../../base/errors/input-error.js";
import { openKernel } from "../../compute/kernel.js";
import { soloPool } from "../../compute/pool.js";
import { resolveLearnOptions } from "../../model/learn-options.js";
import type { Predicate } from "../../predicates/predicate.js";
import { RuleListBuilder } from "../../rules/rule-list.js";
import type { EncodedTable } from "../../table/encode-table.js";
import { learnDependencies } from "./learn-dependencies.js";

const PRODUCTS = 25;
const ROWS = 500;
const GROUPS = 5;

/** Each product has its group. */
const table: EncodedTable = {
  rowCount: ROWS,
  features: [PRODUCTS, GROUPS].map((length, feature) => ({
    name: `f${feature}`,
    kind: "categorical",
    type: "number",
    categories: Array.from({ length }, (_, code) => code),
  })),
  columns: [PRODUCTS, GROUPS].map((count) => ({
    kind: "categorical",
    codes: Int32Array.from({ length: ROWS }, (_, row) => (row % PRODUCTS) % count),
  })),
};
const predicates: Predicate[] = [PRODUCTS, GROUPS].flatMap((length, feature) =>
  Array.from({ length }, (_, code): Predicate => ({ kind: "in", feature, codes: [code] })),
);

function learnt(rules: RuleListBuilder, step = (): void => {}) {
  const options = resolveLearnOptions({}, ROWS);
  const hooks = { pool: soloPool(openKernel()), step, shouldStop: () => false };
  const sample = Int32Array.from({ length: ROWS }, (_, row) => row);
  const numbers = [null, null];
  learnDependencies({
    ...{ table, numbers, predicates: [...predicates], rules, asked: {}, options, hooks, sample },
    ...{ warnings: [], isWide: false },
  });
  return rules.added();
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
  expect(() => learnt(new RuleListBuilder(ROWS), stop)).toThrow(StoppedError);
});
