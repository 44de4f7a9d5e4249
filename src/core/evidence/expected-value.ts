/**
 * What is expected in the place of a suspect value: the range, or the fewest categories, that hold a normal value in
 * nine of ten rows like this one, and the likeliest value among them. Both come from the rest of the row
 * (predict-value.ts), and are as wide as rows that took no part in learning ask for.
 *
 * Never more than a shown rule allows, and never further than learning rows go: no amount below the least one seen, no
 * fraction where all values are whole.
 */

import { countBelow, countUpTo, type ReadableStep, readableStep, roundToStep } from "../base/index.js";
import type { ExpectedCategory, ExpectedNumber, Model, NumericProfile, ReferenceRows } from "../model/index.js";
import { contains, type IntervalPredicate, type Predicate } from "../predicates/index.js";
import { unbend } from "../table/index.js";
import { type CommonValue, commonValue } from "./conditional-evidence.js";
import {
  type NumberPrediction,
  noPrediction,
  predictByMixture,
  predictByTrees,
  predictShares,
  startPredicting,
} from "./predict-value.js";
import type { RowBlamer } from "./row-blame.js";
import { prepareSeenValues, type Seen, type SeenValues } from "./seen-values.js";

export interface ValueExpecter {
  readonly model: Model;
  readonly blamer: RowBlamer;
  /** 1 for features of the row at hand that are accused or left out; filled by the caller. */
  readonly isBarred: Uint8Array;
  readonly seen: SeenValues;
  /** Of features that were asked for: see usualValue. */
  readonly usual: Map<number, CommonValue | null>;
  /** Scratch. */
  readonly isMarked: Uint8Array;
  readonly prediction: NumberPrediction;
}

export interface Expectation {
  readonly expected: Predicate;
  /** Share of normal values that are as expected; null where `expected` says what the rule says. */
  readonly level: number | null;
  /** Number or category code; null: no category is likely. */
  readonly suggested: number | null;
}

