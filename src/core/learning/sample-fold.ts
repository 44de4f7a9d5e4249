/**
 * The rows with the least keys (table/sample-rows.ts) of rows that lie in parts: the least of each part, of which the
 * least are those of all. Equal rows must lie in one part, so that it can number them: whoever deals rows to parts does
 * so by their content (rowHashes).
 */
import { encodedRows } from "../table/encode-table.js";
import type { KernelFold } from "../table/fold-rows.js";
import { rowHashes, rowKeys, rowsOfLeast, visitRepeated } from "../table/sample-rows.js";
import type { Repeats } from "./deal-rows.js";
import { checkingHalf } from "./rows-to-check.js";

interface SampleTask {
  /** Rows at most. */
  readonly size: number;
  readonly seed: number;
  /** Which rows may be drawn: those that check rules, or all. */
  readonly from: "checking" | "all";
}

/** In the order of their keys. */
export interface SampledRows extends Repeats {
  readonly size: number;
  readonly keys: Float64Array;
  /** Numbers, or codes, one for each row. */
  readonly columns: readonly (Float64Array | Int32Array)[];
}

export const sampleFold: KernelFold<SampleTask, SampledRows> = {
  name: "row-sample",
  fold(table, { size, seed, from }, { dealt }) {
    const keys = rowKeys(table, seed);
    const contents = rowHashes(table, seed);
    const counts = new Float64Array(keys.length).fill(1);
    visitRepeated(contents, (row, count) => {
      counts[row] = count;
    });
    const [half, parts] = from === "all" ? [null, null] : [checkingHalf(seed), dealt()];
    const isWanted = (row: number): boolean => half === null || half[parts[row]!] === 0;
    let wanted = 0;
    for (let row = 0; row < keys.length; row++) if (isWanted(row)) wanted++;
    const rows = rowsOfLeast(keys, Math.min(size, wanted), isWanted);
    return {
      size,
      keys: Float64Array.from(rows, (row) => keys[row]!),
      contents: Float64Array.from(rows, (row) => contents[row]!),
      counts: Float64Array.from(rows, (row) => counts[row]!),
      columns: encodedRows(table, rows).columns.map((column) =>
        column.kind === "numeric" ? column.values : column.codes,
      ),
    };
  },
  merge(one, other) {
    const merged = joinSamples(one, other);
    const end = Math.min(one.size, merged.keys.length);
    return {
      size: one.size,
      keys: merged.keys.slice(0, end),
      contents: merged.contents.slice(0, end),
      counts: merged.counts.slice(0, end),
      columns: merged.columns.map((column) => column.slice(0, end)),
    };
  },
};

/** The rows of both, each once, in the order of their keys. */
export function joinSamples(one: SampledRows, other: SampledRows): SampledRows {
  const keys = new Float64Array(one.keys.length + other.keys.length);
  keys.set(one.keys);
  keys.set(other.keys, one.keys.length);
  const places = Array.from(keys.keys()).sort((a, b) => keys[a]! - keys[b]! || a - b);
  const chosen = places.filter((place, at) => at === 0 || keys[place] !== keys[places[at - 1]!]);
  const pick = <List extends Float64Array | Int32Array>(first: List, second: List): List =>
    first.constructor === Float64Array
      ? (Float64Array.from(chosen, (place) => first[place] ?? second[place - first.length]!) as List)
      : (Int32Array.from(chosen, (place) => first[place] ?? second[place - first.length]!) as List);
  return {
    size: one.size,
    keys: pick(one.keys, other.keys),
    contents: pick(one.contents, other.contents),
    counts: pick(one.counts, other.counts),
    columns: one.columns.map((column, place) => pick(column, other.columns[place]!)),
  };
}
