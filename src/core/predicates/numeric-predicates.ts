/**
 * Predicates of numeric features: cells between cut-offs (Algorithm 2 of the paper, second half, as intended).
 *
 * `dependency` keeps proposals of the cut-off trees, the most telling first, as long as both cells next to a new
 * cut-off keep support > θ and the feature has at most `cells` cells. (As printed, the paper's loop keeps one cut-off.)
 * `uniform` and `kmeans` cut each feature into equal widths or one-dimensional clusters, for comparison. A cut-off is
 * written as the simplest decimal in the gap between its neighbouring learning values: no count changes.
 */
import { countBelow } from "../table/number-summary.js";
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

/** A numeric feature to cut into cells. */
interface FeatureToCut {
  readonly feature: number;
  /** Its values, ascending, none of them missing. */
  readonly sorted: Float64Array;
  /** Those of the cut-off trees for it; null for the other methods. */
  readonly proposals: readonly CutProposal[] | null;
}

/** The cells of a feature, ascending. */
export function cellPredicates({ feature, sorted, proposals }: FeatureToCut, options: CellOptions): Predicate[] {
  const cutOffs = proposals === null ? binCutOffs(sorted, options) : selectCutOffs(proposals, sorted, options);
  return cellsBetween(cutOffs, sorted)
    .filter(({ count }) => count >= options.leastCount)
    .map(({ min, max }) => ({ kind: "interval", feature, min, max, maxInclusive: false }));
}

/** The cut-offs chosen, ascending. Of equal gains the lower cut comes first. */
function selectCutOffs(
  proposals: readonly CutProposal[],
  sorted: Float64Array,
  { leastCount, cells }: CellOptions,
): number[] {
  const ranked = [...proposals].sort((a, b) => b.gain - a.gain || a.low - b.low || a.high - b.high);
  const chosen: number[] = [];
  for (const proposal of ranked) {
    if (cells > 0 && chosen.length + 1 >= cells) break;
    const cutOff = readableCut(proposal.low, proposal.high, sorted);
    // Only between the largest finite number and Infinity: no cell ends there.
    if (cutOff === Number.POSITIVE_INFINITY) continue;
    const position = chosen.findIndex((other) => other >= cutOff);
    const at = position < 0 ? chosen.length : position;
    const below = countBelow(sorted, cutOff);
    const start = at === 0 ? 0 : countBelow(sorted, chosen[at - 1]!);
    const end = at === chosen.length ? sorted.length : countBelow(sorted, chosen[at]!);
    if (below - start >= leastCount && end - below >= leastCount) chosen.splice(at, 0, cutOff);
  }
  return chosen;
}

function binCutOffs(sorted: Float64Array, options: CellOptions): number[] {
  const bins = options.cells === 0 ? BINS : Math.min(BINS, options.cells);
  const edges = options.method === "uniform" ? uniformEdges(sorted, bins) : kmeansEdges(sorted, bins);
  const cutOffs = edges.map((edge) => readableEdge(edge, sorted));
  return cutOffs.filter((cutOff, index) => index === 0 || cutOff > cutOffs[index - 1]!);
}

/**
 * The cut goes through the middle of the node's gap; then to the simplest decimal between its neighbours in all rows.
 */
function readableCut(low: number, high: number, sorted: Float64Array): number {
  const middle = low + (high - low) / 2;
  return readableEdge(Number.isFinite(middle) && middle > low ? middle : high, sorted);
}

/** The simplest decimal that has the same rows below it as `edge`. */
function readableEdge(edge: number, sorted: Float64Array): number {
  const below = countBelow(sorted, edge);
  if (below === 0 || below === sorted.length) return edge;
  return simplestDecimal(sorted[below - 1]!, sorted[below]!);
}

interface Cell {
  readonly min: number;
  readonly max: number;
  /** Values in it. */
  readonly count: number;
}

/** None for a feature without cut-offs. */
function cellsBetween(cutOffs: readonly number[], sorted: Float64Array): Cell[] {
  if (cutOffs.length === 0) return [];
  const cells: Cell[] = [];
  let start = 0;
  for (let cell = 0; cell <= cutOffs.length; cell++) {
    const max = cutOffs[cell] ?? Number.POSITIVE_INFINITY;
    const end = cell === cutOffs.length ? sorted.length : countBelow(sorted, max);
    cells.push({ min: cutOffs[cell - 1] ?? Number.NEGATIVE_INFINITY, max, count: end - start });
    start = end;
  }
  return cells;
}
