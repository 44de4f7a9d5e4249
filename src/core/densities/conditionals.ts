/**
 * What the rest of a row tells about each of its values: boosted trees for each feature, given all others.
 *
 * Trees ask for bins: up to 63 of each feature, and one for what is hidden, that is, missing, never seen, or left out
 * on purpose. They learn with cells hidden by lot, so that they can speak with any of them left out. Rows are dealt
 * into groups, and the trees of each turn never see one of them, which is then judged by what did not learn it. What
 * all turns say is averaged.
 */

import { countUpTo, log } from "../base/index.js";
import { HIDDEN_BIN, MOST_TREE_LEAVES } from "../schema/index.js";
import type { ValueScale } from "../table/index.js";

/** Trees in preorder, one behind the other; numbers of their leaves are added up. */
export interface BoostedTrees {
  /** Feature that a node asks for, LEAF for a leaf. */
  readonly features: Int32Array;
  /** Bins that go left, to the next node: those below 32, and the others. 0 for leaves. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  /** As many numbers for each leaf, in the order of nodes, as the target has sums of this kind. */
  readonly leaves: Float64Array;
}

export const LEAF = -1;

/** What a number is told by. */
export interface NumberConditional {
  readonly kind: "numeric";
  /** Of the values that were learnt; trees tell deviations from its mean. */
  readonly scale: ValueScale;
  /** A value that many rows have, told by trees of its own; null where there is none. */
  readonly atom: number | null;
  /** What sums start from: middle, logarithm of the spread around it, and score of the atom. */
  readonly starts: Float64Array;
  /** Of these three, the trees of each turn. */
  readonly trees: readonly (readonly BoostedTrees[])[];
  /** Surprise at SURPRISE_KNOTS distances (see SURPRISE_STEP), where the spread is 1. */
  readonly curve: Float64Array;
}

/**
 * What a category is told by: scores of classes, of which the last may hold all rarer categories. So is a number that
 * comes in few values: the hours of a day have no middle, and 17 may be rare between 12 and 18.
 */
export interface CategoryConditional {
  readonly kind: "categorical";
  /** Rows with each category. */
  readonly counts: readonly number[];
  /** Of a number, ascending, what its classes stand for; null: they are categories. */
  readonly values: Float64Array | null;
  /** Part of the frequencies in the chances of classes, 0 to 1. */
  readonly blend: number;
  /** One list: the trees of each turn, whose leaves have a number for each class. */
  readonly trees: readonly (readonly BoostedTrees[])[];
}

export type Conditional = NumberConditional | CategoryConditional;

export interface Conditionals {
  /** Learning rows. */
  readonly rowCount: number;
  /** Of what they say in the sums of blame. */
  readonly weight: number;
  readonly turns: number;
  /** Where bins of numbers begin, but for the first, ascending; null for categories. */
  readonly cuts: readonly (Float64Array | null)[];
  /** Null for features that nothing tells about. */
  readonly features: readonly (Conditional | null)[];
}

/** Tables with more features have no conditionals: the features on the way of a tree are bits of one number. */
export const MOST_CONDITIONAL_FEATURES = 64;

/** Most classes of a category. */
export const MOST_CLASSES = 24;

export interface Classes {
  readonly classOf: Int32Array;
  /** Share of each category in its class. */
  readonly parts: Float64Array;
  readonly frequencies: Float64Array;
  /** Their logarithms. */
  readonly starts: Float64Array;
}

/** A category that no row has counts as this part of one. */
const LEAST_COUNT = 0.3;

/** The most frequent categories by themselves, and the rest together. */
export function conditionalClasses(counts: readonly number[]): Classes {
  const classOf = Int32Array.from(rankByCount(counts), (rank) => Math.min(rank, MOST_CLASSES - 1));
  const totals = new Float64Array(Math.min(counts.length, MOST_CLASSES));
  let all = 0;
  counts.forEach((count, code) => {
    totals[classOf[code]!]! += Math.max(LEAST_COUNT, count);
    all += Math.max(LEAST_COUNT, count);
  });
  const frequencies = totals.map((total) => total / all);
  return {
    classOf,
    parts: Float64Array.from(counts, (count, code) => Math.max(LEAST_COUNT, count) / totals[classOf[code]!]!),
    frequencies,
    starts: frequencies.map(log),
  };
}

/** The bin of each category: the most frequent have one each, the rest share the last. */
export function categoryBins(counts: readonly number[]): Uint8Array {
  return Uint8Array.from(rankByCount(counts), (rank) => Math.min(rank, HIDDEN_BIN - 1));
}

/** 0 for the most frequent; of equally frequent ones the first in order. */
function rankByCount(counts: readonly number[]): Int32Array {
  const ranks = new Int32Array(counts.length);
  const codes = [...counts.keys()].sort((a, b) => counts[b]! - counts[a]! || a - b);
  codes.forEach((code, rank) => {
    ranks[code] = rank;
  });
  return ranks;
}

/** The bin of a number: that of the last cut that is not above it. */
export function numberBin(cuts: Float64Array, value: number): number {
  return Number.isNaN(value) ? HIDDEN_BIN : countUpTo(cuts, value);
}

/** Whether they are whole trees in preorder, of no more leaves than there are bits for them. */
export function areWholeTrees(features: Int32Array): boolean {
  let open = 1; // nodes still to come of the tree at hand
  let leaves = 0;
  for (const feature of features) {
    if (feature !== LEAF) {
      open++;
      continue;
    }
    if (++leaves > MOST_TREE_LEAVES) return false;
    if (--open > 0) continue;
    open = 1;
    leaves = 0;
  }
  return open === 1 && leaves === 0;
}
