/** Times an explainer row by row and in one batch. */

import type { Explainer, Explanation, Table } from "../../src/index.js";
import { median } from "../measures/median.js";
import { requireAnswer } from "./bench.js";
import { RUN_UP_MS, timeOnce } from "./timing.js";

export interface RowTimes {
  /** Of each call with one row, in microseconds. */
  readonly single: number[];
  /** A row's share of a call with all rows, in microseconds, for each batch. */
  readonly batch: number[];
  /** The same as CPU time: on a busy machine a long call is interrupted, a short one hardly. */
  readonly batchCpu: number[];
}

/** An explainer, rows as tables of one row each, and all of them in one table. */
interface TimedRows {
  readonly explain: Explainer;
  readonly rows: readonly Table[];
  readonly all: Table;
}

export function noTimes(): RowTimes {
  return { single: [], batch: [], batchCpu: [] };
}

/**
 * Code that has just been loaded is interpreted, then compiled as it turns out to be hot: that takes seconds, not
 * calls.
 */
const WARM_UP_MS = 3000;

/**
 * Runs until times no longer depend on how long it ran. Returns the median of one call with each row before, in
 * microseconds.
 */
export function warmUp(timed: TimedRows, ms = WARM_UP_MS): number {
  const start = performance.now();
  const first = timeSingles(timed);
  while (performance.now() - start < ms) timeRound(timed, noTimes());
  return median(first);
}

/**
 * One round: every row by itself, then all of them in one call. Before that, calls that are not timed (see RUN_UP_MS).
 */
export function timeRound(timed: TimedRows, times: RowTimes): void {
  const { explain, rows, all } = timed;
  const begin = performance.now();
  while (performance.now() - begin < RUN_UP_MS) for (const row of rows) explain(row);
  times.single.push(...timeSingles(timed));
  const { wallMs, cpuMs } = timeOnce(() => explain(all));
  times.batch.push((wallMs * 1000) / all.rowCount);
  times.batchCpu.push((cpuMs * 1000) / all.rowCount);
}

/** Of each call, in microseconds. */
function timeSingles({ explain, rows }: TimedRows): number[] {
  return rows.map((row) => {
    const start = performance.now();
    explain(row);
    return (performance.now() - start) * 1000;
  });
}

export function medianBatchCpu(times: RowTimes): number {
  return median(times.batchCpu);
}

export function medianSingle(times: RowTimes): number {
  return median(times.single);
}

export function medianBatch(times: RowTimes): number {
  return median(times.batch);
}

/** Explanations of rows by themselves and of the same rows in a batch are the same. Returns those of the batch. */
export function checkBatch({ explain, rows, all }: TimedRows): Explanation[] {
  const together = explain(all);
  rows.forEach((table, row) => {
    const [alone] = explain(table);
    requireAnswer(
      JSON.stringify({ ...alone, row }) === JSON.stringify(together[row]),
      `row ${row} is explained otherwise in a batch than by itself`,
    );
  });
  return together;
}
