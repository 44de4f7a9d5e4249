/**
 * What is known of each value of a row by itself, for all evidence of the row at once: on the common scale, how
 * surprising, what it answers to trees, and its normal score for the mixture.
 *
 * Where a number lies among the quantiles of its feature is asked for its tail and for its score: in the kernel both
 * come of one search. Categories are looked up here. Cost for a row: O(features × log quantiles).
 */

import { countUpTo } from "../base/index.js";
import {
  type ArraysOf,
  evenLength,
  f64,
  i32,
  type Kernel,
  type Laid,
  type NumberTables,
  recordRoom,
  writeRecord,
} from "../compute/index.js";
import {
  type Mixture,
  type NormalScorer,
  prepareNormalScores,
  type Quantiles,
  standardScore,
} from "../densities/index.js";
import type { FeatureProfile } from "../model/index.js";
import { type Place, VALUES, type ValuesRecord } from "../schema/index.js";
import { bend, UNSEEN, type ValueScale } from "../table/index.js";
import type { FlatForest } from "./flat-forest.js";
import type { Standard } from "./standard-row.js";

export interface ValueParts {
  readonly profiles: readonly FeatureProfile[];
  readonly quantiles: readonly Quantiles[];
  readonly mixture: Mixture | null;
}

/** Where what comes of it goes: arrays of the evidence, one number for each feature. */
interface EvidenceArrays {
  readonly standardised: Float64Array<ArrayBuffer>;
  readonly marginal: Float64Array<ArrayBuffer>;
  readonly tail: Float64Array<ArrayBuffer>;
  readonly isMissing: Uint8Array<ArrayBuffer>;
  /** 1 also for categories never seen. */
  readonly isLeftOut: Uint8Array<ArrayBuffer>;
  /** What each value answers to trees; about categories all answers are 1 before. */
  readonly answers: Int32Array<ArrayBuffer>;
  /** On the scale of the mixture's components, 0 where left out; null where there is no mixture. */
  readonly scores: Float64Array<ArrayBuffer> | null;
}

export interface RowValues extends ArraysOf<ValuesRecord, ValueArrays> {
  readonly evidence: EvidenceArrays;
  readonly standard: Standard;
  readonly flat: FlatForest;
  readonly mixture: Mixture | null;
  readonly scorer: NormalScorer;
  readonly categorical: Int32Array;
  /** Of the scale of each feature. */
  readonly units: readonly (number | null)[];
  readonly kernel: Kernel;
  readonly pointer: Place<"Values">;
}

/** Those of the record Values, and room for it. */
type ValueArrays = Laid<ReturnType<typeof valueLayout>>;

export function valueLayout({ quantiles, profiles, mixture }: ValueParts, { cutOffs }: Pick<FlatForest, "cutOffs">) {
  const features = profiles.length;
  const knots = totalLength(quantiles.map(({ values }) => values));
  return {
    record: recordRoom(VALUES),
    numeric: i32(profiles.filter(({ kind }) => kind === "numeric").length),
    means: f64(features),
    deviations: f64(features),
    knownRows: f64(features),
    missing: f64(features),
    firstKnots: i32(features + 1),
    knots: f64(knots),
    shares: f64(knots),
    knotScores: f64(mixture === null ? 0 : knots),
    scoreCentres: f64(features),
    scoreScales: f64(evenLength(features)),
    firstCuts: i32(features + 1),
    cutOffs: f64(totalLength(cutOffs)),
    values: f64(features),
    bent: f64(features),
    places: i32(features),
  };
}

function totalLength(lists: readonly Float64Array[]): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}

/** Codes of categories are as they are. */
function scaleOf(profile: FeatureProfile): ValueScale {
  return profile.kind === "numeric" ? profile.scale : { unit: null, mean: 0, deviation: 1 };
}

/** Normal scores of a model's features. */
export function scorerOf({ profiles, quantiles }: Omit<ValueParts, "mixture">): NormalScorer {
  return prepareNormalScores(quantiles, profiles.map(scaleOf));
}

interface ValueSurroundings extends Pick<RowValues, "standard" | "flat"> {
  readonly evidence: EvidenceArrays;
  readonly tables: NumberTables;
  readonly kernel: Kernel;
}

