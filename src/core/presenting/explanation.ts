/**
 * The Explanation of one row as the contract writes it: suspects with blame, observed and expected value, the rules
 * that the row breaks, and one sentence.
 */

import type { Seen } from "../evidence/index.js";
import type { Finding, SetText, Suspect } from "../explaining/index.js";
import type { Model } from "../model/index.js";
import type { IntervalPredicate } from "../predicates/index.js";
import { type Aspect, type CellValue, type Column, cellAsRead, cellValue, type Past } from "../table/index.js";
import { describeShown, mostDecimals, neverSeen } from "./describe-row.js";
import { type ExpectedPredicate, toPublicPredicate } from "./format-predicate.js";
import { tellPast } from "./past-words.js";
import type { PublicRule } from "./public-rule.js";
import type { RowNames, RowSource } from "./row-names.js";
import type { RuleShower } from "./shown-rule.js";

export interface SuspectFeature {
  readonly feature: string;
  /** Of a feature of the past: the sensor it comes from, what of it, and its value in words; else absent. */
  readonly source?: string;
  readonly aspect?: Aspect;
  readonly told?: string;
  /** Share of the row's strangeness laid on this feature; sums to 1. */
  readonly blame: number;
  /** That this reading is wrong, in [0, 1]; null with method "paper" and with models of few rows. */
  readonly probability: number | null;
  /** null: missing. Infinite numbers are the texts "Infinity" and "-Infinity", since JSON has none. */
  readonly observed: CellValue;
  /**
   * Learning rows that were looked at and do not have this value: a category, or a number where new ones are rare.
   * Absent where one has it, and where the feature is not accused.
   */
  readonly neverSeenIn?: number;
  /** Beside `neverSeenIn`, where the value has more decimals than any of these rows: how many they have at most. */
  readonly mostDecimals?: number;
  /**
   * What normal rows have in its place, by the rest of the row and within the rule; null: not suspect enough to say.
   */
  readonly expected: ExpectedPredicate | null;
  /** The likeliest value in its place; null: none is known. */
  readonly suggested: CellValue;
  /** Place in `rules`, or null. */
  readonly rule: number | null;
}

/** How suspect a feature is, for a bar: how likely it is wrong, or its share of the blame where that is not known. */
export function suspicionOf({ probability, blame }: Pick<SuspectFeature, "probability" | "blame">): number {
  return probability ?? blame;
}

/** What the number beside such a bar is. */
export function suspicionName({ probability }: Pick<SuspectFeature, "probability">): "likely wrong" | "of the blame" {
  return probability === null ? "of the blame" : "likely wrong";
}

/** The same over a column of suspects. */
export function suspicionHeading([first]: readonly SuspectFeature[]): "likely wrong" | "blame" {
  return first === undefined || first.probability === null ? "blame" : "likely wrong";
}

/** "94 %", and never certain: "> 99 %", "< 1 %". Blame may be whole. */
export function formatSuspicion(suspect: Pick<SuspectFeature, "probability" | "blame">): string {
  const percent = Math.round(100 * suspicionOf(suspect));
  if (percent === 0) return "< 1 %";
  return percent === 100 && suspect.probability !== null ? "> 99 %" : `${percent} %`;
}

/** With what people call the row, where that is known. */
export interface Explanation extends RowNames {
  /** Number of the row, from 0. */
  readonly row: number;
  /** Share of normal rows that are less strange than this one; null with method "paper". */
  readonly strength: number | null;
  readonly features: readonly SuspectFeature[];
  /** The blame by sensor, where features of the past are among these: most suspect first; else absent. */
  readonly sensors?: readonly SuspectSensor[];
  /** The first two features, where they contradict each other and nothing tells which one is wrong; else absent. */
  readonly either?: readonly [string, string];
  readonly rules: readonly PublicRule[];
  /** Suspects that the review passes over here; absent without a review. */
  readonly muted?: number;
  /** How the row would look with the suggested values in place; only with `verify`. */
  readonly repaired?: {
    readonly strength: number | null;
    /** Sure range and mined rules, and tree rules shown, broken by the row as it is, and repaired. */
    readonly brokenBefore: number;
    readonly brokenAfter: number;
  };
  readonly text: string;
}

/** A sensor, and the blame of all features that come from it. */
export interface SuspectSensor {
  readonly sensor: string;
  /** Sums to 1. */
  readonly blame: number;
}

interface ExplainedRow {
  /** The columns of the row, one for each feature of the model. */
  readonly columns: readonly Column[];
  readonly row: number;
  readonly names: RowNames;
  readonly show: RuleShower;
  readonly sets: SetText;
}