/** A range on the scale of a feature, both ends included, and its likeliest value. */
interface ExpectedRange {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

export function prepareExpecter(model: Model, blamer: RowBlamer, isBarred: Uint8Array): ValueExpecter {
  const isMarked = new Uint8Array(isBarred.length);
  const seen = prepareSeenValues(model);
  return { model, blamer, isBarred, isMarked, seen, usual: new Map(), prediction: noPrediction() };
}

/**
 * Of an accused feature, within what the rule about it allows; null where nothing is known, or the value itself is
 * expected. One that was never seen is not, although it may lie in the range that is.
 */
export function expectValue(expecter: ValueExpecter, accused: Accused): Expectation | null {
  const measured = expecter.model.calibration.expected?.features[accused.feature] ?? null;
  if (measured === null) return null;
  return measured.kind === "numeric"
    ? expectNumber(expecter, accused, measured)
    : expectCategories(expecter, accused, measured);
}

/** An accused feature, the consequent of the rule about it, and where normal values end where that speaks. */
interface Accused {
  readonly feature: number;
  readonly rule: Predicate | null;
  readonly seen: Seen | null;
}

function expectNumber(
  expecter: ValueExpecter,
  { feature, rule, seen }: Accused,
  measured: ExpectedNumber,
): Expectation | null {
  const profile = expecter.model.profiles[feature]!;
  if (profile.kind !== "numeric") return null;
  const predicted = rangeOf(predictNumber(expecter, feature), measured, profile);
  const range = commonRange(expecter, { feature, rule }, predicted) ?? predicted;
  const whole = readableRange(range, measured.decimals, profile);
  const observed = expecter.blamer.values[feature]!;
  const values = expecter.model.knownValues[feature]?.values ?? null;
  const suggest = (inside: IntervalPredicate, middle: number): number =>
    knownValueInside(inside, valueInside(inside, middle, measured.decimals), values);
  if (rule === null) {
    const isInside = observed >= range.low && observed <= range.high;
    const isNew = expecter.blamer.newChances[feature]! < 1;
    if (isInside && !isNew) return null;
    // A range that was widened to read well must not reach the value that is said to lie outside of it.
    const isReached = !isInside && contains(toInterval(feature, whole), observed);
    const { min, max } = profile;
    const told = isReached ? rangeBeside(range, observed, { decimals: measured.decimals, min, max }) : whole;
    const expected = toInterval(feature, told);
    return {
      expected,
      level: levelOf(expecter),
      suggested: suggest(withinNormal(expected, seen, profile), range.middle),
    };
  }
  const allowed = rule.kind === "interval" && measured.decimals === 0 ? wholeNumbers(rule) : rule;
  const within = allowed.kind === "interval" ? cut(allowed, whole.low, whole.high) : null;
  // Where range and rule exclude each other, the rule is shown, and so it stands.
  const expected = within === null || !isSeen(within, seen) ? allowed : within;
  const inside = expected.kind === "interval" ? withinNormal(expected, seen, profile) : toInterval(feature, whole);
  const suggested = suggest(inside, within === expected ? middleInside(inside, range.middle) : range.middle);
  return { expected, level: expected === allowed ? null : levelOf(expecter), suggested };
}

/**
 * The one value that most numbers are, where a row like this one has it as often as a value is to lie in the range:
 * capital gains are 0 in 92 % of rows, and the range of the others says nothing. Null: there is none, or the range or
 * the rule excludes it.
 */
function commonRange(
  expecter: ValueExpecter,
  { feature, rule }: Pick<Accused, "feature" | "rule">,
  { low, high }: ExpectedRange,
): ExpectedRange | null {
  const { model, blamer, usual } = expecter;
  const { conditionals, values } = blamer;
  const level = levelOf(expecter) ?? 1;
  const common =
    (conditionals === null ? null : commonValue(conditionals, feature)) ?? usualValue(usual, model.neighbours, feature);
  if (common === null || common.chance < level) return null;
  const { value } = common;
  if (value === values[feature] || value < low || value > high) return null;
  if (rule !== null && !(rule.kind === "interval" && contains(rule, value))) return null;
  return { low: value, middle: value, high: value };
}

/** Where nothing tells how often rows like this have a value: that of most reference rows, and its share of them. */
function usualValue(
  usual: Map<number, CommonValue | null>,
  { columns }: ReferenceRows,
  feature: number,
): CommonValue | null {
  const known = usual.get(feature);
  if (known !== undefined) return known;
  const sorted = columns[feature]!.filter((value) => !Number.isNaN(value)).sort();
  // A value that more than half of them have stands in the middle.
  const value = sorted[sorted.length >> 1];
  const found =
    value === undefined
      ? null
      : { value, chance: (countUpTo(sorted, value) - countBelow(sorted, value)) / sorted.length };
  usual.set(feature, found);
  return found;
}

function levelOf({ model }: ValueExpecter): number | null {
  return model.calibration.expected?.level ?? null;
}

/** From what trees and mixture say about the feature, where they ask for nothing that is barred. */
function predictNumber({ blamer, isBarred, isMarked, prediction }: ValueExpecter, feature: number): NumberPrediction {
  predictByTrees(blamer, { feature, isBarred }, prediction);
  isMarked.set(isBarred);
  isMarked[feature] = 0;
  startPredicting(blamer, isMarked);
  predictByMixture(blamer, feature, prediction);
  return prediction;
}

/** Trees and mixture in one: where to look for the value, and in steps of what length, in deviations of the feature. */
export function joinPredictions(
  { byTrees, treeSpread, byMixture, mixtureSpread }: NumberPrediction,
  trees: number,
): readonly [middle: number, spread: number] {
  if (Number.isNaN(byTrees)) return Number.isNaN(byMixture) ? [0, 1] : [byMixture, LEAST_SPREAD + mixtureSpread];
  if (Number.isNaN(byMixture)) return [byTrees, LEAST_SPREAD + treeSpread];
  // Where the two differ, one of them is wrong.
  const spread = (treeSpread + mixtureSpread + Math.abs(byTrees - byMixture)) / 2;
  return [trees * byTrees + (1 - trees) * byMixture, LEAST_SPREAD + spread];
}

/** Nothing is predicted more sharply than this, in deviations of the feature. */
const LEAST_SPREAD = 0.02;

function rangeOf(prediction: NumberPrediction, measured: ExpectedNumber, profile: NumericProfile): ExpectedRange {
  const [middle, spread] = joinPredictions(prediction, measured.trees);
  const at = (steps: number): number => {
    const { unit, mean, deviation } = profile.scale;
    const value = unbend(mean + (middle + steps * spread) * deviation, unit);
    return Math.max(profile.min, Math.min(profile.max, value));
  };
  return { low: at(measured.low), middle: at(measured.middle), high: at(measured.high) };
}

/** Ends are told to no more than this share of the range, and move outwards. */
const END_STEP = 0.05;
const FINER_STEPS = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7] as const;
/** The value in the middle is told to about this share of it. */
const VALUE_STEP = 0.02;

