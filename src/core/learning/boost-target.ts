/**
 * Boosts trees for one target: in each turn the trees never see some groups of rows. A row is told by the mean of the
 * turns that did not see it; as many rounds are taken as tell most about rows so.
 */
import { type BoostedTrees, LEAF } from "../densities/index.js";
import { type BoostedGrower, type GrownNode, grownLeaf } from "./boosted-grower.js";
import type { Loss } from "./boosting-losses.js";

export interface BoostingRows {
  /** Bins of all rows with cells hidden by lot, `stride` for each. */
  readonly bins: Uint8Array;
  readonly stride: number;
  /** Group of each row. */
  readonly groups: Uint8Array;
  /** Groups that each turn does not see; each group is left out by as many turns. */
  readonly turns: readonly (readonly number[])[];
  readonly grower: BoostedGrower;
}

export interface BoostingTask {
  /** Rows that know the target. */
  readonly rows: Int32Array;
  readonly inputs: Int32Array;
  readonly rounds: number;
}

export interface Boosted {
  /** Trees of each turn; their numbers multiplied by a factor. */
  treesTimes(factor: number): BoostedTrees[];
  /** For each row the mean of what the turns say that did not see it; 0 for rows without the target. */
  readonly unseen: Float64Array;
}

/** Part of what a tree says that is believed. */
const RATE = 0.25;
/** A round is worth it where the loss falls by this part. */
const LEAST_GAIN = 1e-4;
/** Rounds without gain until no more are tried. */
const PATIENCE = 6;
/** Fewer rows grow no tree. */
const LEAST_ROWS = 20;

interface Turn {
  readonly seen: Int32Array;
  readonly unseen: Int32Array;
  /** For all rows. */
  readonly predicted: Float64Array;
  readonly trees: GrownTree[];
}

interface GrownTree {
  readonly nodes: readonly GrownNode[];
  /** By node. */
  readonly leaves: Float64Array;
}

export function boostTarget(material: BoostingRows, task: BoostingTask, loss: Loss): Boosted {
  const { groups } = material;
  const rowCount = groups.length;
  const { width } = loss;
  const turns = material.turns.map((without): Turn => {
    const isUnseen = (row: number): boolean => without.includes(groups[row]!);
    return {
      seen: task.rows.filter((row) => !isUnseen(row)),
      unseen: task.rows.filter(isUnseen),
      predicted: new Float64Array(rowCount * width),
      trees: [],
    };
  });
  const means = new Float64Array(rowCount * width);
  let unseen = means.slice();
  const atFirst = loss.lossOf(means, task.rows);
  let least = atFirst;
  let rounds = 0;
  const canGrow = turns.every(({ seen }) => seen.length >= LEAST_ROWS);
  for (let round = 1; canGrow && round <= task.rounds && round <= rounds + PATIENCE; round++) {
    for (const turn of turns) growRound(material, task, { loss, turn });
    fillMeans(turns, { rows: task.rows, width }, means);
    const now = loss.lossOf(means, task.rows);
    if (now >= least - LEAST_GAIN * atFirst) continue;
    least = now;
    rounds = round;
    unseen = means.slice();
  }
  return {
    unseen,
    treesTimes: (factor) => turns.map(({ trees }) => flatten(trees.slice(0, rounds), width, factor)),
  };
}

/** Of each row, over the turns that did not see it: as many for every row. */
function fillMeans(
  turns: readonly Turn[],
  { rows, width }: { readonly rows: Int32Array; readonly width: number },
  means: Float64Array,
): void {
  const tellers = turns.reduce((sum, { unseen }) => sum + unseen.length, 0) / rows.length;
  means.fill(0);
  for (const { unseen, predicted } of turns) {
    for (const row of unseen) {
      for (let k = row * width; k < (row + 1) * width; k++) means[k]! += predicted[k]! / tellers;
    }
  }
}

function growRound(
  { grower, bins, stride }: BoostingRows,
  task: BoostingTask,
  { loss, turn }: { readonly loss: Loss; readonly turn: Turn },
): void {
  const { width } = loss;
  const { seen, predicted } = turn;
  const targets = loss.fillEntries(predicted, seen, grower.entries);
  grower.rows.set(seen);
  const nodes = grower.grow(seen.length, targets, task.inputs);
  const leaves = new Float64Array(nodes.length * width);
  nodes.forEach(({ feature, begin, end }, node) => {
    if (feature !== LEAF) return;
    loss.fillLeaf({ rows: grower.rows, begin, end }, predicted, leaves.subarray(node * width, (node + 1) * width));
  });
  for (let i = 0; i < leaves.length; i++) leaves[i]! *= RATE;
  const add = (row: number, node: number): void => {
    for (let k = 0; k < width; k++) predicted[row * width + k]! += leaves[node * width + k]!;
  };
  nodes.forEach(({ feature, begin, end }, node) => {
    if (feature === LEAF) for (let at = begin; at < end; at++) add(grower.rows[at]!, node);
  });
  for (const row of turn.unseen) add(row, grownLeaf(nodes, bins, row * stride));
  turn.trees.push({ nodes, leaves });
}

/** Numbers of leaves have so many steps between whole ones: enough to tell, and short to write. */
const LEAF_STEPS = 10_000;

function flatten(trees: readonly GrownTree[], width: number, factor: number): BoostedTrees {
  const features: number[] = [];
  const low: number[] = [];
  const high: number[] = [];
  const numbers: number[] = [];
  for (const { nodes, leaves } of trees) {
    const add = (number: number): void => {
      const node = nodes[number]!;
      const isLeaf = node.feature === LEAF;
      features.push(node.feature);
      low.push(isLeaf ? 0 : node.low);
      high.push(isLeaf ? 0 : node.high);
      if (isLeaf) {
        for (let k = number * width; k < (number + 1) * width; k++) {
          numbers.push(Math.round(leaves[k]! * factor * LEAF_STEPS) / LEAF_STEPS + 0); // never −0, which a file has not
        }
        return;
      }
      add(node.left);
      add(node.right);
    };
    add(0);
  }
  return {
    features: Int32Array.from(features),
    low: Uint32Array.from(low),
    high: Uint32Array.from(high),
    leaves: Float64Array.from(numbers),
  };
}
