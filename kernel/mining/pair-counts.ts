/** How many rows each item has, and each pair of items that share no feature: what all bounds start from. */
import { Mining } from "../generated";
import { int32At, pointerTo, setInt32 } from "../memory";
import { countCommon, countRows } from "../row-sets";
import { levelOf, rowOf, setOf } from "./fields";
import { tallyRows, WALK } from "./row-items";

export function countItems(pointer: usize): void {
  const m = changetype<Mining>(pointer);
  for (let item = 0; item < m.itemCount; item++) setInt32(m.itemCounts, item, countRows(setOf(m, item), m.setBytes));
}

/** Counts item a with `length` items, which the caller has listed in the level of all rows, and with every group. */
export function countPairsOf(pointer: usize, a: i32, length: i32): void {
  const m = changetype<Mining>(pointer);
  const others = levelOf(m, 0).items;
  const set = setOf(m, a);
  const rows = int32At(m.itemCounts, a);
  const sets = length + m.groupCount;
  if (m.itemsPerRow > 0 && <i64>rows * <i64>m.itemsPerRow * WALK < <i64>sets * <i64>(m.setBytes >> 4)) {
    memory.fill(pointerTo(m.tally), 0, (<usize>(m.itemCount + m.groupCount)) << 2);
    tallyRows(m, set);
    for (let i = 0; i < length; i++) putPair(m, a, int32At(others, i), int32At(m.tally, int32At(others, i)));
    for (let group = 0; group < m.groupCount; group++) {
      setInt32(m.groupPairs, a * m.groupCount + group, int32At(m.tally, m.itemCount + group));
    }
    return;
  }
  for (let i = 0; i < length; i++) {
    const b = int32At(others, i);
    putPair(m, a, b, countCommon(set, setOf(m, b), m.setBytes));
  }
  for (let group = 0; group < m.groupCount; group++) {
    setInt32(m.groupPairs, a * m.groupCount + group, countCommon(set, setOf(m, m.itemCount + group), m.setBytes));
  }
}

// @ts-ignore: decorator
@inline
function putPair(m: Mining, a: i32, b: i32, count: i32): void {
  setInt32(rowOf(m, pointerTo(m.pairCounts), a), b, count);
  setInt32(rowOf(m, pointerTo(m.pairCounts), b), a, count);
}
