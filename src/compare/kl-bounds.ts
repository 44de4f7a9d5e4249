/**
 * Confidence bounds of a share by Kullback–Leibler divergence (Kaufmann and Kalyanakrishnan, 2013): all shares q for
 * which samples · KL(observed ‖ q) stays within a level. Tighter than Hoeffding's near 0 and 1.
 */
interface ShareEstimate {
  readonly hits: number;
  /** At least 1. */
  readonly samples: number;
}

export function upperBound(estimate: ShareEstimate, level: number): number {
  return bisect(estimate, level, 1);
}

export function lowerBound(estimate: ShareEstimate, level: number): number {
  return bisect(estimate, level, 0);
}

/** The farthest share from the observed one towards `end` whose divergence stays within level / samples. */
function bisect({ hits, samples }: ShareEstimate, level: number, end: 0 | 1): number {
  const share = hits / samples;
  let inside = share;
  let outside: number = end;
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