/** The same range at ends that read well, and that a value can have at all. */
export function readableRange(
  { low, middle, high }: ExpectedRange,
  decimals: number | null,
  { min, max }: Ends,
): ExpectedRange {
  if (decimals === 0) {
    // The whole numbers in the range; where there is none, those on both sides of it.
    const first = Math.ceil(low);
    const last = Math.floor(high);
    return first <= last ? { low: first, middle, high: last } : { low: last, middle, high: first };
  }
  return rangeInSteps({ low, middle, high }, readableStep(END_STEP * (high - low), decimals), { min, max });
}

type Ends = Pick<NumericProfile, "min" | "max">;

interface EndsToTell extends Ends {
  readonly decimals: number | null;
}

function rangeInSteps(range: ExpectedRange, step: ReadableStep | null, { min, max }: Ends): ExpectedRange {
  if (step === null) return range;
  return {
    low: Math.max(min, roundToStep(range.low, step, Math.floor)),
    middle: range.middle,
    high: Math.min(max, roundToStep(range.high, step, Math.ceil)),
  };
}

/** The same range at ends that read well and do not reach a value beside it; as it is where there are none. */
export function rangeBeside(range: ExpectedRange, value: number, { decimals, min, max }: EndsToTell): ExpectedRange {
  for (const share of FINER_STEPS) {
    const step = readableStep(share * (range.high - range.low), decimals);
    const told = rangeInSteps(range, step, { min, max });
    if (value < told.low || value > told.high) return told;
  }
  return range;
}

function toInterval(feature: number, { low, high }: ExpectedRange): IntervalPredicate {
  return { kind: "interval", feature, min: low, max: high, maxInclusive: true };
}

/** The whole numbers in a rule's interval, by the first and the last: of 9 ≤ F < 11 they are 9 and 10. */
export function wholeNumbers(rule: IntervalPredicate): IntervalPredicate {
  const min = Math.ceil(rule.min);
  const max = rule.maxInclusive ? Math.floor(rule.max) : Math.ceil(rule.max) - 1;
  if ((min === rule.min && max === rule.max) || min > max) return rule; // they are, or there are none
  return { ...rule, min, max, maxInclusive: true };
}

/** What a range leaves of an interval. */
function cut(rule: IntervalPredicate, low: number, high: number): IntervalPredicate {
  const isCut = high < rule.max;
  return {
    kind: "interval",
    feature: rule.feature,
    min: Math.max(low, rule.min),
    max: isCut ? high : rule.max,
    maxInclusive: isCut || rule.maxInclusive,
  };
}

/** What is expected, as far as normal rows go: where the rule speaks, or all of them where none of it is seen there. */
function withinNormal(expected: IntervalPredicate, seen: Seen | null, all: Ends): IntervalPredicate {
  if (seen === null) return cut(expected, all.min, all.max);
  if (expected.min >= seen.min && expected.max <= seen.max) return expected;
  const within = cut(expected, seen.min, seen.max);
  return isEmpty(within) ? cut(expected, all.min, all.max) : within;
}

