/**
 * What a number is by itself, as it is shown: the range that the trees of the feature begin with. It ends where normal
 * rows do, is wider on the side to which an amount is skewed, and is of whole numbers where the feature is: 0 to 250,
 * and not the −78 to 132 of mean ± 3 deviations. These stay in the model's list for the paper's method, and are shown
 * where rows that check both speak against the other range alone: of a file that is sorted by year no part of it tells
 * which years there are.
 */
import {
  confidenceLowAt,
  LEAST_CHECKED,
  LIST_SOURCES,
  outlineAt,
  type Rule,
  type RuleList,
  treeRule,
} from "../rules/index.js";
import { treeRuleContext } from "./distinct-tree-rules.js";
import type { Model } from "./model.js";

interface SeenRange {
  /** The number of the rule of the list in the place of which it is shown. */
  readonly listed: number;
  readonly rule: Rule;
}

/** In the order of the list; none about a number that no tree speaks about, or speaks wrongly. */
export function seenRanges(model: Model): readonly SeenRange[] {
  const context = treeRuleContext(model);
  const { targets, roots } = model.forest;
  const found: SeenRange[] = [];
  for (let listed = 0; listed < model.rules.length; listed++) {
    const feature = rangedNumber(model, listed);
    const tree = feature === null ? -1 : targets.indexOf(feature);
    if (tree < 0) continue;
    const rule: Rule = { ...treeRule(context, tree, [roots[tree]!]), source: "range" };
    if (!isRefuted(rule.checked?.confidenceLow) || isRefuted(listedLow(model, listed))) found.push({ listed, rule });
  }
  return found;
}

/** By rows that check it; not where none do. */
function isRefuted(confidenceLow = 1): boolean {
  return confidenceLow < LEAST_CHECKED;
}

function listedLow({ rules: { checked } }: Model, listed: number): number | undefined {
  return checked === null ? undefined : confidenceLowAt(checked, listed);
}

/** The feature of a range rule about a number; null for other rules. */
function rangedNumber({ rules, predicates }: Model, listed: number): number | null {
  if (LIST_SOURCES[rules.sources[listed]!] !== "range") return null;
  const { consequent } = outlineAt(rules, predicates, listed);
  return consequent.kind === "interval" ? consequent.feature : null;
}

/** The model with these ranges in its list. It is for explaining, not for files: the order of the list stays. */
export function withSeenRanges(model: Model): Model {
  const ranges = seenRanges(model);
  if (ranges.length === 0) return model;
  const { rules } = model;
  const changed = {
    ...rules,
    consequents: rules.consequents.slice(),
    antecedentCounts: rules.antecedentCounts.slice(),
    supportCounts: rules.supportCounts.slice(),
    checked: copyChecked(rules.checked),
  };
  ranges.forEach(({ listed, rule }, place) => {
    changed.consequents[listed] = model.predicates.length + place;
    changed.antecedentCounts[listed] = rule.antecedentCount;
    changed.supportCounts[listed] = rule.supportCount;
    setChecked(changed.checked, listed, rule);
  });
  return { ...model, predicates: [...model.predicates, ...ranges.map(({ rule }) => rule.consequent)], rules: changed };
}

function copyChecked(checked: RuleList["checked"]): RuleList["checked"] {
  if (checked === null) return null;
  const { antecedentCounts, supportCounts, lows } = checked;
  return {
    antecedentCounts: antecedentCounts.slice(),
    supportCounts: supportCounts.slice(),
    lows: lows === null ? null : lows.slice(),
  };
}

function setChecked(counts: RuleList["checked"], listed: number, { checked }: Rule): void {
  if (counts === null || checked === null) return;
  counts.antecedentCounts[listed] = checked.antecedentCount;
  counts.supportCounts[listed] = checked.supportCount;
  if (counts.lows !== null) counts.lows[listed] = checked.confidenceLow;
}
