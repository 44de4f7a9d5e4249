/**
 * What boosted trees say about one row: how surprising each value is given the others, and how much less surprising the
 * others are where it is hidden.
 *
 * Prepared once for a model; a row fills buffers, and the kernel does the rest (kernel/conditionals.ts).
 */

import { exp, log } from "../base/index.js";
import { f64, i32, type Kernel, type Laid, type NumberTables, recordRoom, u8, writeRecord } from "../compute/index.js";
import { type Classes, categoryBins, conditionalClasses, numberBin, placeAmong } from "../densities/index.js";
import type { FeatureProfile } from "../model/index.js";
import {
  CONDITIONALS,
  COUNT_BITS,
  HIDDEN_BIN,
  MOST_CANDIDATES,
  MOST_SCORE,
  MOST_SURPRISE,
  type Place,
  SURPRISE_KNOTS,
  TREE_BLOCK,
} from "../schema/index.js";
import { bend } from "../table/index.js";
import { type ConditionalPlan, conditionalTreeLayout, fillConditionalTrees } from "./conditional-trees.js";

/** A place for each feature on which numbers stand for what is known of its value. */
export interface ConditionalEvidence extends ConditionalArrays {
  readonly plan: ConditionalPlan;
  readonly describe: readonly ValueDescriber[];
  readonly newChances: Float64Array;
  readonly pointer: Place<"Conditionals">;
  readonly kernel: Kernel;
}

type ConditionalArrays = Laid<ReturnType<typeof conditionalLayout>>;

export function conditionalLayout(plan: ConditionalPlan | null) {
  const targets = plan?.targets ?? [];
  const featureCount = plan?.known.features.length ?? 0;
  const sumCount = targets.reduce((sum, { starts }) => sum + starts.length, 0);
  const sumRoom = Math.max(1, ...targets.map(({ starts }) => starts.length));
  return {
    record: recordRoom(CONDITIONALS),
    ...conditionalTreeLayout(plan),
    firstSums: i32(targets.length + 1),
    targets: i32(targets.length),
    isClasses: u8(targets.length),
    hasAtom: u8(targets.length),
    starts: f64(sumCount),
    sums: f64(sumCount),
    shares: f64(sumCount),
    blends: f64(targets.length),
    curves: f64(targets.length * SURPRISE_KNOTS),
    bins: u8(featureCount),
    values: f64(featureCount),
    states: u8(featureCount),
    parts: f64(featureCount),
    extras: f64(featureCount),
    isHidden: u8(featureCount),
    sensors: i32(plan?.sensors === null ? 0 : featureCount),
    gathered: f64(plan?.sensors === null ? 0 : featureCount),
    surprise: f64(featureCount),
    candidates: i32(MOST_CANDIDATES),
    against: f64(MOST_CANDIDATES),
    without: f64(sumRoom),
    chances: f64(sumRoom),
  };
}

interface ConditionalParts {
  readonly plan: ConditionalPlan;
  /** Of the rows that were learnt. */
  readonly profiles: readonly FeatureProfile[];
  /** Of the row at hand: see RowBlamer. */
  readonly newChances: Float64Array;
  readonly tables: NumberTables;
  readonly kernel: Kernel;
}

/** A category has this part of a row's chance at least; one that was never seen has less. */
const LEAST_ROW = 0.3;
const UNSEEN_ROW = 0.1;

export function prepareConditionals(
  { plan, profiles, newChances, tables, kernel }: ConditionalParts,
  arrays: ConditionalArrays,
): ConditionalEvidence {
  const { known, targets } = plan;
  const { record, ...others } = arrays;
  fillConditionalTrees(plan, arrays);
  if (plan.sensors !== null) arrays.sensors.set(plan.sensors);
  targets.forEach(({ feature, conditional, starts, firstSum: first }, target) => {
    arrays.firstSums[target] = first;
    arrays.firstSums[target + 1] = first + starts.length;
    arrays.targets[target] = feature;
    arrays.starts.set(starts, first);
    arrays.isClasses[target] = Number(conditional.kind === "categorical");
    if (conditional.kind === "numeric") {
      arrays.hasAtom[target] = Number(conditional.atom !== null);
      arrays.curves.set(conditional.curve, target * SURPRISE_KNOTS);
    } else {
      const { frequencies } = conditionalClasses(conditional.counts);
      arrays.blends[target] = conditional.blend;
      arrays.shares.set(
        frequencies.map((share) => share * conditional.blend),
        first,
      );
    }
  });
  const { pointer } = writeRecord(CONDITIONALS, record, {
    ...others,
    roots64: tables.roots,
    centres: tables.centres,
    weight: known.weight,
    least: LEAST_ROW / Math.max(1, known.rowCount),
    featureCount: known.features.length,
    targetCount: targets.length,
    treeCount: plan.trees.length,
    blockCount: arrays.absent.length / (COUNT_BITS * TREE_BLOCK),
    sumCount: arrays.sums.length,
    hasPast: Number(plan.sensors !== null),
  });
  const describe = profiles.map((profile, feature) => describerOf(plan, feature, profile));
  return { ...arrays, plan, describe, newChances, pointer, kernel };
}

/** What is to be judged of a value: see the record Conditionals. */
type ValueDescriber = (value: number, evidence: ConditionalEvidence) => void;

/** Numbers are at most so many deviations from the mean. */
const FARTHEST = 1e6;

/** Values that are judged by trees, those whose surprise is fixed, and those that many rows have. */
const JUDGED = 0;
const FIXED = 1;
const AT_ATOM = 2;

