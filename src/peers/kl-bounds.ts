/**
 * Confidence bounds of a share by Kullback–Leibler divergence (Kaufmann and Kalyanakrishnan, 2013): all shares q for
 * which samples · KL(observed ‖ q) stays within a level. Tighter than Hoeffding's near 0 and 1.
 */
export interface ShareEstimate {
  readonly hits: number;
  /** At least 1. */
  readonly samples: number;
}

export function upperBound({ hits, samples }: ShareEstimate, level: number): number {
  return bisect(hits / samples, 1, samples, level);
}

export function lowerBound({ hits, samples }: ShareEstimate, level: number): number {
  return bisect(hits / samples, 0, samples, level);
}

/** The farthest share from `share` towards `end` whose divergence stays within level / samples. */
function bisect(share: number, end: number, samples: number, level: number): number {
  let inside = share;
  let outside = end;
  if (samples * divergence(share, end) <= level) return end;
  for (let step = 0; step < 30; step++) {
    const middle = (inside + outside) / 2;
    if (samples * divergence(share, middle) <= level) inside = middle;
    else outside = middle;
  }
  return inside;
}

function divergence(p: number, q: number): number {
  return term(p, q) + term(1 - p, 1 - q);
}

function term(p: number, q: number): number {
  if (p === 0) return 0;
  return q === 0 ? Number.POSITIVE_INFINITY : p * Math.log(p / q);
}
