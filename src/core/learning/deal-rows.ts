/**
 * Deals the learning rows into sixteen parts that can be held back: rows of one part tell as little as may be about
 * those of another, so what was learnt without a part can be tried on it.
 *
 * Rows that stand in an order are dealt in stretches of it. Others are dealt by lot, by a hash of their content: rows
 * that are equal, or nearly so, go into one part where they are copies of one another, and into any where they are
 * states that come again. Where every row comes four times, equal rows are dealt four at a time.
 */
import { createRandom, mix32, randomInteger } from "../base/index.js";
import {
  type AnyNumbers,
  type EncodedTable,
  encodedRows,
  piecesOf,
  rowHashes,
  visitRepeated,
  wholeOf,
} from "../table/index.js";
import { findNearCopies, type NearCopies } from "./near-copies.js";
import { spreadColumns, withoutColumns } from "./spread-columns.js";

export const PART_COUNT = 16;

export interface DealInputs {
  /** The part of each row by its place in the order of rows; null: they stand in none. */
  readonly stretches: Uint8Array | null;
  /** A key for each row, by its content and, of equal rows, their occurrence. */
  readonly keys: AnyNumbers;
  /** What else tells the part of a row, where the rows at hand are a sample of others. */
  readonly repeats?: SampledRepeats | undefined;
  /** Rows drawn by lot, by which copies are told from states. */
  readonly sample: Int32Array;
  readonly seed: number;
}

/** Of each row the hash of its content, and how many rows there are with it. */
export interface Repeats {
  readonly contents: Float64Array;
  readonly counts: Float64Array;
}

/** Of rows that are a sample of others. */
export interface SampledRepeats extends Repeats, Repetition {}

/** Why rows equal one another. */
export interface Repetition {
  /** Every row comes so many times, as in a file that was written twice; 1: nothing says so. */
  readonly times: number;
  /** Equal rows are copies of one another, and these are nearly so; null: they are states that come again. */
  readonly copies: NearCopies | null;
}

/** How rows that stand in no order are dealt, wherever they lie. */
export interface Lot extends Repetition {
  readonly seed: number;
  /** All rows. */
  readonly rowCount: number;
}

/** The part of each row, from 0. */
export function dealRows(table: EncodedTable, inputs: DealInputs): Uint8Array {
  const { stretches, keys, repeats, sample, seed } = inputs;
  if (stretches !== null) return stretches;
  const { rowCount } = table;
  const { times, copies } = repeats ?? findRepetition(table, sample, seed);
  const hashRows = () => (repeats === undefined ? repeatsIn(table, seed) : repeatsAmong(repeats));
  return dealTogether(keys, { seed, times, copies, rowCount }, hashRows);
}

/** The part of each row of some, where all of a content are among them. `keys`: of these rows. */
export function dealByLot(table: EncodedTable, keys: Float64Array, lot: Lot): Uint8Array {
  return dealTogether(keys, lot, () => repeatsIn(table, lot.seed));
}

function dealTogether(keys: AnyNumbers, lot: Lot, hashRows: () => RowContents): Uint8Array {
  const parts = partsByLot(keys);
  if (lot.times === 1 && lot.copies === null) return parts;
  const rows = hashRows();
  if (lot.times > 1) joinBundles(parts, keys, { times: lot.times, contents: rows.contents });
  if (lot.copies !== null) joinCopies(parts, lot.copies, { rows, rowCount: lot.rowCount });
  return parts;
}

function partsByLot(keys: AnyNumbers): Uint8Array {
  const parts = new Uint8Array(keys.length);
  let row = 0;
  for (const piece of piecesOf(keys)) for (let at = 0; at < piece.length; at++) parts[row++] = partOf(piece[at]!);
  return parts;
}

interface RowContents {
  /** Visits rows that equal others: the row, the hash of its content, and how many rows have it. */
  visitRepeats(visit: (row: number, content: number, count: number) => void): void;
  /** The hash of each row's content. */
  readonly contents: Float64Array;
}

interface Bundles {
  readonly times: number;
  readonly contents: Float64Array;
}

/** Writes to `parts`: of equal rows, in the order of their keys, the first of so many takes the others with it. */
function joinBundles(parts: Uint8Array, keys: AnyNumbers, { times, contents }: Bundles): void {
  const allKeys = wholeOf(keys);
  const rowsOf = new Map<number, number[]>();
  contents.forEach((content, row) => {
    const rows = rowsOf.get(content);
    if (rows === undefined) rowsOf.set(content, [row]);
    else rows.push(row);
  });
  for (const rows of rowsOf.values()) {
    rows.sort((a, b) => allKeys[a]! - allKeys[b]!);
    rows.forEach((row, place) => {
      parts[row] = parts[rows[place - (place % times)]!]!;
    });
  }
}

