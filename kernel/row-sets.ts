/**
 * Row sets as packed bits, in vectors of 128: row r is bit r % 32 of word r / 32. Bits past the last row are zero.
 */

/** Bytes of a vector. */
const VECTOR: usize = 16;
/** Byte lanes hold up to 255: that many vectors of at most 8 bits a byte may be added before lanes are widened. */
const ADDABLE: usize = 31;

// @ts-ignore: decorator
@inline
function widen(lanes: v128): v128 {
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(lanes));
}

// @ts-ignore: decorator
@inline
function addLanes(lanes: v128): i32 {
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

/** Rows of many sets together, which may be more than 32 bits can count. */
export function countBits(sets: usize, bytes: usize): f64 {
  const PIECE: usize = 1 << 24;
  let count: f64 = 0;
  for (let at: usize = 0; at < bytes; at += PIECE) count += <f64>countRows(sets + at, min(PIECE, bytes - at));
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

/** into = a ∩ b. */
export function intersect(a: usize, b: usize, into: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += VECTOR) {
    v128.store(into + at, v128.and(v128.load(a + at), v128.load(b + at)));
  }
}

/**
 * counts[places[i]] = rows in both `base` and set items[places[i]], for i in [0, length). Four sets are met at a time,
 * so that each vector of the base is loaded once for all of them.
 */
export function countPlaces(
  base: usize,
  sets: usize,
  bytes: usize,
  items: usize,
  places: usize,
  length: i32,
  counts: usize,
): void {
  let i = 0;
  for (; i + 4 <= length; i += 4) {
    const p0 = place(places, i);
    const p1 = place(places, i + 1);
    const p2 = place(places, i + 2);
    const p3 = place(places, i + 3);
    const a = sets + <usize>load<i32>(items + p0) * bytes;
    const b = sets + <usize>load<i32>(items + p1) * bytes;
    const c = sets + <usize>load<i32>(items + p2) * bytes;
    const d = sets + <usize>load<i32>(items + p3) * bytes;
    let totalA = i32x4.splat(0);
    let totalB = i32x4.splat(0);
    let totalC = i32x4.splat(0);
    let totalD = i32x4.splat(0);
    let at: usize = 0;
    while (at < bytes) {
      const stop = min(bytes, at + ADDABLE * VECTOR);
      let lanesA = i8x16.splat(0);
      let lanesB = i8x16.splat(0);
      let lanesC = i8x16.splat(0);
      let lanesD = i8x16.splat(0);
      for (; at < stop; at += VECTOR) {
        const own = v128.load(base + at);
        lanesA = i8x16.add(lanesA, i8x16.popcnt(v128.and(own, v128.load(a + at))));
        lanesB = i8x16.add(lanesB, i8x16.popcnt(v128.and(own, v128.load(b + at))));
        lanesC = i8x16.add(lanesC, i8x16.popcnt(v128.and(own, v128.load(c + at))));
        lanesD = i8x16.add(lanesD, i8x16.popcnt(v128.and(own, v128.load(d + at))));
      }
      totalA = i32x4.add(totalA, widen(lanesA));
      totalB = i32x4.add(totalB, widen(lanesB));
      totalC = i32x4.add(totalC, widen(lanesC));
      totalD = i32x4.add(totalD, widen(lanesD));
    }
    store<i32>(counts + p0, addLanes(totalA));
    store<i32>(counts + p1, addLanes(totalB));
    store<i32>(counts + p2, addLanes(totalC));
    store<i32>(counts + p3, addLanes(totalD));
  }
  for (; i < length; i++) {
    const own = place(places, i);
    store<i32>(counts + own, countCommon(base, sets + <usize>load<i32>(items + own) * bytes, bytes));
  }
}

/** Byte offset of the i-th place in an array of 32-bit numbers. */
// @ts-ignore: decorator
@inline
function place(places: usize, i: i32): usize {
  return <usize>load<i32>(places + ((<usize>i) << 2)) << 2;
}

/** Rows of a ∩ b as a list of 32-bit numbers, ascending; returns how many. */
export function listCommon(a: usize, b: usize, bytes: usize, into: usize): i32 {
  let end = into;
  for (let at: usize = 0; at < bytes; at += 8) {
    let word = load<u64>(a + at) & load<u64>(b + at);
    const first = <i32>(at << 3);
    while (word !== 0) {
      store<i32>(end, first + <i32>ctz(word));
      end += 4;
      word &= word - 1;
    }
  }
  return <i32>((end - into) >> 2);
}

/** Whether a row is in a set, as 0 or 1. */
// @ts-ignore: decorator
@inline
export function hasRow(set: usize, row: i32): i32 {
  return <i32>((load<u8>(set + (<usize>row >> 3)) >> <u8>(row & 7)) & 1);
}
