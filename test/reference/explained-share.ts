/**
 * How much one feature tells about another by itself: the share of the target's squared deviations between the input's
 * bins, less what as many bins would explain by chance. May be negative.
 */

import type { BinnedFeature, Target } from "../../src/core/rules/index.js";
import { NO_BIN } from "../../src/core/schema/index.js";

/** In the first `rowCount` rows; those with a missing value of either do not count. */
export function explainedShare(target: Target, input: BinnedFeature, rowCount: number): number {
  const classCount = target.kind === "numeric" ? 1 : target.classCount;
  const counts = new Int32Array(input.binCount);
  const sums = new Float64Array(input.binCount * classCount);
  const totals = new Float64Array(classCount);
  let squared = 0;
  let count = 0;
  for (const row of target.rows) {
    const bin = input.bins[row]!;
    if (row >= rowCount || bin === NO_BIN) continue;
    const value = target.kind === "numeric" ? target.units[row]! : 1;
    const own = target.kind === "numeric" ? 0 : target.classes[row]!;
    counts[bin]!++;
    sums[bin * classCount + own]! += value;
    totals[own]! += value;
    squared += value * value;
    count++;
  }
  const whole = squares(totals) / Math.max(1, count);
  const spread = squared - whole;
  if (spread <= 0) return 0;
  let between = -whole;
  let used = 0;
  for (let bin = 0; bin < input.binCount; bin++) {
    if (counts[bin] === 0) continue;
    used++;
    between += squares(sums.subarray(bin * classCount, (bin + 1) * classCount)) / counts[bin]!;
  }
  return between / spread - (used - 1) / Math.max(1, count - 1);
}

function squares(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}