interface HashedRows {
  readonly rows: RowContents;
  /** All rows. */
  readonly rowCount: number;
}

/** Writes to `parts`. */
function joinCopies(parts: Uint8Array, copies: NearCopies, { rows, rowCount }: HashedRows): void {
  const most = Math.max(MOST_COPIES, MOST_COPIES_SHARE * rowCount);
  rows.visitRepeats((row, content, count) => {
    if (count <= most) parts[row] = partOf(content);
  });
  if (copies.contents.length === 0) return;
  const groups = new Map(Array.from(copies.contents, (content, i) => [content, copies.groups[i]!]));
  rows.contents.forEach((content, row) => {
    const group = groups.get(content);
    if (group !== undefined) parts[row] = partOf(group);
  });
}

/** Of rows that are all here. */
function repeatsIn(table: EncodedTable, seed: number): RowContents {
  const contents = rowHashes(table, seed);
  return {
    contents,
    visitRepeats: (visit) => visitRepeated(contents, (row, count) => visit(row, contents[row]!, count)),
  };
}

function repeatsAmong({ contents, counts }: Repeats): RowContents {
  return {
    contents,
    visitRepeats(visit) {
      counts.forEach((count, row) => {
        if (count > 1) visit(row, contents[row]!, count);
      });
    },
  };
}

/** The part of a place among so many. */
export function stretchOf(place: number, rowCount: number): number {
  return Math.floor((place * PART_COUNT) / rowCount);
}

/** Keys are least in samples: the part is told by their lower bits, once more mixed. */
function partOf(key: number): number {
  return (mix32((key % 0x1_0000_0000) ^ 0x6a09e667) >>> 0) % PART_COUNT;
}

/** A row that more rows equal than this, or than this share of all, is a state that comes again. */
const MOST_COPIES = 5;
const MOST_COPIES_SHARE = 0.01;

/** Rows that are told apart without any one column by at least this share of those that differ are no states. */
const TOLD_APART = 0.95;

/** Rows by which it is told whether equal rows are copies. */
const COPIES_SAMPLE = 2000;

/** `sampled`: rows drawn by lot. */
export function findRepetition(table: EncodedTable, sampled: Int32Array, seed: number): Repetition {
  const times = sampled.length < table.rowCount ? 1 : timesOfRows(encodedRows(table, sampled), seed);
  return { times, copies: findCopies(table, sampled, seed) };
}

/** Of states that come again as chance has it half of the counts are odd; that hardly one of so many is, is none. */
const TELLING_CONTENTS = 40;
const COMES_SO_OFTEN = 0.9;

/** The greatest number that divides how often each row comes, but for a few. */
function timesOfRows(table: EncodedTable, seed: number): number {
  const counts = new Map<number, number>();
  for (const content of rowHashes(table, seed)) counts.set(content, (counts.get(content) ?? 0) + 1);
  if (counts.size < TELLING_CONTENTS) return 1;
  const all = Int32Array.from(counts.values()).sort();
  for (let times = all[all.length >> 1]!; times > 1; times--) {
    const divided = all.reduce((sum, count) => sum + Number(count % times === 0), 0);
    if (divided >= COMES_SO_OFTEN * all.length) return times;
  }
  return 1;
}

function findCopies(table: EncodedTable, sampled: Int32Array, seed: number): NearCopies | null {
  if (!areCopies(table, sampled, seed)) return null;
  const most = Math.max(MOST_COPIES, MOST_COPIES_SHARE * sampled.length);
  return findNearCopies(table, sampled, { seed, most });
}

/** Whether equal rows of a sample are copies: rows that differ mostly differ in more than one column. */
function areCopies(table: EncodedTable, sampled: Int32Array, seed: number): boolean {
  const sample = encodedRows(table, sampled.subarray(0, COPIES_SAMPLE));
  const distinct = countDistinct(sample, seed);
  if (distinct === sample.rowCount) return true; // there are none, as far as one can see
  const shares = spreadColumns(sample, () => true).map((leftOut) => {
    const others = withoutColumns(sample, (column) => column === leftOut);
    return countDistinct(others, seed) / distinct;
  });
  return (shares.sort((a, b) => a - b)[shares.length >> 1] ?? 0) >= TOLD_APART;
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
