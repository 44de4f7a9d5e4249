/**
 * A sample that does not depend on the order of rows: the k rows whose seeded hash is least (bottom-k).
 *
 * The hash of a row's content adds up one term for each cell, made from the feature's name and the value, so the order
 * of columns does not matter either. Rows with the same content are told apart by their occurrence (the first, the
 * second, …), so that each has its own chance and a state that half of the rows are in makes up half of the sample.
 * Cost: O(rows × features).
 */
import { hasBit, hashText, mix32, setBit, wordsFor } from "../base/index.js";
import type { EncodedTable } from "./encode-table.js";
import type { Feature } from "./features.js";
import { type AnyNumbers, codeBlocks, type Numbers, numberBlocks, piecesOf } from "./stored-values.js";

/** The chosen rows, in order of their hash (then of their position). All rows when there are at most `size`. */
export function sampleRows(table: EncodedTable, size: number, seed: number): Int32Array {
  return rowsOfLeast(rowKeys(table, seed), Math.min(size, table.rowCount));
}

/**
 * A 53-bit hash of each row's content and, of equal rows, their occurrence. Where moments say when rows were, that is
 * their order, so which of equal rows is drawn does not depend on where they stand.
 */
export function rowKeys(table: EncodedTable, seed: number, moments: Numbers | null = null): Float64Array {
  const keys = rowHashes(table, seed);
  if (moments === null || areAscending(moments)) rehashRepeated(keys);
  else rehashByMoment(keys, moments);
  return keys;
}

function areAscending(moments: Numbers): boolean {
  let before = Number.NEGATIVE_INFINITY;
  for (const { values } of numberBlocks(moments)) {
    for (let row = 0; row < values.length; row++) {
      if (!(before <= values[row]!)) return false;
      before = values[row]!;
    }
  }
  return true;
}

/** As rehashRepeated, with equal rows numbered in the order of their moments; those without one come last. */
function rehashByMoment(keys: Float64Array, column: Numbers): void {
  const isRepeated = new Uint32Array(wordsFor(keys.length));
  let repeated = 0;
  visitRepeated(keys, (row) => {
    setBit(isRepeated, row);
    repeated++;
  });
  if (repeated === 0) return;
  const moments = column.values;
  const momentOf = (row: number): number => (Number.isNaN(moments[row]!) ? Number.POSITIVE_INFINITY : moments[row]!);
  const rows = new Int32Array(repeated);
  for (let row = 0, place = 0; row < keys.length; row++) if (hasBit(isRepeated, row)) rows[place++] = row;
  rows.sort((a, b) => keys[a]! - keys[b]! || (momentOf(a) < momentOf(b) ? -1 : momentOf(a) > momentOf(b) ? 1 : 0));
  let [content, before] = [Number.NaN, 0];
  for (const row of rows) {
    before = keys[row] === content ? before + 1 : 0;
    content = keys[row]!;
    if (before > 0) keys[row] = rehash(content, before);
  }
}

/** Keys are told apart by their upper bits in a first look. */
const MOST_BUCKETS = 1 << 16;

/**
 * The `count` rows with the least keys among those wanted, or all of these, in order of key, then of position. Rows are
 * dealt into buckets of which each has one or a few; after that hardly any has to move.
 */
export function rowsOfLeast(
  keys: AnyNumbers,
  count: number,
  isWanted: (row: number) => boolean = () => true,
): Int32Array {
  let buckets = 1;
  while (buckets < keys.length && buckets < MOST_BUCKETS) buckets *= 2;
  const keysPerBucket = 2 ** 53 / buckets;
  const counts = new Int32Array(buckets);
  visitKeys(keys, (key, row) => isWanted(row) && counts[Math.floor(key / keysPerBucket)]!++);
  let bucketsTaken = 0;
  let taken = 0; // the wanted rows, and the few that share the last bucket
  const next = new Int32Array(buckets);
  while (taken < count && bucketsTaken < buckets) {
    next[bucketsTaken] = taken;
    taken += counts[bucketsTaken++]!;
  }
  const rows = new Int32Array(taken);
  const keysOf = new Float64Array(taken);
  visitKeys(keys, (key, row) => {
    const bucket = Math.floor(key / keysPerBucket);
    if (bucket >= bucketsTaken || !isWanted(row)) return;
    const place = next[bucket]!++;
    [rows[place], keysOf[place]] = [row, key];
  });
  sortNearlySorted(rows, keysOf);
  return rows.subarray(0, count);
}

function visitKeys(keys: AnyNumbers, visit: (key: number, row: number) => void): void {
  let row = 0;
  for (const piece of piecesOf(keys)) for (let at = 0; at < piece.length; at++) visit(piece[at]!, row++);
}

/** By insertion: quick where no row is far from its place, and rows of equal keys stay as they are. */
function sortNearlySorted(rows: Int32Array, keys: Float64Array): void {
  for (let at = 1; at < rows.length; at++) {
    const [row, key] = [rows[at]!, keys[at]!];
    let place = at;
    for (; place > 0 && keys[place - 1]! > key; place--) {
      [rows[place], keys[place]] = [rows[place - 1]!, keys[place - 1]!];
    }
    [rows[place], keys[place]] = [row, key];
  }
}

/** Hashes the second and later occurrences of a key anew with their number. */
export function rehashRepeated(keys: Float64Array, partRows = PART_ROWS): void {
  const isNew = new Uint32Array(wordsFor(keys.length)); // those that were hashed anew are no content any more
  const isContent = (row: number): boolean => !hasBit(isNew, row);
  for (const part of equalParts(keys, isContent, partRows)) {
    const seen = new Int32Array(part.slots);
    part.visit((row, slot) => {
      const before = seen[slot]!++;
      if (before === 0) return;
      keys[row] = rehash(keys[row]!, before);
      setBit(isNew, row);
    });
  }
}

