/**
 * A sample that does not depend on the order of rows: the k rows whose seeded hash is least (bottom-k).
 *
 * The hash of a row's content adds up one term for each cell, made from the feature's name and the value, so the order of
 * columns does not matter either. Rows with the same content are told apart by their occurrence (the first, the second,
 * …), so that each has its own chance and a state that half of the rows are in makes up half of the sample.
 * Cost: O(rows × features).
 */
import { hashText, mix32 } from "../random/random.js";
import type { EncodedTable } from "./encode-table.js";
import type { Feature } from "./features.js";

/** The chosen rows, in order of their hash (then of their position). All rows when there are at most `size`. */
export function sampleRows(table: EncodedTable, size: number, seed: number): Int32Array {
  const keys = occurrenceHashes(rowHashes(table, seed));
  const count = Math.min(size, table.rowCount);
  const limit = count === 0 ? -1 : Float64Array.from(keys).sort()[count - 1]!;
  const below: number[] = [];
  const atLimit: number[] = [];
  keys.forEach((key, row) => {
    if (key < limit) below.push(row);
    else if (key === limit) atLimit.push(row);
  });
  const chosen = below.concat(atLimit.slice(0, count - below.length));
  return Int32Array.from(chosen).sort((a, b) => keys[a]! - keys[b]! || a - b);
}

/**
 * Hashes in which the second and later occurrences of a value are hashed anew with their number. Occurrences are counted
 * in an open-addressed table of at most half full slots.
 */
function occurrenceHashes(contents: Float64Array): Float64Array {
  let slots = 2;
  while (slots < 2 * contents.length) slots *= 2;
  const keys = new Float64Array(slots).fill(-1);
  const counts = new Int32Array(slots);
  return contents.map((content) => {
    let slot = content % slots;
    while (keys[slot] !== -1 && keys[slot] !== content) slot = (slot + 1) % slots;
    keys[slot] = content;
    const occurrence = counts[slot]!++;
    return occurrence === 0 ? content : rehash(content, occurrence);
  });
}

function rehash(content: number, occurrence: number): number {
  const high = mix32(Math.floor(content / 0x20_0000) ^ mix32(occurrence));
  const low = mix32((content % 0x20_0000) ^ mix32(occurrence ^ high));
  return (high >>> 0) * 0x20_0000 + (low >>> 11);
}

/** One 53-bit hash for each row. */
export function rowHashes(table: EncodedTable, seed: number): Float64Array {
  const high = new Int32Array(table.rowCount);
  const low = new Int32Array(table.rowCount);
  table.columns.forEach((column, index) => {
    const feature = table.features[index]!;
    const nameHash = hashText(feature.name, seed | 0);
    if (column.kind === "numeric") addNumberHashes(column.values, nameHash, high, low);
    else addCategoryHashes(column.codes, feature, nameHash, high, low);
  });
  return Float64Array.from(high, (value, row) => (mix32(value) >>> 0) * 0x20_0000 + (mix32(low[row]!) >>> 11));
}

function addNumberHashes(values: Float64Array, nameHash: number, high: Int32Array, low: Int32Array): void {
  const number = new Float64Array(1);
  const halves = new Uint32Array(number.buffer);
  for (let row = 0; row < values.length; row++) {
    number[0] = Number.isNaN(values[row]!) ? NaN : values[row]!;
    const first = mix32(halves[0]! ^ nameHash);
    const second = mix32(halves[1]! ^ first);
    high[row] = (high[row]! + second) | 0;
    low[row] = (low[row]! + mix32(second ^ 0x5bd1e995)) | 0;
  }
}

function addCategoryHashes(
  codes: Int32Array,
  feature: Feature,
  nameHash: number,
  high: Int32Array,
  low: Int32Array,
): void {
  const categories = feature.kind === "categorical" ? feature.categories : [];
  const hashes = categories.map((category) => hashText(`${typeof category}:${category}`, nameHash));
  const missing = mix32(nameHash ^ 0x3c6ef372);
  for (let row = 0; row < codes.length; row++) {
    const hash = hashes[codes[row]!] ?? missing;
    high[row] = (high[row]! + hash) | 0;
    low[row] = (low[row]! + mix32(hash ^ 0x5bd1e995)) | 0;
  }
}
