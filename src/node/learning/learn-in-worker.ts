/**
 * Learns in a worker thread. The table's memory is handed over, not copied: the caller must not use it afterwards.
 * Stopping ends the thread at once, in the middle of whatever it does.
 */
import { Worker } from "node:worker_threads";
import { InputError, StoppedError } from "../../core/errors/input-error.js";
import type { LearnPhase } from "../../core/learn.js";
import type { LearnOptions } from "../../core/model/learn-options.js";
import type { Table } from "../../core/table/table.js";
import type { LearnReport, LearnTask, Learnt, Packing } from "./learn-messages.js";
import { buffersOf } from "./transfer.js";

export type { Learnt } from "./learn-messages.js";

export interface LearnInWorkerOptions {
  /** Whether the model is also wanted as the bytes of its file. */
  readonly packing: Packing;
  readonly onProgress: (phase: LearnPhase, done: number, total: number) => void;
  readonly stop: AbortSignal;
}

export async function learnInWorker(
  table: Table,
  options: LearnOptions,
  { packing, onProgress, stop }: LearnInWorkerOptions,
): Promise<Learnt> {
  if (stop.aborted) throw new StoppedError();
  const task: LearnTask = { table, options, packing };
  const worker = new Worker(new URL("./learn-worker.js", import.meta.url), {
    workerData: task,
    transferList: [...buffersOf(table)],
  });
  let onStop = (): void => {};
  try {
    return await new Promise<Learnt>((resolve, reject) => {
      onStop = () => reject(new StoppedError());
      stop.addEventListener("abort", onStop);
      worker.on("error", (error) => reject(asOutOfMemory(error)));
      worker.on("exit", (code) => reject(new Error(`the learning thread ended with ${code} before it was done`)));
      worker.on("message", (message: LearnReport) => {
        if (message.kind === "progress") onProgress(message.phase, message.done, message.total);
        else if (message.kind === "learnt") resolve(message.learnt);
        else reject(new InputError(message.code, message.message, message.hint));
      });
    });
  } finally {
    stop.removeEventListener("abort", onStop);
    await worker.terminate();
  }
}

function asOutOfMemory(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_WORKER_OUT_OF_MEMORY") return error;
  return new InputError(
    "MEMORY_FULL",
    "learning needs more memory than Node may use here",
    "Give fewer columns (exclude), fewer rows (where), a higher minSupport, or NODE_OPTIONS=--max-old-space-size=<MB>.",
  );
}
