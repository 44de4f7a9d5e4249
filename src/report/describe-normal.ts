/** The normal rows of a model as pictures are drawn from them: features, and the rows that it keeps. */
import type { Model } from "../core/model/index.js";
import { comparedRows, spreadOf } from "../core/presenting/index.js";
import type { CellValue } from "../core/table/index.js";
import type { NormalRows } from "./proof.js";
import type { KeptCell, ReportFeature, ReportRows } from "./report.js";

export function describeNormal(model: Model): NormalRows {
  return {
    learningRows: model.rowCount,
    compared: comparedRows(model),
    features: model.features.map((_, feature) => describeFeature(model, feature)),
    reference: describeReference(model),
  };
}

function describeFeature(model: Model, feature: number): ReportFeature {
  const described = model.features[feature]!;
  return {
    name: described.name,
    categories:
      described.kind === "categorical" ? described.categories.map((category) => toJsonCell(category) ?? "") : null,
    deviation: spreadOf(model, feature),
  };
}

function describeReference({ neighbours }: Model): ReportRows {
  return {
    rowCount: neighbours.rowCount,
    columns: neighbours.columns.map((column) => Array.from(column, toKeptCell)),
  };
}

function toKeptCell(value: number): KeptCell {
  if (Number.isNaN(value)) return null;
  return Number.isFinite(value) ? value : String(value);
}

/** JSON has no infinite numbers. */
export function toJsonCell(value: CellValue): CellValue {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}
