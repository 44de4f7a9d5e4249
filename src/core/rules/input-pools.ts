/**
 * Which features may help to predict which: all others on narrow tables; on wide ones the ten that tell most about the
 * target by themselves, and ten others drawn by lot.
 *
 * How much one feature tells about another is the share of the target's variance between the input's bins, less what as
 * many bins would explain by chance. Cost: O(features² × screened rows).
 */
import { createRandom, hashText, randomPart } from "../random/random.js";
import { type BinnedFeature, NO_BIN } from "./forest-bins.js";
import type { Target } from "./grow-tree.js";

export interface PoolOptions {
  readonly isWide: boolean;
  readonly seed: number;
  /** Feature numbers in the order of their names. */
  readonly order: readonly number[];
  /** Names by feature number. */
  readonly names: readonly string[];
}

const TELLING = 10;
const BY_LOT = 10;
/** Cells of target × input × row that screening may look at. */
const SCREENING_WORK = 4e8;

/** For each feature its inputs, in the order of names. */
export function choosePools(
  targets: readonly Target[],
  features: readonly BinnedFeature[],
  options: PoolOptions,
): number[][] {
  const rows = screenedRows(targets);
  const place = new Map(options.order.map((feature, index) => [feature, index]));
  return targets.map((target, own) => {
    const others = options.order.filter((feature) => feature !== own && features[feature]!.binCount > 1);
    if (!options.isWide || others.length <= TELLING + BY_LOT) return others;
    const scores = new Map(others.map((feature) => [feature, explainedShare(target, features[feature]!, rows)]));
    const ranked = [...others].sort((a, b) => scores.get(b)! - scores.get(a)!);
    const random = createRandom(hashText(options.names[own]!, options.seed ^ 0x51ed270b) >>> 0);
    const pool = [...ranked.slice(0, TELLING), ...randomPart(ranked.slice(TELLING), BY_LOT, random)];
    return pool.sort((a, b) => place.get(a)! - place.get(b)!);
  });
}

function screenedRows(targets: readonly Target[]): number {
  const [first] = targets;
  const rows = first === undefined ? 0 : first.kind === "numeric" ? first.values.length : first.classes.length;
  return Math.min(rows, Math.max(200, Math.floor(SCREENING_WORK / (targets.length * targets.length))));
}

/** Adjusted for the number of bins; may be negative. */
function explainedShare(target: Target, input: BinnedFeature, rows: number): number {
  const classCount = target.kind === "numeric" ? 1 : target.classCount;
  const counts = new Int32Array(input.binCount);
  const sums = new Float64Array(input.binCount * classCount);
  const totals = new Float64Array(classCount);
  let squared = 0;
  let count = 0;
  for (let row = 0; row < rows; row++) {
    const bin = input.bins[row]!;
    const value = target.kind === "numeric" ? target.values[row]! : 1;
    const own = target.kind === "numeric" ? 0 : target.classes[row]!;
    if (bin === NO_BIN || own === NO_BIN || Number.isNaN(value)) continue;
    counts[bin]!++;
    sums[bin * classCount + own]! += value;
    totals[own]! += value;
    squared += value * value;
    count++;
  }
  const whole = totals.reduce((sum, total) => sum + total * total, 0) / Math.max(1, count);
  const spread = squared - whole;
  if (spread <= 0) return 0;
  let between = -whole;
  let used = 0;
  for (let bin = 0; bin < input.binCount; bin++) {
    if (counts[bin] === 0) continue;
    used++;
    for (let c = 0; c < classCount; c++) {
      const sum = sums[bin * classCount + c]!;
      between += (sum * sum) / counts[bin]!;
    }
  }
  return between / spread - (used - 1) / Math.max(1, count - 1);
}
