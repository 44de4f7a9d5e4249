/**
 * The sample on which trees grow, cut into bins: at most 32 for each feature, so that a split is found by adding up a
 * short histogram. Cut-offs between bins are the simplest decimals between neighbouring values of the sample.
 */

import { countUpTo } from "../../base/index.js";
import { simplestDecimal } from "../../predicates/index.js";
import { MAX_BINS, NO_BIN } from "../../schema/index.js";
import { type EncodedTable, sortedPresent } from "../../table/index.js";
import { type SplitKind, splitKind } from "./forest.js";

export interface BinnedFeature {
  readonly split: SplitKind;
  /** Bin of each row of the sample, or NO_BIN. */
  readonly bins: Uint8Array;
  readonly binCount: number;
  /**
   * Split "below": cutOffs[b] separates bins b and b + 1. Split "equal": code of the category in bin b, -1 for the
   * rest.
   */
  readonly values: Float64Array;
}

/** `classes` has an entry for each categorical feature. */
export function binFeatures(sample: EncodedTable, classes: readonly (Classes | null)[]): BinnedFeature[] {
  return sample.columns.map((column, index) => {
    if (column.kind === "numeric") return binNumbers(column.values);
    return splitKind(sample.features[index]!) === "below"
      ? binOrdered(column.codes)
      : binCategories(column.codes, classes[index]!);
  });
}

function binNumbers(values: Float64Array): BinnedFeature {
  const sorted = sortedPresent(values);
  const cutOffs: number[] = [];
  for (const at of cutPlaces(sorted)) {
    const cutOff = simplestDecimal(sorted[at - 1]!, sorted[at]!);
    // Infinity separates the largest finite number from Infinity, and no interval ends there.
    if (cutOff < Number.POSITIVE_INFINITY) cutOffs.push(cutOff);
  }
  return binBelow(values, Float64Array.from(cutOffs));
}

/** Categories that are numbers: a cut-off is the code of the first category above it. */
function binOrdered(codes: Int32Array): BinnedFeature {
  const values = Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : code));
  const sorted = sortedPresent(values);
  const cutOffs = cutPlaces(sorted).map((at) => sorted[at]!);
  return binBelow(values, Float64Array.from(cutOffs));
}

/** A bin for the values below each cut-off and not below the one before, and one for the rest; NaN has none. */
function binBelow(values: Float64Array, cutOffs: Float64Array): BinnedFeature {
  return { split: "below", bins: binByCuts(values, cutOffs), binCount: cutOffs.length + 1, values: cutOffs };
}

/**
 * Places in the sorted values where a new bin begins: between all distinct values, or, when there are many, nearest to
 * evenly spaced quantiles. Nearest, so that a value that most rows have is parted from those below and above it alike.
 */
function cutPlaces(sorted: Float64Array): number[] {
  const changes: number[] = [];
  for (let at = 1; at < sorted.length; at++) if (sorted[at] !== sorted[at - 1]) changes.push(at);
  if (changes.length < MAX_BINS) return changes;
  const places: number[] = [];
  let next = 0;
  for (let bin = 1; bin < MAX_BINS; bin++) {
    const wanted = Math.round((bin * sorted.length) / MAX_BINS);
    const distance = (change: number): number => Math.abs(changes[change]! - wanted);
    while (next + 1 < changes.length && distance(next + 1) < distance(next)) next++;
    if (places[places.length - 1] !== changes[next]) places.push(changes[next]!);
  }
  return places;
}

function binByCuts(values: Float64Array, cutOffs: Float64Array): Uint8Array {
  const bins = new Uint8Array(values.length);
  for (let row = 0; row < values.length; row++) {
    bins[row] = Number.isNaN(values[row]!) ? NO_BIN : countUpTo(cutOffs, values[row]!);
  }
  return bins;
}

function binCategories(codes: Int32Array, { classOf, classes }: Classes): BinnedFeature {
  const bins = Uint8Array.from(codes, (code) => (code < 0 ? NO_BIN : classOf[code]!));
  return { split: "equal", bins, binCount: classes.length, values: Float64Array.from(classes) };
}

/** The categories of a feature in at most MAX_BINS classes. */
export interface Classes {
  /** Class of each category. */
  readonly classOf: Uint8Array;
  /** The category of each class; -1 is the class of all the rarer ones, the last. */
  readonly classes: readonly number[];
}

/** Every category by itself, or the most frequent ones and the rest. Of equally frequent ones the first in order. */
export function classesOf(counts: ArrayLike<number>): Classes {
  const codes = Array.from({ length: counts.length }, (_, code) => code);
  if (counts.length <= MAX_BINS) return { classOf: Uint8Array.from(codes), classes: codes };
  const order = [...codes].sort((a, b) => counts[b]! - counts[a]! || a - b);
  const classes = order.slice(0, MAX_BINS - 1).sort((a, b) => a - b);
  const classOf = new Uint8Array(counts.length).fill(MAX_BINS - 1);
  classes.forEach((code, index) => {
    classOf[code] = index;
  });
  return { classOf, classes: [...classes, -1] };
}
