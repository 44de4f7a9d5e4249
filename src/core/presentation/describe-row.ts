/**
 * One sentence or two about a row, as one would send them to a colleague at night: which reading is wrong, what it should
 * be, why, and how sure that is.
 */
import type { Finding, Repaired, Suspect } from "../explanations/finding.js";
import { greatestStrength } from "../explanations/strength.js";
import type { Model } from "../model/model.js";
import type { CellValue } from "../table/table.js";
import { formatCount, formatCountOf, formatReading, formatShare } from "./format-number.js";
import { formatExpectation, type ObservedOf, type PredicateStyle, quoted } from "./format-predicate.js";
import { plainShower, type ShownRule } from "./shown-rule.js";

/** Suspects named besides the first. */
const ALSO_NAMED = 2;
/** A row less strange than this share of normal rows looks normal. */
export const LOOKS_NORMAL = 0.95;

/** Without a strength (method "paper") nothing is said to look normal. */
export function looksNormal({ strength }: Pick<Finding, "strength">): boolean {
  return strength !== null && strength < LOOKS_NORMAL;
}

/** Whether a row is at least so strange; `least` null: any row is. */
export function isAsStrange({ strength }: Pick<Finding, "strength">, least: number | null): boolean {
  return least === null || (strength !== null && strength >= least);
}

/**
 * Whether the row would be better with the suggested values: less strange, or breaking fewer rules, and neither stranger nor
 * breaking more. What looks normal has only rules to mend.
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

/** `shown`: the finding's rules, for the row. */
export function describeRow(
  finding: Finding,
  model: Model,
  style: PredicateStyle,
  shown: readonly ShownRule[] = showRules(finding, model, style),
): string {
  const { strength } = finding;
  const isNormal = looksNormal(finding);
  let text = isNormal ? describeNormal(strength!, finding) : "";
  text += describeSuspects(finding, model, style, shown);
  if (strength !== null && !isNormal) text += ` ${describeStrength(strength, model)}`;
  if (finding.repaired !== null && (!isNormal || isWorthRepairing(finding)))
    text += ` ${describeRepair(finding, model)}`;
  return text;
}

function showRules({ rules }: Finding, model: Model, { observedOf, sets }: PredicateStyle): ShownRule[] {
  const show = plainShower(model, sets);
  return rules.map((rule) => show(rule, observedOf));
}

export function formatObserved(value: CellValue): string {
  if (value === null) return "missing";
  return typeof value === "number" ? formatReading(value) : quoted(String(value));
}

/** One sentence or more; the first suspect with a rule leads. */
function describeSuspects(
  { suspects, strength }: Finding,
  model: Model,
  style: PredicateStyle,
  shown: readonly ShownRule[],
): string {
  const { observedOf } = style;
  const first = suspects[0];
  if (first === undefined || (first.expected === null && strength === null)) {
    return `No rule is broken: the row agrees with what was learnt from ${formatCountOf(model.rowCount, "normal row")}.`;
  }
  let text = "";
  let named = 0;
  for (let i = 0; i < suspects.length && named <= ALSO_NAMED; i++) {
    const suspect = suspects[i]!;
    if (suspect.rule === null) continue;
    const rule = shown[suspect.rule]!;
    const wrong = describeSuspect(suspect, model, observedOf, rule);
    text += named++ === 0 ? `${wrong}: ${rule.reason}.` : ` Also ${wrong}.`;
  }
  if (named === 0) return describeUnruled(first, model, style);
  return first.rule === null ? `${text} ${describeReading(first, model, observedOf)} is unusual too.` : text;
}

function describeUnruled(first: Suspect, model: Model, style: PredicateStyle): string {
  const reading = describeReading(first, model, style.observedOf);
  if (first.expected === null) return `No rule singles out a reading; the least usual is ${reading}.`;
  const expected = formatExpectation(first.expected, model, style);
  return `No rule singles out a reading; the least usual is ${reading}, where the normal rows most like this one have ${expected}.`;
}

/** "Level = 11.1". */
function describeReading(suspect: Suspect, model: Model, observedOf: ObservedOf): string {
  return `${quoted(model.features[suspect.feature]!.name)} = ${formatObserved(observedOf(suspect.feature))}`;
}

/** "Valve is Closed but should be Open". */
function describeSuspect(
  { feature }: Suspect,
  model: Model,
  observedOf: ObservedOf,
  { expectation }: ShownRule,
): string {
  const observed = formatObserved(observedOf(feature));
  return `${quoted(model.features[feature]!.name)} is ${observed} but should be ${expectation}`;
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

function describeStrength(strength: number, model: Model): string {
  const compared = model.calibration.strangeness.length;
  if (strength >= greatestStrength(compared)) {
    return `It is stranger than ${compared === 1 ? "the one normal row" : `all ${formatCount(compared)} normal rows`} it was compared with.`;
  }
  return `It is stranger than ${formatShare(strength)} of normal rows.`;
}

/** "With Valve = Open it would look normal and break no rule (now 14)." */
function describeRepair(finding: Finding, model: Model): string {
  const repairs = finding.suspects.flatMap((suspect) => {
    if (suspect.suggested === null) return [];
    const own = model.features[suspect.feature]!;
    const value = own.kind === "categorical" ? (own.categories[suspect.suggested] ?? null) : suspect.suggested;
    return [`${quoted(own.name)} = ${formatObserved(value)}`];
  });
  if (repairs.length === 0) return "There is no repair to suggest.";
  const values = repairs.join(" and ");
  if (!isWorthRepairing(finding)) return `${values} would not make it look more normal.`;
  const { strength, brokenBefore, brokenAfter } = finding.repaired!;
  const now = `(now ${formatCount(brokenBefore)})`;
  if (strength !== null && strength >= LOOKS_NORMAL) {
    return `With ${values} it would still be stranger than ${formatShare(strength)} of normal rows and break ${formatRules(brokenAfter)} ${now}.`;
  }
  return brokenAfter === 0
    ? `With ${values} it would look normal and break no rule ${now}.`
    : `With ${values} it would look normal, though it would still break ${formatRules(brokenAfter)} ${now}.`;
}

function formatRules(count: number): string {
  return count === 0 ? "no rule" : formatCountOf(count, "rule");
}
