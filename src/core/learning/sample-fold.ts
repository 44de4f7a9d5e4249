/**
 * The rows with the least keys (table/sample-rows.ts) of rows that lie in parts: the least of each part, of which the
 * least are those of all. Equal rows must lie in one part, so that it can number them: whoever deals rows to parts does
 * so by their content (rowHashes).
 */
import { WATCHED_ROWS } from "../model/index.js";
import {
  askRows,
  encodedRows,
  type KernelFold,
  type PartTools,
  type RowsElsewhere,
  rowHashes,
  rowsOfLeast,
  visitRepeated,
} from "../table/index.js";
import type { Repeats } from "./deal-rows.js";
import { checkingHalf } from "./rows-to-check.js";
import { isLookedAt, type TimeBounds } from "./time-places.js";

export interface SampleTask {
  /** Rows at most, of each group. */
  readonly size: number;
  readonly seed: number;
  readonly from: DrawnFrom;
}

interface ColumnSampleTask extends SampleTask {
  /** The columns whose values are wanted, from the first to the one before the last. */
  readonly columns: readonly [first: number, end: number];
}

/** Which rows may be drawn, and into which groups they fall. */
type DrawnFrom =
  /** All, or those that check rules: one group. */
  | "all"
  | "checking"
  /** Those that check rules, each part for itself. */
  | "checking parts"
  /** Those in stretches of the order: one group. */
  | { readonly looked: TimeBounds };

/** In the order of their keys. */
export interface SampledRows extends Repeats {
  readonly size: number;
  readonly keys: Float64Array;
  /** Of each row. */
  readonly groups: Uint8Array;
  /** When each row was, NaN where missing; none where no column tells. */
  readonly moments: Float64Array;
  /** Numbers, or codes, one for each row. */
  readonly columns: readonly (Float64Array | Int32Array)[];
}

export const sampleFold: KernelFold<ColumnSampleTask, SampledRows> = {
  name: "row-sample",
  fold(table, task, tools) {
    const { size, seed } = task;
    const keys = tools.keys();
    const contents = rowHashes(table, seed);
    const counts = new Float64Array(keys.length).fill(1);
    visitRepeated(contents, (row, count) => {
      counts[row] = count;
    });
    const groupOf = groupsOf(task, tools);
    const sizes = new Map<number, number>();
    for (let row = 0; row < keys.length; row++) sizes.set(groupOf(row), (sizes.get(groupOf(row)) ?? 0) + 1);
    sizes.delete(LEFT_OUT);
    const drawn = [...sizes].flatMap(([group, count]) => [
      ...rowsOfLeast(keys, Math.min(size, count), (row) => groupOf(row) === group),
    ]);
    const rows = Int32Array.from(drawn).sort((a, b) => keys[a]! - keys[b]! || a - b);
    const of = (numbers: Float64Array): Float64Array => Float64Array.from(rows, (row) => numbers[row]!);
    return {
      size,
      keys: of(keys),
      groups: Uint8Array.from(rows, groupOf),
      contents: of(contents),
      counts: of(counts),
      moments: tools.moments === null ? new Float64Array() : of(tools.moments),
      columns: encodedRows({ ...table, columns: table.columns.slice(...task.columns) }, rows).columns.map((column) =>
        column.kind === "numeric" ? column.values : column.codes,
      ),
    };
  },
  merge(one, other) {
    const merged = joinSamples(one, other);
    const taken = new Map<number, number>();
    const places = Int32Array.from(merged.keys.keys()).filter((place) => {
      const group = merged.groups[place]!;
      taken.set(group, (taken.get(group) ?? 0) + 1);
      return taken.get(group)! <= one.size;
    });
    return pickRows(merged, places);
  },
};

/** Values of a state, at most: as many rows as are watched, of 256 columns. */
const MOST_VALUES = 256 * WATCHED_ROWS;

/** Rows at hand, of as many columns at a time as one state has room for. */
export function drawSample(
  rows: RowsElsewhere,
  task: SampleTask,
  { rowCount, columnCount }: { readonly rowCount: number; readonly columnCount: number },
): SampledRows {
  const most = Math.min(rowCount, Math.max(WATCHED_ROWS, task.size));
  const atOnce = Math.max(1, Math.floor(MOST_VALUES / most));
  const groups = Array.from({ length: Math.max(1, Math.ceil(columnCount / atOnce)) }, (_, group) =>
    askRows(rows, sampleFold, {
      ...task,
      columns: [group * atOnce, Math.min(columnCount, (group + 1) * atOnce)],
    }),
  );
  return { ...groups[0]!, columns: groups.flatMap(({ columns }) => columns) };
}

const LEFT_OUT = -1;

function groupsOf({ seed, from }: SampleTask, { dealt, moments, keys }: PartTools): (row: number) => number {
  if (from === "all") return () => 0;
  if (typeof from === "object") {
    const known = keys();
    return (row) => (isLookedAt(from.looked, moments![row]!, known[row]!) ? 0 : LEFT_OUT);
  }
  const [half, parts] = [checkingHalf(seed), dealt()];
  return (row) => (half[parts[row]!] !== 0 ? LEFT_OUT : from === "checking" ? 0 : parts[row]!);
}

function pickRows(rows: SampledRows, places: Int32Array): SampledRows {
  const of = (numbers: Float64Array): Float64Array => Float64Array.from(places, (place) => numbers[place]!);
  return {
    size: rows.size,
    keys: of(rows.keys),
    groups: Uint8Array.from(places, (place) => rows.groups[place]!),
    contents: of(rows.contents),
    counts: of(rows.counts),
    moments: rows.moments.length === 0 ? rows.moments : of(rows.moments),
    columns: rows.columns.map((column) =>
      column.constructor === Float64Array ? of(column) : Int32Array.from(places, (place) => column[place]!),
    ),
  };
}

/** The rows of both, each once, in the order of their keys. */
export function joinSamples(one: SampledRows, other: SampledRows): SampledRows {
  const both = {
    size: one.size,
    keys: joined(one.keys, other.keys),
    groups: joined(one.groups, other.groups),
    contents: joined(one.contents, other.contents),
    counts: joined(one.counts, other.counts),
    moments: joined(one.moments, other.moments),
    columns: one.columns.map((column, place) => joined(column, other.columns[place]!)),
  };
  const { keys } = both;
  const places = Int32Array.from(keys.keys()).sort((a, b) => keys[a]! - keys[b]! || a - b);
  return pickRows(
    both,
    places.filter((place, at) => at === 0 || keys[place] !== keys[places[at - 1]!]),
  );
}

function joined<List extends Float64Array | Int32Array | Uint8Array>(one: List, other: List): List {
  const both = new (one.constructor as new (length: number) => List)(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
