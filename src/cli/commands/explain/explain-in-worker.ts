/**
 * The explaining worker as seen by the thread that reads and writes. Batches go in, written text comes out in the same
 * order; a few are under way at a time, so that reading, explaining and writing overlap and memory stays flat.
 */
import { Worker } from "node:worker_threads";
import { InputError, StoppedError } from "../../../core/base/index.js";
import { buffersOf } from "../../../core/compute/index.js";
import type { BatchDrift } from "../../../core/drift/index.js";
import type { Warning } from "../../../core/model/index.js";
import type { NamedOutput } from "../../../core/presenting/index.js";
import type { Batch } from "../../../input/read-table.js";
import { asOutOfMemory } from "../../../node/threads/out-of-memory.js";
import { type ExplainedRows, rowsOf } from "../../shared/follow-explaining.js";
import { type ExplainReady, type ExplainReport, type ExplainTask, NO_MORE } from "./explain-messages.js";

export interface ExplainWorker {
  readonly ready: Promise<ExplainReady>;
  /** Said before the first batch. */
  nameRows(names: NamedOutput): void;
  /** The batch's memory is handed over: the caller must not use it any more. */
  explain(batch: Batch): Promise<Written>;
  /** What is written behind the last batch. */
  finish(): Promise<Written>;
  close(): Promise<void>;
}

export interface Written {
  readonly bytes: Uint8Array;
  /** Rows that are not strange enough. */
  readonly leftOut: number;
  readonly drift: BatchDrift | null;
  readonly warnings: readonly Warning[];
}

const EXPLAINING = { name: "explaining", less: "a model of fewer columns or rules (maxRules)" };

export function startExplainWorker(task: ExplainTask, stop: AbortSignal): ExplainWorker {
  const worker = new Worker(new URL("./explain-worker.js", import.meta.url), { workerData: task });
  const answers = createAnswers();
  const onStop = (): void => answers.fail(new StoppedError());
  stop.addEventListener("abort", onStop);
  worker.on("error", (error) => answers.fail(asOutOfMemory(error, EXPLAINING)));
  worker.on("exit", (code) => answers.fail(new Error(`the explaining thread ended with ${code} before it was done`)));
  worker.on("message", (message: ExplainReport) => {
    if (message.kind === "refused") answers.fail(new InputError(message.code, message.message, message.hint));
    else answers.give(message);
  });
  return {
    ready: answers.next().then((answer) => {
      if (answer.kind !== "ready") throw new Error("the explaining thread answered before it was ready");
      return answer;
    }),
    nameRows: (names) => worker.postMessage(names),
    explain(batch) {
      worker.postMessage(batch, [...buffersOf(batch)]);
      return answers.next().then(asWritten);
    },
    finish() {
      worker.postMessage(NO_MORE);
      return answers.next().then(asWritten);
    },
    async close() {
      stop.removeEventListener("abort", onStop);
      await worker.terminate();
    },
  };
}

function asWritten(answer: Answer): Written {
  if (answer.kind !== "written") throw new Error("the explaining thread was ready twice");
  return answer;
}

type Answer = Exclude<ExplainReport, { readonly kind: "refused" }>;

interface Answers {
  /** The next answer that nobody waits for yet. */
  next(): Promise<Answer>;
  give(answer: Answer): void;
  /** All who wait and all who will are told. */
  fail(error: unknown): void;
}

function createAnswers(): Answers {
  const waiting: { resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];
  let failure: { readonly error: unknown } | null = null;
  return {
    next() {
      const answer = new Promise<Answer>((resolve, reject) => {
        if (failure === null) waiting.push({ resolve, reject });
        else reject(failure.error);
      });
      answer.catch(() => {}); // it may fail before anybody looks; whoever awaits it is still told
      return answer;
    },
    give(answer) {
      waiting.shift()?.resolve(answer);
    },
    fail(error) {
      failure ??= { error };
      for (const { reject } of waiting.splice(0)) reject(failure.error);
    },
  };
}

interface ExplainingSteps {
  /** Batches handed to the worker before the first of them must be written. */
  readonly underWay: number;
  onExplained(rows: ExplainedRows & { readonly leftOut: number }): void;
  /** Told at the end, if rows as a whole are strange. */
  onDrift(drift: BatchDrift): void;
  /** Told of what was noticed of the rows. */
  onWarning(warning: Warning): void;
}

/** While rows of a table are read, others are explained and written. */
export const TABLE_UNDER_WAY = 3;
/** Rows that come when they come are written before the next ones are waited for. */
export const STREAM_UNDER_WAY = 1;

export async function* explainBatches(
  batches: AsyncIterable<Batch>,
  worker: ExplainWorker,
  { underWay, onExplained, onDrift, onWarning }: ExplainingSteps,
): AsyncGenerator<Uint8Array> {
  const pending: { readonly rows: ExplainedRows; readonly answer: Promise<Written> }[] = [];
  async function next(): Promise<Uint8Array> {
    const { rows, answer } = pending.shift()!;
    const { bytes, leftOut, warnings } = await answer;
    warnings.forEach(onWarning);
    onExplained({ ...rows, leftOut });
    return bytes;
  }
  for await (const batch of batches) {
    const rows = rowsOf(batch);
    const answer = worker.explain(batch);
    answer.catch(() => {}); // awaited below, perhaps after another one failed
    pending.push({ rows, answer });
    if (pending.length >= underWay) yield await next();
  }
  while (pending.length > 0) yield await next();
  const { bytes, drift, warnings } = await worker.finish();
  warnings.forEach(onWarning);
  if (drift !== null) onDrift(drift);
  yield bytes;
}
