/**
 * What is known of each node of a Forest before any row is seen: how sure its rule is, and how many features its
 * path asks about. Cost: O(nodes × depth).
 */
import { type Forest, isExpectedClass } from "../rules/forest.js";
import { wilsonLow } from "../rules/measures.js";
import { NARROWER } from "../rules/tree-rules.js";

export interface TreeNodes {
  /** How sure the node's rule is, by the Wilson bound; 0 where it may not be shown: no surer than asked for, or saying no more than a node above it (see saysMore). */
  readonly lows: Float64Array;
  /** Distinct features asked on the way to the node. */
  readonly askedCounts: Uint8Array;
}

/** `leastSure`: what the Wilson bound of a rule's confidence must reach; above 0. */
export function prepareTreeNodes(forest: Forest, parents: Int32Array, leastSure: number): TreeNodes {
  const nodeCount = forest.splitFeatures.length;
  const lows = new Float64Array(nodeCount);
  const askedCounts = new Uint8Array(nodeCount);
  // How much the narrowest node from the root to this one allows.
  const narrowest = new Float64Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    const parent = parents[node]!;
    const room = roomOf(forest, node);
    narrowest[node] = parent < 0 ? room : Math.min(room, narrowest[parent]!);
    if (parent < 0) continue;
    askedCounts[node] = askedCounts[parent]! + Number(isFirstAsked(forest, parents, parent));
    const isNumeric = forest.classOffsets[node] === forest.classOffsets[node + 1];
    const limit = isNumeric ? NARROWER * narrowest[parent]! : narrowest[parent]!;
    if (!(room < limit)) continue;
    const low = wilsonLow(forest.supportCounts[node]!, forest.antecedentCounts[node]!);
    if (low >= leastSure) lows[node] = low;
  }
  return { lows, askedCounts };
}

/** The nodes from the root to the given one. */
export function pathTo(parents: Int32Array, node: number): number[] {
  let length = 0;
  for (let at = node; at >= 0; at = parents[at]!) length++;
  const path = new Array<number>(length);
  for (let at = node; at >= 0; at = parents[at]!) path[--length] = at;
  return path;
}

/** How many values a node allows its target: the width of the interval, or the number of classes. */
function roomOf(forest: Forest, node: number): number {
  const classCount = forest.classOffsets[node + 1]! - forest.classOffsets[node]!;
  if (classCount === 0) return forest.highs[node]! - forest.lows[node]!;
  let expected = 0;
  for (let own = 0; own < classCount; own++) if (isExpectedClass(forest, node, own)) expected++;
  return expected;
}

/** Whether no node above asks for the same feature. */
function isFirstAsked({ splitFeatures }: Forest, parents: Int32Array, node: number): boolean {
  for (let above = parents[node]!; above >= 0; above = parents[above]!) {
    if (splitFeatures[above] === splitFeatures[node]) return false;
  }
  return true;
}
