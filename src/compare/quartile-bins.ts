/**
 * Cuts each feature at the quartiles of the normal rows, as LIME and Anchor do: a bin is edge[i-1] < value <= edge[i].
 *
 * Equal quartiles are one edge, so there are at most four bins. A categorical feature is not cut: its bins are the
 * values met in the normal rows, and a value never met there is in no bin (-1).
 */
import { type Matrix, matrixColumn } from "../detectors/matrix.js";
import { type MatrixColumn, type MatrixEncoding, matrixValueLabel } from "../detectors/matrix-encoding.js";

export interface FeatureBins {
  readonly kind: "edges" | "values";
  /** The edges between bins, or the value of each bin; ascending. */
  readonly limits: Float64Array;
  /** For each bin: rows, and the mean, deviation, least and greatest of its values. */
  readonly counts: Float64Array;
  readonly means: Float64Array;
  readonly deviations: Float64Array;
  readonly lows: Float64Array;
  readonly highs: Float64Array;
}

export function cutAtQuartiles(encoding: MatrixEncoding, training: Matrix): FeatureBins[] {
  return encoding.map((column, index) => {
    const values = matrixColumn(training, index);
    return column.feature.kind === "categorical"
      ? summariseBins("values", Float64Array.from(new Set(values)).sort(), values)
      : summariseBins("edges", quartiles(values), values);
  });
}

/** The bin of a value; -1 for a category that was not met. */
export function binOf(bins: FeatureBins, value: number): number {
  if (bins.kind === "values") return bins.limits.indexOf(value);
  let bin = 0;
  while (bin < bins.limits.length && value > bins.limits[bin]!) bin++;
  return bin;
}

/** "Level > 12.5", "3 < Level ≤ 5", "Valve = Open". */
export function formatBin(column: MatrixColumn, bins: FeatureBins, value: number): string {
  const { name } = column.feature;
  if (bins.kind === "values") return `${name} = ${matrixValueLabel(column, value)}`;
  const bin = binOf(bins, value);
  const low = bins.limits[bin - 1];
  const high = bins.limits[bin];
  if (low === undefined)
    return high === undefined ? `${name} is any number` : `${name} ≤ ${matrixValueLabel(column, high)}`;
  if (high === undefined) return `${name} > ${matrixValueLabel(column, low)}`;
  return `${matrixValueLabel(column, low)} < ${name} ≤ ${matrixValueLabel(column, high)}`;
}

/** Distinct quartiles, interpolated linearly between neighbouring values; none for a constant column. */
function quartiles(values: Float64Array): Float64Array {
  const sorted = Float64Array.from(values).sort();
  if (sorted[0] === sorted[sorted.length - 1]) return new Float64Array(0);
  const edges = [0.25, 0.5, 0.75].map((share) => {
    const place = share * (sorted.length - 1);
    const before = sorted[Math.floor(place)]!;
    const after = sorted[Math.ceil(place)]!;
    return before + (place - Math.floor(place)) * (after - before);
  });
  return Float64Array.from(new Set(edges));
}

function summariseBins(kind: FeatureBins["kind"], limits: Float64Array, values: Float64Array): FeatureBins {
  const size = kind === "edges" ? limits.length + 1 : limits.length;
  const bins: FeatureBins = {
    kind,
    limits,
    counts: new Float64Array(size),
    means: new Float64Array(size),
    deviations: new Float64Array(size),
    lows: new Float64Array(size).fill(Number.POSITIVE_INFINITY),
    highs: new Float64Array(size).fill(Number.NEGATIVE_INFINITY),
  };
  const places = Int32Array.from(values, (value) => binOf(bins, value));
  values.forEach((value, row) => {
    const bin = places[row]!;
    bins.counts[bin] = bins.counts[bin]! + 1;
    bins.means[bin] = bins.means[bin]! + value;
    bins.lows[bin] = Math.min(bins.lows[bin]!, value);
    bins.highs[bin] = Math.max(bins.highs[bin]!, value);
  });
  for (let bin = 0; bin < size; bin++) bins.means[bin] = bins.means[bin]! / bins.counts[bin]!;
  values.forEach((value, row) => {
    const bin = places[row]!;
    bins.deviations[bin] = bins.deviations[bin]! + (value - bins.means[bin]!) ** 2;
  });
  for (let bin = 0; bin < size; bin++) bins.deviations[bin] = Math.sqrt(bins.deviations[bin]! / bins.counts[bin]!);
  return bins;
}
