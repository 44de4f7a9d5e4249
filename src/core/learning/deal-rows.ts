/**
 * Deals the learning rows into sixteen parts that can be held back: rows of one part tell as little as may be about
 * those of another, so what was learnt without a part can be tried on it.
 *
 * Rows that stand in an order are dealt in stretches of it. Others are dealt by lot, by a hash of their content: equal
 * rows go into one part where they are copies of one another, and into any where they are states that come again.
 */
import { createRandom, mix32, randomInteger } from "../base/random/random.js";
import { type EncodedTable, encodedRows } from "../table/encode-table.js";
import { countEqualHashes, rowHashes } from "../table/sample-rows.js";

export const PART_COUNT = 16;

export interface DealInputs {
  /** All rows in their order; null: they stand in none. */
  readonly ordered: Int32Array | null;
  /** A key for each row, by its content and, of equal rows, their occurrence. */
  readonly keys: Float64Array;
  /** Rows drawn by lot, by which copies are told from states. */
  readonly sample: Int32Array;
  readonly seed: number;
}

/** The part of each row, from 0. */
export function dealRows(table: EncodedTable, { ordered, keys, sample, seed }: DealInputs): Uint8Array {
  if (ordered !== null) return stretchesOf(ordered);
  const parts = Uint8Array.from(keys, partOf);
  if (holdsCopies(encodedRows(table, sample), seed)) joinCopies(parts, rowHashes(table, seed));
  return parts;
}

function stretchesOf(ordered: Int32Array): Uint8Array {
  const parts = new Uint8Array(ordered.length);
  for (let place = 0; place < ordered.length; place++) {
    parts[ordered[place]!] = Math.floor((place * PART_COUNT) / ordered.length);
  }
  return parts;
}

/** Keys are least in samples: the part is told by their lower bits, once more mixed. */
function partOf(key: number): number {
  return (mix32((key % 0x1_0000_0000) ^ 0x6a09e667) >>> 0) % PART_COUNT;
}

/** A row that more rows equal than this, or than this share of all, is a state that comes again. */
const MOST_COPIES = 5;
const MOST_COPIES_SHARE = 0.01;

function joinCopies(parts: Uint8Array, contents: Float64Array): void {
  const most = Math.max(MOST_COPIES, MOST_COPIES_SHARE * contents.length);
  const counts = countEqualHashes(contents);
  for (let row = 0; row < parts.length; row++) {
    if (counts[row]! > 1 && counts[row]! <= most) parts[row] = partOf(contents[row]!);
  }
}

/** Rows that are told apart without any one column by at least this share of those that differ are no states. */
const TOLD_APART = 0.95;
/** Columns that are left out in turn, at most. */
const MOST_COLUMNS = 40;

/** Whether equal rows of a sample are copies: rows that differ mostly differ in more than one column. */
function holdsCopies(sample: EncodedTable, seed: number): boolean {
  const distinct = countDistinct(sample, seed);
  if (distinct === sample.rowCount) return true; // there are none, as far as one can see
  const columns = sample.columns.length;
  const count = Math.min(columns, MOST_COLUMNS);
  const shares = Array.from({ length: count }, (_, i) => {
    const leftOut = Math.floor((i * columns) / count);
    return countDistinct(withoutColumn(sample, leftOut), seed) / distinct;
  });
  return (shares.sort((a, b) => a - b)[count >> 1] ?? 0) >= TOLD_APART;
}

function withoutColumn({ rowCount, features, columns }: EncodedTable, leftOut: number): EncodedTable {
  return {
    rowCount,
    features: features.filter((_, feature) => feature !== leftOut),
    columns: columns.filter((_, feature) => feature !== leftOut),
  };
}

function countDistinct(table: EncodedTable, seed: number): number {
  return new Set(rowHashes(table, seed)).size;
}

/** Deals the parts into groups of equal size by lot: the group of each part. Contract: groups divide PART_COUNT. */
export function groupParts(groups: number, seed: number): Uint8Array {
  const random = createRandom(mix32(seed ^ 0x3c6ef372) >>> 0);
  const parts = Uint8Array.from({ length: PART_COUNT }, (_, part) => part);
  for (let left = PART_COUNT - 1; left > 0; left--) {
    const other = randomInteger(random, left + 1);
    [parts[left], parts[other]] = [parts[other]!, parts[left]!];
  }
  const groupOf = new Uint8Array(PART_COUNT);
  parts.forEach((part, place) => {
    groupOf[part] = Math.floor((place * groups) / PART_COUNT);
  });
  return groupOf;
}
