/** The explanations and incidents of a report in forms to take home, the same bytes as the command line writes. */
import { createExplainer } from "../../src/core/explain.js";
import { createIncidentExplainer } from "../../src/core/explain-incidents.js";
import { createCsvIncidents, type IncidentFormat, ndjsonIncidents } from "../../src/core/incidents/index.js";
import type { Model } from "../../src/core/model/index.js";
import {
  createCsvFormat,
  type ExplanationFormat,
  type NamedOutput,
  namesAmong,
  ndjsonFormat,
  placeInInput,
  type RowSources,
  sourceAt,
  wantedNames,
} from "../../src/core/presenting/index.js";
import type { Table } from "../../src/core/table/index.js";
import { type ExplainTask, incidentOptionsOf, type WrittenForm } from "./task.js";

/** Some rows of the table, their numbers in the input, and their files where there are several. */
export interface RowBatch {
  readonly batch: Table;
  readonly numbers: Int32Array;
  readonly sources: RowSources | null;
}

type WriteTask = ExplainTask & { readonly form: WrittenForm };

export function writeExplanations(task: WriteTask, batches: Iterable<RowBatch>): string {
  switch (task.form) {
    case "explanations.ndjson":
      return writeRows(task, batches, ndjsonFormat);
    case "explanations.csv":
      return writeRows(task, batches, createCsvFormat(namedOutput(task)));
    case "incidents.ndjson":
      return writeIncidents(task, batches, ndjsonIncidents);
    case "incidents.csv":
      return writeIncidents(task, batches, createCsvIncidents(namedOutput(task)));
  }
}

/** As `parsight explain --verify`. */
function writeRows({ model, review }: WriteTask, batches: Iterable<RowBatch>, format: ExplanationFormat): string {
  const explainer = createExplainer(model, { verify: true, review });
  const pieces = [format.head];
  for (const { batch, numbers, sources } of batches) {
    for (const found of explainer(batch)) {
      const explanation = placeInInput(found, numbers[found.row]!, sourceAt(sources, found.row));
      pieces.push(format.row(explanation, pieces.length - 1));
    }
  }
  return pieces.join("") + format.tail;
}

/** As `parsight explain --incidents --verify`. */
function writeIncidents(task: WriteTask, batches: Iterable<RowBatch>, format: IncidentFormat): string {
  const { model, review, incidents } = task;
  const explainer = createIncidentExplainer(model, { verify: true, review, ...incidentOptionsOf(incidents) });
  const pieces = [format.head];
  const write = (found: ReturnType<typeof explainer.finish>): void => {
    for (const incident of found) pieces.push(format.incident(incident, pieces.length - 1));
  };
  for (const { batch, numbers, sources } of batches) write(explainer.add(batch, { rows: numbers, sources }));
  write(explainer.finish());
  return pieces.join("") + format.tail(explainer.counts());
}

/** What rows are called in a table of explanations: the columns that name them, where they are there. */
function namedOutput({ model, table, parts }: WriteTask): NamedOutput {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const { id, time } = namesAmong(wantedNames(model, {}), [...columns.keys()]);
  return {
    id: id.map((name) => ({ name, type: nameType(columns.get(name)!.type, model, name) })),
    hasTime: time !== null,
    hasSources: parts.length > 1,
  };
}

function nameType(type: string, { features }: Model, name: string): "number" | "text" | "boolean" {
  const feature = features.find((each) => each.name === name);
  if (feature !== undefined) return feature.kind === "numeric" ? "number" : feature.type;
  return type === "number" || type === "boolean" ? type : "text";
}
