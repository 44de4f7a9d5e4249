/**
 * Learns in worker threads: one that learns, and others that help it where it asks for them. A table in shared memory,
 * as readTable makes it, is not copied; any other is, so that its caller can go on using it. A table may still be on
 * its way: the thread that learns is ready when it comes.
 *
 * All threads are started and ended here, since only this thread is free to see when one of them dies. Stopping ends
 * them at once, in the middle of whatever they do.
 */
import { availableParallelism } from "node:os";
import { type MessagePort, Worker, type WorkerOptions } from "node:worker_threads";
import { InputError, StoppedError } from "../../core/base/index.js";
import type { LearnPhase } from "../../core/learning/index.js";
import type { LearnOptions, Model } from "../../core/model/index.js";
import { checkTable, type Table } from "../../core/table/index.js";
import type { LearnReport, LearnTask, Learnt, Packing } from "./learn-messages.js";
import { asOutOfMemory } from "./out-of-memory.js";

export type { Learnt } from "./learn-messages.js";

export interface LearnInWorkerOptions {
  /** Whether the model is also wanted as the bytes of its file; default: "none", it is not. */
  readonly packing?: Packing | undefined;
  /**
   * Most threads to learn with, at least 1; default: as many as the machine runs at a time. The model does not depend
   * on it.
   */
  readonly threads?: number | undefined;
  readonly onProgress?: ((phase: LearnPhase, done: number, total: number) => void) | undefined;
  /** Called with the model as soon as it is learnt: its file may still be in the making. */
  readonly onModel?: ((model: Model) => void) | undefined;
  /** Ends learning with a StoppedError. */
  readonly stop?: AbortSignal | undefined;
}

export async function learnInWorker(
  table: Table | Promise<Table>,
  options: LearnOptions = {},
  {
    packing = "none",
    threads = availableParallelism(),
    onProgress = () => {},
    onModel = () => {},
    stop,
  }: LearnInWorkerOptions = {},
): Promise<Learnt> {
  const reading = Promise.resolve(table);
  const workers = createThreads();
  let isLearnt = false;
  let isStored = false;
  let onStop = (): void => {};
  try {
    checkThreads(threads);
    if (stop?.aborted) throw new StoppedError();
    return await new Promise<Learnt>((resolve, reject) => {
      onStop = () => reject(new StoppedError());
      stop?.addEventListener("abort", onStop);
      const learner = workers.startLearner(reject);
      reading
        .then((read) => {
          isStored = checkTable(read).columns.some((column) => column.type !== "other" && column.stored !== undefined);
          learner.postMessage({ table: read, options, packing, threads } satisfies LearnTask);
        })
        .catch(reject);
      let model: Model | null = null;
      learner.on("message", (message: LearnReport) => {
        if (message.kind === "progress") onProgress(message.phase, message.done, message.total);
        else if (message.kind === "spawn") workers.startHelper(message.port, reject);
        else if (message.kind === "model") onModel((model = message.model));
        else if (message.kind === "done") {
          isLearnt = true;
          resolve({ model: model!, ...message.done });
        } else reject(new InputError(message.code, message.message, message.hint));
      });
    });
  } finally {
    stop?.removeEventListener("abort", onStop);
    const ended = workers.end();
    // What is learnt need not wait for them, unless they may still write into a folder that is to be removed.
    if (!isLearnt || isStored) await ended;
    await reading.catch(() => {}); // it has thrown above; nothing is read any more when this is over
  }
}

type OnFailure = (error: unknown) => void;

interface LearningThreads {
  startLearner(onFailure: OnFailure): Worker;
  startHelper(port: MessagePort, onFailure: OnFailure): void;
  /** None is started any more. */
  end(): Promise<unknown>;
}

/** All threads of one learning: each is ended, whoever asked for it. */
function createThreads(): LearningThreads {
  const started: Worker[] = [];
  let isOver = false;
  const start = (file: string, options: WorkerStart, onFailure: OnFailure): Worker => {
    const worker = new Worker(new URL(file, import.meta.url), { ...options, resourceLimits: LIMITS });
    started.push(worker);
    worker.on("error", (error) => onFailure(asOutOfMemory(error, LEARNING)));
    return worker;
  };
  const ended = (code: number): Error => new Error(`a learning thread ended with ${code} before it was done`);
  return {
    startLearner(onFailure) {
      const learner = start("./learn-worker.js", {}, onFailure);
      learner.on("exit", (code) => onFailure(ended(code)));
      return learner;
    },
    startHelper(port, onFailure) {
      if (isOver) return; // it would be ended by nobody
      const helper = start("./pool-thread.js", { workerData: { port }, transferList: [port] }, onFailure);
      // A helper ends by itself, with 0, only when the thread it helps is gone; that may be heard before its last
      // message.
      helper.on("exit", (code) => code !== 0 && onFailure(ended(code)));
    },
    end() {
      isOver = true;
      return Promise.all(started.map((worker) => worker.terminate()));
    },
  };
}

/**
 * Learning makes few objects and large arrays, so a thread needs little room for young ones: by default they grow to 48
 * MB in each.
 */
const LIMITS = { maxYoungGenerationSizeMb: 12 };

const LEARNING = {
  name: "learning",
  less: "fewer columns (exclude), fewer rows (where), a higher minSupport",
};

type WorkerStart = Pick<WorkerOptions, "workerData" | "transferList">;

export function checkThreads(threads: number): void {
  if (Number.isInteger(threads) && threads >= 1) return;
  throw new InputError(
    "OPTION_RANGE",
    `threads must be a whole number from 1, got ${threads}`,
    "Leave it out for as many as the machine runs at a time.",
  );
}
