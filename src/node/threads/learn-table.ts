/**
 * Learns wherever it is done first: in this thread where it takes a moment, else in other threads. What is learnt
 * is the same.
 */
import type { LearnOptions } from "../../core/model/index.js";
import type { Table } from "../../core/table/index.js";
import { checkThreads, type LearnInWorkerOptions, type Learnt, learnInWorker } from "./learn-in-worker.js";

/**
 * Most rows × columns²: half a second of work on a slow machine, of which starting a thread would take a fifth. Longer
 * than that nobody should wait for Ctrl-C to be heard.
 */
const SHORT_WORK = 250_000;
/** Wider tables may have any number of rules. */
const SHORT_COLUMNS = 40;

export async function learnTable(
  table: Table,
  options: LearnOptions = {},
  inWorker: LearnInWorkerOptions = {},
): Promise<Learnt> {
  if (!isShort(table, options)) return learnInWorker(table, options, inWorker);
  const { packing = "none", threads = 1, onProgress = () => {}, onModel = () => {}, stop } = inWorker;
  checkThreads(threads);
  const { learnHere } = await import("./do-learning.js"); // most of the program, which a worker loads by itself
  return learnHere({ table, options, packing }, { onProgress, onModel }, stop);
}

function isShort({ rowCount, columns }: Table, options: LearnOptions): boolean {
  return columns.length <= SHORT_COLUMNS && rowCount * columns.length ** 2 <= SHORT_WORK && isUsual(options);
}

/** Whether nothing is asked for that may take much longer than the defaults do. */
function isUsual({ preset, minSupport, maxPredicates = 0, cells, trees = 0 }: LearnOptions): boolean {
  const isDefault = (preset ?? "default") === "default" && minSupport === undefined && cells === undefined;
  return isDefault && maxPredicates <= 3 && trees <= 16;
}
