/** The worker of comparisons as the page holds it: started for one model, asked about rows, ended at any moment. */
import type { Model } from "../../src/core/model/index.js";
import { columnOf } from "../choosing/choose-rows.js";
import type { Problem } from "../parts/problem.js";
import { sendColumns } from "../tasks/send-columns.js";
import type { ChosenRows } from "../tasks/task.js";
import type { CompareReport, CompareRequest, Question } from "./messages.js";

/** What is compared: a model and, where it was learnt in this page, the rows it was learnt from. */
export interface Subject {
  readonly model: Model;
  readonly normal: ChosenRows | null;
}

interface WorkerEvents {
  readonly onReport: (report: CompareReport) => void;
  readonly onFailure: (problem: Problem) => void;
}

export interface WorkerHandle {
  /** When all that it needs has been sent. */
  readonly isReady: Promise<void>;
  ask(question: Question): void;
  end(): void;
}

export function startWorker(subject: Subject, { onReport, onFailure }: WorkerEvents): WorkerHandle {
  const worker = new Worker(new URL("./compare-worker.ts", import.meta.url), { type: "module" });
  let isOver = false;
  worker.onmessage = ({ data }: MessageEvent<CompareReport>) => onReport(data);
  worker.onerror = ({ message }) =>
    onFailure({
      code: "BUG",
      message: "the comparison failed; it is a mistake in parsight, not in what you gave",
      hint: message,
    });
  return {
    isReady: sendSubject(worker, subject, () => isOver),
    ask: (question) => worker.postMessage(question),
    end() {
      isOver = true;
      worker.terminate();
    },
  };
}

/** Only what is needed: the columns that are features, and the one by which rows were chosen. */
async function sendSubject(worker: Worker, { model, normal }: Subject, isOver: () => boolean): Promise<void> {
  const names = new Set([...model.features.map(({ name }) => name), normal && columnOf(normal.rows)]);
  const needed = normal?.table.columns.filter(({ name }) => names.has(name)) ?? [];
  await sendColumns(worker, needed, isOver);
  const request: CompareRequest = {
    kind: "open",
    model,
    normal: normal === null ? null : { ...normal, table: { ...normal.table, columns: [] } },
  };
  worker.postMessage(request);
}