export function toExplanation(
  finding: Finding,
  model: Model,
  { columns, row, names, show, sets }: ExplainedRow,
): Explanation {
  const observedOf = (feature: number): CellValue =>
    cellAsRead(model.features[feature]!, cellValue(columns[feature]!, row));
  const shown = finding.rules.map((rule) => show(rule, observedOf));
  const rules = shown.map(({ written }) => written);
  const shownRow = { model, rules, observedOf };
  const features = finding.suspects.map((suspect) => toSuspectFeature(suspect, finding, shownRow));
  const { strength, repaired } = finding;
  const text = describeShown(finding, { model, style: { observedOf, sets }, shown });
  const sensors = model.history === null ? {} : { sensors: sumBySensor(features) };
  const explanation: Explanation = { row, ...names, strength, features, ...sensors, rules, text };
  if (repaired === null && !finding.isEither) return explanation;
  const either = finding.isEither ? { either: [features[0]!.feature, features[1]!.feature] as const } : {};
  return { ...explanation, ...either, ...(repaired === null ? {} : { repaired }) };
}

/** Of equal ones the first suspect first. */
function sumBySensor(features: readonly SuspectFeature[]): SuspectSensor[] {
  const sums = new Map<string, number>();
  for (const { feature, source = feature, blame } of features) sums.set(source, (sums.get(source) ?? 0) + blame);
  return [...sums].map(([sensor, blame]) => ({ sensor, blame })).sort((a, b) => b.blame - a.blame);
}

export function describeMuted(muted: number): string {
  return `The review mutes ${muted === 1 ? "1 suspect" : `${muted} suspects`} here.`;
}

/** Says how many suspects the review passed over. */
export function withMuted(explanation: Explanation, muted: number): Explanation {
  const said = muted === 0 ? "" : ` ${describeMuted(muted)}`;
  const { text, ...rest } = explanation;
  return { ...rest, muted, text: `${text}${said}` };
}

/**
 * The explanation of a row by its place in the input, not in the table at hand; `source`: null where there is one file.
 */
export function placeInInput(explanation: Explanation, row: number, source: RowSource | null): Explanation {
  const { row: _, id, time, ...rest } = explanation;
  return {
    row,
    ...(id === undefined ? {} : { id }),
    ...(time === undefined ? {} : { time }),
    ...(source === null ? {} : { source }),
    ...rest,
  };
}

interface ShownRow {
  readonly model: Model;
  readonly rules: readonly PublicRule[];
  readonly observedOf: (feature: number) => CellValue;
}

/** Written out for features of the row itself, since objects that are put together take their time and memory. */
function toSuspectFeature(suspect: Suspect, finding: Finding, shownRow: ShownRow): SuspectFeature {
  const { model, observedOf } = shownRow;
  const { feature: index, blame, probability, rule } = suspect;
  const { name: feature, past } = model.features[index]!;
  const cell = observedOf(index);
  const observed = toJsonValue(cell);
  const expected = writeExpected(suspect, finding, shownRow);
  const suggested = toJsonValue(suggestedValue(index, suspect.suggested, model));
  const written: SuspectFeature =
    past === undefined
      ? { feature, blame, probability, observed, expected, suggested, rule }
      : { feature, ...writePast(past, cell), blame, probability, observed, expected, suggested, rule };
  const neverSeenIn = neverSeen(suspect, cell, model);
  if (neverSeenIn === null) return written;
  const most = mostDecimals(suspect, model);
  return most === null ? { ...written, neverSeenIn } : { ...written, neverSeenIn, mostDecimals: most };
}

function writePast(past: Past, observed: CellValue): Pick<SuspectFeature, "source" | "aspect" | "told"> {
  const { source, aspect } = past;
  const told = tellPast(past, observed);
  return told === null ? { source, aspect } : { source, aspect, told };
}

function writeExpected(
  { expected, level, seen, rule }: Suspect,
  finding: Finding,
  { model, rules }: Omit<ShownRow, "observedOf">,
): ExpectedPredicate | null {
  if (expected === null) return null;
  if (expected.kind === "interval" && level !== null) return writeRange(expected, model, { level, seen });
  const isOfRule = rule !== null && finding.rules[rule]!.consequent === expected;
  const predicate = isOfRule ? rules[rule]!.consequent : toPublicPredicate(expected, model);
  if (level !== null) return { ...predicate, level };
  return seen !== null && "min" in predicate && !isSame(predicate, seen) ? { ...predicate, seen } : predicate;
}

/** A range that was measured has both ends. Written out, since objects that are put together take their time. */
function writeRange(
  range: IntervalPredicate,
  model: Model,
  { level, seen }: { readonly level: number; readonly seen: Seen | null },
): ExpectedPredicate {
  const { min, max, maxInclusive } = range;
  const feature = model.features[range.feature]!.name;
  if (!maxInclusive)
    return seen === null || isSame(range, seen) ? { feature, min, max, level } : { feature, min, max, level, seen };
  if (seen === null || isSame(range, seen)) return { feature, min, max, maxInclusive, level };
  return { feature, min, max, maxInclusive, level, seen };
}

function isSame(range: { readonly min: number | null; readonly max: number | null }, seen: Seen): boolean {
  return range.min === seen.min && range.max === seen.max;
}

function suggestedValue(feature: number, suggested: number | null, model: Model): CellValue {
  const modelFeature = model.features[feature]!;
  if (suggested === null || modelFeature.kind === "numeric") return suggested;
  return modelFeature.categories[suggested] ?? null;
}

function toJsonValue(value: CellValue): CellValue {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}
