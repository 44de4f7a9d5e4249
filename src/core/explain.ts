/**
 * Explains rows by a Model: which features are suspect, which rules they break, what they should have been.
 *
 * `createExplainer` prepares once and then explains batch after batch; `explain` does both for one table.
 */

import { diagnoseRow, prepareDiagnosis } from "./explanations/diagnosis.js";
import {
  type ExplainOptions,
  type ResolvedExplainOptions,
  resolveExplainOptions,
} from "./explanations/explain-options.js";
import type { Finding } from "./explanations/finding.js";
import { findByRules, preparePaperMethod } from "./explanations/paper-method.js";
import type { Model } from "./model/model.js";
import { requireModel } from "./model/require-model.js";
import { type Explanation, toExplanation } from "./presentation/explanation.js";
import { asTable, type RowObject } from "./table/build-table.js";
import { type EncodedTable, encodeTable, findColumns } from "./table/encode-table.js";
import { findRows } from "./table/select-rows.js";
import type { Table } from "./table/table.js";

/** Explains the rows of a table, in row order. */
export type Explainer = (table: Table | readonly RowObject[]) => Explanation[];

export function createExplainer(model: Model, options: ExplainOptions = {}): Explainer {
  requireModel(model);
  const resolved = resolveExplainOptions(options);
  const find = resolved.method === "paper" ? paperFinder(model, resolved) : diagnosisFinder(model, resolved);
  return (given) => {
    const table = asTable(given);
    const columns = findColumns(model.features, table);
    const encoded = encodeTable(model.features, table);
    const rows = resolved.anomaly === null ? allRows(table) : findRows(table, resolved.anomaly);
    return Array.from(rows, (row) => toExplanation(find(encoded, row), model, columns, row));
  };
}

function allRows(table: Table): Int32Array {
  return Int32Array.from({ length: table.rowCount }, (_, row) => row);
}

type Finder = (table: EncodedTable, row: number) => Finding;

function paperFinder(model: Model, { top }: ResolvedExplainOptions): Finder {
  const prepared = preparePaperMethod(model, top);
  return (table, row) => findByRules(prepared, table, row);
}

function diagnosisFinder(model: Model, options: ResolvedExplainOptions): Finder {
  const prepared = prepareDiagnosis(model, options);
  return (table, row) => diagnoseRow(prepared, table, row);
}

/** Extra columns are ignored; a missing one is an InputError that names it. */
export function explain(model: Model, rows: Table | readonly RowObject[], options: ExplainOptions = {}): Explanation[] {
  return createExplainer(model, options)(rows);
}
