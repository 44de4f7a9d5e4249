/**
 * Edges between bins of one numeric feature that look at no other feature: the two methods that the paper compares its
 * own cut-offs with. Infinite values do not move an edge. Edges are ascending and strictly inside the range.
 */
import { type AnyNumbers, countAnyBelow, finitePart, numberAt, partOf, piecesOf } from "../table/index.js";

/** Bins of equal width. */
export function uniformEdges(sorted: AnyNumbers, bins: number): number[] {
  const finite = finitePart(sorted);
  if (finite.length === 0) return [];
  const low = numberAt(finite, 0);
  const high = numberAt(finite, finite.length - 1);
  if (low === high) return [];
  const edges = Array.from({ length: bins - 1 }, (_, i) => low * (1 - (i + 1) / bins) + high * ((i + 1) / bins));
  return edges.filter((edge) => edge > low && edge <= high);
}

/**
 * Half-way between the centres of k-means clusters, started from bins of equal width (Lloyd's algorithm on sorted
 * values).
 */
export function kmeansEdges(sorted: AnyNumbers, bins: number): number[] {
  const finite = finitePart(sorted);
  let edges = uniformEdges(sorted, bins);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = midpoints(clusterMeans(finite, edges));
    const settled = next.length === edges.length && next.every((edge, i) => edge === edges[i]);
    edges = next;
    if (settled) break;
  }
  return edges;
}

const MAX_ROUNDS = 300;

/** Means of the clusters between the edges; empty clusters vanish. */
function clusterMeans(sorted: AnyNumbers, edges: readonly number[]): number[] {
  const limits = [0, ...edges.map((edge) => countAnyBelow(sorted, edge)), sorted.length];
  return limits.slice(1).flatMap((end, i) => {
    const start = limits[i]!;
    if (end === start) return [];
    let mean = 0;
    for (const values of piecesOf(partOf(sorted, start, end))) {
      for (let k = 0; k < values.length; k++) mean += values[k]! / (end - start);
    }
    return [mean];
  });
}

function midpoints(centres: readonly number[]): number[] {
  return centres.slice(1).map((centre, i) => centre / 2 + centres[i]! / 2);
}
