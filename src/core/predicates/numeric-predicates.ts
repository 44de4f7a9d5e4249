/**
 * Predicates of numeric features: cells between cut-offs (Algorithm 2 of the paper, second half, as intended).
 *
 * `dependency` keeps proposals of the cut-off trees, the most telling first, as long as both cells next to a new
 * cut-off keep support > θ and the feature has at most `cells` cells. (As printed, the paper's loop keeps one cut-off.)
 * `uniform` and `kmeans` cut each feature into equal widths or one-dimensional clusters, for comparison. A cut-off is
 * written as the simplest decimal in the gap between its neighbouring learning values: no count changes.
 */
import type { AnyNumbers, NumberPlaces } from "../table/index.js";
import { kmeansEdges, uniformEdges } from "./bin-edges.js";
import type { CutProposal } from "./cut-off-task.js";
import type { Predicate } from "./predicate.js";
import { simplestDecimal } from "./simplest-decimal.js";

export type CutOffMethod = "dependency" | "uniform" | "kmeans";

export interface CellOptions {
  readonly method: CutOffMethod;
  /** Rows that each cell has to have. */
  readonly leastCount: number;
  /** Most cells of one feature; 0: no limit. */
  readonly cells: number;
}

/** Bins of `uniform` and `kmeans`, as in the paper's ablation, unless `cells` allows fewer. */
const BINS = 10;

/** A number between values of a feature. */
interface CutOff {
  readonly value: number;
  /** Values below it. */
  readonly below: number;
}

/** A numeric feature to cut into cells. */
interface FeatureToCut {
  readonly feature: number;
  /** Values that are not missing. */
  readonly count: number;
  /** Those of the cut-off trees for it; null for the other methods. */
  readonly proposals: readonly CutProposal[] | null;
  /** Of the other methods: where it is cut, ascending. */
  readonly edges: readonly number[];
  /** Where edges stand among its values. */
  readonly places: NumberPlaces;
}

/** The cells of a feature, ascending. */
export function cellPredicates(column: FeatureToCut, options: CellOptions): Predicate[] {
  const { feature, proposals } = column;
  const cutOffs = proposals === null ? distinctCuts(column) : selectCutOffs(proposals, column, options);
  return cellsBetween(cutOffs, column.count)
    .filter(({ count }) => count >= options.leastCount)
    .map(({ min, max }) => ({ kind: "interval", feature, min, max, maxInclusive: false }));
}

/** The cut-offs chosen, ascending. Of equal gains the lower cut comes first. */
function selectCutOffs(
  proposals: readonly CutProposal[],
  column: FeatureToCut,
  { leastCount, cells }: CellOptions,
): CutOff[] {
  const ranked = [...proposals].sort((a, b) => b.gain - a.gain || a.low - b.low || a.high - b.high);
  const chosen: CutOff[] = [];
  for (const proposal of ranked) {
    if (cells > 0 && chosen.length + 1 >= cells) break;
    const cutOff = cutAt(column, proposedEdge(proposal));
    // Only between the largest finite number and Infinity: no cell ends there.
    if (cutOff.value === Number.POSITIVE_INFINITY) continue;
    const position = chosen.findIndex((other) => other.value >= cutOff.value);
    const at = position < 0 ? chosen.length : position;
    const start = chosen[at - 1]?.below ?? 0;
    const end = chosen[at]?.below ?? column.count;
    if (cutOff.below - start >= leastCount && end - cutOff.below >= leastCount) chosen.splice(at, 0, cutOff);
  }
  return chosen;
}

/**
 * The cut goes through the middle of the node's gap; then to the simplest decimal between its neighbours in all rows.
 */
export function proposedEdge({ low, high }: Pick<CutProposal, "low" | "high">): number {
  const middle = low + (high - low) / 2;
  return Number.isFinite(middle) && middle > low ? middle : high;
}

/** The edges between bins of a feature, by a method that looks at no other. */
export function binEdges(sorted: AnyNumbers, { method, cells }: CellOptions): number[] {
  const bins = cells === 0 ? BINS : Math.min(BINS, cells);
  return method === "uniform" ? uniformEdges(sorted, bins) : kmeansEdges(sorted, bins);
}

function distinctCuts(column: FeatureToCut): CutOff[] {
  const cutOffs = column.edges.map((edge) => cutAt(column, edge));
  return cutOffs.filter(({ value }, index) => index === 0 || value > cutOffs[index - 1]!.value);
}

/** The simplest decimal that has the same values below it as an edge. */
function cutAt({ count, places }: FeatureToCut, edge: number): CutOff {
  const below = places.below(edge);
  if (below === 0 || below === count) return { value: edge, below };
  return { value: simplestDecimal(places.before(edge), places.from(edge)), below };
}

interface Cell {
  readonly min: number;
  readonly max: number;
  /** Values in it. */
  readonly count: number;
}

/** None for a feature without cut-offs. */
function cellsBetween(cutOffs: readonly CutOff[], valueCount: number): Cell[] {
  if (cutOffs.length === 0) return [];
  const ends = [...cutOffs, { value: Number.POSITIVE_INFINITY, below: valueCount }];
  return ends.map(({ value: max, below }, cell) => {
    const start = cutOffs[cell - 1] ?? { value: Number.NEGATIVE_INFINITY, below: 0 };
    return { min: start.value, max, count: below - start.below };
  });
}
