/** Lists of rows by value: made once for each input, copied for each tree, regrouped as its nodes are split. */
import { CutOffTrees } from "../generated";
import { int32At, pointerTo, setInt32, setUint8 } from "../memory";
import { sortedKeys, sortedRows, sortRows } from "../sorting";
import { ENTRY, listBytes, rowAt } from "./fields";

/** Makes the list of an input from its value in each row (64-bit floats); scratch is for sorting. */
export function listCutOffInput(pointer: usize, input: i32, values: usize, scratch: usize): void {
  const t = changetype<CutOffTrees>(pointer);
  const length = sortRows(values, t.rowCount, scratch);
  const keys = sortedKeys(scratch);
  const rows = sortedRows(scratch, t.rowCount);
  const list = t.lists + <usize>input * listBytes(t);
  let rank: u32 = 0;
  for (let at: usize = 0; at < <usize>length; at++) {
    const key = keys + (at << 3);
    if (at > 0 && load<i64>(key) !== load<i64>(key - 8)) rank++;
    store<u32>(list + at * ENTRY, (rank << 16) | load<u32>(rows + (at << 2)));
  }
  setInt32(t.lengths, input, length);
}

/** Copies the rows of an input whose target is known; returns how many. */
export function copyList(t: CutOffTrees, slot: i32, into: usize): i32 {
  const input = <usize>int32At(t.inputs, slot);
  const list = t.lists + input * listBytes(t);
  const length = int32At(t.lengths, input);
  if (t.knownCount === t.rowCount) {
    memory.copy(into, list, (<usize>length) * ENTRY);
    return length;
  }
  const end = list + (<usize>length) * ENTRY;
  let next = into;
  for (let entry = list; entry < end; entry += ENTRY) {
    store<u32>(next, load<u32>(entry));
    next += (<usize>load<u8>(t.isKnown + rowAt(entry))) << 2;
  }
  return <i32>((next - into) >> 2);
}

/** Lists the rows whose target is known; their ranks are 0. */
export function listKnown(t: CutOffTrees, into: usize): void {
  let next = into;
  for (let row = 0; row < t.rowCount; row++) {
    store<u32>(next, <u32>row);
    next += (<usize>load<u8>(t.isKnown + <usize>row)) << 2;
  }
}

/** Sides of a split: bits by which regroup moves on the end of a list, by an entry of 4 bytes and by twice that. */
export const LEFT: u8 = 4;
export const RIGHT: u8 = 8;

export function markSides(t: CutOffTrees, list: usize, start: i32, end: i32, side: u8): void {
  const stop = list + (<usize>end) * ENTRY;
  for (let entry = list + (<usize>start) * ENTRY; entry < stop; entry += ENTRY) {
    setUint8(t.sides, rowAt(entry), side);
  }
}

/**
 * Entries that go left to the front, those that go right behind them, each in their order. Returns both ends, the left
 * one in the upper half.
 */
export function regroup(t: CutOffTrees, list: usize, start: i32, end: i32): i64 {
  const sides = t.sides;
  const stop = list + (<usize>end) * ENTRY;
  let left = list + (<usize>start) * ENTRY;
  let right = pointerTo(t.spare);
  for (let entry = left; entry < stop; entry += ENTRY) {
    const packed = load<u32>(entry);
    const side = <usize>load<u8>(sides + <usize>(packed & 0xffff));
    store<u32>(left, packed);
    store<u32>(right, packed);
    left += side & <usize>LEFT;
    right += (side & <usize>RIGHT) >> 1;
  }
  const bytes = right - pointerTo(t.spare);
  memory.copy(left, pointerTo(t.spare), bytes);
  return (<i64>((left - list) >> 2) << 32) | <i64>((left + bytes - list) >> 2);
}
