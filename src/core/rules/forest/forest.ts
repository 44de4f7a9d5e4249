/**
 * A Forest: several small trees for each feature, each predicting it from other features. Every node is a rule:
 * the path that leads to it → the values that normal rows have there.
 *
 * Flat arrays, nodes in preorder: the left child of node n is n + 1, the right one is right[n]. A row goes left when
 * its value is below the cut-off (numbers, and categories that are numbers) or equals the category (other categories).
 * A row whose value is missing or was never seen cannot be led further: the tree has nothing to say about it.
 */
import type { Feature } from "../../table/index.js";
import type { CheckedCounts } from "../checked-counts.js";
import type { RowCounts } from "../row-counts.js";

export interface Forest {
  /** The feature each tree predicts; trees of one feature stand together, features ascending. */
  readonly targets: Int32Array;
  /** Nodes of tree t are [roots[t], roots[t + 1]). */
  readonly roots: Uint32Array;
  /** Feature asked at the node; -1: leaf. */
  readonly splitFeatures: Int32Array;
  /** Cut-off, or the code of a category. */
  readonly splitValues: Float64Array;
  readonly right: Uint32Array;
  /** Numeric target: mean and deviation at the node, in standard deviations of the feature. */
  readonly means: Float64Array;
  readonly deviations: Float64Array;
  /** Numeric target: the values the node's rule expects, both ends included. */
  readonly lows: Float64Array;
  readonly highs: Float64Array;
  /** Categorical target: rows of each class at the node stand at [classOffsets[n], classOffsets[n + 1]). */
  readonly classOffsets: Uint32Array;
  readonly classCounts: RowCounts;
  /** Learning rows that reach the node with a known target, and those among them that are as expected. */
  readonly antecedentCounts: RowCounts;
  readonly supportCounts: RowCounts;
  /** The same in rows that took no part in growing the node's tree; null: not known. */
  readonly checked: CheckedCounts | null;
}

export const LEAF = -1;

/** How a split on a feature is read. */
export type SplitKind = "below" | "equal";

/** Numbers and number-like categories are split by order, other categories one against the rest. */
export function splitKind(feature: Feature): SplitKind {
  return feature.kind === "numeric" || feature.type === "number" ? "below" : "equal";
}

/** A node expects the categories with at least this share of its rows. */
const EXPECTED_SHARE = 0.01;

/** Classes that a node with a categorical target expects, ascending; none for a numeric target. */
export function expectedClasses(forest: Forest, node: number): number[] {
  const expected: number[] = [];
  const classCount = forest.classOffsets[node + 1]! - forest.classOffsets[node]!;
  for (let place = 0; place < classCount; place++) if (isExpectedClass(forest, node, place)) expected.push(place);
  return expected;
}

/** Whether a node with a categorical target expects one of its classes. */
export function isExpectedClass(forest: Forest, node: number, place: number): boolean {
  return isExpectedCount(forest.classCounts[forest.classOffsets[node]! + place]!, forest.antecedentCounts[node]!);
}

/** Whether a node expects a class with so many of its rows. */
export function isExpectedCount(count: number, rows: number): boolean {
  return count > 0 && count >= EXPECTED_SHARE * rows;
}

/** Deviations below this share of the feature's are not trusted: the sample may be too even. */
const DEVIATION_FLOOR = 0.1;

/** The deviation that a node's rule allows for, in deviations of the feature. */
export function widened(deviation: number): number {
  return Math.sqrt(deviation * deviation + DEVIATION_FLOOR * DEVIATION_FLOOR);
}

export function nodeSpread(forest: Forest, node: number): number {
  return widened(forest.deviations[node]!);
}