export function prepareValues(
  parts: ValueParts & { readonly rowCount: number },
  arrays: ValueArrays,
  { standard, flat, evidence, tables, kernel }: ValueSurroundings,
): RowValues {
  const { profiles, mixture } = parts;
  const { record, ...others } = arrays;
  const features = [...profiles.keys()];
  arrays.numeric.set(features.filter((j) => profiles[j]!.kind === "numeric"));
  fillConstants(parts, arrays, { standard, flat });
  const { pointer } = writeRecord(VALUES, record, {
    ...others,
    standardised: evidence.standardised,
    marginal: evidence.marginal,
    tail: evidence.tail,
    isMissing: evidence.isMissing,
    isLeftOut: evidence.isLeftOut,
    answers: evidence.answers,
    scores: evidence.scores ?? 0,
    centres: tables.centres,
    numericCount: arrays.numeric.length,
    featureCount: features.length,
  });
  return {
    ...arrays,
    evidence,
    standard,
    flat,
    mixture,
    scorer: scorerOf(parts),
    units: profiles.map((profile) => scaleOf(profile).unit),
    categorical: Int32Array.from(features.filter((j) => profiles[j]!.kind === "categorical")),
    kernel,
    pointer,
  };
}

function fillConstants(
  { profiles, quantiles, mixture, rowCount }: ValueParts & { readonly rowCount: number },
  arrays: ValueArrays,
  { standard, flat }: { readonly standard: Standard; readonly flat: FlatForest },
): void {
  profiles.forEach((profile, j) => {
    if (profile.kind === "numeric") {
      arrays.means[j] = profile.scale.mean;
      arrays.deviations[j] = profile.scale.deviation;
    }
    arrays.knownRows[j] = rowCount - profile.missingCount;
    arrays.missing[j] = standard.rarity(j, Number.NaN);
  });
  fillLists(
    quantiles.map(({ values }, j) => values.map((value) => bend(value, scaleOf(profiles[j]!).unit))),
    arrays.firstKnots,
    arrays.knots,
  );
  fillLists(
    quantiles.map(({ shares }) => shares),
    arrays.firstKnots,
    arrays.shares,
  );
  fillLists(flat.cutOffs, arrays.firstCuts, arrays.cutOffs);
  arrays.knotScores.fill(Number.NaN);
  if (mixture === null) return;
  arrays.scoreScales.fill(1); // where there are two at a time, one may be no feature's
  arrays.scoreCentres.set(mixture.centres);
  arrays.scoreScales.set(mixture.scales);
}

/** One behind the other. */
function fillLists(lists: readonly Float64Array[], firsts: Int32Array, into: Float64Array): void {
  lists.forEach((list, j) => {
    into.set(list, firsts[j]!);
    firsts[j + 1] = firsts[j]! + list.length;
  });
}

/** Looks at the row in `values`, and fills the arrays of the evidence. */
export function describeValues(described: RowValues): void {
  const { categorical, values, bent, units, evidence, kernel, pointer } = described;
  evidence.answers.fill(1, values.length);
  bent.set(values);
  for (let j = 0; j < units.length; j++) if (units[j] !== null) bent[j] = bend(values[j]!, units[j]!);
  if (kernel.run.describeNumbers(pointer) !== 0) {
    fillScores(described);
    kernel.run.describeNumbers(pointer);
  }
  for (let i = 0; i < categorical.length; i++) describeCategory(described, categorical[i]!);
}

/** Scores of the knots around each number: explaining a few rows asks for few of them. */
function fillScores({ numeric, evidence, places, firstKnots, shares, knotScores, scorer }: RowValues): void {
  for (const feature of numeric) {
    if (!Number.isNaN(evidence.scores![feature]!)) continue;
    const first = firstKnots[feature]!;
    for (let at = first + Math.max(0, places[feature]! - 1); at <= first + places[feature]!; at++) {
      knotScores[at] = scorer.quantileOf(shares[at]!);
    }
  }
}

function describeCategory(described: RowValues, j: number): void {
  const { standard, mixture, scorer, values, evidence } = described;
  const value = values[j]!;
  const isMissing = Number.isNaN(value);
  const isLeftOut = isMissing || value === UNSEEN;
  evidence.standardised[j] = value;
  evidence.marginal[j] = evidence.tail[j] = standard.rarity(j, value);
  evidence.isMissing[j] = Number(isMissing);
  evidence.isLeftOut[j] = Number(isLeftOut);
  answerTrees(described, j, value);
  if (evidence.scores === null || mixture === null) return;
  evidence.scores[j] = isLeftOut ? 0 : standardScore(mixture, j, scorer.score(j, value));
}

function answerTrees({ flat, evidence }: RowValues, feature: number, code: number): void {
  const codes = flat.codeAnswers[feature]!;
  if (codes === null) evidence.answers[feature] = countUpTo(flat.cutOffs[feature]!, code);
  else if (code >= 0 && codes[code] !== 0) evidence.answers[codes[code]!] = 0;
}
