/**
 * Sorts the rows of a column by value: by eight bits at a time, from the lowest, on 64 bits whose order as integers is
 * that of the numbers. Stable, so equal values stay in the order of rows. Bits in which all values agree cost nothing
 * but a count.
 */

import { float64At, int32At, int64At, setInt32, setInt64 } from "./memory";

/** Digits of a key, eight bits each and a pass for each, and the values a digit can have. */
const DIGITS: i32 = 8;
const COUNTERS: i32 = 256;

/**
 * Bytes of scratch memory for sorting: two lists of keys, two of rows, and the counters of all passes. Up to 2^26 rows.
 */
export function sortingBytes(rowCount: i32): i32 {
  return rowCount * 24 + DIGITS * COUNTERS * 4;
}

// @ts-ignore: decorator
@inline
export function sortedKeys(scratch: usize): usize {
  return scratch;
}

// @ts-ignore: decorator
@inline
export function sortedRows(scratch: usize, rowCount: i32): usize {
  return scratch + ((<usize>rowCount) << 4);
}

/** Sorts the rows whose value is not NaN; returns how many. Their keys and rows then stand in the scratch memory. */
export function sortRows(values: usize, rowCount: i32, scratch: usize): i32 {
  let keys = sortedKeys(scratch);
  let rows = sortedRows(scratch, rowCount);
  let otherKeys = keys + ((<usize>rowCount) << 3);
  let otherRows = rows + ((<usize>rowCount) << 2);
  const counters = otherRows + ((<usize>rowCount) << 2);
  const length = fillKeys(values, rowCount, keys, rows, counters);
  for (let digit = 0; digit < DIGITS; digit++) {
    const digitCounters = counters + ((<usize>(digit * COUNTERS)) << 2);
    if (!startDigits(digitCounters, length)) continue;
    deal(keys, rows, length, digit, digitCounters, otherKeys, otherRows);
    const keysBefore = keys;
    const rowsBefore = rows;
    keys = otherKeys;
    rows = otherRows;
    otherKeys = keysBefore;
    otherRows = rowsBefore;
  }
  if (keys !== sortedKeys(scratch)) {
    memory.copy(otherKeys, keys, (<usize>length) << 3);
    memory.copy(otherRows, rows, (<usize>length) << 2);
  }
  return length;
}

/** Lists keys and rows, and counts how often each digit has each value. */
function fillKeys(values: usize, rowCount: i32, keys: usize, rows: usize, counters: usize): i32 {
  memory.fill(counters, 0, (<usize>(DIGITS * COUNTERS)) << 2);
  let length: usize = 0;
  for (let row = 0; row < rowCount; row++) {
    const value = float64At(values, row) + 0.0; // -0 is 0
    if (value !== value) continue;
    const bits = reinterpret<i64>(value);
    // Negative numbers descend as their bits ascend.
    const key = bits ^ ((bits >> 63) | i64.MIN_VALUE);
    setInt64(keys, length, key);
    setInt32(rows, length, row);
    length++;
    for (let digit = 0; digit < DIGITS; digit++) {
      const counter = counters + ((<usize>(digit * COUNTERS)) << 2) + digitOf(key, digit);
      store<i32>(counter, load<i32>(counter) + 1);
    }
  }
  return <i32>length;
}

/** Byte offset of a digit's counter. */
// @ts-ignore: decorator
@inline
function digitOf(key: i64, digit: i32): usize {
  return (<usize>((key >> <i64>(digit << 3)) & 0xff)) << 2;
}

/** Turns counts into places; false where all keys have the same digit. */
function startDigits(counters: usize, length: i32): bool {
  let place = 0;
  for (let value = 0; value < COUNTERS; value++) {
    const counter = counters + ((<usize>value) << 2);
    const count = load<i32>(counter);
    if (count === length) return false;
    store<i32>(counter, place);
    place += count;
  }
  return true;
}

function deal(
  keys: usize,
  rows: usize,
  length: i32,
  digit: i32,
  counters: usize,
  intoKeys: usize,
  intoRows: usize,
): void {
  for (let at: usize = 0; at < <usize>length; at++) {
    const key = int64At(keys, at);
    const counter = counters + digitOf(key, digit);
    const place = <usize>load<i32>(counter);
    store<i32>(counter, <i32>place + 1);
    setInt64(intoKeys, place, key);
    setInt32(intoRows, place, int32At(rows, at));
  }
}
