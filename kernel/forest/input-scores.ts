/** How much each input tells about the target by itself. See test/reference/explained-share.ts. */
import { Forest, MAX_BINS } from "../generated";
import { int32At, int64At, pointerTo, setFloat64, VECTOR } from "../memory";
import { COUNT_BITS, COUNT_MASK, histogramAt, inputBytes, rowAt, slotBytes } from "./fields";
import { addInput, fillEntries, fillHistogram } from "./histograms";
import { countOf, squaresOf } from "./node-measures";

/**
 * What each input of the shortlist tells about the target by itself: the share of squared deviations between its bins,
 * less what as many bins explain by chance. The shortlist may be any list here, as long as a histogram of it fits.
 */
export function scoreForestInputs(pointer: usize): void {
  const f = changetype<Forest>(pointer);
  fillEntries(f);
  f.matrix = pointerTo(f.bins);
  f.width = <usize>f.featureCount;
  f.inputCount = 0;
  for (let place = 0; place < f.shortlistCount; place++) addInput(f, place, int32At(f.shortlist, place));
  memory.copy(pointerTo(f.rows), pointerTo(f.known), (<usize>f.knownCount) << 1);
  const histogram = histogramAt(f, 0, 0);
  fillHistogram(f, histogram, 0, f.knownCount);
  const squares = f.classCount === 0 ? squaresOfAll(f) : 0;
  for (let place = 0; place < f.shortlistCount; place++) {
    const slots = histogram + <usize>place * inputBytes(f.classCount);
    const score = f.classCount === 0 ? scoreSums(f, place, slots, squares) : scoreClasses(f, slots);
    setFloat64(f.out, place, score);
  }
}

/** `squares` is the sum of the squared target over all rows. */
function scoreSums(f: Forest, place: i32, slots: usize, squares: f64): f64 {
  let total: i64 = 0;
  for (let bin = 0; bin < MAX_BINS; bin++) total += int64At(slots, bin);
  const count = <f64>(total & COUNT_MASK);
  const sum = <f64>(total >> COUNT_BITS);
  const whole = (sum * sum) / max(1, count);
  const isWhole = <i32>(total & COUNT_MASK) === f.knownCount;
  const spread = (isWhole ? squares : squaresWhereKnown(f, place)) - whole;
  if (spread <= 0) return 0;
  let between = -whole;
  let used: f64 = 0;
  for (let bin = 0; bin < MAX_BINS; bin++) {
    const slot = int64At(slots, bin);
    const binCount = <f64>(slot & COUNT_MASK);
    if (binCount === 0) continue;
    const binSum = <f64>(slot >> COUNT_BITS);
    used += 1;
    between += (binSum * binSum) / binCount;
  }
  return between / spread - (used - 1) / max(1, count - 1);
}

function squaresOfAll(f: Forest): f64 {
  let squares: f64 = 0;
  for (let i = 0; i < f.knownCount; i++) {
    const value = <f64>int32At(f.targets, rowAt(f, i));
    squares += value * value;
  }
  return squares;
}

/** Over rows in which an input has a value. */
function squaresWhereKnown(f: Forest, place: i32): f64 {
  const bins = f.matrix + <usize>int32At(f.shortlist, place);
  let squares: f64 = 0;
  for (let i = 0; i < f.knownCount; i++) {
    const row = rowAt(f, i);
    const value = <f64>int32At(f.targets, row);
    if (load<u8>(bins + row * f.width) !== <u8>MAX_BINS) squares += value * value;
  }
  return squares;
}

function scoreClasses(f: Forest, slots: usize): f64 {
  const bytes = slotBytes(f.classCount);
  for (let at: usize = 0; at < bytes; at += VECTOR) {
    let sum = i16x8.splat(0);
    for (let bin = 0; bin < MAX_BINS; bin++) sum = i16x8.add(sum, v128.load(slots + <usize>bin * bytes + at));
    v128.store(f.wholeCounts + at, sum);
  }
  const count = <f64>countOf(pointerTo(f.wholeCounts), bytes);
  const whole = <f64>squaresOf(pointerTo(f.wholeCounts), bytes) / max(1, count);
  const spread = count - whole;
  if (spread <= 0) return 0;
  let between = -whole;
  let used: f64 = 0;
  for (let bin = 0; bin < MAX_BINS; bin++) {
    const slot = slots + <usize>bin * bytes;
    const binCount = countOf(slot, bytes);
    if (binCount === 0) continue;
    used += 1;
    between += <f64>squaresOf(slot, bytes) / <f64>binCount;
  }
  return between / spread - (used - 1) / max(1, count - 1);
}
