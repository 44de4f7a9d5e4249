/**
 * One sentence or two about a row, as one would send them to a colleague at night: which reading is wrong, what it
 * should be, why, and how sure that is. Whoever says a part of it, on a screen or on a page, takes the words from here.
 */

import { greatestStrength, type Seen } from "../evidence/index.js";
import { type Finding, isDoubted, type Repaired, type Suspect, suspectsToRepair } from "../explaining/index.js";
import { diagnosisRowCount, type Model } from "../model/index.js";
import { contains, type IntervalPredicate, type Predicate } from "../predicates/index.js";
import { type CellValue, type Feature, isSameCategory } from "../table/index.js";
import { sayExpected } from "./format-expected.js";
import { formatCount, formatCountOf, formatShare } from "./format-number.js";

import { formatExpectation, type PredicateStyle, toPublicPredicate } from "./format-predicate.js";

import { tellPast } from "./past-words.js";
import { plainShower, type ShownRule } from "./shown-rule.js";
import {
  describeEither,
  describeLeastUsual,
  describeReading,
  describeUnaccused,
  describeWrong,
  FEW_CHOICES,
  formatSeenRange,
  isBeyond,
  type ToldPast,
  type ToldReading,
} from "./suspect-words.js";

/** Suspects named besides the first. */
const ALSO_NAMED = 2;
/** A row less strange than this share of normal rows looks normal. */
export const LOOKS_NORMAL = 0.95;

/** Without a strength (method "paper") nothing is said to look normal. */
export function looksNormal({ strength }: Pick<Finding, "strength">): boolean {
  return strength !== null && strength < LOOKS_NORMAL;
}

/**
 * Whether the row would be better with the suggested values: less strange, or breaking fewer rules, and neither
 * stranger nor breaking more. What looks normal has only rules to mend.
 */
export function isWorthRepairing({ strength, repaired }: RepairedRow): boolean {
  if (repaired === undefined || repaired === null) return false;
  const { brokenBefore, brokenAfter } = repaired;
  const change = strength === null || repaired.strength === null ? 0 : repaired.strength - strength;
  if (change > 0 || brokenAfter > brokenBefore) return false;
  return brokenAfter < brokenBefore || (change < 0 && !looksNormal({ strength }));
}

interface RepairedRow {
  readonly strength: number | null;
  readonly repaired?: Repaired | null;
}

export function describeRow(finding: Finding, model: Model, style: PredicateStyle): string {
  return describeShown(finding, { model, style, shown: showRules(finding, model, style) });
}

interface ShownFinding {
  readonly model: Model;
  readonly style: PredicateStyle;
  /** The finding's rules, for the row. */
  readonly shown: readonly ShownRule[];
}

export function describeShown(finding: Finding, showing: ShownFinding): string {
  const { model } = showing;
  const { strength } = finding;
  const isNormal = looksNormal(finding);
  let text = isNormal ? describeNormal(strength!, finding) : "";
  text += describeSuspects(finding, showing);
  if (strength !== null && !isNormal) text += ` The row is ${describeStrength(strength, comparedRows(model))}.`;
  if (finding.repaired === null) return text;
  const repair = describeRepair(finding, { repairs: repairsOf(finding, model), compared: comparedRows(model) });
  return repair === null ? text : `${text} ${repair}`;
}

function showRules({ rules }: Finding, model: Model, { observedOf, sets }: PredicateStyle): ShownRule[] {
  const show = plainShower(model, sets);
  return rules.map((rule) => show(rule, observedOf));
}

/** One sentence or more; the first suspect leads that has a rule, or a value that was never seen. */
function describeSuspects(finding: Finding, showing: ShownFinding): string {
  const { model, style } = showing;
  const { suspects } = finding;
  const first = suspects[0];
  if (first === undefined) {
    return `No rule is broken: the row agrees with what was learnt from ${formatCountOf(model.rowCount, "normal row")}.`;
  }
  const tell = (suspect: Suspect): ToldSuspect => tellSuspect(suspect, finding, showing);
  if (finding.isEither) return describePair(suspects.slice(0, 2).map(tell));
  const hasReason = (suspect: Suspect): boolean =>
    suspect.rule !== null || neverSeen(suspect, style.observedOf(suspect.feature), model) !== null;
  const reasoned = suspects.filter(hasReason).slice(0, ALSO_NAMED + 1);
  if (reasoned.length === 0) {
    const told = tell(first);
    if (looksNormal(finding)) return `${describeUnaccused(told)}.`;
    if (told.isMeasured) return `${describeLeastUsual(told)}.`;
    return `${describeUnaccused({ ...told, neverSeenIn: rowsWithout(first, told.observed, model) })}.`;
  }
  const [lead, ...others] = reasoned.map(tell);
  const also = others.map((told) => ` Also ${describeWrong(told)}.`).join("");
  const text = `${describeBecause(lead!)}.${also}`;
  if (first === reasoned[0]) return text;
  const { name, past } = tell(first);
  const reading = past === null ? describeReading(name, style.observedOf(first.feature)) : `${name} (${past.told})`;
  return `${text} ${reading} is unusual too.`;
}

