/**
 * The normal rows that other methods learn from: those that were learnt from, a sample of them where they are many, or
 * those the model keeps.
 */
import { InputError } from "../../src/core/base/index.js";
import type { Model } from "../../src/core/model/index.js";
import {
  type Column,
  encodeTable,
  type Feature,
  sampleRows,
  type Table,
  takeRows,
} from "../../src/core/table/index.js";
import { takeChosen } from "../choosing/choose-rows.js";
import type { ChosenRows } from "../tasks/task.js";
import type { ComparedRows } from "./messages.js";

/** With more rows methods that look at each of them for each question would keep one waiting. */
const MOST_ROWS = 20_000;

export function findNormalRows(model: Model, normal: ChosenRows | null): { table: Table; rows: ComparedRows } {
  if (normal === null) {
    const table = referenceTable(model);
    return { table, rows: { rowCount: table.rowCount, from: "model", of: table.rowCount } };
  }
  const chosen = takeChosen(normal);
  const table = sampled(chosen, model.features);
  return { table, rows: { rowCount: table.rowCount, from: "table", of: chosen.rowCount } };
}

function sampled(table: Table, features: readonly Feature[]): Table {
  if (table.rowCount <= MOST_ROWS) return table;
  return takeRows(table, sampleRows(encodeTable(features, table), MOST_ROWS, 1).sort());
}

/** The rows that the model keeps, as a table. */
export function referenceTable({ features, neighbours }: Model): Table {
  if (neighbours.rowCount === 0) {
    throw new InputError(
      "PEER_NO_ROWS",
      "the model keeps no normal rows to compare with",
      "Learn from a table in this page, or learn the model again with --neighbours above 0.",
    );
  }
  return {
    rowCount: neighbours.rowCount,
    columns: features.map((feature, place) => toColumn(feature, neighbours.columns[place]!)),
  };
}

function toColumn(feature: Feature, values: Float64Array): Column {
  const { name } = feature;
  if (feature.kind === "numeric") return { name, type: "number", values };
  const codes = Int32Array.from(values, (code) => (Number.isNaN(code) ? -1 : code));
  const categories = feature.categories;
  switch (feature.type) {
    case "text":
      return { name, type: "text", dictionary: categories.map(String), codes };
    case "number":
      return { name, type: "number", values: Float64Array.from(codes, (code) => Number(categories[code] ?? NaN)) };
    case "boolean":
      return {
        name,
        type: "boolean",
        codes: Int8Array.from(codes, (code) => (code < 0 ? -1 : Number(categories[code]))),
      };
  }
}
