/**
 * The entry of the worker thread in which learning runs, so that the thread that started it stays free for signals and
 * progress. Sent one LearnTask, it reports until "refused" or "done"; it is stopped by ending it.
 */
import { type MessagePort, parentPort, type TransferListItem } from "node:worker_threads";
import { InputError } from "../../core/base/index.js";
import { buffersOf, openKernel } from "../../core/compute/index.js";
import { doLearning } from "./do-learning.js";
import type { LearnReport, LearnTask } from "./learn-messages.js";
import { createThreadPool } from "./thread-pool.js";

function report(message: LearnReport, transfer: readonly TransferListItem[] = []): void {
  parentPort?.postMessage(message, [...transfer]);
}

function work(task: LearnTask): void {
  const spawn = (port: MessagePort): void => report({ kind: "spawn", port }, [port]);
  const pool = createThreadPool({ threads: task.threads, kernel: openKernel(), spawn, calling: "when it pays" });
  const { file, seconds } = doLearning(task, pool, {
    onProgress: (phase, done, total) => report({ kind: "progress", phase, done, total }),
    // Where it is packed as well it is copied, so that it can be looked at over there meanwhile.
    onModel: (model) => report({ kind: "model", model }, task.packing === "none" ? buffersOf(model) : []),
  });
  report({ kind: "done", done: { file, seconds } }, buffersOf(file));
}

parentPort?.once("message", (task: LearnTask) => {
  try {
    work(task);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    report({ kind: "refused", code: error.code, message: error.message, hint: error.hint });
  }
});
