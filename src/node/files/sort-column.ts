/** Sorts columns that do not fit into memory. */
import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { threadId } from "node:worker_threads";
import { createNumberSorter, sortingNumbers } from "../../core/base/numbers/sort-numbers.js";
import type { StoredValues } from "../../core/table/stored-values.js";
import { type Place, writeColumn } from "./column-writer.js";

type StoredPieces = Pick<StoredValues<Float64Array>, "slice">;
type Open = (place: Place) => StoredPieces;

/** Rows that are read or written at once. */
export const BLOCK_ROWS = 1 << 16;

/** Values that are sorted in memory at a time, 16 bytes each, and read of each sorted run at a time. */
const RUN = 1 << 19;
const MERGED_AT_ONCE = 1 << 14;

/**
 * Writes the values that are not missing in their order beside the column: sorted in runs that fit into memory, which
 * are then merged. A column that was sorted before is there already.
 */
export function sortColumn(place: Place, open: Open, runRows = RUN): Place {
  const path = `${place.path}-ascending`;
  const runs = existsSync(path)
    ? null
    : writeRuns(open(place), `${path}-${threadId}`, { length: place.length, runRows });
  if (runs === null) return { path, type: "float64", length: statSync(path).size / 8 };
  const merged = runs.lengths.length < 2 ? runs.place : mergeRuns(runs, open);
  renameSync(merged.path, path); // whole or not at all: another thread may sort the same column
  return { ...merged, path };
}

interface Runs {
  readonly place: Place;
  readonly lengths: readonly number[];
}

/** Of the column, and of each run at most. */
interface RunSizes {
  readonly length: number;
  readonly runRows: number;
}

function writeRuns(values: StoredPieces, path: string, { length, runRows }: RunSizes): Runs {
  const writer = writeColumn(path, "float64", "columns in their order");
  const sorter = createNumberSorter(new Float64Array(sortingNumbers(Math.min(runRows, length))));
  const lengths: number[] = [];
  for (let start = 0; start < length; start += runRows) {
    const run = sorter.sort(values.slice(start, Math.min(length, start + runRows)));
    writer.append(run);
    lengths.push(run.length);
  }
  return { place: writer.finish(), lengths };
}

/** The run with the least value gives it next: a heap of runs by their next value. */
function mergeRuns({ place, lengths }: Runs, open: Open): Place {
  const writer = writeColumn(`${place.path}-merged`, "float64", "columns in their order");
  let start = 0;
  const heap: RunReader[] = [];
  for (const length of lengths) {
    if (length > 0) heap.push(createRunReader(open(place), start, start + length));
    start += length;
  }
  heap.sort((a, b) => a.value - b.value);
  const out = new Float64Array(BLOCK_ROWS);
  let filled = 0;
  while (heap.length > 0) {
    const first = heap[0]!;
    out[filled++] = first.value;
    if (filled === out.length) {
      writer.append(out);
      filled = 0;
    }
    if (!first.next()) {
      const last = heap.pop()!;
      if (heap.length > 0) heap[0] = last;
    }
    sink(heap);
  }
  writer.append(out.subarray(0, filled));
  rmSync(place.path);
  return writer.finish();
}

interface RunReader {
  value: number;
  /** False when there is no other. */
  next(): boolean;
}

function createRunReader(file: StoredPieces, start: number, end: number): RunReader {
  let next = start;
  let at = 0;
  let values = new Float64Array();
  const reader: RunReader = {
    value: 0,
    next() {
      if (at === values.length) {
        if (next === end) return false;
        const stop = Math.min(end, next + MERGED_AT_ONCE);
        values = file.slice(next, stop) as Float64Array<ArrayBuffer>;
        [next, at] = [stop, 0];
      }
      reader.value = values[at++]!;
      return true;
    },
  };
  reader.next();
  return reader;
}

/** Puts the first of a heap where it belongs. */
function sink(heap: RunReader[]): void {
  const moved = heap[0];
  if (moved === undefined) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1]!.value < heap[child]!.value) child++;
    if (heap[child]!.value >= moved.value) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = moved;
}
