/**
 * Nearest rows: squared limited deviations in single precision, four rows at a time, the largest ones kept apart.
 * The twin is in src/core/explanations/neighbours.ts.
 */
import { float32At, float64At, int32At, setFloat32, setInt32 } from "./memory";

/** Filled by the caller, in this order. */
@unmanaged
class Search {
  /** Kept rows, row by row in double precision. */
  values: usize;
  /** Row at each place, -1 for none; rows in blocks of four places, and the boxes around two blocks each (see the twin). */
  numbers: usize;
  blocks: usize;
  boxLows: usize;
  boxHighs: usize;
  /** Room for the least distance of each box. */
  bounds: usize;
  /** The row at hand, in double precision. */
  row: usize;
  /** Features in the order of the blocks, and room for the row in that order and scale. */
  order: usize;
  own: usize;
  /** Room for the nearest rows and their distances. */
  nearest: usize;
  distances: usize;
  /** Room for the distances of a block. */
  lanes: usize;
  /** A multiple of four. */
  boxCount: i32;
  featureCount: i32;
  numericCount: i32;
  /** Numbers of a row in `values`. */
  stride: i32;
}

export function neighbourRecordBytes(): i32 {
  return <i32>offsetof<Search>();
}

/** As in the twin. */
const DEVIATION_LIMIT: f32 = 6;
const CATEGORY_DEVIATION: f32 = 2;
/** Bytes of the features between two looks at whether a block can be given up: four features. */
const STRETCH: usize = 64;
/** Boxes that are looked at before the others, the nearest first: then few of the others are near enough. */
const FIRST_BOXES: i32 = 8;

/** The nearest rows so far. */
let count: i32 = 0;
let wanted: i32 = 0;
/** The first row that is the same in everything; -1: none. */
let itself: i32 = -1;
/** The distance of the last one, once there are as many as are wanted. */
let limit: f32 = Infinity;
/** The largest squares before any is known, ascending: Infinity passes everything on. */
let noFirst: f32 = 0;
let noSecond: f32 = 0;
let noThird: f32 = 0;

export function findNearest(pointer: usize, ignored: i32, most: i32): i32 {
  const s = changetype<Search>(pointer);
  for (let place = 0; place < s.featureCount; place++) {
    const value = <f32>float64At(s.row, int32At(s.order, place));
    setFloat32(s.own, place, place < s.numericCount ? value : CATEGORY_DEVIATION * value);
  }
  count = 0;
  wanted = most;
  itself = -1;
  limit = Infinity;
  noFirst = ignored > 2 ? 0 : Infinity;
  noSecond = ignored > 1 ? 0 : Infinity;
  noThird = ignored > 0 ? 0 : Infinity;
  fillBounds(s);
  for (let i = 0; i < FIRST_BOXES; i++) {
    const box = nearestBox(s);
    if (box < 0) return count;
    lookInto(s, box);
  }
  for (let box = 0; box < s.boxCount; box++) {
    if (float32At(s.bounds, box) <= limit) lookInto(s, box); // never of NaN: done already
  }
  return count;
}

/** How near a row in each box can be at most: as if it had the nearest value of the box in every feature. */
function fillBounds(s: Search): void {
  const zero = f32x4.splat(0);
  const mostOfNumbers = f32x4.splat(DEVIATION_LIMIT);
  const mostOfCategories = f32x4.splat(CATEGORY_DEVIATION);
  const numericEnd = s.own + (<usize>s.numericCount << 2);
  const end = s.own + (<usize>s.featureCount << 2);
  let low = s.boxLows;
  let high = s.boxHighs;
  for (let box: usize = 0; box < <usize>s.boxCount << 2; box += 16) {
    let first = f32x4.splat(noFirst);
    let second = f32x4.splat(noSecond);
    let third = f32x4.splat(noThird);
    let kept = zero;
    let own = s.own;
    for (; own < end; own += 4, low += 16, high += 16) {
      const value = v128.load32_splat(own);
      const below = f32x4.pmax(zero, f32x4.sub(v128.load(low), value));
      const distance = f32x4.pmax(below, f32x4.sub(value, v128.load(high)));
      const limited = f32x4.pmin(own < numericEnd ? mostOfNumbers : mostOfCategories, distance);
      let square = f32x4.mul(limited, limited);
      let less = f32x4.pmin(third, square);
      third = f32x4.pmax(third, square);
      square = f32x4.pmin(second, less);
      second = f32x4.pmax(second, less);
      less = f32x4.pmin(first, square);
      first = f32x4.pmax(first, square);
      kept = f32x4.add(kept, less);
    }
    v128.store(s.bounds + box, kept);
  }
}

