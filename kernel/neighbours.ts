/**
 * Nearest rows: squared limited deviations in single precision, the largest ones kept apart. What is near enough to be
 * compared is told by bytes first, sixteen boxes or sixteen rows at a time.
 */
import { BOX_ROWS, CATEGORY_DEVIATION, DEVIATION_LIMIT, MIDDLE_BYTE, Neighbours } from "./generated";
import { float32At, float64At, int32At, pointerTo, setFloat32, setInt32, uint16At, VECTOR } from "./memory";

/** Boxes that are looked at before the others, the nearest first: then few of the others are near enough. */
const FIRST_BOXES: i32 = 4;
/** The bound of a box that was looked at, and the greatest of others. */
const DONE: u16 = 65535;
const MOST: u16 = 65534;

/** The nearest rows so far. */
let count: i32 = 0;
let wanted: i32 = 0;
/** The first row that is the same in everything; -1: none. */
let itself: i32 = -1;
/** The distance of the last one, once there are as many as are wanted. */
let limit: f32 = Infinity;
/** The same in squared steps: no less than the bound of any row that is near enough. */
let boundLimit: u16 = MOST;
/** Features to be ignored. */
let ignoredCount: i32 = 0;
/** Candidates that wait. */
let waiting: i32 = 0;

export function findNearest(pointer: usize, ignored: i32, most: i32): i32 {
  const s = changetype<Neighbours>(pointer);
  count = 0;
  wanted = most;
  itself = -1;
  limit = Infinity;
  boundLimit = MOST;
  ignoredCount = ignored;
  waiting = 0;
  fillOwn(s);
  fillBoxBounds(s);
  for (let i = 0; i < FIRST_BOXES; i++) {
    const box = nearestBox(s);
    if (box < 0) break;
    lookInto(s, box);
  }
  for (let box = 0; box < s.boxCount; box++) {
    if (uint16At(s.boxBounds, box) <= boundLimit) lookInto(s, box); // never DONE
  }
  if (waiting > 0) compare(s);
  return count;
}

/** The row in the order and scale of the others. */
function fillOwn(s: Neighbours): void {
  for (let place = 0; place < s.featureCount; place++) {
    const value = <f32>float64At(s.row, int32At(s.order, place));
    setFloat32(s.scaledRow, place, place < s.numericCount ? value : <f32>CATEGORY_DEVIATION * value);
  }
  fillOwnSides(s);
}

/** The bytes that it lies between: with a missing value, all of them. */
function fillOwnSides(s: Neighbours): void {
  const middle = i16x8.splat(<i16>MIDDLE_BYTE);
  const beyond = i32x4.splat(256);
  for (let place: usize = 0; place < <usize>s.places; place += 4) {
    const values = v128.load(s.scaledRow + (place << 2));
    const scaled = f32x4.mul(values, v128.load(s.scales + (place << 2)));
    const isMissing = f32x4.ne(values, values);
    const low = v128.bitselect(i32x4.neg(beyond), i32x4.trunc_sat_f32x4_s(f32x4.floor(scaled)), isMissing);
    const high = v128.bitselect(beyond, i32x4.trunc_sat_f32x4_s(f32x4.ceil(scaled)), isMissing);
    const steps = i16x8.add_sat_s(middle, i16x8.narrow_i32x4_s(low, high));
    const bytes = i8x16.narrow_i16x8_u(steps, steps);
    v128.store32_lane(s.rowLows + place, bytes, 0);
    v128.store32_lane(s.rowHighs + place, bytes, 1);
  }
}

function fillBoxBounds(s: Neighbours): void {
  const end = s.boxBounds + (<usize>s.boxCount << 1);
  let sides = pointerTo(s.boxSides);
  for (let at = pointerTo(s.boxBounds); at < end; at += 2 * VECTOR) {
    fillBounds(s, sides, at);
    sides += <usize>s.featureCount * 2 * VECTOR;
  }
}

/**
 * How near each of sixteen boxes or rows can be at most, in squared steps: as if it had the nearest value between its
 * sides in every feature. Such sums are exact in single precision, too, and roundings keep the order of numbers: so no
 * distance is less than its bound, not even by a rounding.
 */