/** Two that contradict each other: each is wrong if the other is right. */
function describePair(pair: readonly ToldSuspect[]): string {
  const [first, second] = pair.map(({ name }) => name);
  const told = pair.filter(({ expectation }) => expectation !== null);
  return [`${describeEither(first!, second!)}.`, ...told.map((one) => `${describeBecause(one)}.`)]
    .map((sentence, place) => (place === 2 ? `Or ${sentence}` : sentence))
    .join(" ");
}

interface ToldSuspect extends ToldReading {
  /** What speaks for it; null: no rule does. */
  readonly reason: string | null;
}

function tellSuspect(suspect: Suspect, { rules }: Finding, { model, style, shown }: ShownFinding): ToldSuspect {
  const { feature, expected, level, seen } = suspect;
  const observed = style.observedOf(feature);
  const neverSeenIn = neverSeen(suspect, observed, model);
  const rule = suspect.rule === null ? null : rules[suspect.rule]!;
  const words = suspect.rule === null ? null : shown[suspect.rule]!;
  const isOfRule = rule !== null && expected === rule.consequent;
  const sayOther = (other: Predicate): string => {
    const spread = rule === null || level !== null ? 0 : spreadOf(model, feature);
    return sayPredicate(other, model, { ...style, spread });
  };
  const isInRange =
    neverSeenIn !== null &&
    expected?.kind === "interval" &&
    typeof observed === "number" &&
    contains(expected, observed);
  const isAny = neverSeenIn !== null && (isInRange ? level !== null && isAllSeen(expected, seen) : isMany(expected));
  const expectation = expected === null || isAny ? null : isOfRule ? words!.expectation : sayOther(expected);
  const isBeyondAll = rule?.antecedent.length === 0 && seen !== null && isBeyond(seen, observed);
  return {
    name: model.features[feature]!.name,
    observed,
    expectation,
    isMeasured: level !== null,
    neverSeenIn,
    mostDecimals: mostDecimals(suspect, model),
    isInRange,
    seen,
    past: toldPast(model.features[feature]!, observed),
    reason: words === null || isAny ? null : tellReason(words, { isOfRule, beyond: isBeyondAll ? seen : null }),
  };
}

/** Whether it says no more than that the value is one of normal rows. */
function isAllSeen({ min, max }: IntervalPredicate, seen: Seen | null): boolean {
  return seen !== null && min === seen.min && max === seen.max;
}

function isMany(expected: Predicate | null): boolean {
  return expected?.kind === "in" && expected.codes.length > FEW_CHOICES;
}

/** null: the feature is a reading by itself. */
function toldPast({ past }: Feature, observed: CellValue): ToldPast | null {
  const told = past === undefined ? null : tellPast(past, observed);
  return past === undefined || told === null ? null : { source: past.source, told };
}

interface ReasonStyle {
  /** Whether what is expected is what the rule asks for. */
  readonly isOfRule: boolean;
  /** Where normal values end, of a number beyond all of them that a rule without a condition accuses; else null. */
  readonly beyond: Seen | null;
}

/** By the rule, in few words where that is what is expected; of a number beyond all normal ones by that alone. */
function tellReason({ reason, statement }: ShownRule, { isOfRule, beyond }: ReasonStyle): string {
  if (beyond !== null) return `all normal rows have ${formatSeenRange(beyond)}`;
  return isOfRule ? reason : statement;
}

function describeBecause(told: ToldSuspect): string {
  return told.reason === null ? describeWrong(told) : `${describeWrong(told)}: ${told.reason}`;
}

/**
 * Learning rows of which none has the value of a suspect: a category, or a number where new ones are rare (one that is
 * beyond all others is told by these). Null: one has it, or that is nothing special.
 */
function rowsWithout(suspect: Suspect, observed: CellValue, model: Model): number | null {
  const { feature, isNew } = suspect;
  if (observed === null) return null;
  const modelFeature = model.features[feature]!;
  if (modelFeature.kind === "numeric") return isNew ? model.knownValues[feature]!.rowCount : null;
  const isKnown = modelFeature.categories.some((category) => isSameCategory(category, observed));
  return isKnown ? null : diagnosisRowCount(model);
}

/** The same where something is said against the suspect; else null. */
export function neverSeen(suspect: Suspect, observed: CellValue, model: Model): number | null {
  return isDoubted(suspect) ? rowsWithout(suspect, observed, model) : null;
}

