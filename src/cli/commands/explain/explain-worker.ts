/**
 * The entry of the worker thread that explains: it loads the model, then turns batch after batch into written text.
 * The thread that started it reads, writes and hears signals meanwhile.
 */
import { parentPort, workerData } from "node:worker_threads";
import { InputError } from "../../../core/base/errors/input-error.js";
import { createExplainer, type Explainer } from "../../../core/explain.js";
import type { FoundIncident } from "../../../core/incidents/fold-types.js";
import { describeIncident } from "../../../core/incidents/incident.js";
import { createIncidentSummary } from "../../../core/incidents/incident-summary.js";
import { createTableFold } from "../../../core/incidents/table-fold.js";
import type { Model } from "../../../core/model/model.js";
import { type Explanation, placeInInput } from "../../../core/presenting/explanation.js";
import { formatCountOf } from "../../../core/presenting/format-number.js";
import { type NamedOutput, UNNAMED_OUTPUT } from "../../../core/presenting/formats/explanation-table.js";
import { SUMMARY_FORMATS } from "../../../core/presenting/formats/summary-formats.js";
import { sourceAt, wantedNames } from "../../../core/presenting/row-names.js";
import { createSummary } from "../../../core/presenting/summary.js";
import type { Batch } from "../../../input/read-table.js";
import { modelWords, type TextLook } from "../../screen/explanation-text.js";
import { formatSummary } from "../../screen/summary-text.js";
import { parseModelFile } from "../../shared/model-file.js";
import { type ExplainReport, type ExplainRequest, type ExplainTask, NO_MORE } from "./explain-messages.js";
import { formatOf } from "./formats.js";
import { formatIncidentSummary, incidentFormatOf } from "./incident-formats.js";

function report(message: ExplainReport, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, [...transfer]);
}

function start(task: ExplainTask): void {
  const { path, model: bytes, options, look } = task;
  const model = parseModelFile(path, bytes);
  const explainer = createExplainer(model, options);
  const fullLook = { ...look, words: modelWords(model) };
  const createWriter = (names: NamedOutput): Writer => writerOf(task, model, fullLook, names);
  let writer = createWriter(UNNAMED_OUTPUT);
  parentPort?.on("message", (request: ExplainRequest) => {
    orRefuse(() => {
      if (request === NO_MORE) reportText(writer.finish(), 0);
      else if ("rows" in request) {
        const explanations = explainBatch(explainer, request);
        reportText(writer.add(explanations, request), request.rows.length - explanations.length);
      } else writer = createWriter(request);
    });
  });
  const features = model.features.map((feature) =>
    feature.kind === "numeric" ? feature : { name: feature.name, kind: feature.kind, type: feature.type },
  );
  report({ kind: "ready", features, names: wantedNames(model, options) });
}

const encoder = new TextEncoder();

function reportText(text: string, leftOut: number): void {
  const bytes = encoder.encode(text);
  report({ kind: "written", bytes, leftOut }, [bytes.buffer]);
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
  finish(): string;
}

function writerOf(task: ExplainTask, model: Model, look: TextLook, names: NamedOutput): Writer {
  const { wanted, format } = task;
  if (wanted === "rows") return rowWriter(format, look, names);
  return wanted === "summary" ? summaryWriter(format, look) : incidentWriter(task, model, look);
}

/** Incidents as they are over, or gathered by what is wrong when all are. */
function incidentWriter({ format, wanted, options, incidents }: ExplainTask, model: Model, look: TextLook): Writer {
  const fold = createTableFold(model, options, incidents);
  const summary = createIncidentSummary();
  const written = incidentFormatOf(format, look);
  const byColumn = incidents.by ?? null;
  let index = 0;
  const write = (found: readonly FoundIncident[]): string =>
    found
      .map((each) => {
        const incident = describeIncident(each, byColumn);
        if (wanted === "incidents") return (index === 0 ? written.head : "") + written.incident(incident, index++);
        summary.add(incident);
        return "";
      })
      .join("");
  return {
    add: (explanations, { table, rows }) =>
      write(fold.add(table, rows, new Map(explanations.map(({ at, explanation }) => [at, explanation]))).found),
    finish() {
      const rest = write(fold.finish());
      if (wanted === "incidents") return `${rest}${index === 0 ? written.head : ""}${written.tail(fold.counts())}`;
      return formatIncidentSummary(format, summary.finish(fold.counts()), look);
    },
  };
}

/** Nothing is written before the first explanation or the end: a head alone would read as "nothing is wrong". */
function rowWriter(format: ExplainTask["format"], look: TextLook, names: NamedOutput): Writer {
  const { head, row, tail } = formatOf(format, look, names);
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
      return isRead(format) ? `${head}${head === "" ? "" : "\n"}${describeNone(seen)}\n${tail}` : head + tail;
    },
  };
}

/** By people, who would wonder at an empty page; to programs no row is no line. */
function isRead(format: ExplainTask["format"]): boolean {
  return format === "text" || format === "markdown";
}

function describeNone(seen: number): string {
  if (seen === 0) return "No row was to be explained.";
  return seen === 1 ? "The row is not strange enough." : `None of ${formatCountOf(seen, "row")} is strange enough.`;
}

function summaryWriter(format: ExplainTask["format"], look: TextLook): Writer {
  const summary = createSummary();
  return {
    add(explanations) {
      for (const { explanation } of explanations) summary.add(explanation);
      return "";
    },
    finish: () =>
      format === "text" || format === "parquet" // which was refused
        ? formatSummary(summary.finish(), look)
        : SUMMARY_FORMATS[format](summary.finish()),
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
