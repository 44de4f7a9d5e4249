/** Trees of a boosted sequence: the kernel grows those that the reference finds in the rows themselves. */
import { expect, test } from "vitest";
import { createRandom, type Random, randomInteger } from "../../src/core/base/index.js";
import { openKernel } from "../../src/core/compute/index.js";
import { createBoostedGrower, entrySize, type GrownNode } from "../../src/core/learning/index.js";
import { HIDDEN_BIN } from "../../src/core/schema/index.js";
import { type BoostingCase, growBoostedTree, type ReferenceNode } from "../reference/grow-boosted-tree.js";

const TABLES = 80;

/** Few bins and many, constant and hidden columns, targets that repeat, that are all alike, or that follow a column. */
function nastyCase(random: Random): BoostingCase {
  const rowCount = 1 + randomInteger(random, 120);
  const featureCount = 1 + randomInteger(random, 4);
  const binCounts = Array.from({ length: featureCount }, () => [1, 2, 5, 33, 63][randomInteger(random, 5)]!);
  const hidden = binCounts.map(() => [0, 0, 0.2, 0.6, 1][randomInteger(random, 5)]!);
  const width = 1 + randomInteger(random, 5);
  const spread = [0, 1, 3, 50][randomInteger(random, 4)]!;
  const bins = Array.from({ length: rowCount }, () =>
    binCounts.map((count, j) => (random() < hidden[j]! ? HIDDEN_BIN : randomInteger(random, count))),
  );
  const targets = bins.map((own) =>
    Array.from({ length: width }, (_, t) => (own[t % featureCount]! % 7) - 3 + randomInteger(random, spread + 1)),
  );
  const isCategorical = binCounts.map(() => random() < 0.5);
  const inputs = binCounts.map((_, j) => j).filter(() => random() < 0.9);
  return { bins, targets, binCounts, isCategorical, inputs };
}

function growInKernel({ bins, targets, binCounts, isCategorical, inputs }: BoostingCase, rows: readonly number[]) {
  const grower = createBoostedGrower(openKernel(), {
    rowCount: bins.length,
    bins: Uint8Array.from(bins.flat()),
    binCounts: Int32Array.from(binCounts),
    isCategorical: Uint8Array.from(isCategorical, Number),
  });
  const width = targets[0]!.length;
  const size = entrySize(width);
  for (const [row, own] of targets.entries()) grower.entries.set([1, ...own], row * size);
  grower.rows.set(rows);
  const nodes = grower.grow(rows.length, width, Int32Array.from(inputs));
  return nodes.map((node) => grownNode(node, grower.rows));
}

function grownNode({ feature, low, high, left, right, begin, end }: GrownNode, rows: Int32Array) {
  const mask = BigInt(low) | (BigInt(high) << 32n);
  return {
    rows: [...rows.subarray(begin, end)],
    children: feature < 0 ? null : [left, right],
    split: feature < 0 ? null : { feature, mask },
  };
}

function expectedNode({ rows, split, children }: ReferenceNode) {
  if (children === null) return { children, split: null, rows };
  const mask = [...split!.left].reduce((bits, bin) => bits | (1n << BigInt(bin)), 0n);
  return { children, split: { feature: split!.feature, mask }, rows };
}

/** Rows of an inner node are regrouped below it. */
const sorted = <Node extends { rows: readonly number[] }>(node: Node) => ({
  ...node,
  rows: [...node.rows].sort((a, b) => a - b),
});

test("boosted trees of nasty tables are those of the reference", () => {
  let splits = 0;
  for (let seed = 0; seed < TABLES; seed++) {
    const random = createRandom(seed);
    const table = nastyCase(random);
    const rows = table.bins.map((_, row) => row).filter(() => random() < 0.9);
    const expected = growBoostedTree(table, rows).map(expectedNode).map(sorted);
    expect(growInKernel(table, rows).map(sorted), `seed ${seed}`).toEqual(expected);
    splits += expected.filter(({ split }) => split !== null).length;
  }
  expect(splits).toBeGreaterThan(TABLES);
});