/** The box with the least bound, the first of equals, or -1 when none is near enough; its bound becomes NaN. */
function nearestBox(s: Search): i32 {
  const end = s.bounds + (<usize>s.boxCount << 2);
  let least = f32x4.splat(limit);
  for (let at = s.bounds; at < end; at += 16) least = f32x4.pmin(least, v128.load(at)); // passes NaN by
  least = f32x4.pmin(least, v128.shuffle<f32>(least, least, 2, 3, 0, 1));
  least = f32x4.pmin(least, v128.shuffle<f32>(least, least, 1, 0, 3, 2));
  for (let at = s.bounds; at < end; at += 16) {
    const found = i32x4.bitmask(f32x4.eq(v128.load(at), least));
    if (found === 0) continue;
    const place = at + (<usize>ctz(found) << 2);
    store<f32>(place, NaN);
    return <i32>((place - s.bounds) >> 2);
  }
  return -1;
}

function lookInto(s: Search, box: i32): void {
  lookAt(s, 2 * box);
  lookAt(s, 2 * box + 1);
}

/** Compares the four rows of a block. */
function lookAt(s: Search, block: i32): void {
  const zero = f32x4.splat(0);
  const limits = f32x4.splat(limit);
  let at = s.blocks + <usize>block * (<usize>s.featureCount << 4);
  const end = at + (<usize>s.featureCount << 4);
  // Numbers first, then categories: the same but for the greatest distance.
  let kindEnd = at + (<usize>s.numericCount << 4);
  let most = f32x4.splat(DEVIATION_LIMIT);
  let own = s.own;
  let first = f32x4.splat(noFirst);
  let second = f32x4.splat(noSecond);
  let third = f32x4.splat(noThird);
  let kept = zero;
  while (at < end) {
    if (at === kindEnd) {
      kindEnd = end;
      most = f32x4.splat(CATEGORY_DEVIATION);
    }
    const stop = min(kindEnd, at + STRETCH);
    for (; at < stop; at += 16, own += 4) {
      let distance = f32x4.abs(f32x4.sub(v128.load32_splat(own), v128.load(at)));
      distance = f32x4.pmin(most, f32x4.pmax(zero, distance)); // a missing value is NaN, and no distance
      let square = f32x4.mul(distance, distance);
      let less = f32x4.pmin(third, square);
      third = f32x4.pmax(third, square);
      square = f32x4.pmin(second, less);
      second = f32x4.pmax(second, less);
      less = f32x4.pmin(first, square);
      first = f32x4.pmax(first, square);
      kept = f32x4.add(kept, less);
    }
    if (!v128.any_true(f32x4.le(kept, limits))) return;
  }
  v128.store(s.lanes, kept);
  for (let lane: usize = 0; lane < 16; lane += 4) {
    const distance = load<f32>(s.lanes + lane);
    const row = load<i32>(s.numbers + (<usize>block << 4) + lane);
    if (row >= 0 && distance <= limit) offer(s, row, distance);
  }
}

function offer(s: Search, row: i32, distance: f32): void {
  if (distance !== 0 || !isSame(s, row)) insert(s, row, distance);
  else if (itself < 0) itself = row;
  else {
    insert(s, max(row, itself), distance);
    itself = min(row, itself);
  }
}

function insert(s: Search, row: i32, distance: f32): void {
  const isFull = count === wanted;
  if (isFull && distance === limit && row > int32At(s.nearest, count - 1)) return;
  let at = isFull ? count - 1 : count++;
  for (; at > 0; at--) {
    const before = float32At(s.distances, at - 1);
    const other = int32At(s.nearest, at - 1);
    if (before < distance || (before === distance && other < row)) break;
    setFloat32(s.distances, at, before);
    setInt32(s.nearest, at, other);
  }
  setFloat32(s.distances, at, distance);
  setInt32(s.nearest, at, row);
  if (count === wanted) limit = float32At(s.distances, count - 1);
}

/** Rows that lack the same values are the same in them. */
function isSame(s: Search, row: i32): bool {
  const start = s.values + <usize>row * (<usize>s.stride << 3);
  for (let j = 0; j < s.featureCount; j++) {
    const a = float64At(s.row, j);
    const b = float64At(start, j);
    if (a !== b && !(isNaN(a) && isNaN(b))) return false;
  }
  return true;
}
