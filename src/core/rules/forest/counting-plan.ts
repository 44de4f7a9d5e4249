/**
 * A Forest as the kernel counts it (kernel/forest-counts.ts): what trees ask for in bins, and what nodes expect in
 * ranks.
 *
 * The bin of a number is how many of the cut-offs of its feature are at most the number; so is that of a category whose
 * feature is split by order; of other features each category that is split off has its own. The rank of a target among
 * the ascending bounds of what nodes expect is 2 i + 1 at bound i, and even between two bounds; that of a category its
 * class.
 */

import { countBelow } from "../../base/index.js";
import { fillRecord } from "../../compute/index.js";
import { COUNTED_NODE } from "../../schema/index.js";
import type { Feature } from "../../table/index.js";
import { type Forest, LEAF, splitKind } from "./forest.js";

/** Trees of one target that are counted together. */
export interface TreeGroup {
  readonly target: number;
  readonly roots: Uint32Array;
  /** Features they ask for, ascending. */
  readonly asked: Int32Array;
  /** Of a numeric target the bounds of what nodes expect, ascending. */
  readonly bounds: Float64Array;
}

export interface CountingPlan {
  /** For each feature the values at which some tree splits it, ascending. */
  readonly cuts: readonly Float64Array[];
  readonly groups: readonly TreeGroup[];
  /** A CountedNode for each node. */
  readonly nodes: Int32Array;
}

/** Bin of a category that no tree asks for by name. */
export const NO_CUT = 0xfe;
/** Ranks must fit into 16 bits: two for each of two bounds of at most 127 nodes of a tree, so 32,513 at the most. */
const TREES_AT_ONCE = 64;

/** `onlyClasses`: trees of numeric targets are in no group. */
export function planCounting(forest: Forest, features: readonly Feature[], onlyClasses: boolean): CountingPlan {
  const cuts = cutsOf(forest, features.length);
  const nodes = new Int32Array((forest.splitFeatures.length * COUNTED_NODE.bytes) / 4);
  const groups: TreeGroup[] = [];
  for (let first = 0; first < forest.targets.length; ) {
    const target = forest.targets[first]!;
    let end = first + 1;
    while (end < forest.targets.length && forest.targets[end] === target && end - first < TREES_AT_ONCE) end++;
    const [start, stop] = [forest.roots[first]!, forest.roots[end]!];
    const trees = forest.roots.subarray(first, end);
    first = end;
    if (onlyClasses && features[target]!.kind === "numeric") continue;
    const asked = ascending(forest.splitFeatures.slice(start, stop)).filter((feature) => feature !== LEAF);
    const bounds = ascending(boundsOf(forest, start, stop));
    const group = { target, roots: trees, asked, bounds };
    for (let node = start; node < stop; node++) planNode({ forest, features, cuts, group }, node, nodes);
    groups.push(group);
  }
  return { cuts, groups, nodes };
}

/** What the nodes from `start` to `stop` - 1 expect begins and ends there. */
function boundsOf({ lows, highs }: Forest, start: number, stop: number): Float64Array {
  const bounds = new Float64Array(2 * (stop - start));
  bounds.set(lows.subarray(start, stop));
  bounds.set(highs.subarray(start, stop), stop - start);
  return bounds;
}

function planNode(
  {
    forest,
    features,
    cuts,
    group: { target, asked, bounds },
  }: {
    readonly forest: Forest;
    readonly features: readonly Feature[];
    readonly cuts: readonly Float64Array[];
    readonly group: TreeGroup;
  },
  node: number,
  nodes: Int32Array,
): void {
  const feature = forest.splitFeatures[node]!;
  const isLeaf = feature === LEAF;
  const isNumeric = features[target]!.kind === "numeric";
  fillRecord(
    COUNTED_NODE,
    {
      place: asked.indexOf(feature), // a leaf is in no list: -1
      bin: isLeaf ? 0 : countBelow(cuts[feature]!, forest.splitValues[node]!),
      isEqual: isLeaf ? 0 : Number(splitKind(features[feature]!) === "equal"),
      right: forest.right[node]!,
      low: isNumeric ? 2 * countBelow(bounds, forest.lows[node]!) + 1 : forest.classOffsets[node]!,
      high: isNumeric ? 2 * countBelow(bounds, forest.highs[node]!) + 2 : 0,
    },
    { array: nodes, number: node },
  );
}

function cutsOf(forest: Forest, featureCount: number): Float64Array[] {
  const values = Array.from({ length: featureCount }, () => new Set<number>());
  forest.splitFeatures.forEach((feature, node) => {
    if (feature !== LEAF) values[feature]!.add(forest.splitValues[node]!);
  });
  return values.map((cuts) => Float64Array.from(cuts).sort());
}

/** Each number once, in their order; the list is sorted in place. */
function ascending<List extends Float64Array | Int32Array>(list: List): List {
  list.sort();
  return list.filter((value, place) => value !== list[place - 1]) as List;
}

/** The bin of each category of a feature; its cuts are codes. */
export function categoryBins(feature: Feature, cuts: Float64Array): Uint8Array {
  if (feature.kind === "numeric") return new Uint8Array();
  const isEqual = splitKind(feature) === "equal";
  return Uint8Array.from(feature.categories, (_, code) => {
    const below = countBelow(cuts, code);
    const isCut = cuts[below] === code;
    return isEqual ? (isCut ? below : NO_CUT) : below + Number(isCut);
  });
}
