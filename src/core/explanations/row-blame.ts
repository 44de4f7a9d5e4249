/**
 * Blame for rows of a table: gathers the evidence of trees, nearest normal rows, mixture and single values, then blames.
 *
 * Prepared once; each row reuses the buffers. Learning uses it too, to see how strange normal rows look.
 */
import type { Mixture } from "../densities/mixture.js";
import { type NormalScorer, prepareNormalScores } from "../densities/normal-scores.js";
import type { Quantiles } from "../densities/quantiles.js";
import type { FeatureProfile, KeptRows } from "../model/model.js";
import type { Forest } from "../rules/forest.js";
import { fillRow } from "../rules/forest-walk.js";
import { type EncodedTable, UNSEEN } from "../table/encode-table.js";
import type { Feature } from "../table/features.js";
import { type Blame, type BlameInputs, blameFeatures, prepareBlame } from "./blame.js";
import { prepareMixtureEvidence, startMixture } from "./mixture-evidence.js";
import { prepareNearDensity, startDensity } from "./near-density.js";
import { fillNear, type Neighbours, prepareNeighbours } from "./neighbours.js";
import { prepareStandard, type Standard } from "./standard-row.js";
import { prepareTreeEvidence, startTrees } from "./tree-evidence.js";

export interface BlameParts {
  readonly rowCount: number;
  readonly features: readonly Feature[];
  readonly profiles: readonly FeatureProfile[];
  readonly quantiles: readonly Quantiles[];
  readonly forest: Forest;
  readonly neighbours: KeptRows;
  readonly mixture: Mixture | null;
}

export interface RowBlamer extends BlameInputs {
  readonly standard: Standard;
  readonly neighbours: Neighbours;
  /** The row at hand: values or codes, then on the common scale. */
  readonly values: Float64Array;
  readonly standardised: Float64Array;
  readonly blame: RowBlame;
}

/** Filled anew for each row. */
export interface RowBlame extends Blame {
  /** Numbers of the nearest kept rows, nearest first: [0, nearestCount) in use. */
  readonly nearest: Int32Array;
  nearestCount: number;
}

/** Nearest rows shown. */
const SHOWN_NEAREST = 3;

export function prepareRowBlamer(parts: BlameParts): RowBlamer {
  const standard = prepareStandard(parts);
  const neighbours = prepareNeighbours(parts.neighbours, standard);
  const count = parts.features.length;
  return {
    standard,
    neighbours,
    trees: prepareTreeEvidence(parts.forest, parts.features, parts.profiles, standard),
    density: prepareNearDensity(neighbours),
    mixture: parts.mixture === null ? null : prepareMixtureEvidence(parts.mixture, scorerOf(parts)),
    isCategorical: standard.isCategorical,
    values: new Float64Array(count),
    standardised: new Float64Array(count),
    marginal: new Float64Array(count),
    tail: new Float64Array(count),
    near: new Float64Array(count),
    isMissing: new Uint8Array(count),
    isLeftOut: new Uint8Array(count),
    blame: { ...prepareBlame(count), nearest: neighbours.nearest, nearestCount: 0 },
  };
}

/** Normal scores of a model's features. */
export function scorerOf(parts: Pick<BlameParts, "profiles" | "quantiles">): NormalScorer {
  const deviations = parts.profiles.map((profile) => (profile.kind === "numeric" ? profile.deviation : 1));
  return prepareNormalScores(parts.quantiles, deviations);
}

/** What is returned is the blamer's own, and good until the next row. */
export function blameRow(blamer: RowBlamer, table: EncodedTable, row: number): RowBlame {
  const { standard, values, standardised, marginal, tail, near, isMissing, isLeftOut, blame } = blamer;
  fillRow(table, row, values);
  for (let j = 0; j < values.length; j++) {
    const value = values[j]!;
    standardised[j] = standard.standardise(j, value);
    marginal[j] = standard.marginal(j, value);
    tail[j] = standard.tail(j, value);
    isMissing[j] = Number(Number.isNaN(value));
    isLeftOut[j] = Number(Number.isNaN(value) || (standard.isCategorical[j] === 1 && value === UNSEEN));
  }
  startTrees(blamer.trees, blamer);
  const nearCount = fillNear(blamer.neighbours, standardised, near);
  if (nearCount === 0) near.set(marginal);
  startDensity(blamer.density, standardised, nearCount);
  if (blamer.mixture !== null) startMixture(blamer.mixture, values, isLeftOut);
  blameFeatures(blamer, blame);
  blame.nearestCount = Math.min(SHOWN_NEAREST, nearCount);
  return blame;
}
