/** What a node's rows come to before any cut: the sum of a numeric target, or the counts of classes and their terms. */
import { CutOffTrees } from "../generated";
import { addInt32, int32At, int64At, pointerTo, setFloat64, setInt64 } from "../memory";
import { ENTRY, targetOf } from "./fields";

/** Makes 64-bit integers of the terms, which are given as 64-bit floats, and takes their differences. */
export function countTerms(pointer: usize): void {
  const t = changetype<CutOffTrees>(pointer);
  for (let count = 0; count <= t.rowCount; count++) {
    const term = t.terms + ((<usize>count) << 3);
    store<i64>(term, <i64>load<f64>(term));
    if (count > 0) setInt64(pointerTo(t.rises), count - 1, load<i64>(term) - load<i64>(term - 8));
  }
}

export function fillValues(t: CutOffTrees): void {
  if (t.classCount > 0) return;
  for (let row: usize = 0; row < <usize>t.rowCount; row++) {
    setFloat64(t.values, row, <f64>int32At(t.targets, row));
  }
}

/** Sum of the target over rows; of classes their counts, and the sum of their terms. */
export function measureNode(t: CutOffTrees, rows: usize, length: i32): i64 {
  if (t.classCount === 0) return sumTargets(t, rows, length);
  return countClasses(t, rows, length);
}

export function sumTargets(t: CutOffTrees, rows: usize, length: i32): i64 {
  const end = rows + (<usize>length) * ENTRY;
  let sum: i64 = 0;
  for (let entry = rows; entry < end; entry += ENTRY) sum += <i64>targetOf(pointerTo(t.targets), entry);
  return sum;
}

export function countClasses(t: CutOffTrees, rows: usize, length: i32): i64 {
  const end = rows + (<usize>length) * ENTRY;
  memory.fill(pointerTo(t.classCounts), 0, (<usize>t.classCount) << 2);
  for (let entry = rows; entry < end; entry += ENTRY) {
    addInt32(t.classCounts, targetOf(pointerTo(t.targets), entry), 1);
  }
  let sum: i64 = 0;
  for (let c = 0; c < t.classCount; c++) sum += termOf(t, int32At(t.classCounts, c));
  return sum;
}

// @ts-ignore: decorator
@inline
export function termOf(t: CutOffTrees, count: i32): i64 {
  return int64At(pointerTo(t.terms), count);
}

/** Whether all rows have the same target: then there is nothing to gain. */
export function isPure(t: CutOffTrees, rows: usize, length: i32): bool {
  const end = rows + (<usize>length) * ENTRY;
  const first = targetOf(pointerTo(t.targets), rows);
  for (let entry = rows; entry < end; entry += ENTRY) if (targetOf(pointerTo(t.targets), entry) !== first) return false;
  return true;
}
