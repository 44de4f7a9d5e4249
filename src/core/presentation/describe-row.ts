/**
 * One sentence or two about a row, as one would send them to a colleague at night: which reading is wrong, what it should
 * be, why, and how sure that is.
 */
import type { Finding, Suspect } from "../explanations/finding.js";
import type { Model } from "../model/model.js";
import type { Rule } from "../rules/rule-list.js";
import type { CellValue } from "../table/table.js";
import { formatCount, formatNumber, formatShare } from "./format-number.js";
import { formatExpectation, formatPredicate, quoted } from "./format-predicate.js";
import { formatEvidence } from "./public-rule.js";

/** Suspects named besides the first. */
const ALSO_NAMED = 2;
/** A row less strange than this share of normal rows looks normal. */
export const LOOKS_NORMAL = 0.95;

type ObservedOf = (feature: number) => CellValue;

export function describeRow(finding: Finding, model: Model, observedOf: ObservedOf): string {
  const sentences = [...describeSuspects(finding, model, observedOf), ...describeStrength(finding, model)];
  if (finding.repaired !== null) sentences.push(describeRepair(finding, model));
  return sentences.join(" ");
}

export function formatObserved(value: CellValue): string {
  if (value === null) return "missing";
  return typeof value === "number" ? formatNumber(value) : quoted(String(value));
}

function describeSuspects(finding: Finding, model: Model, observedOf: ObservedOf): string[] {
  const [first, ...others] = finding.suspects.filter((suspect) => suspect.expected !== null);
  if (first === undefined) {
    return [`No rule is broken: the row agrees with what was learnt from ${formatCount(model.rowCount)} normal rows.`];
  }
  const reason = first.rule === null ? reasonByNeighbours() : describeReason(finding.rules[first.rule]!, model);
  return [
    `${describeSuspect(first, model, observedOf)}: ${reason}.`,
    ...others.slice(0, ALSO_NAMED).map((suspect) => `Also ${describeSuspect(suspect, model, observedOf)}.`),
  ];
}

/** "Valve is Closed but should be Open". */
function describeSuspect(suspect: Suspect, model: Model, observedOf: ObservedOf): string {
  const observed = observedOf(suspect.feature);
  const expected = formatExpectation(suspect.expected!, model, typeof observed === "number" ? observed : null);
  return `${quoted(model.features[suspect.feature]!.name)} is ${formatObserved(observed)} but should be ${expected}`;
}

/** "when Level ≥ 10 and Pump = ON, that holds for 99.8 % of 3,126 normal rows". */
function describeReason(rule: Rule, model: Model): string {
  const evidence = formatEvidence(rule);
  if (rule.antecedent.length === 0) return `that ${evidence}`;
  return `when ${rule.antecedent.map((predicate) => formatPredicate(predicate, model)).join(" and ")}, that ${evidence}`;
}

function reasonByNeighbours(): string {
  return "no rule says so, but it is so in the normal rows most like this one";
}

function describeStrength({ strength }: Finding, model: Model): string[] {
  if (strength === null) return [];
  if (strength < LOOKS_NORMAL)
    return [`All in all the row looks normal: ${formatShare(1 - strength)} of normal rows are at least as strange.`];
  if (strength === 1)
    return [`It is stranger than all ${formatCount(model.calibration.length)} normal rows it was compared with.`];
  return [`It is stranger than ${formatShare(strength)} of normal rows.`];
}

function describeRepair(finding: Finding, model: Model): string {
  const repairs = finding.suspects.flatMap((suspect) => {
    if (suspect.suggested === null) return [];
    const own = model.features[suspect.feature]!;
    const value = own.kind === "categorical" ? (own.categories[suspect.suggested] ?? null) : suspect.suggested;
    return [`${quoted(own.name)} = ${formatObserved(value)}`];
  });
  if (repairs.length === 0) return "There is no repair to suggest.";
  const { strength, rules } = finding.repaired!;
  const looksNormal = strength === null ? rules.length === 0 : strength < LOOKS_NORMAL;
  const broken =
    rules.length === 0 ? "break no rule" : `still break ${rules.length === 1 ? "a rule" : `${rules.length} rules`}`;
  return `With ${repairs.join(" and ")} it would ${looksNormal ? `look normal and ${broken}` : `still look strange and ${broken}`}.`;
}