function fillBounds(s: Neighbours, sides: usize, bounds: usize): void {
  const mostOfNumbers = i8x16.splat(<i8>(DEVIATION_LIMIT * s.steps));
  const mostOfCategories = i8x16.splat(<i8>(CATEGORY_DEVIATION * s.steps));
  // The largest steps so far, ascending: 255 passes everything on.
  let first = i8x16.splat(ignoredCount > 2 ? 0 : -1);
  let second = i8x16.splat(ignoredCount > 1 ? 0 : -1);
  let third = i8x16.splat(ignoredCount > 0 ? 0 : -1);
  let firstEight = i16x8.splat(0);
  let lastEight = i16x8.splat(0);
  const numericEnd = s.rowLows + <usize>s.numericCount;
  const end = s.rowLows + <usize>s.featureCount;
  let high = pointerTo(s.rowHighs);
  for (let low = pointerTo(s.rowLows); low < end; low++, high++, sides += 2 * VECTOR) {
    const below = i8x16.sub_sat_u(v128.load(sides), v128.load8_splat(high));
    const above = i8x16.sub_sat_u(v128.load8_splat(low), v128.load(sides, VECTOR));
    let step = v128.or(below, above); // one of them is 0
    // Codes are bytes as they are: whatever lies between two of them, categories are as far apart as any others.
    step = low < numericEnd
      ? i8x16.min_u(step, mostOfNumbers)
      : v128.and(mostOfCategories, i8x16.ne(step, i8x16.splat(0)));
    let less = i8x16.min_u(third, step);
    third = i8x16.max_u(third, step);
    step = i8x16.min_u(second, less);
    second = i8x16.max_u(second, less);
    less = i8x16.min_u(first, step);
    first = i8x16.max_u(first, step);
    firstEight = i16x8.add_sat_u(firstEight, i16x8.extmul_low_i8x16_u(less, less));
    lastEight = i16x8.add_sat_u(lastEight, i16x8.extmul_high_i8x16_u(less, less));
  }
  const most = i16x8.splat(<i16>MOST);
  v128.store(bounds, i16x8.min_u(firstEight, most));
  v128.store(bounds, i16x8.min_u(lastEight, most), VECTOR);
}

/** The box with the least bound, the first of equals, or -1 when none is near enough; its bound becomes DONE. */
function nearestBox(s: Neighbours): i32 {
  const end = s.boxBounds + (<usize>s.boxCount << 1);
  let least = i16x8.splat(<i16>boundLimit);
  for (let at = pointerTo(s.boxBounds); at < end; at += VECTOR) least = i16x8.min_u(least, v128.load(at));
  least = i16x8.min_u(least, v128.shuffle<i16>(least, least, 4, 5, 6, 7, 0, 1, 2, 3));
  least = i16x8.min_u(least, v128.shuffle<i16>(least, least, 2, 3, 0, 1, 6, 7, 4, 5));
  least = i16x8.min_u(least, v128.shuffle<i16>(least, least, 1, 0, 3, 2, 5, 4, 7, 6));
  for (let at = pointerTo(s.boxBounds); at < end; at += VECTOR) {
    const found = i16x8.bitmask(i16x8.eq(v128.load(at), least));
    if (found === 0) continue;
    const place = at + (<usize>ctz(found) << 1);
    store<u16>(place, DONE);
    return <i32>((place - pointerTo(s.boxBounds)) >> 1);
  }
  return -1;
}

/** Lets the rows of a box wait that may be near enough. */
function lookInto(s: Neighbours, box: i32): void {
  const start = box * BOX_ROWS;
  if (start >= s.rowCount) return; // it only fills up the last sixteen boxes
  fillBounds(s, s.rowSides + <usize>box * <usize>s.featureCount * 2 * VECTOR, pointerTo(s.rowBounds));
  const limits = i16x8.splat(<i16>boundLimit);
  const firstEight = i16x8.le_u(v128.load(pointerTo(s.rowBounds)), limits);
  const lastEight = i16x8.le_u(v128.load(pointerTo(s.rowBounds), VECTOR), limits);
  const all = (1 << min(BOX_ROWS, s.rowCount - start)) - 1;
  for (let near = all & i8x16.bitmask(i8x16.narrow_i16x8_s(firstEight, lastEight)); near !== 0; near &= near - 1) {
    setInt32(s.candidates, waiting++, start + ctz(near));
    if (waiting === 4) compare(s);
  }
}

