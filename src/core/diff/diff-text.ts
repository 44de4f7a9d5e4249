/** What changed between two models, as text. */

import { visibleText } from "../base/index.js";
import { formatCount, formatCountOf, formatNumber } from "../presenting/index.js";
import type { ChangedRange, DiffRule, ModelDiff } from "./diff-models.js";
import type { VerdictDiff } from "./diff-verdicts.js";

/** `limit`: most rules of each kind. */
export function diffText(diff: ModelDiff, verdicts: VerdictDiff | null, limit: number): string {
  const { rows, features, ranges, rules } = diff;
  const lines = [
    `learnt from ${formatCountOf(rows.new, "row")}, before from ${formatCount(rows.old)}`,
    ...named("features gained", features.gained),
    ...named("features lost", features.lost),
    ...named("features of another kind", features.changed),
    ...ranges.map(rangeLine),
    `rules: ${formatCount(rules.same)} the same, ${formatCount(rules.gained.length)} gained, ${formatCount(rules.lost.length)} lost, ${formatCount(rules.moved.length)} moved`,
    ...rules.moved.slice(0, limit).flatMap((pair) => [`  - ${ruleLine(pair.old)}`, `  + ${ruleLine(pair.new)}`]),
    ...more(rules.moved.length - limit, "moved"),
    ...rules.lost.slice(0, limit).map((rule) => `  lost    ${ruleLine(rule)}`),
    ...more(rules.lost.length - limit, "lost"),
    ...rules.gained.slice(0, limit).map((rule) => `  gained  ${ruleLine(rule)}`),
    ...more(rules.gained.length - limit, "gained"),
    ...(verdicts === null ? [] : verdictLines(verdicts)),
  ];
  return `${lines.map(visibleText).join("\n")}\n`;
}

function named(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what}: ${names.join(", ")}`];
}

function rangeLine(range: ChangedRange): string {
  if ("old" in range) return `${range.feature}: seen ${spanText(range.old)}, now ${spanText(range.new)}`;
  const parts = [...named("new values", range.gained), ...named("values gone", range.lost)];
  return `${range.feature}: ${parts.join("; ")}`;
}

function spanText({ min, max, mean }: { readonly min: number; readonly max: number; readonly mean: number }): string {
  return `${formatNumber(min)} to ${formatNumber(max)} (mean ${formatNumber(mean)})`;
}

function ruleLine({ id, text, supportCount, antecedentCount }: DiffRule): string {
  return `${id} ${text} (${formatCount(supportCount)} of ${formatCount(antecedentCount)})`;
}

function more(count: number, what: string): string[] {
  return count > 0 ? [`  … and ${formatCount(count)} more ${what}`] : [];
}

function verdictLines({ rows, newlyFound, noLongerFound, otherCause, changed }: VerdictDiff): string[] {
  const total = newlyFound + noLongerFound + otherCause;
  return [
    `verdicts: ${formatCount(total)} of ${formatCountOf(rows, "row")} change: ${formatCount(newlyFound)} newly found, ${formatCount(noLongerFound)} no longer, ${formatCount(otherCause)} for another cause`,
    ...changed.map((each) => `  row ${each.row}: ${each.old ?? "nothing"} → ${each.new ?? "nothing"}`),
  ];
}
