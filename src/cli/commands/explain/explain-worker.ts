/**
 * The entry of the worker thread that explains: it loads the model, then turns batch after batch into written text.
 * The thread that started it reads, writes and hears signals meanwhile.
 */
import { parentPort, workerData } from "node:worker_threads";
import { InputError } from "../../../core/base/index.js";
import { type BatchDrift, createBatchWatcher, featureNames, timeToWatchBy } from "../../../core/drift/index.js";
import { createExplainer, type Explainer } from "../../../core/explain.js";
import {
  createIncidentSummary,
  createTableFold,
  describeIncident,
  type FoundIncident,
  type Incident,
  type IncidentCounts,
  warnOfUnordered,
} from "../../../core/incidents/index.js";
import type { Model, Warning } from "../../../core/model/index.js";
import {
  countUnreadMoments,
  createSummary,
  type Explanation,
  formatCountOf,
  type NamedOutput,
  placeInInput,
  type Summary,
  sourceAt,
  UNNAMED_OUTPUT,
  wantedNames,
  warnOfUnread,
} from "../../../core/presenting/index.js";
import { type CategoricalFeature, dayOrderOf } from "../../../core/table/index.js";
import type { Batch } from "../../../input/read-table.js";
import { modelWords, type TextLook } from "../../screen/explanation-text.js";
import { parseModelFile } from "../../shared/model-file.js";
import { createTimeOrder } from "../../shared/time-order.js";
import { type ExplainReport, type ExplainRequest, type ExplainTask, NO_MORE } from "./explain-messages.js";
import type { WantedOutput } from "./formats/output-format.js";
import { FORMATS } from "./formats.js";

function report(message: ExplainReport, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, [...transfer]);
}

function start(task: ExplainTask): void {
  const { path, model: bytes, options, look } = task;
  const model = parseModelFile(path, bytes);
  const explainer = createExplainer(model, options);
  const fullLook = { ...look, words: modelWords(model) };
  const noticed: Warning[] = [];
  const warn = (warnings: readonly Warning[]): void => void noticed.push(...warnings);
  const createWriter = (names: NamedOutput): Writer =>
    WRITERS[task.wanted]({ task, model, look: fullLook, names, warn });
  let writer = createWriter(UNNAMED_OUTPUT);
  const watcher = task.watchesDrift ? createBatchWatcher(model, options.time) : null;
  const watched = timeToWatchBy(model, options.time);
  const days = dayOrderOf(model.excluded, watched);
  const order = createTimeOrder({ time: watched, days, names: featureNames(model) });
  const unread = noticeUnread(model, task);
  parentPort?.on("message", (request: ExplainRequest) => {
    orRefuse(() => {
      if (request === NO_MORE) {
        for (const { table, rows } of order.finish()) watcher?.add(table, rows);
        const drift = watcher?.finish() ?? null;
        reportText(writer.finish(drift), { leftOut: 0, drift, warnings: unread.finish() });
      } else if ("rows" in request) {
        const explanations = explainBatch(explainer, request);
        if (watcher !== null) {
          for (const { table, rows } of order.add(request)) watcher.add(table, rows);
          watcher.tally(explanations.map(({ explanation }) => explanation));
        }
        const leftOut = request.rows.length - explanations.length;
        const text = writer.add(explanations, request);
        const warnings = [...unread.add(request.table), ...noticed.splice(0)];
        reportText(text, { leftOut, drift: null, warnings });
      } else writer = createWriter(request);
    });
  });
  const features = model.features.map((feature) => (feature.kind === "numeric" ? feature : withoutCategories(feature)));
  const { profiles, history } = model;
  report({ kind: "ready", features, profiles, history, names: wantedNames(model, options) });
}

function withoutCategories({ categories: _, ...feature }: CategoricalFeature): Omit<CategoricalFeature, "categories"> {
  return feature;
}

const encoder = new TextEncoder();

interface BesideText {
  readonly leftOut: number;
  readonly drift: BatchDrift | null;
  readonly warnings: readonly Warning[];
}

function reportText(text: string, beside: BesideText): void {
  const bytes = encoder.encode(text);
  report({ kind: "written", bytes, ...beside }, [bytes.buffer]);
}

/** Moments that cannot be read: of a table counted to its end, of a stream told when the first one comes. */
function noticeUnread(model: Model, { options, isStream }: ExplainTask) {
  const unread = countUnreadMoments(wantedNames(model, options));
  let isTold = false;
  return {
    add(table: Batch["table"]): readonly Warning[] {
      if (isTold) return [];
      unread.add(table);
      isTold = isStream && unread.words() !== null;
      return isTold ? warnOfUnread(unread) : [];
    },
    finish: (): readonly Warning[] => (isTold ? [] : warnOfUnread(unread)),
  };
}

/** Explanations named by the rows of the input. */
function explainBatch(explainer: Explainer, { table, rows, sources }: Batch): ExplainedAt[] {
  return explainer(table).map((explanation) => {
    const { row: at } = explanation;
    return { at, explanation: placeInInput(explanation, rows[at]!, sourceAt(sources, at)) };
  });
}

