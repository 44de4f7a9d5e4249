/** Learning itself, in whichever thread: learns, reports now and then, and packs the model as its file. */
import { setImmediate } from "node:timers/promises";
import { gzipSync, inflateRawSync } from "node:zlib";
import { StoppedError } from "../../core/base/index.js";
import { openKernel, type Pool, soloPool } from "../../core/compute/index.js";
import { learn } from "../../core/learn.js";
import type { LearnPhase } from "../../core/learning/index.js";
import { type Model, saveModel } from "../../core/model/index.js";
import type { Table } from "../../core/table/index.js";
import { nothingRead, reviveStored, storeBeside } from "../files/column-folder.js";
import type { Learnt, LearnWork, Packing } from "./learn-messages.js";

export interface LearnHooks {
  onProgress(phase: LearnPhase, done: number, total: number): void;
  /** Called as soon as the model is learnt: its file is still to be made. */
  onModel(model: Model): void;
}

/** A report at most this often: a loop may have thousands of steps a second. */
const REPORT_MS = 50;

export function doLearning({ table: sent, options, packing }: LearnWork, pool: Pool, hooks: LearnHooks): Learnt {
  const last = nothingRead();
  const table = reviveStored(sent, last) as Table;
  const clock = createPhaseClock();
  let reportedAt = Number.NEGATIVE_INFINITY;
  const onProgress = (phase: LearnPhase, done: number, total: number): void => {
    const isNew = clock.enter(phase);
    if (!isNew && performance.now() - reportedAt < REPORT_MS) return;
    reportedAt = performance.now();
    hooks.onProgress(phase, done, total);
  };
  const model = learn(table, options, { onProgress, pool, store: storeBeside(table.columns, last) });
  const seconds = clock.finish();
  hooks.onModel(model);
  return { model, file: packModel(model, packing), seconds };
}

/** In the calling thread, which hears nothing meanwhile: for tables that take less than a thread takes to begin. */
export async function learnHere(work: LearnWork, hooks: LearnHooks, stop: AbortSignal | undefined): Promise<Learnt> {
  if (stop?.aborted) throw new StoppedError();
  // Node's own decoders are ready at once; ours would run before they are compiled.
  const kernel = openKernel((text) => Uint8Array.from(inflateRawSync(Buffer.from(text, "base64"))));
  const learnt = doLearning(work, soloPool(kernel), hooks);
  await setImmediate(); // a signal that came meanwhile is heard now
  if (stop?.aborted) throw new StoppedError();
  return learnt;
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
  // A copy: Node's small buffers share one piece of memory, which cannot be handed over.
  return packing === "gzip" ? Uint8Array.from(gzipSync(text)) : text;
}