/** Whether there is such a value, and normal rows that the rule is about do not all lie elsewhere. */
export function isSeen(range: IntervalPredicate, seen: Seen | null): boolean {
  if (isEmpty(range) || seen === null) return !isEmpty(range);
  return range.min <= seen.max && (range.maxInclusive ? range.max >= seen.min : range.max > seen.min);
}

function isEmpty({ min, max, maxInclusive }: IntervalPredicate): boolean {
  return maxInclusive ? min > max : min >= max;
}

/**
 * Of a range and a rule that agree in part: the middle of that part where the one of the range is outside, since the
 * nearest end of a rule is what hardly any row has.
 */
function middleInside(inside: IntervalPredicate, middle: number): number {
  return contains(inside, middle) ? middle : inside.min / 2 + inside.max / 2;
}

/** The value that reads best near the middle of what is expected. */
function valueInside(expected: IntervalPredicate, middle: number, decimals: number | null): number {
  const { min, max } = expected;
  const wanted = Math.max(min, Math.min(max, middle));
  const step = readableStep(VALUE_STEP * (max - min), decimals);
  const rounded = step === null ? wanted : roundToStep(wanted, step, Math.round);
  if (contains(expected, rounded)) return rounded;
  return contains(expected, wanted) ? wanted : min;
}

/** A price that there is: of the values that a number comes in, where these are known, the nearest that is expected. */
function knownValueInside(expected: IntervalPredicate, wanted: number, values: Float64Array | null): number {
  if (values === null) return wanted;
  const above = values[countBelow(values, wanted)] ?? Number.POSITIVE_INFINITY;
  const below = values[countUpTo(values, wanted) - 1] ?? Number.NEGATIVE_INFINITY;
  const [nearer, other] = above - wanted < wanted - below ? [above, below] : [below, above];
  if (contains(expected, nearer)) return nearer;
  return contains(expected, other) ? other : wanted;
}

function expectCategories(
  expecter: ValueExpecter,
  { feature, rule }: Accused,
  { least }: ExpectedCategory,
): Expectation | null {
  const { model, blamer, isBarred } = expecter;
  const modelFeature = model.features[feature]!;
  if (modelFeature.kind !== "categorical") return null;
  const shares = new Float64Array(modelFeature.categories.length);
  predictShares(blamer, { feature, isBarred }, shares);
  const codes = expectedCodes(shares, least);
  if (rule === null) {
    if (codes.includes(blamer.values[feature]!)) return null;
    const expected: Predicate = { kind: "in", feature, codes };
    return { expected, level: levelOf(expecter), suggested: likelyCode(shares, null) };
  }
  if (rule.kind !== "in") return { expected: rule, level: null, suggested: likelyCode(shares, null) };
  const within = codes.filter((code) => rule.codes.includes(code));
  const expected = within.length === 0 || within.length === rule.codes.length ? rule : { ...rule, codes: within };
  const level = expected === rule ? null : levelOf(expecter);
  return { expected, level, suggested: likelyCode(shares, rule.codes) };
}

/** Ascending; the likeliest one at least. */
export function expectedCodes(shares: Float64Array, least: number): number[] {
  const codes: number[] = [];
  for (let code = 0; code < shares.length; code++) if (shares[code]! >= least) codes.push(code);
  return codes.length > 0 ? codes : [shares.indexOf(Math.max(...shares))];
}

/**
 * The category with at least half of the share of those that the rule allows (null: of all). One with less is more
 * likely wrong than right: of 11 in wrong cells of the mixed tables 3 were right, of 97 others 86. Null: there is none.
 */
export function likelyCode(shares: Float64Array, allowed: readonly number[] | null): number | null {
  const codes = allowed ?? Array.from(shares.keys());
  const best = codes.reduce((most, code) => (shares[code]! > shares[most]! ? code : most), codes[0]!);
  const total = codes.reduce((sum, code) => sum + shares[code]!, 0);
  return codes.length === 1 || shares[best]! >= LIKELY_SHARE * total ? best : null;
}

const LIKELY_SHARE = 0.5;
