/**
 * Sorts the values of one column after the other in the same memory: by eleven bits at a time, from the lowest, on 64
 * bits whose order as integers is that of the numbers. A million values take a quarter of the time of `sort` behind
 * `filter`.
 *
 * Memory: 16 bytes for each row, given once. Few values are left to the engine's own sort.
 */
interface NumberSorter {
  /** The values that are not missing, ascending. Valid until the next call. */
  sort(values: Float64Array): Float64Array;
}

/** Below this many values counting digits takes longer than sorting. */
const FEW = 4096;
const DIGITS = [
  { half: 0, shift: 0, bits: 11 },
  { half: 0, shift: 11, bits: 11 },
  { half: 0, shift: 22, bits: 10 },
  { half: 1, shift: 0, bits: 11 },
  { half: 1, shift: 11, bits: 11 },
  { half: 1, shift: 22, bits: 10 },
] as const;
const COUNTERS = 2048;
const SIGN = 0x8000_0000;

/** Numbers of memory that sorting columns of so many rows takes. */
export function sortingNumbers(rowCount: number): number {
  return rowCount > FEW ? 2 * rowCount : rowCount;
}

/** `memory` has room for the columns that come (see sortingNumbers) and is the sorter's. */
export function createNumberSorter(memory: Float64Array): NumberSorter {
  return {
    sort(values) {
      const count = copyPresent(values, memory);
      const present = memory.subarray(0, count);
      return count <= FEW ? present.sort() : sortByDigits(present, memory.subarray(count, 2 * count));
    },
  };
}

function copyPresent(values: Float64Array, into: Float64Array): number {
  let count = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (!Number.isNaN(value)) into[count++] = value;
  }
  return count;
}

/** Contract: two pieces of one memory, of equal lengths; no NaN. The sorted values are in the one or the other. */
function sortByDigits(values: Float64Array, other: Float64Array): Float64Array {
  let from = halvesOf(values);
  let to = halvesOf(other);
  toKeys(from);
  for (const { half, shift, bits } of DIGITS) {
    const places = digitPlaces(from, half, { shift, mask: (1 << bits) - 1 });
    if (places === null) continue;
    deal(from, to, { half, shift, mask: (1 << bits) - 1, places });
    [from, to] = [to, from];
  }
  fromKeys(from);
  return from.byteOffset === values.byteOffset ? values : other;
}

/** Each number as its lower and its upper 32 bits. */
function halvesOf(values: Float64Array): Uint32Array {
  return new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
}

/**
 * Bits that ascend with the numbers: those of negative ones descend, so all are turned, of the others only the sign.
 */
function toKeys(halves: Uint32Array): void {
  for (let at = 0; at < halves.length; at += 2) {
    if (halves[at + 1]! >= SIGN) {
      halves[at] = ~halves[at]!;
      halves[at + 1] = ~halves[at + 1]!;
    } else halves[at + 1]! ^= SIGN;
  }
}

function fromKeys(halves: Uint32Array): void {
  for (let at = 0; at < halves.length; at += 2) {
    if (halves[at + 1]! < SIGN) {
      halves[at] = ~halves[at]!;
      halves[at + 1] = ~halves[at + 1]!;
    } else halves[at + 1]! ^= SIGN;
  }
}

/** Where the keys with each digit begin; null where all have the same. */
function digitPlaces(
  halves: Uint32Array,
  half: number,
  { shift, mask }: { readonly shift: number; readonly mask: number },
): Uint32Array | null {
  const places = new Uint32Array(COUNTERS);
  for (let at = half; at < halves.length; at += 2) places[(halves[at]! >>> shift) & mask]!++;
  if (places[(halves[half]! >>> shift) & mask] === halves.length / 2) return null;
  let sum = 0;
  for (let digit = 0; digit <= mask; digit++) {
    const count = places[digit]!;
    places[digit] = sum;
    sum += count;
  }
  return places;
}

interface Digit {
  readonly half: number;
  readonly shift: number;
  readonly mask: number;
  readonly places: Uint32Array;
}

function deal(from: Uint32Array, to: Uint32Array, { half, shift, mask, places }: Digit): void {
  for (let at = 0; at < from.length; at += 2) {
    const into = 2 * places[(from[at + half]! >>> shift) & mask]!++;
    to[into] = from[at]!;
    to[into + 1] = from[at + 1]!;
  }
}
