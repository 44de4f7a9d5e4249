/** The entry of the worker: one task in, reports out until it is done or refused. */
import { formatRows } from "../../examples/water-tank/csv.js";
import { simulateWaterTank } from "../../examples/water-tank/water-tank.js";
import { InputError } from "../../src/core/base/errors/input-error.js";
import { buffersOf } from "../../src/core/compute/transfer.js";
import { createExplainer } from "../../src/core/explain.js";
import { learn } from "../../src/core/learn.js";
import { loadModel, saveModel } from "../../src/core/model/model-json.js";
import { placeInInput } from "../../src/core/presenting/explanation.js";
import { ndjsonFormat } from "../../src/core/presenting/formats/explanation-format.js";
import { takeRows } from "../../src/core/table/select-rows.js";
import type { Column } from "../../src/core/table/table.js";
import { createReportBuilder } from "../../src/report/build-report.js";
import { DEFAULT_CARD_LIMIT } from "../../src/report/report.js";
import { chooseRows, takeChosen } from "../choosing/choose-rows.js";
import { summariseColumns } from "../choosing/summarise-columns.js";
import { readTableFile } from "../reading/read-file.js";
import { readModelText } from "../reading/read-model.js";
import type { ExplainTask, ResultOf, TaskKind, TaskMessage, TaskOf, TaskReport } from "./task.js";

type Report = (report: TaskReport) => void;
type Work = { readonly [K in TaskKind]: (task: TaskOf<K>, say: Say) => ResultOf<K> | Promise<ResultOf<K>> };
type Say = (phase: string, share: number | null) => void;

/** A report at most this often. */
const REPORT_MS = 100;
const BATCH_ROWS = 512;

const WORK: Work = {
  read: ({ file, name, types, keepTexts, names }, say) =>
    readTableFile(file, name, {
      types: new Map(types),
      keepTexts,
      names,
      onProgress: (share) => say("Reading", share),
    }),

  async waterTank(_, say) {
    say("Running the water tank for a week", null);
    const { normal, anomalies } = simulateWaterTank();
    const read = async (rows: string, name: string) => (await readTableFile(new Blob([rows]), name)).table;
    return {
      normal: await read(formatRows(normal), "normal.csv"),
      anomalies: await read(formatRows(anomalies.map(({ row }) => row)), "anomalies.csv"),
    };
  },

  inspect({ table, rows, columns }) {
    const chosen = takeChosen({ table, rows });
    return { rowCount: chosen.rowCount, columns: summariseColumns(chosen, columns) };
  },

  learn({ table, rows, options }, say) {
    return learn(takeChosen({ table, rows }), options, {
      onProgress: (phase, done, total) => say(PHASES[phase] ?? phase, done / Math.max(1, total)),
    });
  },

  async openModel({ file, name }, say) {
    say("Opening the model", null);
    return loadModel(await readModelText(file, name));
  },

  saveModel: ({ model }) => new TextEncoder().encode(saveModel(model)),

  explain({ model, table, rows, name, review }, say) {
    const builder = createReportBuilder(model, {
      title: undefined,
      source: name,
      limit: DEFAULT_CARD_LIMIT,
      explain: { review },
      incidents: {},
    });
    for (const { batch, numbers } of batchesOf({ table, rows }, say)) builder.add(batch, numbers);
    return builder.finish();
  },

  explanations({ model, table, rows, review }, say) {
    const explainer = createExplainer(model, { verify: true, review });
    const lines: string[] = [];
    for (const { batch, numbers } of batchesOf({ table, rows }, say)) {
      for (const explanation of explainer(batch))
        lines.push(ndjsonFormat.row(placeInInput(explanation, numbers[explanation.row]!, null), lines.length));
    }
    return new TextEncoder().encode(lines.join(""));
  },
};

const PHASES: Readonly<Record<string, string>> = {
  profile: "Looking at columns",
  "cut-offs": "Cutting numbers",
  rules: "Mining rules",
  trees: "Growing trees",
  diagnosis: "Learning how values hang together",
  calibration: "Measuring normal rows",
};

function* batchesOf({ table, rows }: Pick<ExplainTask, "table" | "rows">, say: Say) {
  const chosen = chooseRows(table, rows);
  for (let at = 0; at < chosen.length; at += BATCH_ROWS) {
    const numbers = chosen.subarray(at, at + BATCH_ROWS);
    say("Explaining", at / chosen.length);
    yield { batch: takeRows(table, numbers), numbers };
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
    if (!(error instanceof InputError)) throw error;
    report({ kind: "refused", code: error.code, message: error.message, hint: error.hint });
  }
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
