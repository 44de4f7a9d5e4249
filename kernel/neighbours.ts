/**
 * Nearest rows: squared limited deviations in single precision, four rows at a time, the largest ones kept apart.
 * The twin is in src/core/explanations/neighbours.ts.
 */

/** Filled by the caller, in this order. */
@unmanaged
class Search {
  /** Kept rows in blocks of four (see the twin), and row by row in double precision. */
  blocks: usize;
  values: usize;
  /** The row at hand, in double precision. */
  row: usize;
  /** Features in the order of the blocks, and room for the row in that order. */
  order: usize;
  own: usize;
  /** Room for the nearest rows and their distances. */
  nearest: usize;
  distances: usize;
  /** Room for the distances of a block. */
  lanes: usize;
  rowCount: i32;
  featureCount: i32;
  numericCount: i32;
  /** Numbers of a row in `values`. */
  stride: i32;
}

const DEVIATION_LIMIT: f32 = 6;
const CATEGORY_SQUARE: f32 = 4;
/** Features between two looks at whether a block can be given up. */
const STRETCH: i32 = 4;

export function findNearest(pointer: usize, ignored: i32, wanted: i32): i32 {
  const s = changetype<Search>(pointer);
  const featureCount = s.featureCount;
  const numericCount = s.numericCount;
  const own = s.own;
  for (let place = 0; place < featureCount; place++) {
    const feature = load<i32>(s.order + ((<usize>place) << 2));
    store<f32>(own + ((<usize>place) << 2), <f32>load<f64>(s.row + ((<usize>feature) << 3)));
  }
  const zero = f32x4.splat(0);
  const most = f32x4.splat(DEVIATION_LIMIT);
  const apart = f32x4.splat(CATEGORY_SQUARE);
  const noFirst = f32x4.splat(ignored > 2 ? 0 : f32.MAX_VALUE * 2);
  const noSecond = f32x4.splat(ignored > 1 ? 0 : f32.MAX_VALUE * 2);
  const noThird = f32x4.splat(ignored > 0 ? 0 : f32.MAX_VALUE * 2);
  let limit: f32 = Infinity;
  let limits = f32x4.splat(limit);
  let count = 0;
  let isItselfFound = false;
  let at = s.blocks;
  for (let block = 0; block < s.rowCount; block += 4) {
    const end = at + ((<usize>featureCount) << 4);
    const numericEnd = at + ((<usize>numericCount) << 4);
    let first = noFirst;
    let second = noSecond;
    let third = noThird;
    let kept = zero;
    let mine = own;
    while (at < numericEnd) {
      const stop = min(numericEnd, at + (STRETCH << 4));
      for (; at < stop; at += 16, mine += 4) {
        let d = f32x4.abs(f32x4.sub(v128.load32_splat(mine), v128.load(at)));
        d = f32x4.pmin(most, f32x4.pmax(zero, d)); // a missing value is NaN, and no distance
        let square = f32x4.mul(d, d);
        let less = f32x4.pmin(third, square);
        third = f32x4.pmax(third, square);
        square = f32x4.pmin(second, less);
        second = f32x4.pmax(second, less);
        less = f32x4.pmin(first, square);
        first = f32x4.pmax(first, square);
        kept = f32x4.add(kept, less);
      }
      if (!v128.any_true(f32x4.lt(kept, limits))) break;
    }
    if (at === numericEnd) {
      for (; at < end; at += 16, mine += 4) {
        const value = v128.load32_splat(mine);
        const other = v128.load(at);
        let square = v128.and(apart, v128.or(f32x4.lt(value, other), f32x4.gt(value, other)));
        let less = f32x4.pmin(third, square);
        third = f32x4.pmax(third, square);
        square = f32x4.pmin(second, less);
        second = f32x4.pmax(second, less);
        less = f32x4.pmin(first, square);
        first = f32x4.pmax(first, square);
        kept = f32x4.add(kept, less);
      }
    }
    at = end;
    if (!v128.any_true(f32x4.lt(kept, limits))) continue;
    v128.store(s.lanes, kept);
    const rows = min(4, s.rowCount - block);
    for (let lane = 0; lane < rows; lane++) {
      const distance = load<f32>(s.lanes + ((<usize>lane) << 2));
      if (distance >= limit) continue;
      const other = block + lane;
      if (distance === 0 && !isItselfFound && isSame(s, other)) {
        isItselfFound = true;
        continue;
      }
      if (count < wanted) count++;
      insert(s, count - 1, other, distance);
      if (count === wanted) limit = load<f32>(s.distances + ((<usize>(count - 1)) << 2));
    }
    limits = f32x4.splat(limit);
  }
  return count;
}

function insert(s: Search, last: i32, row: i32, distance: f32): void {
  let at = last;
  for (; at > 0; at--) {
    const before = load<f32>(s.distances + ((<usize>(at - 1)) << 2));
    if (before <= distance) break;
    store<f32>(s.distances + ((<usize>at) << 2), before);
    store<i32>(s.nearest + ((<usize>at) << 2), load<i32>(s.nearest + ((<usize>(at - 1)) << 2)));
  }
  store<f32>(s.distances + ((<usize>at) << 2), distance);
  store<i32>(s.nearest + ((<usize>at) << 2), row);
}

function isSame(s: Search, other: i32): bool {
  const start = s.values + <usize>other * (<usize>s.stride << 3);
  for (let j: usize = 0; j < <usize>s.featureCount << 3; j += 8) {
    const a = load<f64>(s.row + j);
    const b = load<f64>(start + j);
    if (a !== b && !(isNaN(a) && isNaN(b))) return false;
  }
  return true;
}