function describerOf({ known, sensors }: ConditionalPlan, feature: number, profile: FeatureProfile): ValueDescriber {
  const conditional = known.features[feature]!;
  const rows = Math.max(1, known.rowCount);
  const isOfPast = sensors !== null && sensors[feature] !== feature; // that a row has no past says nothing
  const missing = isOfPast ? 0 : -log(Math.max(UNSEEN_ROW, profile.missingCount) / rows);
  const fix = (evidence: ConditionalEvidence, surprise: number): void => {
    evidence.bins[feature] = HIDDEN_BIN;
    evidence.states[feature] = FIXED;
    evidence.extras[feature] = evidence.surprise[feature] = surprise;
  };
  if (profile.kind === "categorical") {
    const counts = conditional?.kind === "categorical" ? conditional.counts : profile.counts;
    const bins = categoryBins(counts);
    const classes = conditionalClasses(counts);
    const { classOf } = classes;
    const parts = usualParts(classes);
    const unseen = -log(UNSEEN_ROW / rows);
    return (value, evidence) => {
      if (!(value >= 0)) return fix(evidence, Number.isNaN(value) ? missing : unseen);
      evidence.bins[feature] = bins[value]!;
      evidence.states[feature] = JUDGED;
      evidence.extras[feature] = 0;
      evidence.values[feature] = classOf[value]!;
      evidence.parts[feature] = parts[value]!;
    };
  }
  const cuts = known.cuts[feature]!;
  if (conditional?.kind === "categorical") {
    const { values, classOf, parts } = { values: conditional.values!, ...conditionalClasses(conditional.counts) };
    const unseen = -log(UNSEEN_ROW / rows);
    return (value, evidence) => {
      if (Number.isNaN(value)) return fix(evidence, missing);
      if (!Number.isFinite(value)) return fix(evidence, MOST_SURPRISE + log(rows));
      const place = evidence.newChances[feature]! < 1 ? -1 : placeAmong(values, value);
      if (place < 0) fix(evidence, unseen);
      evidence.bins[feature] = numberBin(cuts, value);
      if (place < 0) return;
      evidence.states[feature] = JUDGED;
      evidence.extras[feature] = 0;
      evidence.values[feature] = classOf[place]!;
      evidence.parts[feature] = parts[place]!;
    };
  }
  const { unit, mean, deviation } = conditional?.kind === "numeric" ? conditional.scale : profile.scale;
  const atom = conditional?.kind === "numeric" ? conditional.atom : null;
  const beyond = log(rows);
  return (value, evidence) => {
    if (Number.isNaN(value)) return fix(evidence, missing);
    if (!Number.isFinite(value)) return fix(evidence, MOST_SURPRISE + beyond);
    evidence.bins[feature] = numberBin(cuts, value);
    evidence.states[feature] = value === atom ? AT_ATOM : JUDGED;
    const isBeyond = value < profile.min || value > profile.max;
    const newChance = evidence.newChances[feature]!;
    evidence.extras[feature] = isBeyond ? beyond : newChance < 1 ? -log(newChance) : 0;
    const standardised = (bend(value, unit) - mean) / deviation;
    evidence.values[feature] = Math.max(-FARTHEST, Math.min(FARTHEST, standardised));
  };
}

/**
 * Of rare categories that share a class each is rare, in every row: what counts is how much rarer one is than they
 * usually are.
 */
function usualParts({ classOf, parts }: Classes): Float64Array {
  const usual = new Float64Array(parts.length);
  parts.forEach((part, code) => {
    usual[classOf[code]!]! -= part * log(part);
  });
  return parts.map((part, code) => Math.min(1, part * exp(usual[classOf[code]!]!)));
}

/** Looks at a row: values, or codes of categories. */
export function startConditionals(evidence: ConditionalEvidence, values: Float64Array): void {
  const { describe, surprise, kernel, pointer } = evidence;
  surprise.fill(0);
  for (let feature = 0; feature < describe.length; feature++) describe[feature]!(values[feature]!, evidence);
  kernel.run.startConditionals(pointer);
}

/**
 * A value that a number may have in many rows, and its chance in this one by the other features that were not blamed
 * before it; null where none has a chance of its own. The row has been blamed.
 */
export function commonValue({ plan, sums, shares }: ConditionalEvidence, feature: number): CommonValue | null {
  const target = plan.targets.find((each) => each.feature === feature);
  if (target === undefined) return null;
  const { conditional, firstSum, starts } = target;
  if (conditional.kind === "numeric") {
    const { atom } = conditional;
    return atom === null ? null : { value: atom, chance: 1 / (1 + exp(-clampScore(sums[firstSum + ATOM_SCORE]!))) };
  }
  if (conditional.values === null) return null;
  const scores = Array.from(starts, (_, place) => sums[firstSum + place]!);
  const top = scores.indexOf(Math.max(...scores));
  const { classOf } = conditionalClasses(conditional.counts);
  const place = classOf.indexOf(top);
  if (classOf.lastIndexOf(top) !== place) return null; // rare values that share a class
  const total = scores.reduce((sum, score) => sum + exp(clampScore(score - scores[top]!)), 0);
  return { value: conditional.values[place]!, chance: (1 - conditional.blend) / total + shares[firstSum + top]! };
}

export interface CommonValue {
  readonly value: number;
  readonly chance: number;
}

/** Of the sums about a number: see NumberConditional. */
const ATOM_SCORE = 2;

function clampScore(score: number): number {
  return Math.max(-MOST_SCORE, Math.min(MOST_SCORE, score));
}
