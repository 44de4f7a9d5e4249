/**
 * Row sets as packed bits, in vectors of 128: row r is bit r % 32 of word r / 32. Bits past the last row are zero.
 */

import { VECTOR } from "./memory";

/** Byte lanes hold up to 255: that many vectors of at most 8 bits a byte may be added before lanes are widened. */
const ADDABLE: usize = 31;

// @ts-ignore: decorator
@inline
function widen(lanes: v128): v128 {
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(lanes));
}

// @ts-ignore: decorator
@inline
export function addLanes(lanes: v128): i32 {
  return (
    i32x4.extract_lane(lanes, 0) +
    i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) +
    i32x4.extract_lane(lanes, 3)
  );
}

/** Rows of one set. */
export function countRows(set: usize, bytes: usize): i32 {
  return countCommon(set, set, bytes);
}

/** Rows of many sets together, which may be more than 32 bits can count: a piece of them at a time. */
export function countBits(sets: usize, bytes: usize): f64 {
  const PIECE: usize = 1 << 24;
  let count: f64 = 0;
  // What is left is counted down: the end of the last piece may be beyond what a pointer can say.
  for (let left = bytes; left > 0; ) {
    const piece = min(PIECE, left);
    left -= piece;
    count += <f64>countRows(sets + left, piece);
  }
  return count;
}

/** Rows in both sets. */
export function countCommon(a: usize, b: usize, bytes: usize): i32 {
  let total = i32x4.splat(0);
  let at: usize = 0;
  while (at < bytes) {
    const stop = min(bytes, at + ADDABLE * VECTOR);
    let lanes = i8x16.splat(0);
    for (; at < stop; at += VECTOR) {
      lanes = i8x16.add(lanes, i8x16.popcnt(v128.and(v128.load(a + at), v128.load(b + at))));
    }
    total = i32x4.add(total, widen(lanes));
  }
  return addLanes(total);
}

/** Rows that a set has in common with each of those that stand one behind the other: one number of 32 bits for each. */
export function countCommonWithEach(set: usize, sets: usize, bytes: usize, count: i32, into: usize): void {
  for (let each = 0; each < count; each++, sets += bytes, into += 4) store<i32>(into, countCommon(set, sets, bytes));
}

/** into = a ∩ b. */
export function intersect(a: usize, b: usize, into: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += VECTOR) {
    v128.store(into + at, v128.and(v128.load(a + at), v128.load(b + at)));
  }
}

/** The rows whose value is in [min, max), or [min, max]; missing values (NaN) are in neither. 8 rows for each byte. */
export function fillInterval(values: usize, set: usize, bytes: usize, min: f64, max: f64, isClosed: i32): void {
  const low = f64x2.splat(min);
  const high = f64x2.splat(max);
  for (let at: usize = 0; at < bytes; at++) {
    let bits: i32 = 0;
    for (let pair = 0; pair < 4; pair++) {
      const both = v128.load(values + (at << 6) + ((<usize>pair) << 4));
      const above = f64x2.ge(both, low);
      const below = isClosed !== 0 ? f64x2.le(both, high) : f64x2.lt(both, high);
      bits |= i64x2.bitmask(v128.and(above, below)) << (pair << 1);
    }
    store<u8>(set + at, <u8>bits);
  }
}

/** The rows with a code. 8 rows for each byte. */
export function fillCode(codes: usize, set: usize, bytes: usize, code: i32): void {
  const wanted = i32x4.splat(code);
  for (let at: usize = 0; at < bytes; at++) {
    const low = i32x4.bitmask(i32x4.eq(v128.load(codes + (at << 5)), wanted));
    const high = i32x4.bitmask(i32x4.eq(v128.load(codes + (at << 5) + 16), wanted));
    store<u8>(set + at, <u8>(low | (high << 4)));
  }
}
