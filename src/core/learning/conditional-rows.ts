/** Rows as boosted trees see them: bins of each feature, and cells hidden by lot. */

import { compareNames, createRandom } from "../base/index.js";
import { categoryBins, numberBin } from "../densities/index.js";
import type { FeatureProfile } from "../model/index.js";
import { HIDDEN_BIN } from "../schema/index.js";
import { type EncodedTable, isMissingAt, sortedPresent } from "../table/index.js";

interface ConditionalRows {
  /** Row by row, one for each feature. */
  readonly bins: Uint8Array;
  readonly binCounts: Int32Array;
  readonly isCategorical: Uint8Array;
  /** Features in the order of their names: what is drawn by lot does not depend on where a column stands. */
  readonly order: readonly number[];
}

/** Where bins of numbers begin, but for the first; null for categories. */
export function conditionalCuts(table: EncodedTable): (Float64Array | null)[] {
  return table.columns.map((column) => (column.kind === "numeric" ? cutsOf(sortedPresent(column.values)) : null));
}

/** Most cuts of a feature: its bins, and that of what is hidden, are bits of one number. */
const MOST_CUTS = HIDDEN_BIN - 1;

/** Between all distinct values, or, where there are more, nearest to evenly spaced quantiles. */
function cutsOf(sorted: Float64Array): Float64Array {
  const changes: number[] = [];
  for (let at = 1; at < sorted.length; at++) if (sorted[at] !== sorted[at - 1]) changes.push(at);
  if (changes.length <= MOST_CUTS) return Float64Array.from(changes, (at) => sorted[at]!);
  const places = new Set<number>();
  let next = 0;
  for (let cut = 1; cut <= MOST_CUTS; cut++) {
    const wanted = Math.round((cut * sorted.length) / (MOST_CUTS + 1));
    const distance = (change: number): number => Math.abs(changes[change]! - wanted);
    while (next + 1 < changes.length && distance(next + 1) < distance(next)) next++;
    places.add(changes[next]!);
  }
  return Float64Array.from(places, (at) => sorted[at]!);
}

interface RowBinning {
  readonly cuts: readonly (Float64Array | null)[];
  readonly profiles: readonly FeatureProfile[];
  readonly seed: number;
}

/** Of this part of rows some cells are hidden, and of their cells this part. */
const HIDING_ROWS = 0.6;
const HIDDEN_CELLS = 0.15;

export function conditionalRows(table: EncodedTable, { cuts, profiles, seed }: RowBinning): ConditionalRows {
  const { features, columns, rowCount } = table;
  const bins = new Uint8Array(features.length * rowCount);
  const binCounts = new Int32Array(features.length);
  columns.forEach((column, feature) => {
    const ends = cuts[feature] ?? null;
    const profile = profiles[feature]!;
    const ofCode = ends === null && profile.kind === "categorical" ? categoryBins(profile.counts) : new Uint8Array();
    binCounts[feature] = ends === null ? Math.min(ofCode.length, HIDDEN_BIN) : ends.length + 1;
    for (let row = 0; row < rowCount; row++) {
      const at = row * features.length + feature;
      if (isMissingAt(column, row)) bins[at] = HIDDEN_BIN;
      else bins[at] = column.kind === "numeric" ? numberBin(ends!, column.values[row]!) : ofCode[column.codes[row]!]!;
    }
  });
  const order = [...features.keys()].sort((a, b) => compareNames(features[a]!.name, features[b]!.name));
  hideCells(bins, order, seed);
  return { bins, binCounts, isCategorical: Uint8Array.from(cuts, (ends) => Number(ends === null)), order };
}

function hideCells(bins: Uint8Array, order: readonly number[], seed: number): void {
  const random = createRandom((seed ^ 0x1b873593) >>> 0);
  for (let first = 0; first < bins.length; first += order.length) {
    if (random() >= HIDING_ROWS) continue;
    for (const feature of order) if (random() < HIDDEN_CELLS) bins[first + feature] = HIDDEN_BIN;
  }
}