/** Compares the rows that wait, four at once; where there are fewer, others that waited before are compared in vain. */
function compare(s: Neighbours): void {
  fillSquares(s);
  const end = s.squares + <usize>s.places * VECTOR;
  let first = f32x4.splat(ignoredCount > 2 ? 0 : Infinity);
  let second = f32x4.splat(ignoredCount > 1 ? 0 : Infinity);
  let third = f32x4.splat(ignoredCount > 0 ? 0 : Infinity);
  let sums = f32x4.splat(0);
  for (let at = pointerTo(s.squares); at < end; at += VECTOR) {
    let square = v128.load(at);
    let less = f32x4.pmin(third, square);
    third = f32x4.pmax(third, square);
    square = f32x4.pmin(second, less);
    second = f32x4.pmax(second, less);
    less = f32x4.pmin(first, square);
    first = f32x4.pmax(first, square);
    sums = f32x4.add(sums, less);
  }
  v128.store(pointerTo(s.sums), sums);
  for (let i = 0; i < waiting; i++) {
    const distance = float32At(s.sums, i);
    if (distance <= limit) consider(s, int32At(s.numbers, int32At(s.candidates, i)), distance);
  }
  waiting = 0;
}

/** Squared deviations of four rows, feature by feature. */
function fillSquares(s: Neighbours): void {
  const bytes = <usize>s.places << 2;
  const a = s.rows + <usize>int32At(s.candidates, 0) * bytes;
  const b = s.rows + <usize>int32At(s.candidates, 1) * bytes;
  const c = s.rows + <usize>int32At(s.candidates, 2) * bytes;
  const d = s.rows + <usize>int32At(s.candidates, 3) * bytes;
  let to = pointerTo(s.squares);
  for (let at: usize = 0; at < bytes; at += VECTOR, to += 4 * VECTOR) {
    const values = v128.load(s.scaledRow + at);
    const most = v128.load(s.mosts + at);
    const ofA = squaresOf(values, v128.load(a + at), most);
    const ofB = squaresOf(values, v128.load(b + at), most);
    const ofC = squaresOf(values, v128.load(c + at), most);
    const ofD = squaresOf(values, v128.load(d + at), most);
    const firstOfAB = v128.shuffle<f32>(ofA, ofB, 0, 4, 1, 5);
    const firstOfCD = v128.shuffle<f32>(ofC, ofD, 0, 4, 1, 5);
    const lastOfAB = v128.shuffle<f32>(ofA, ofB, 2, 6, 3, 7);
    const lastOfCD = v128.shuffle<f32>(ofC, ofD, 2, 6, 3, 7);
    v128.store(to, v128.shuffle<f64>(firstOfAB, firstOfCD, 0, 2));
    v128.store(to, v128.shuffle<f64>(firstOfAB, firstOfCD, 1, 3), VECTOR);
    v128.store(to, v128.shuffle<f64>(lastOfAB, lastOfCD, 0, 2), 2 * VECTOR);
    v128.store(to, v128.shuffle<f64>(lastOfAB, lastOfCD, 1, 3), 3 * VECTOR);
  }
}

/** Of four features. A missing value is NaN, and no deviation. */
// @ts-ignore: decorator
@inline
function squaresOf(values: v128, other: v128, most: v128): v128 {
  const deviation = f32x4.abs(f32x4.sub(values, other));
  const limited = f32x4.pmin(most, f32x4.pmax(f32x4.splat(0), deviation));
  return f32x4.mul(limited, limited);
}

function consider(s: Neighbours, row: i32, distance: f32): void {
  if (distance !== 0 || !isSame(s, row)) insert(s, row, distance);
  else if (itself < 0) itself = row;
  else {
    insert(s, max(row, itself), distance);
    itself = min(row, itself);
  }
}

function insert(s: Neighbours, row: i32, distance: f32): void {
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
  if (count < wanted) return;
  limit = float32At(s.distances, count - 1);
  boundLimit = <u16>min(<f32>MOST, <f32>(s.steps * s.steps) * limit);
}

/** Rows that lack the same values are the same in them. */
function isSame(s: Neighbours, row: i32): bool {
  const start = s.values + <usize>row * (<usize>s.stride << 3);
  for (let j = 0; j < s.featureCount; j++) {
    const a = float64At(s.row, j);
    const b = float64At(start, j);
    if (a !== b && !(isNaN(a) && isNaN(b))) return false;
  }
  return true;
}