/** Of a number that is new since it has more decimals than any learning row: how many these have at most; else null. */
export function mostDecimals({ feature, isFiner }: Suspect, model: Model): number | null {
  return isFiner ? model.knownValues[feature]!.decimals : null;
}

/** What a value should be, with ranges as precise as `spread` deserves. */
function sayPredicate(
  predicate: Predicate,
  model: Model,
  { spread, ...style }: PredicateStyle & { readonly spread: number },
): string {
  if (predicate.kind !== "interval") return formatExpectation(predicate, model, style);
  return sayExpected(toPublicPredicate(predicate, model), style.observedOf(predicate.feature), spread);
}

/** Standard deviation of a numeric feature: how precisely a bound deserves to be shown; 0 for others. */
export function spreadOf({ profiles }: Pick<Model, "profiles">, feature: number): number {
  const profile = profiles[feature]!;
  return profile.kind === "numeric" ? profile.deviation : 0;
}

/** How many normal rows a row is compared with to tell its strength. */
export function comparedRows({ calibration }: Pick<Model, "calibration">): number {
  return calibration.strangeness.length;
}

/** The suspect that a sentence begins with: the first with a rule or a value never seen, else the first of all. */
export function leadOf<Any extends { readonly rule: number | null; readonly neverSeenIn?: number }>(
  suspects: readonly Any[],
): Any | undefined {
  return suspects.find(({ rule, neverSeenIn }) => rule !== null || neverSeenIn !== undefined) ?? suspects[0];
}

/** The plain word when a detector flagged what looks normal to us, before what is said of its suspects. */
function describeNormal(strength: number, { suspects }: Finding): string {
  const share = describeAsStrange(strength);
  return suspects.some(({ rule }) => rule !== null)
    ? `As a whole this row looks normal (${share}); still, `
    : `This row looks normal: ${share}. `;
}

/** "40 % of normal rows are at least as strange". */
export function describeAsStrange(strength: number): string {
  return `${formatShare(1 - strength)} of normal rows are at least as strange`;
}

/**
 * "stranger than 99 % of normal rows"; `compared`: with how many it was compared, than which nothing can be stranger.
 */
export function describeStrength(strength: number, compared: number): string {
  if (strength < greatestStrength(compared)) return `stranger than ${formatShare(strength)} of normal rows`;
  const all = compared === 1 ? "the one normal row" : `all ${formatCount(compared)} normal rows`;
  return `stranger than ${all} it was compared with`;
}

/** "Valve = Open" for each value that would be set. */
function repairsOf({ suspects, isEither }: Finding, model: Model): string[] {
  return suspectsToRepair(suspects, isEither).map(({ feature, suggested }) => {
    const { name, ...modelFeature } = model.features[feature]!;
    const value = modelFeature.kind === "categorical" ? (modelFeature.categories[suggested!] ?? null) : suggested;
    return describeReading(name, value);
  });
}

interface RepairWords {
  /** The readings to set, as `describeReading` words them. */
  readonly repairs: readonly string[];
  /** With how many normal rows the row was compared. */
  readonly compared: number;
}

/**
 * "With Valve = Open it would look normal and break no rule (now 14)." null: no repair was tried, or the row looks
 * normal and none would mend anything.
 */
export function describeRepair(row: RepairedRow, { repairs, compared }: RepairWords): string | null {
  const { repaired = null } = row;
  if (repaired === null || (looksNormal(row) && !isWorthRepairing(row))) return null;
  if (repairs.length === 0) return "There is no repair to suggest.";
  const values = repairs.join(" and ");
  const { strength, brokenBefore, brokenAfter } = repaired;
  const now = brokenBefore === 0 ? "" : ` (now ${formatCount(brokenBefore)})`;
  if (strength === null && brokenAfter === brokenBefore)
    return `Whether ${values} would make it look more normal is not known: too few normal rows were held back to compare it with.`;
  if (!isWorthRepairing(row)) return `${values} would not make it look more normal.`;
  if (strength === null)
    return `With ${values} it would ${brokenAfter === 0 ? "" : "still "}break ${formatRules(brokenAfter)}${now}.`;
  if (strength >= LOOKS_NORMAL)
    return `With ${values} it would still be ${describeStrength(strength, compared)} and break ${formatRules(brokenAfter)}${now}.`;
  return brokenAfter === 0
    ? `With ${values} it would look normal and break no rule${now}.`
    : `With ${values} it would look normal, though it would still break ${formatRules(brokenAfter)}${now}.`;
}

function formatRules(count: number): string {
  return count === 0 ? "no rule" : formatCountOf(count, "rule");
}
