/**
 * The best cut of one list. Sums are integers, weighed by the operations of plain loops on 64-bit floats, in their
 * order (test/reference/impurity.ts).
 */
import { CutOffTrees, i32s } from "../generated";
import { float64At, int32At, int64At, pointerTo, setInt32 } from "../memory";
import { ENTRY, rankAt, rowAt, targetOf } from "./fields";
import { countClasses, sumTargets, termOf } from "./node-measures";

/** How far rounding may mislead the test that saves divisions; see scanSums. */
const SLACK: f64 = 1.0 / 1099511627776.0;

/**
 * Looks for a cut of a list that beats t.best; `total` is what measureNode says, where the list has all rows of the
 * node.
 */
export function scan(t: CutOffTrees, list: usize, length: i32, isWhole: bool, total: i64): void {
  if (t.classCount === 0) {
    scanSums(t, list, length, isWhole ? total : sumTargets(t, list, length));
    return;
  }
  if (isWhole) {
    scanClasses(t, list, length, total);
    return;
  }
  // The counts are those of this list while it is looked at.
  const counts = t.classCounts;
  t.classCounts = changetype<i32s>(counts + ((<usize>t.classCount) << 2));
  scanClasses(t, list, length, countClasses(t, list, length));
  t.classCounts = counts;
}

/**
 * Variance: left² / p + right² / (n - p) - total² / n, of the first cut that beats t.best by most.
 *
 * Divisions are slow, and few cuts are better than the best so far. With d = left - p · total / n the decrease is d² ·
 * n / (p (n - p)); where that is less than the best, less what rounding of either form can amount to, the cut is passed
 * over. Rounding: of the decrease below 2^-50 (decrease + total² / n), of d below 2^-52 · p · |total| / n, which is at
 * most 2^-51 · √n · (decrease + total² / n) of the decrease; together less than 2^-42 of that sum for 65,535 rows. Two
 * cuts are tested at a time.
 */
function scanSums(t: CutOffTrees, list: usize, length: i32, total: i64): void {
  const values = t.values;
  const n = <f64>length;
  const sum = <f64>total;
  const whole = (sum * sum) / n;
  const mean = f64x2.splat(sum / n);
  const rows = f64x2.splat(n);
  const step = f64x2.splat(2);
  const first = list + (<usize>(t.minLeaf - 1)) * ENTRY;
  const last = list + (<usize>(length - t.minLeaf)) * ENTRY;
  let entry = list;
  let left: f64 = 0;
  for (; entry < first; entry += ENTRY) left += float64At(values, rowAt(entry));
  let limit = limitOf(max(t.best, t.floor), whole, n);
  let sums = f64x2.splat(left);
  let positions = f64x2.replace_lane(f64x2.splat(<f64>t.minLeaf), 1, <f64>(t.minLeaf + 1));
  for (; entry + ENTRY < last; entry += 2 * ENTRY) {
    let pair = v128.load64_zero(values + (rowAt(entry) << 3));
    pair = v128.load64_lane(values + (rowAt(entry + ENTRY) << 3), pair, 1);
    // The sums up to both rows: what was before, and the first of them, or both.
    sums = f64x2.add(sums, f64x2.add(pair, v128.shuffle<f64>(f64x2.splat(0), pair, 0, 2)));
    const d = f64x2.sub(sums, f64x2.mul(positions, mean));
    const least = f64x2.mul(f64x2.splat(limit), f64x2.mul(positions, f64x2.sub(rows, positions)));
    if (v128.any_true(f64x2.gt(f64x2.mul(d, d), least))) {
      weigh(t, list, entry, f64x2.extract_lane(sums, 0), sum, n, whole);
      weigh(t, list, entry + ENTRY, f64x2.extract_lane(sums, 1), sum, n, whole);
      limit = limitOf(max(t.best, t.floor), whole, n);
    }
    sums = v128.shuffle<f64>(sums, sums, 1, 1);
    positions = f64x2.add(positions, step);
  }
  if (entry < last) {
    left = f64x2.extract_lane(sums, 0) + float64At(values, rowAt(entry));
    weigh(t, list, entry, left, sum, n, whole);
  }
}

/** Looks at the cut behind an entry, with the sum up to it. */
function weigh(t: CutOffTrees, list: usize, entry: usize, left: f64, sum: f64, n: f64, whole: f64): void {
  if (rankAt(entry) === rankAt(entry + ENTRY)) return;
  const position = <i32>((entry - list) >> 2) + 1;
  const p = <f64>position;
  const right = sum - left;
  const decrease = (left * left) / p + (right * right) / (n - p) - whole;
  if (decrease > t.best) {
    t.best = decrease;
    t.bestPosition = position;
  }
}

/** What d² must exceed for each p (n - p), see scanSums. */
// @ts-ignore: decorator
@inline
function limitOf(best: f64, whole: f64, n: f64): f64 {
  return (best - SLACK * (abs(best) + whole)) / n;
}

/** Entropy: whole - (term p - left terms + term (n - p) - right terms), all in integers. */
function scanClasses(t: CutOffTrees, list: usize, length: i32, classTerms: i64): void {
  const whole = t.classCounts;
  const left = pointerTo(t.leftCounts);
  const rises = pointerTo(t.rises);
  const targets = pointerTo(t.targets);
  const last = list + (<usize>(length - t.minLeaf)) * ENTRY;
  const start = termOf(t, length) - classTerms;
  memory.fill(left, 0, (<usize>t.classCount) << 2);
  let sideTerms = classTerms;
  let position = 1;
  for (let entry = list; entry < last; entry += ENTRY, position++) {
    const target = targetOf(targets, entry);
    const here = int32At(left, target);
    const there = int32At(whole, target) - here;
    setInt32(left, target, here + 1);
    sideTerms += int64At(rises, here) - int64At(rises, there - 1);
    if (position < t.minLeaf || rankAt(entry) === rankAt(entry + ENTRY)) continue;
    const decrease = <f64>(start - (termOf(t, position) + termOf(t, length - position) - sideTerms));
    if (decrease > t.best) {
      t.best = decrease;
      t.bestPosition = position;
    }
  }
}
