/** Sorts columns that do not fit into memory. */
import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { threadId } from "node:worker_threads";
import { createNumberSorter, sortingNumbers } from "../../core/base/index.js";
import { reading } from "./column-reader.js";
import { type Place, writeColumn } from "./column-writer.js";
import { releaseMemory } from "./release-memory.js";

/** Rows that are read or written at once. */
export const BLOCK_ROWS = 1 << 16;

/** Values that are sorted in memory at a time, 24 bytes each; as many are read of all sorted runs together. */
const RUN = 1 << 19;
/** Of each run so many at least. */
const LEAST_AT_ONCE = 1 << 8;

/**
 * Writes the values that are not missing in their order beside the column: sorted in runs that fit into memory, which
 * are then merged. A column that was sorted before is there already.
 */
export function sortColumn(place: Place, runRows = RUN): Place {
  const path = `${place.path}-ascending`;
  if (existsSync(path)) return { path, type: "float64", length: statSync(path).size / 8 };
  const runs = writeRuns(place, `${path}-${threadId}`, Math.min(runRows, place.length));
  const merged = runs.lengths.length < 2 ? runs.place : mergeRuns(runs);
  renameSync(merged.path, path); // whole or not at all: another thread may sort the same column
  return { ...merged, path };
}

interface Runs {
  readonly place: Place;
  readonly lengths: readonly number[];
}

function writeRuns(column: Place, path: string, runRows: number): Runs {
  const writer = writeColumn(path, "float64", "columns in their order");
  const values = new Float64Array(runRows);
  const memory = new Float64Array(sortingNumbers(runRows));
  const sorter = createNumberSorter(memory);
  const lengths: number[] = [];
  for (let start = 0; start < column.length; start += runRows) {
    const piece = values.subarray(0, Math.min(column.length - start, runRows));
    readNumbers(column, start, piece);
    const run = sorter.sort(piece);
    writer.append(run);
    lengths.push(run.length);
  }
  releaseMemory(values);
  releaseMemory(memory);
  return { place: writer.finish(), lengths };
}

function readNumbers(place: Place, start: number, into: Float64Array): void {
  const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
  reading(place, (readInto) => readInto(bytes, start));
}

/** The run with the least value gives it next: a heap of runs by their next value. */
function mergeRuns({ place, lengths }: Runs): Place {
  const writer = writeColumn(`${place.path}-merged`, "float64", "columns in their order");
  const atOnce = Math.max(LEAST_AT_ONCE, Math.floor(RUN / lengths.length));
  const memory = new Float64Array(lengths.length * atOnce);
  let start = 0;
  const heap: RunReader[] = [];
  for (const [run, length] of lengths.entries()) {
    const values = memory.subarray(run * atOnce, (run + 1) * atOnce);
    if (length > 0) heap.push(createRunReader(place, { start, end: start + length }, values));
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
  releaseMemory(memory);
  rmSync(place.path);
  return writer.finish();
}

interface RunReader {
  value: number;
  /** False when there is no other. */
  next(): boolean;
}

/** `memory`: for the values that are read at once. */
function createRunReader(
  place: Place,
  { start, end }: { readonly start: number; readonly end: number },
  memory: Float64Array,
): RunReader {
  let next = start;
  let at = 0;
  let count = 0;
  const reader: RunReader = {
    value: 0,
    next() {
      if (at === count) {
        if (next === end) return false;
        count = Math.min(end - next, memory.length);
        readNumbers(place, next, memory.subarray(0, count));
        [next, at] = [next + count, 0];
      }
      reader.value = memory[at++]!;
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