interface ExplainedAt {
  /** Place in the batch. */
  readonly at: number;
  readonly explanation: Explanation;
}

/** Turns explanations into what is written now, and at the end. */
interface Writer {
  /** `batch`: the rows that were looked at to find these. */
  add(explanations: readonly ExplainedAt[], batch: Batch): string;
  /** `drift`: how the rows as a whole are strange; null: they are not. */
  finish(drift: BatchDrift | null): string;
}

/** What a writer is made from. */
interface WriterSetting {
  readonly task: ExplainTask;
  readonly model: Model;
  readonly look: TextLook;
  readonly names: NamedOutput;
  warn(warnings: readonly Warning[]): void;
}

const WRITERS: Readonly<Record<WantedOutput, (setting: WriterSetting) => Writer>> = {
  rows: rowWriter,
  summary: summaryWriter,
  incidents: incidentWriter,
  incidentSummary: incidentSummaryWriter,
};

/** How a format writes it; whoever asked for what it cannot write was told before. */
function written<Write>(write: Write | string): Exclude<Write, string> {
  if (typeof write === "string") throw new Error(`this output is ${write}, and yet it was asked for`);
  return write as Exclude<Write, string>;
}

/** Nothing is written before the first explanation or the end: a head alone would read as "nothing is wrong". */
function rowWriter({ task, look, names }: WriterSetting): Writer {
  const format = FORMATS[task.format];
  const { head, row, tail } = written(format.rows)(look, names);
  let seen = 0;
  let index = 0;
  return {
    add(explanations, { rows }) {
      seen += rows.length;
      const begin = index === 0 && explanations.length > 0 ? head : "";
      return begin + explanations.map(({ explanation }) => row(explanation, index++)).join("");
    },
    finish() {
      if (index > 0) return tail;
      if (format.readBy === "programs") return head + tail;
      return `${head}${head === "" ? "" : "\n"}${describeNone(seen)}\n${tail}`;
    },
  };
}

function describeNone(seen: number): string {
  if (seen === 0) return "No row was to be explained.";
  return seen === 1 ? "The row is not strange enough." : `None of ${formatCountOf(seen, "row")} is strange enough.`;
}

function summaryWriter({ task, look }: WriterSetting): Writer {
  const summary = createSummary();
  const write = written(FORMATS[task.format].summary);
  return {
    add(explanations) {
      for (const { explanation } of explanations) summary.add(explanation);
      return "";
    },
    finish: (drift) => write(withDrift(summary.finish(), drift), look),
  };
}

function withDrift(summary: Summary, drift: BatchDrift | null): Summary {
  return drift === null ? summary : { ...summary, drift };
}

/** Incidents as they are over. */
function incidentWriter(setting: WriterSetting): Writer {
  const { head, incident, tail } = written(FORMATS[setting.task.format].incidents)(setting.look, setting.names);
  const fold = foldIncidents(setting);
  let index = 0;
  const write = (found: readonly Incident[]): string =>
    found.map((each) => (index === 0 ? head : "") + incident(each, index++)).join("");
  return {
    add: (explanations, batch) => write(fold.add(explanations, batch)),
    finish() {
      const rest = write(fold.finish());
      return `${rest}${index === 0 ? head : ""}${tail(fold.counts())}`;
    },
  };
}

/** Incidents gathered by what is wrong, when all are over. */
function incidentSummaryWriter(setting: WriterSetting): Writer {
  const write = written(FORMATS[setting.task.format].incidentSummary);
  const fold = foldIncidents(setting);
  const summary = createIncidentSummary();
  return {
    add(explanations, batch) {
      for (const incident of fold.add(explanations, batch)) summary.add(incident);
      return "";
    },
    finish() {
      for (const incident of fold.finish()) summary.add(incident);
      return write(summary.finish(fold.counts()), setting.look);
    },
  };
}

interface FoldedIncidents {
  /** Incidents that are over. */
  add(explanations: readonly ExplainedAt[], batch: Batch): readonly Incident[];
  /** The rest. */
  finish(): readonly Incident[];
  counts(): IncidentCounts;
}

function foldIncidents({ task, model, warn }: WriterSetting): FoldedIncidents {
  const { options, areChosen } = task;
  const fold = createTableFold(model, { ...options, areChosen }, task.incidents);
  const byColumn = task.incidents.by ?? null;
  const described = (found: readonly FoundIncident[]): readonly Incident[] =>
    found.map((each) => describeIncident(each, byColumn));
  return {
    add(explanations, { table, rows }) {
      const byRow = new Map(explanations.map(({ at, explanation }) => [at, explanation]));
      const isFirst = fold.placed() === null;
      const { found } = fold.add(table, rows, byRow);
      if (isFirst) warn(warnOfUnordered(model, fold.placed()));
      return described(found);
    },
    finish: () => described(fold.finish()),
    counts: () => fold.counts(),
  };
}

function orRefuse(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    report({ kind: "refused", code: error.code, message: error.message, hint: error.hint });
  }
}

orRefuse(() => start(workerData as ExplainTask));
