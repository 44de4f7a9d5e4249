/**
 * What is known of each node of a Forest before any row is seen: whether its rule may be shown, and how many features its
 * path asks about. Cost: O(nodes × depth).
 */
import { type Forest, isExpectedClass } from "../rules/forest.js";
import { wilsonLow } from "../rules/measures.js";
import { NARROWER } from "../rules/tree-rules.js";

export interface TreeNodes {
  /** 1 where the node's rule says more than every node above it (see saysMore), and is sure enough. */
  readonly mayShow: Uint8Array;
  /** Distinct features asked on the way to the node. */
  readonly askedCounts: Uint8Array;
}

/** `leastSure`: what the Wilson bound of a rule's confidence must reach. */
export function prepareTreeNodes(forest: Forest, parents: Int32Array, leastSure: number): TreeNodes {
  const nodeCount = forest.splitFeatures.length;
  const mayShow = new Uint8Array(nodeCount);
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
    const antecedentCount = forest.antecedentCounts[node]!;
    const isSure = antecedentCount > 0 && wilsonLow(forest.supportCounts[node]!, antecedentCount) >= leastSure;
    mayShow[node] = Number(isSure && room < limit);
  }
  return { mayShow, askedCounts };
}

/** The nodes from the root to the given one. */
export function pathTo(parents: Int32Array, node: number): number[] {
  const path: number[] = [];
  for (let at = node; at >= 0; at = parents[at]!) path.push(at);
  return path.reverse();
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
