/** What has drifted, in written forms. */
import { visibleText } from "../base/index.js";
import { csvLine, formatCountOf, formatShare, type TableCell } from "../presenting/index.js";
import { placeWords } from "./change-words.js";
import type { Drift, DriftedFeature, DriftedRule, DriftPlace } from "./drift.js";

/** Rules that the text shows, at most. */
const MOST_RULES = 10;

/** For people. */
export function driftText(drift: Drift): string {
  return [...changeLines(drift), "", `Watched: ${watchWords(drift, "streams")}`, ""].join("\n");
}

/** All that has changed. */
export function changeLines({ text, features, rules }: Drift): string[] {
  return [text, ...(features.length === 0 ? [] : ["", ...features.flatMap(featureLines)]), ...ruleLines(rules)];
}

/** "12 features and 122 rules. Of stable streams at most 1 % raise an alarm." */
export function watchWords({ watched, falseAlarms }: Drift, what: "streams" | "machines"): string {
  const watch = `${formatCountOf(watched.features, "feature")} and ${formatCountOf(watched.rules, "rule")}`;
  return `${watch}. Of stable ${what} at most ${formatShare(falseAlarms)} raise an alarm.`;
}

function featureLines({ feature, changes }: DriftedFeature): string[] {
  return [
    visibleText(feature),
    ...changes.map(({ text, since, lasts }) => `  ${withoutName(text, feature)}; ${sinceWords(since, lasts)}`),
  ];
}

function withoutName(text: string, feature: string): string {
  return text.slice(visibleText(feature).length + 1);
}

function sinceWords(since: DriftPlace, lasts: boolean): string {
  return `since ${placeWords(since)}${lasts ? "" : ", over by now"}`;
}

function ruleLines(rules: readonly DriftedRule[]): string[] {
  if (rules.length === 0) return [];
  const head =
    rules.length === 1 ? "One rule no longer holds:" : `${formatCountOf(rules.length, "rule")} no longer hold:`;
  const more = rules.length - MOST_RULES;
  return [
    "",
    head,
    ...rules.slice(0, MOST_RULES).map(({ id, text, since, lasts }) => `  ${id}  ${text}; ${sinceWords(since, lasts)}`),
    ...(more > 0 ? [`  and ${more} more (--format json has all)`] : []),
  ];
}

/** One object. */
export function driftJson(drift: Drift): string {
  return `${JSON.stringify(drift)}\n`;
}

/** A line for each feature and each rule. */
export function driftNdjson({ features, rules }: Drift): string {
  return [...features, ...rules].map((each) => `${JSON.stringify(each)}\n`).join("");
}

export const DRIFT_COLUMNS = [
  ...["feature", "kind", "direction", "category", "ruleId", "rule", "usual", "now"],
  ...["sinceRow", "sinceTime", "foundRow", "foundTime", "lasts", "evidence", "text"],
] as const;

/** A line for each change of a feature and for each rule. */
export function driftCsv(drift: Drift): string {
  return [DRIFT_COLUMNS, ...driftCells(drift)].map((cells) => csvLine(cells)).join("");
}

/** Cells of these lines, by DRIFT_COLUMNS. */
export function driftCells({ features, rules }: Drift): TableCell[][] {
  const changes = features.flatMap(({ feature, changes }) =>
    changes.map((change): TableCell[] => {
      const { kind, direction, category, usual, now } = change;
      return [feature, kind, direction, category ?? null, null, null, usual, now, ...changeCells(change)];
    }),
  );
  const broken = rules.map((rule): TableCell[] => {
    const { feature, id, confidence, confidenceNow } = rule;
    return [feature, "rule", "down", null, id, rule.rule, confidence, confidenceNow, ...changeCells(rule)];
  });
  return [...changes, ...broken];
}

function changeCells(change: Pick<DriftedRule, "since" | "found" | "lasts" | "evidence" | "text">): TableCell[] {
  const { since, found, lasts, evidence, text } = change;
  return [since.row, since.time ?? null, found.row, found.time ?? null, lasts, evidence, text];
}
