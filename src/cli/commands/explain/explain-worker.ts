/**
 * The entry of the worker thread that explains: it loads the model, then turns batch after batch into written text.
 * The thread that started it reads, writes and hears signals meanwhile.
 */
import { parentPort, workerData } from "node:worker_threads";
import { InputError } from "../../../core/errors/input-error.js";
import { createExplainer } from "../../../core/explain.js";
import { csvFormat } from "../../../core/presentation/csv.js";
import { type ExplanationFormat, jsonFormat, ndjsonFormat } from "../../../core/presentation/explanation-format.js";
import { htmlFormat } from "../../../core/presentation/html.js";
import { markdownFormat } from "../../../core/presentation/markdown.js";
import { spreadsOf, type TextLook, textFormat } from "../../screen/explanation-text.js";
import { parseModelFile } from "../model-file.js";
import type { ExplainReport, ExplainRequest, ExplainTask } from "./explain-messages.js";

function report(message: ExplainReport, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, [...transfer]);
}

function start({ path, model: bytes, options, format, look }: ExplainTask): void {
  const model = parseModelFile(path, bytes);
  const explainer = createExplainer(model, options);
  const written = formatOf(format, { ...look, spreads: spreadsOf(model) });
  const encoder = new TextEncoder();
  let index = 0;
  parentPort?.on("message", ({ table, rows }: ExplainRequest) => {
    orRefuse(() => {
      const pieces = explainer(table).map((explanation, at) =>
        written.row({ ...explanation, row: rows[at]! }, index++),
      );
      const text = encoder.encode(pieces.join(""));
      report({ kind: "written", bytes: text }, [text.buffer]);
    });
  });
  const features = model.features.map((feature) =>
    feature.kind === "numeric" ? feature : { name: feature.name, kind: feature.kind, type: feature.type },
  );
  report({ kind: "ready", features, head: written.head, tail: written.tail });
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
