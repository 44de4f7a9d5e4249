/**
 * The values that a node of a tree expects of a number: mean ± 3 deviations in the feature's own unit, at numbers that read
 * well, and no further than normal rows go at all: a flow that is never negative is expected from 0 on.
 */
import { simplestDecimal } from "../predicates/simplest-decimal.js";
import { EXPECTED_DEVIATIONS, widened } from "./forest.js";

/** In deviations of the feature. */
export interface Moments {
  readonly mean: number;
  /** Population standard deviation. */
  readonly deviation: number;
}

/** What is known of a numeric feature before trees grow. */
export interface NumericTargetProfile extends Moments {
  readonly kind: "numeric";
  readonly min: number;
  readonly max: number;
}

/** Room beyond the least and greatest normal value, as a share of the deviation. */
const EDGE_SLACK = 0.3;
/** Bounds may be moved by this share of the deviation to a number that reads better. */
const BOUND_SLACK = 0.1;

export function expectedRange(node: Moments, profile: NumericTargetProfile): readonly [low: number, high: number] {
  const spread = limited(widened(node.deviation) * profile.deviation);
  if (!(spread > 0)) return [profile.mean, profile.mean];
  const middle = limited(profile.mean + node.mean * profile.deviation);
  const slack = BOUND_SLACK * spread;
  const edge = EDGE_SLACK * spread;
  const low = limited(middle - EXPECTED_DEVIATIONS * spread);
  const high = limited(middle + EXPECTED_DEVIATIONS * spread);
  return [
    low < profile.min - edge
      ? simplestDecimal(profile.min - edge, profile.min)
      : simplestDecimal(low - slack, low + slack),
    high > profile.max + edge
      ? simplestAtLeast(profile.max, profile.max + edge)
      : simplestDecimal(high - slack, high + slack),
  ];
}

/** The nearest finite number: sums of the largest numbers overflow. */
function limited(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}

/** The simplest decimal in [low, high). */
function simplestAtLeast(low: number, high: number): number {
  return -simplestDecimal(-high, -low) + 0;
}