/** Calls `visit` with each row whose hash more than one row has, and how many have it. */
export function visitRepeated(
  hashes: Float64Array,
  visit: (row: number, count: number) => void,
  partRows = PART_ROWS,
): void {
  for (const part of equalParts(hashes, () => true, partRows)) {
    const counts = new Int32Array(part.slots);
    part.visit((_, slot) => counts[slot]!++);
    part.visit((row, slot) => {
      if (counts[slot]! > 1) visit(row, counts[slot]!);
    });
  }
}

/** Rows whose equals are looked for at once: what is remembered of them takes 16 to 32 bytes each. */
const PART_ROWS = 1 << 21;

interface EqualRows {
  readonly slots: number;
  /** Each row of the part, in their order, and the slot that it shares with all rows of its key alone. */
  visit(each: (row: number, slot: number) => void): void;
}

/** Equal keys are in one part: rows are dealt to parts by the upper bits of their keys. */
function* equalParts(
  keys: Float64Array,
  counts: (row: number) => boolean,
  partRows: number,
): Generator<EqualRows, void, undefined> {
  const partCount = Math.ceil(keys.length / partRows);
  const partsPerKey = partCount / 2 ** 53;
  const sizes = new Int32Array(partCount);
  for (let row = 0; row < keys.length; row++) sizes[(keys[row]! * partsPerKey) | 0]!++;
  for (let part = 0; part < partCount; part++) yield equalRows(keys, counts, { part, partsPerKey, size: sizes[part]! });
}

/** An open-addressed table of the first row with each key, at most half full. */
function equalRows(
  keys: Float64Array,
  counts: (row: number) => boolean,
  { part, partsPerKey, size }: { readonly part: number; readonly partsPerKey: number; readonly size: number },
): EqualRows {
  let slots = 2;
  while (slots < 2 * size) slots *= 2;
  const firstRows = new Int32Array(slots).fill(-1);
  return {
    slots,
    visit(each) {
      for (let row = 0; row < keys.length; row++) {
        const key = keys[row]!;
        if (((key * partsPerKey) | 0) !== part || !counts(row)) continue;
        let slot = (key | 0) & (slots - 1); // the lower bits
        while (firstRows[slot] !== -1 && keys[firstRows[slot]!] !== key) slot = (slot + 1) & (slots - 1);
        if (firstRows[slot] === -1) firstRows[slot] = row;
        each(row, slot);
      }
    },
  };
}

function rehash(content: number, occurrence: number): number {
  const high = mix32(Math.floor(content / 0x20_0000) ^ mix32(occurrence));
  const low = mix32((content % 0x20_0000) ^ mix32(occurrence ^ high));
  return (high >>> 0) * 0x20_0000 + (low >>> 11);
}

/** One 53-bit hash for each row. Its two halves are summed up where the hash will stand. */
export function rowHashes(table: EncodedTable, seed: number): Float64Array {
  const hashes = new Float64Array(table.rowCount);
  const halves = new Int32Array(hashes.buffer);
  table.columns.forEach((column, index) => {
    const feature = table.features[index]!;
    const nameHash = hashText(feature.name, seed | 0);
    if (column.kind === "numeric") {
      for (const { start, values } of numberBlocks(column))
        addNumberHashes(values, nameHash, halves.subarray(2 * start));
    } else {
      const categories = hashCategories(feature, nameHash);
      for (const { start, values } of codeBlocks(column))
        addCategoryHashes(values, categories, halves.subarray(2 * start));
    }
  });
  for (let row = 0; row < hashes.length; row++) {
    hashes[row] = (mix32(halves[2 * row]!) >>> 0) * 0x20_0000 + (mix32(halves[2 * row + 1]!) >>> 11);
  }
  return hashes;
}

function addNumberHashes(values: Float64Array, nameHash: number, halves: Int32Array): void {
  const number = new Float64Array(1);
  const bits = new Uint32Array(number.buffer);
  for (let row = 0; row < values.length; row++) {
    number[0] = Number.isNaN(values[row]!) ? NaN : values[row]!;
    const first = mix32(bits[0]! ^ nameHash);
    const second = mix32(bits[1]! ^ first);
    halves[2 * row] = (halves[2 * row]! + second) | 0;
    halves[2 * row + 1] = (halves[2 * row + 1]! + mix32(second ^ 0x5bd1e995)) | 0;
  }
}

interface CategoryHashes {
  /** One for each category of the feature. */
  readonly hashes: Int32Array;
  readonly missing: number;
}

function hashCategories(feature: Feature, nameHash: number): CategoryHashes {
  const categories = feature.kind === "categorical" ? feature.categories : [];
  const hashes = Int32Array.from(categories, (category) => hashText(`${typeof category}:${category}`, nameHash));
  return { hashes, missing: mix32(nameHash ^ 0x3c6ef372) };
}

function addCategoryHashes(codes: Int32Array, { hashes, missing }: CategoryHashes, halves: Int32Array): void {
  for (let row = 0; row < codes.length; row++) {
    const hash = codes[row]! < 0 ? missing : hashes[codes[row]!]!;
    halves[2 * row] = (halves[2 * row]! + hash) | 0;
    halves[2 * row + 1] = (halves[2 * row + 1]! + mix32(hash ^ 0x5bd1e995)) | 0;
  }
}
