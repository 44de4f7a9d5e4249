/**
 * The values that a node of a tree expects of a number: mean ± 3 deviations in the feature's unit, at numbers that
 * read well, and no further than rows of the node go, but for a little room: hours that were seen from 8 to 19 are not
 * expected at 3. Nor further than normal rows go at all: a flow that is never negative is expected from 0 on.
 */

import { simplestDecimal } from "../../predicates/index.js";
import { EXPECTED_DEVIATIONS } from "../../schema/index.js";
import { stretchAt, unbend, type ValueScale } from "../../table/index.js";
import { widened } from "./forest.js";

/** In deviations of the feature. */
export interface Moments {
  readonly mean: number;
  /** Population standard deviation. */
  readonly deviation: number;
}

/** Of the sample's rows at a node, in the feature's unit. */
export interface SeenValues {
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

/** What is known of a numeric feature before trees grow. */
export interface NumericTargetProfile extends Moments {
  readonly kind: "numeric";
  readonly min: number;
  readonly max: number;
  readonly scale: ValueScale;
}

/** Room beyond the least and greatest normal value, as a share of the deviation. */
const EDGE_SLACK = 0.3;
/** Bounds may be moved by this share of the deviation to a number that reads better. */
const BOUND_SLACK = 0.1;
/**
 * Room beyond what was seen at a node, in its deviations: of few rows a good part of the values is not seen. So
 * normally distributed values are expected within about 2.8 deviations, whatever the number of rows.
 */
const SEEN_ROOM = 0.1;
const ROOM_OF_ONE_ROW = 15;

interface TargetNumbers {
  readonly profile: NumericTargetProfile;
  /** All values of the feature are whole numbers. */
  readonly isWhole: boolean;
}

export function expectedRange(
  node: Moments,
  seen: SeenValues,
  { profile, isWhole }: TargetNumbers,
): readonly [low: number, high: number] {
  const { unit, mean, deviation } = profile.scale;
  const spread = limited(widened(node.deviation) * deviation);
  if (!(spread > 0)) return [profile.mean, profile.mean];
  const spreadAt = (value: number): number => limited(spread * stretchAt(value, unit));
  const middle = limited(mean + node.mean * deviation);
  const room = SEEN_ROOM + ROOM_OF_ONE_ROW / Math.max(1, seen.count);
  const roomAt = (value: number): number => limited(room * spreadAt(value));
  const [least, greatest] =
    seen.count === 0 ? [-Infinity, Infinity] : [seen.min - roomAt(seen.min), seen.max + roomAt(seen.max)];
  const low = limited(Math.max(unbend(middle - EXPECTED_DEVIATIONS * spread, unit), least));
  const high = Math.max(low, limited(Math.min(unbend(middle + EXPECTED_DEVIATIONS * spread, unit), greatest)));
  return isWhole ? wholeRange(low, high, profile) : readableRange({ low, high }, spreadAt, profile);
}

/** The whole numbers in between; where there are none, those on both sides. */
function wholeRange(low: number, high: number, { min, max }: NumericTargetProfile): readonly [number, number] {
  const first = Math.max(min, Math.ceil(low));
  const last = Math.min(max, Math.floor(high));
  return first <= last ? [first, last] : [Math.max(min, Math.floor(low)), Math.min(max, Math.ceil(high))];
}

function readableRange(
  { low, high }: { readonly low: number; readonly high: number },
  spreadAt: (value: number) => number,
  { min, max }: NumericTargetProfile,
): readonly [number, number] {
  const near = (end: number): number => {
    const slack = BOUND_SLACK * spreadAt(end);
    return simplestDecimal(limited(end - slack), limited(end + slack));
  };
  return [
    low < min ? simplestDecimal(limited(min - EDGE_SLACK * spreadAt(min)), min) : near(low),
    high > max ? simplestAtLeast(max, limited(max + EDGE_SLACK * spreadAt(max))) : near(high),
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
