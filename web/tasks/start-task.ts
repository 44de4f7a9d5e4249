/** Runs a task in a new worker. Cancelling ends the worker at once, in the middle of whatever it does. */
import { InputError, StoppedError } from "../../src/core/base/index.js";
import { sendColumns } from "./send-columns.js";
import type { ResultOf, TaskKind, TaskMessage, TaskOf, TaskProgress, TaskReport } from "./task.js";

export interface RunningTask<T> {
  readonly result: Promise<T>;
  cancel(): void;
}

export function startTask<K extends TaskKind>(
  kind: K,
  task: TaskOf<K>,
  onProgress: (progress: TaskProgress) => void = () => {},
): RunningTask<ResultOf<K>> {
  const worker = new Worker(new URL("./task-worker.ts", import.meta.url), { type: "module" });
  let cancel = (): void => {};
  let isOver = false;
  const result = new Promise<ResultOf<K>>((resolve, reject) => {
    cancel = () => reject(new StoppedError());
    worker.onerror = (event) => reject(new Error(event.message || "the worker could not be started"));
    worker.onmessage = ({ data: report }: MessageEvent<TaskReport>) => {
      if (report.kind === "progress") onProgress(report);
      else if (report.kind === "done") resolve(report.result as ResultOf<K>);
      else reject(new InputError(report.code, report.message, report.hint));
    };
    send(worker, { kind, task }, () => isOver).catch(reject);
  }).finally(() => {
    isOver = true;
    worker.terminate();
  });
  return { result, cancel: () => cancel() };
}

/** A message as the worker gets it, but for the columns of its table, which go before it. */
interface Message<K extends TaskKind> {
  readonly kind: K;
  readonly task: TaskOf<K>;
}

async function send<K extends TaskKind>(
  worker: Worker,
  { kind, task }: Message<K>,
  isOver: () => boolean,
): Promise<void> {
  const post = (message: TaskMessage): void => worker.postMessage(message);
  if (!("table" in task)) return post({ kind, task });
  await sendColumns(worker, task.table.columns, isOver);
  if (!isOver()) post({ kind, task: { ...task, table: { ...task.table, columns: [] } } });
}
