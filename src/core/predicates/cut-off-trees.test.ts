import { expect, test } from "vitest";
import { referencePool } from "../../../test/reference/reference-pool.js";
import { openKernel, soloPool } from "../compute/index.js";
import { encodeTable, inferFeatures, tableFromColumns } from "../table/index.js";
import { proposeCuts } from "./cut-off-trees.js";
import type { RelatedFeatures } from "./related-features.js";

function propose(columns: Record<string, unknown[]>, minLeaf = 1, related: RelatedFeatures | null = null) {
  const table = tableFromColumns(columns);
  const numeric = Object.keys(columns).filter((name) => typeof columns[name]![0] === "number");
  const { features } = inferFeatures(table, { exclude: [], numeric, categorical: [] });
  const steps: string[] = [];
  const step = (done: number, total: number) => steps.push(`${done}/${total}`);
  const encoded = encodeTable(features, table);
  const cuts = proposeCuts(encoded, minLeaf, { pool: soloPool(openKernel()), step, related });
  expect(cuts).toEqual(proposeCuts(encoded, minLeaf, { pool: referencePool(), step: () => {}, related }));
  return { cuts, steps };
}

test("a tree is grown for every feature, from the numeric ones", () => {
  const { cuts, steps } = propose({ x: [1, 2, 11, 12], y: ["a", "a", "b", "b"] });
  expect(cuts).toEqual([{ feature: 0, low: 2, high: 11, gain: 1 }]);
  expect(steps).toEqual(["0/2", "1/2", "2/2"]);
});

test("of features that tell the same the first by name is cut", () => {
  const { cuts } = propose({ x10: [1, 2], x9: [1, 2], y: ["a", "b"] });
  expect(cuts.filter((cut) => cut.gain === 1).map((cut) => cut.feature)).toContain(1);
  expect(propose({ x10: [1, 2], x9: [1, 2], y: ["a", "b"] }).cuts.at(-1)?.feature).toBe(1);
});

test("a row without a value of the split feature takes no part below it", () => {
  const { cuts } = propose({ x: [1, 2, null, 4], y: ["a", "a", "b", "b"] });
  expect(cuts).toEqual([{ feature: 0, low: 2, high: 4, gain: expect.closeTo(0.6887, 4) as number }]);
});

test("rows that miss different features, though equally many, are told apart", () => {
  const { cuts } = propose({
    a: [1, 2, 3, 4, 5, null],
    b: [6, 5, 4, 3, null, 1],
    y: ["p", "p", "q", "q", "p", "q"],
  });
  for (const { low, high } of cuts) expect(high).toBeGreaterThan(low);
  expect(cuts.length).toBeGreaterThan(1);
});

test("nothing is proposed without two leaves' worth of rows, without numbers, or for a constant target", () => {
  expect(propose({ x: [1, 2, 3], y: ["a", "b", "b"] }, 2).cuts).toEqual([]);
  expect(propose({ y: ["a", "b"] }).cuts).toEqual([]);
  expect(propose({ x: [1, 2], y: ["a", "a"] }).cuts).toEqual([]);
});

test("a feature is predicted only from those that have to do with it, where that is said", () => {
  const columns = {
    a: [1, 2, 3, 4, 5, 6],
    b: [6, 4, 5, 1, 2, 3],
    c: [1, 1, 2, 1, 2, 2],
    y: ["p", "p", "p", "q", "q", "q"],
  };
  const related = [[3], [2], [], [1, 3]].map((list) => Int32Array.from(list));
  const { cuts } = propose(columns, 1, related);
  expect(new Set(cuts.map(({ feature }) => feature))).toEqual(new Set([1, 2]));
  expect(cuts.at(-1)).toMatchObject({ feature: 1, low: 3, high: 4 }); // y by b: neither a nor y itself may tell it
  expect(propose(columns, 1).cuts.at(-1)).toMatchObject({ feature: 0, low: 3, high: 4 });
});
