/**
 * The entry of the worker thread in which learning runs, so that the thread that started it stays free for signals and
 * progress. Sent one LearnTask, it reports until "refused" or "done"; it is stopped by ending it.
 */
import { type MessagePort, parentPort, type TransferListItem } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { InputError } from "../../core/errors/input-error.js";
import { openKernel } from "../../core/kernel/kernel.js";
import { type LearnPhase, learn } from "../../core/learn.js";
import type { Model } from "../../core/model/model.js";
import { saveModel } from "../../core/model/model-json.js";
import type { LearnReport, LearnTask, Packing } from "./learn-messages.js";
import { createThreadCrew } from "./thread-crew.js";
import { buffersOf } from "./transfer.js";

/** A report at most this often: a loop may have thousands of steps a second. */
const REPORT_MS = 50;

function report(message: LearnReport, transfer: readonly TransferListItem[] = []): void {
  parentPort?.postMessage(message, [...transfer]);
}

function work({ table, options, packing, threads }: LearnTask): void {
  const clock = createPhaseClock();
  let reportedAt = Number.NEGATIVE_INFINITY;
  const onProgress = (phase: LearnPhase, done: number, total: number): void => {
    const isNew = clock.enter(phase);
    if (!isNew && performance.now() - reportedAt < REPORT_MS) return;
    reportedAt = performance.now();
    report({ kind: "progress", phase, done, total });
  };
  const hire = (port: MessagePort): void => report({ kind: "hire", port }, [port]);
  const crew = createThreadCrew({ threads, kernel: openKernel(), hire, calling: "when it pays" });
  const model = learn(table, options, { onProgress, crew });
  const seconds = clock.finish();
  // Where it is packed as well it is copied, so that it can be looked at over there meanwhile.
  report({ kind: "model", model }, packing === "none" ? buffersOf(model) : []);
  const file = packModel(model, packing);
  report({ kind: "done", done: { file, seconds } }, buffersOf(file));
}

interface PhaseClock {
  /** True when the phase was not the one before. */
  enter(phase: string): boolean;
  finish(): Readonly<Record<string, number>>;
}

function createPhaseClock(): PhaseClock {
  const seconds = new Map<string, number>();
  let current = "";
  let since = performance.now();
  const close = (): void => {
    const now = performance.now();
    if (current !== "") seconds.set(current, (seconds.get(current) ?? 0) + (now - since) / 1000);
    since = now;
  };
  return {
    enter(phase) {
      if (phase === current) return false;
      close();
      current = phase;
      return true;
    },
    finish() {
      close();
      return Object.fromEntries(seconds);
    },
  };
}

function packModel(model: Model, packing: Packing): Uint8Array<ArrayBuffer> | null {
  if (packing === "none") return null;
  const text = new TextEncoder().encode(saveModel(model));
  // A copy of its own: Node's small buffers share one piece of memory, which cannot be handed over.
  return packing === "gzip" ? Uint8Array.from(gzipSync(text)) : text;
}

parentPort?.once("message", (task: LearnTask) => {
  try {
    work(task);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    report({ kind: "refused", code: error.code, message: error.message, hint: error.hint });
  }
});
