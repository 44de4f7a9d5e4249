/**
 * The entry of the worker thread that explains: it loads the model, then turns batch after batch into written text.
 * The thread that started it reads, writes and hears signals meanwhile.
 */
import { parentPort, workerData } from "node:worker_threads";
import { InputError } from "../../../core/errors/input-error.js";
import { createExplainer, type Explainer } from "../../../core/explain.js";
import { csvFormat } from "../../../core/presentation/csv.js";
import type { Explanation } from "../../../core/presentation/explanation.js";
import { type ExplanationFormat, jsonFormat, ndjsonFormat } from "../../../core/presentation/explanation-format.js";
import { formatCountOf } from "../../../core/presentation/format-number.js";
import { htmlFormat } from "../../../core/presentation/html.js";
import { markdownFormat } from "../../../core/presentation/markdown.js";
import { createSummary } from "../../../core/presentation/summary.js";
import { SUMMARY_FORMATS } from "../../../core/presentation/summary-formats.js";
import type { Batch } from "../../../node/read-table.js";
import { spreadsOf, type TextLook, textFormat } from "../../screen/explanation-text.js";
import { formatSummary } from "../../screen/summary-text.js";
import { parseModelFile } from "../model-file.js";
import { type ExplainReport, type ExplainRequest, type ExplainTask, NO_MORE } from "./explain-messages.js";

function report(message: ExplainReport, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, [...transfer]);
}

function start({ path, model: bytes, options, format, wanted, look }: ExplainTask): void {
  const model = parseModelFile(path, bytes);
  const explainer = createExplainer(model, options);
  const fullLook = { ...look, spreads: spreadsOf(model) };
  const writer = wanted === "summary" ? summaryWriter(format, fullLook) : rowWriter(format, fullLook);
  const encoder = new TextEncoder();
  parentPort?.on("message", (request: ExplainRequest) => {
    orRefuse(() => {
      const rows = request === NO_MORE ? 0 : request.rows.length;
      const explanations = request === NO_MORE ? [] : explainBatch(explainer, request);
      const text = encoder.encode(request === NO_MORE ? writer.finish() : writer.add(explanations, rows));
      report({ kind: "written", bytes: text, leftOut: rows - explanations.length }, [text.buffer]);
    });
  });
  const features = model.features.map((feature) =>
    feature.kind === "numeric" ? feature : { name: feature.name, kind: feature.kind, type: feature.type },
  );
  report({ kind: "ready", features, head: writer.head });
}

/** Explanations named by the rows of the input. */
function explainBatch(explainer: Explainer, { table, rows }: Batch): Explanation[] {
  return explainer(table).map((explanation) => ({ ...explanation, row: rows[explanation.row]! }));
}

/** Turns explanations into what is written now, and at the end. */
interface Writer {
  readonly head: string;
  /** `rows`: how many were looked at to find these. */
  add(explanations: readonly Explanation[], rows: number): string;
  finish(): string;
}

function rowWriter(format: ExplainTask["format"], look: TextLook): Writer {
  const { head, row, tail } = formatOf(format, look);
  let seen = 0;
  let index = 0;
  return {
    head,
    add(explanations, rows) {
      seen += rows;
      return explanations.map((explanation) => row(explanation, index++)).join("");
    },
    finish: () => (index === 0 && isRead(format) ? `${head === "" ? "" : "\n"}${describeNone(seen)}\n${tail}` : tail),
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
    head: "",
    add(explanations) {
      for (const explanation of explanations) summary.add(explanation);
      return "";
    },
    finish: () =>
      format === "text" ? formatSummary(summary.finish(), look) : SUMMARY_FORMATS[format](summary.finish()),
  };
}

function formatOf(format: ExplainTask["format"], look: TextLook): ExplanationFormat {
  switch (format) {
    case "text":
      return textFormat(look);
    case "json":
      return jsonFormat;
    case "ndjson":
      return ndjsonFormat;
    case "csv":
      return csvFormat;
    case "markdown":
      return markdownFormat;
    case "html":
      return htmlFormat;
  }
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
