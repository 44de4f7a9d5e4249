/**
 * "95 % certain: at least …" beside rules: how many of the rules that were shown keep their bound (`confidenceLow`) on
 * a large sample of fresh normal rows.
 *
 * A rule is judged when its antecedent holds in at least 50 of the fresh rows. It counts as covered unless its
 * confidence there is below the bound by more than 1.645 standard errors (one-sided 5 %). "Strictly" counts every
 * confidence below the bound as a failure, of rules whose antecedent holds in at least 200 of them, so that chance
 * decides little. Each rule counts once for each table and group; "by showing" counts it as often as it was shown.
 */
import { createExplainer, learn, type RowObject, type Rule, tableFromRows } from "../../../src/index.js";
import type { Figure, Goal } from "./figure.js";
import { type FreshRows, type Held, heldIn } from "./judge-rules.js";
import { type Portion, ratioFigure, shareFigure } from "./ratio-figure.js";

const MIN_JUDGED_ROWS = 50;
const MIN_STRICT_ROWS = 200;
const ONE_SIDED_95 = 1.645;

/** A rule that was shown, and what became of it in fresh rows. */
export interface ShownRule extends Held {
  /** Which learnt table it comes from: rules of one table share its luck. */
  readonly table: string;
  /** Learnt rows. */
  readonly rows: number;
  readonly group: string;
  readonly source: Rule["source"];
  readonly bound: number;
  readonly showings: number;
}

/** A learnt table, rows to explain by group, and fresh rows that know the truth. */
export interface Trial {
  readonly table: string;
  readonly learnt: readonly RowObject[];
  readonly groups: Readonly<Record<string, readonly RowObject[]>>;
  readonly fresh: FreshRows;
}

export function judgeTrial({ table, learnt, groups, fresh }: Trial): ShownRule[] {
  const explainer = createExplainer(learn(tableFromRows(learnt)));
  return Object.entries(groups).flatMap(([group, explained]) => {
    const shown = new Map<string, { readonly rule: Rule; showings: number }>();
    for (const { rules } of explainer(tableFromRows(explained))) {
      for (const rule of rules) countShowing(shown, rule);
    }
    return [...shown.values()].map(({ rule, showings }) => ({
      ...heldIn(rule, fresh),
      table,
      rows: learnt.length,
      group,
      source: rule.source,
      bound: rule.confidenceLow,
      showings,
    }));
  });
}

function countShowing(shown: Map<string, { readonly rule: Rule; showings: number }>, rule: Rule): void {
  const key = JSON.stringify([rule.antecedent, rule.consequent]);
  const known = shown.get(key);
  if (known === undefined) shown.set(key, { rule, showings: 1 });
  else known.showings++;
}

/** By group, by size and by source: each with its goal; strictly, by showing and the mean bound beside it. */
export function groupFigures(rules: readonly ShownRule[], of: string, goal: Goal): Figure[] {
  const groups = [...new Set(rules.map(({ group }) => group))];
  const sources = [...new Set(rules.map(({ source }) => source))].sort();
  return [
    ...groups.flatMap((group) => {
      const part = rules.filter((rule) => rule.group === group);
      return [...coverageFigures(`${of}, ${group}`, part, goal), ...sizeFigures(`${of}, ${group}`, part, goal)];
    }),
    ...sources.map((source) => {
      const part = rules.filter((rule) => rule.source === source);
      return covered(`${of}, ${source} rules`, part, goal);
    }),
  ];
}

function sizeFigures(group: string, rules: readonly ShownRule[], goal: Goal): Figure[] {
  const sizes = [...new Set(rules.map(({ rows }) => rows))];
  if (sizes.length === 1) return [];
  return sizes.map((size) => {
    const part = rules.filter(({ rows }) => rows === size);
    return covered(`${group}, ${size} learnt`, part, goal);
  });
}

function covered(group: string, rules: readonly ShownRule[], goal: Goal): Figure {
  const parts = rules.filter(isJudged).map(once(isCovered));
  return shareFigure(group, "shown rules that keep their bound", { parts, goal });
}

function coverageFigures(group: string, rules: readonly ShownRule[], goal: Goal): Figure[] {
  const judged = rules.filter(isJudged);
  const strict = rules.filter(({ known }) => known >= MIN_STRICT_ROWS);
  const byShowing = judged.map((rule) => ({
    cluster: rule.table,
    part: Number(isCovered(rule)) * rule.showings,
    whole: rule.showings,
  }));
  const bounds = judged.map(({ table, bound }) => ({ cluster: table, part: bound, whole: 1 }));
  return [
    covered(group, rules, goal),
    shareFigure(group, "– strictly", { parts: strict.map(once(isNotBelow)), goal }),
    ratioFigure(group, "– by showing", { parts: byShowing, goal }),
    ratioFigure(group, "mean bound", { parts: bounds, goal: null }),
    { group, measure: "rules shown", value: rules.length, error: Number.NaN, count: 1, goal: null },
    shareFigure(group, "– with fresh rows enough to judge them", { parts: rules.map(once(isJudged)), goal: null }),
  ];
}

const isJudged = ({ known }: ShownRule): boolean => known >= MIN_JUDGED_ROWS;
const isNotBelow = ({ known, held, bound }: ShownRule): boolean => held / known >= bound;
const isCovered = ({ known, held, error, bound }: ShownRule): boolean => held / known + ONE_SIDED_95 * error >= bound;

/** Each rule as one. */
function once(is: (rule: ShownRule) => boolean): (rule: ShownRule) => Portion {
  return (rule) => ({ cluster: rule.table, part: Number(is(rule)), whole: 1 });
}
