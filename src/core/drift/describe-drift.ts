/** From what the watcher found to what is told: features with all that has changed of them, rules, and the verdict. */
import { visibleText } from "../base/index.js";
import type { Model, Warning } from "../model/index.js";
import { featuresOf } from "../predicates/index.js";
import { formatCountOf, formatShare, toPublicRule } from "../presenting/index.js";
import { confidenceOf, ruleAt } from "../rules/index.js";
import { changeWords, placeWords } from "./change-words.js";
import type { Drift, DriftedFeature, DriftedRule, DriftPlace, FeatureChange } from "./drift.js";
import type { WatchedRule } from "./watch-rules.js";
import type { WatchedSeries, WatchedSide } from "./watch-series.js";

/** A change that was found: as it stood then. */
export interface FoundChange<Watched> {
  readonly watched: Watched;
  readonly since: DriftPlace;
  readonly found: DriftPlace;
}

export interface SeriesSide {
  readonly series: WatchedSeries;
  readonly side: WatchedSide;
}

interface FoundDrift extends Pick<Drift, "rows" | "watched" | "falseAlarms"> {
  readonly series: readonly FoundChange<SeriesSide>[];
  readonly rules: readonly FoundChange<WatchedRule>[];
  readonly warnings: readonly Warning[];
  /** Rows that were looked at before a place: their numbers in the input may be in another order. */
  readonly rowsBefore: (place: DriftPlace) => number;
}

export function describeDrift(model: Model, found: FoundDrift): Drift {
  const earlier = (first: DriftPlace | null, next: DriftPlace): DriftPlace =>
    first === null || found.rowsBefore(next) < found.rowsBefore(first) ? next : first;
  const features = describeFeatures(model, found.series, earlier);
  const rules = found.rules.map((each) => describeRule(model, each)).sort((a, b) => b.evidence - a.evidence);
  const all = [...features, ...rules];
  const since = all.map((each) => each.since).reduce<DriftPlace | null>(earlier, null);
  const { rows, watched, falseAlarms, warnings } = found;
  const verdict = { hasDrifted: all.length > 0, learnAgain: all.some(({ lasts }) => lasts), since };
  const told = { rows, ...verdict, features, rules, watched, falseAlarms, warnings };
  return { ...told, text: verdictText(told) };
}

function describeFeatures(
  model: Model,
  found: readonly FoundChange<SeriesSide>[],
  earlier: (first: DriftPlace, next: DriftPlace) => DriftPlace,
): DriftedFeature[] {
  const byFeature = new Map<number, FeatureChange[]>();
  for (const each of found) {
    const { feature } = each.watched.series.baseline;
    byFeature.set(feature, [...(byFeature.get(feature) ?? []), describeChange(model, each)]);
  }
  const features = [...byFeature].map(([feature, changes]): DriftedFeature => {
    changes.sort((a, b) => b.evidence - a.evidence);
    const since = changes.map((change) => change.since).reduce(earlier);
    return { feature: model.features[feature]!.name, since, lasts: changes.some(({ lasts }) => lasts), changes };
  });
  return features.sort((a, b) => b.changes[0]!.evidence - a.changes[0]!.evidence);
}

function describeChange(model: Model, { watched, since, found }: FoundChange<SeriesSide>): FeatureChange {
  const { kind, feature, category: code, usual } = watched.series.baseline;
  const { side, evidence, sum } = watched.side;
  const known = model.features[feature]!;
  const change = {
    kind,
    direction: side === 1 ? ("up" as const) : ("down" as const),
    ...(code === null || known.kind !== "categorical" ? {} : { category: known.categories[code]! }),
    usual,
    now: sum / evidence.blocksSince,
  };
  const text = `${visibleText(known.name)} ${changeWords(change)}`;
  return { ...change, since, found, lasts: evidence.isRising, evidence: powerOfTen(evidence.log), text };
}

function describeRule(model: Model, { watched, since, found }: FoundChange<WatchedRule>): DriftedRule {
  const { evidence, rows, exceptions } = watched;
  const rule = ruleAt(model.rules, model.predicates, watched.rule);
  const { id, text, confidence } = toPublicRule(rule, model);
  const [feature] = featuresOf(rule.consequent);
  const confidenceNow = confidenceOf(rows - exceptions, rows);
  return {
    ...{ id, rule: text, confidence, confidenceNow, rows, since, found },
    feature: rule.consequent.kind === "anyOf" ? null : model.features[feature!]!.name,
    lasts: evidence.isRising,
    evidence: powerOfTen(evidence.log),
    text: `${visibleText(text)} held in ${formatShare(confidence)} of rows, now in ${formatShare(confidenceNow)} of ${formatCountOf(rows, "row")}`,
  };
}

/** Two digits behind the point. */
function powerOfTen(logarithm: number): number {
  return Math.round((100 * logarithm) / Math.LN10) / 100;
}

function verdictText({ rows, hasDrifted, learnAgain, since, features, rules }: Omit<Drift, "text">): string {
  if (!hasDrifted) return `No drift: ${formatCountOf(rows, "row")} are as those that were learnt.`;
  const what = [
    ...(features.length === 0 ? [] : [formatCountOf(features.length, "feature")]),
    ...(rules.length === 0 ? [] : [formatCountOf(rules.length, "rule")]),
  ];
  const are = features.length + rules.length === 1 ? "is" : "are";
  const begun = `Drift since ${placeWords(since!)}: ${what.join(" and ")} ${are} no longer as they were.`;
  return learnAgain
    ? `${begun} If that is how things are now, learn again from rows since then; if something broke, repair it.`
    : `${begun} It was over before the last rows: nothing has to be learnt again.`;
}
