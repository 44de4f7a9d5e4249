/** The entry of the worker: one task in, reports out until it is done or refused. */

import { formatRows } from "../../examples/water-tank/csv.js";
import { simulateWaterTank } from "../../examples/water-tank/water-tank.js";
import { InputError } from "../../src/core/base/index.js";
import { buffersOf } from "../../src/core/compute/index.js";
import { withPastOf } from "../../src/core/explaining/index.js";
import { learn } from "../../src/core/learn.js";
import { loadModel, saveModel } from "../../src/core/model/index.js";
import { wantedNames } from "../../src/core/presenting/index.js";
import { type Column, takeRows, withClock, withDaysTold } from "../../src/core/table/index.js";
import { createReportBuilder } from "../../src/report/build-report.js";
import { DEFAULT_CARD_LIMIT } from "../../src/report/report.js";
import { chooseRows, takeChosen } from "../choosing/choose-rows.js";
import { summariseColumns } from "../choosing/summarise-columns.js";
import { readTableFile, readTableFiles } from "../reading/read-file.js";
import { readModelText } from "../reading/read-model.js";
import { sourcesOf } from "./row-sources.js";
import {
  type ExplainTask,
  incidentOptionsOf,
  type ResultOf,
  type TaskKind,
  type TaskMessage,
  type TaskOf,
  type TaskReport,
} from "./task.js";
import { type RowBatch, writeExplanations } from "./write-explanations.js";

type Report = (report: TaskReport) => void;
type Work = { readonly [K in TaskKind]: (task: TaskOf<K>, say: Say) => ResultOf<K> | Promise<ResultOf<K>> };
type Say = (phase: string, share: number | null) => void;

/** A report at most this often. */
const REPORT_MS = 100;
const BATCH_ROWS = 512;

const WORK: Work = {
  read: ({ files, types, ranges, keepTexts, names }, say) =>
    readTableFiles(
      files.map((file) => ({ name: file.name, content: file })),
      {
        types: new Map(types),
        ranges: new Map(ranges),
        keepTexts,
        names,
        onProgress: (share) => say("Reading", share),
      },
    ),

  async waterTank(_, say) {
    say("Running the water tank for a week", null);
    const { normal, anomalies } = simulateWaterTank();
    return {
      normal: await readMade(formatRows(normal), "normal.csv"),
      anomalies: await readMade(formatRows(anomalies.map(({ row }) => row)), "anomalies.csv"),
    };
  },

  inspect({ table, rows, columns }) {
    const chosen = takeChosen({ table, rows });
    return { rowCount: chosen.rowCount, columns: summariseColumns(chosen, columns) };
  },

  learn({ table, rows, options }, say) {
    const model = learn(takeChosen({ table, rows }), options, {
      onProgress: (phase, done, total) => say(PHASES[phase] ?? phase, done / Math.max(1, total)),
    });
    return { model, file: new Blob([saveModel(model)], { type: "application/json" }) };
  },

  async openModel({ file, name }, say) {
    say("Opening the model", null);
    return loadModel(await readModelText(file, name));
  },

  explain(task, say) {
    const { model, name, review, incidents } = task;
    const builder = createReportBuilder(model, {
      title: undefined,
      source: name,
      limit: DEFAULT_CARD_LIMIT,
      explain: { review },
      incidents: incidentOptionsOf(incidents),
    });
    for (const { batch, numbers, sources } of batchesOf(task, say)) builder.add(batch, numbers, sources);
    return builder.finish();
  },

  write: (task, say) => new TextEncoder().encode(writeExplanations(task, batchesOf(task, say))),
};

async function readMade(text: string, name: string) {
  const file = new File([text], name);
  return { name, files: [file], ...(await readTableFile(file, name)) };
}

const PHASES: Readonly<Record<string, string>> = {
  profile: "Looking at columns",
  "cut-offs": "Cutting numbers",
  rules: "Mining rules",
  trees: "Growing trees",
  diagnosis: "Learning how values hang together",
  calibration: "Measuring normal rows",
};

/** The past of a row is that of the whole table, whichever rows are chosen and wherever batches end. */
function* batchesOf({ model, table: read, rows, parts }: ExplainTask, say: Say): Generator<RowBatch> {
  const { time, dayAndClock } = wantedNames(model, {});
  const told = withDaysTold(withClock(read, dayAndClock), time);
  const table = withPastOf(model, told, { absent: "refuse" });
  const chosen = chooseRows(table, rows);
  for (let at = 0; at < chosen.length; at += BATCH_ROWS) {
    const numbers = chosen.subarray(at, at + BATCH_ROWS);
    say("Explaining", at / chosen.length);
    yield { batch: takeRows(table, numbers), numbers, sources: sourcesOf(numbers, parts) };
  }
}

async function run<K extends TaskKind>(kind: K, task: TaskOf<K>, report: Report): Promise<void> {
  let saidAt = Number.NEGATIVE_INFINITY;
  let saidPhase = "";
  const say: Say = (phase, share) => {
    if (phase === saidPhase && performance.now() - saidAt < REPORT_MS) return;
    [saidAt, saidPhase] = [performance.now(), phase];
    report({ kind: "progress", phase, share });
  };
  try {
    report({ kind: "done", result: await WORK[kind](task, say) });
  } catch (error) {
    const refusal = isUnreadable(error) ? unreadable() : error;
    if (!(refusal instanceof InputError)) throw error;
    report({ kind: "refused", code: refusal.code, message: refusal.message, hint: refusal.hint });
  }
}

/** What browsers throw where a file is no longer what was chosen. */
function isUnreadable(error: unknown): boolean {
  return error instanceof DOMException && (error.name === "NotReadableError" || error.name === "NotFoundError");
}

function unreadable(): InputError {
  return new InputError(
    "FILE_CHANGED",
    "a file cannot be read any more: it was changed, moved or removed since it was chosen",
    "Choose it again.",
  );
}

/** Those of the task's table, which come before it. */
const columns: Column[] = [];

self.onmessage = ({ data }: MessageEvent<TaskMessage>) => {
  if ("column" in data) {
    columns.push(data.column);
    return;
  }
  const task = "table" in data.task ? { ...data.task, table: { ...data.task.table, columns } } : data.task;
  const report: Report = (message) => {
    const transfer = message.kind === "done" ? [...buffersOf(message.result)] : [];
    self.postMessage(message, { transfer });
  };
  // An error that is no InputError is our bug: it is thrown on, so that the page hears of it.
  run(data.kind, task as never, report).catch((error: unknown) => {
    setTimeout(() => {
      throw error;
    });
  });
};
