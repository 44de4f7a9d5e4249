/**
 * Blame for rows of a table: gathers the evidence of trees, nearest normal rows and single values, then blames.
 *
 * Prepared once; each row reuses the buffers. Learning uses it too, to see how strange normal rows look.
 */
import type { FeatureProfile, KeptRows } from "../model/model.js";
import type { Forest } from "../rules/forest.js";
import { fillRow } from "../rules/forest-walk.js";
import type { EncodedTable } from "../table/encode-table.js";
import type { Feature } from "../table/features.js";
import { type Blame, blameFeatures } from "./blame.js";
import { fillNear, type Neighbours, prepareNeighbours } from "./neighbours.js";
import { prepareStandard, type Standard } from "./standard-row.js";
import { fillTreeEvidence, prepareTreeEvidence, type TreeEvidence } from "./tree-evidence.js";

export interface BlameParts {
  readonly rowCount: number;
  readonly features: readonly Feature[];
  readonly profiles: readonly FeatureProfile[];
  readonly forest: Forest;
  readonly neighbours: KeptRows;
}

export interface RowBlamer {
  readonly standard: Standard;
  readonly evidence: TreeEvidence;
  readonly neighbours: Neighbours;
  /** The row at hand: values or codes, then on the common scale, and its evidence by feature. */
  readonly values: Float64Array;
  readonly standardised: Float64Array;
  readonly marginal: Float64Array;
  readonly near: Float64Array;
}

export interface RowBlame extends Blame {
  /** Numbers of the nearest kept rows, nearest first. */
  readonly nearest: readonly number[];
  /** One number for how strange the row is. */
  readonly strangeness: number;
}

export function prepareRowBlamer(parts: BlameParts): RowBlamer {
  const standard = prepareStandard(parts.profiles, parts.rowCount);
  const buffer = (): Float64Array => new Float64Array(parts.features.length);
  return {
    standard,
    evidence: prepareTreeEvidence(parts.forest, parts.features, parts.profiles),
    neighbours: prepareNeighbours(parts.neighbours, standard),
    values: buffer(),
    standardised: buffer(),
    marginal: buffer(),
    near: buffer(),
  };
}

export function blameRow(blamer: RowBlamer, table: EncodedTable, row: number): RowBlame {
  fillRow(table, row, blamer.values);
  return blameValues(blamer);
}

/** Blames the row that stands in `blamer.values`. */
export function blameValues(blamer: RowBlamer): RowBlame {
  const { standard, values, standardised, marginal, near, evidence } = blamer;
  for (let feature = 0; feature < values.length; feature++) {
    standardised[feature] = standard.standardise(feature, values[feature]!);
    marginal[feature] = standard.marginal(feature, values[feature]!);
  }
  fillTreeEvidence(evidence, values);
  const nearest = fillNear(blamer.neighbours, standardised, near);
  const blame = blameFeatures({ evidence, marginal, near });
  return { ...blame, nearest, strangeness: blame.strengths[0] ?? 0 };
}
