/**
 * A Forest as the kernel counts it (kernel/forest-counts.ts): what trees ask for in bins, and what nodes expect in ranks.
 *
 * The bin of a number is how many of the cut-offs of its feature are at most the number; so is that of a category whose
 * feature is split by order; of other features each category that is split off has its own. The rank of a target among
 * the ascending bounds of what nodes expect is 2 i + 1 at bound i, and even between two bounds; that of a category its class.
 */
import type { Feature } from "../table/features.js";
import { countBelow } from "../table/number-summary.js";
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
  /** NODE_FIELDS numbers for each node, those of the kernel's Node. */
  readonly nodes: Int32Array;
}

export const NODE_FIELDS = 6;
/** Bin of a category that no tree asks for by name. */
export const NO_CUT = 0xfe;
/** Ranks must fit into 16 bits: two for each node's two bounds. */
const TREES_AT_ONCE = 64;

export function planCounting(forest: Forest, features: readonly Feature[]): CountingPlan {
  const cuts = cutsOf(forest, features.length);
  const nodes = new Int32Array(forest.splitFeatures.length * NODE_FIELDS);
  const groups: TreeGroup[] = [];
  for (let first = 0; first < forest.targets.length; ) {
    const target = forest.targets[first]!;
    let end = first + 1;
    while (end < forest.targets.length && forest.targets[end] === target && end - first < TREES_AT_ONCE) end++;
    const [firstNode, endNode] = [forest.roots[first]!, forest.roots[end]!];
    const asked = distinct(forest.splitFeatures.subarray(firstNode, endNode).filter((feature) => feature !== LEAF));
    const bounds = distinct([
      ...forest.lows.subarray(firstNode, endNode),
      ...forest.highs.subarray(firstNode, endNode),
    ]);
    const place = new Map(Array.from(asked, (feature, index) => [feature, index]));
    for (let node = firstNode; node < endNode; node++) {
      const feature = forest.splitFeatures[node]!;
      const isLeaf = feature === LEAF;
      const isNumeric = features[target]!.kind === "numeric";
      nodes.set(
        [
          isLeaf ? -1 : place.get(feature)!,
          isLeaf ? 0 : countBelow(cuts[feature]!, forest.splitValues[node]!),
          Number(!isLeaf && splitKind(features[feature]!) === "equal"),
          forest.right[node]!,
          isNumeric ? 2 * countBelow(bounds, forest.lows[node]!) + 1 : forest.classOffsets[node]!,
          isNumeric ? 2 * countBelow(bounds, forest.highs[node]!) + 2 : 0,
        ],
        node * NODE_FIELDS,
      );
    }
    groups.push({ target, roots: forest.roots.subarray(first, end), asked: Int32Array.from(asked), bounds });
    first = end;
  }
  return { cuts, groups, nodes };
}

function cutsOf(forest: Forest, featureCount: number): Float64Array[] {
  const values = Array.from({ length: featureCount }, (): number[] => []);
  forest.splitFeatures.forEach((feature, node) => {
    if (feature !== LEAF) values[feature]!.push(forest.splitValues[node]!);
  });
  return values.map(distinct);
}

/** Ascending. */
function distinct(values: Iterable<number>): Float64Array {
  return Float64Array.from(new Set(values)).sort();
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
