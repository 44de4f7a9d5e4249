/**
 * "95 % certain: at least …" beside rules: how many of the rules that were shown keep their bound (`confidenceLow`) on a
 * large sample of fresh normal rows.
 *
 * A rule is judged when its antecedent holds in at least 50 of the fresh rows. It counts as covered unless its confidence
 * there is below the bound by more than 1.645 standard errors (one-sided 5 %). "Strictly" counts every confidence below the
 * bound as a failure, of rules whose antecedent holds in at least 200 of them, so that chance decides little. Each rule counts once for each table and group; "by showing" counts it as often as
 * it was shown.
 */
import { createExplainer, learn, type PublicRule, type RowObject, tableFromRows } from "../../src/index.js";
import type { Figure, Goal } from "./figure.js";
import { type FreshRows, heldIn } from "./judge-rules.js";
import { ratioFigure, shareFigure } from "./ratio-figure.js";

const MIN_JUDGED_ROWS = 50;
const MIN_STRICT_ROWS = 200;
const ONE_SIDED_95 = 1.645;

/** A rule that was shown, and what became of it. */
export interface Judged {
  /** Which learnt table it comes from: rules of one table share its luck. */
  readonly table: string;
  /** Learnt rows. */
  readonly rows: number;
  readonly group: string;
  readonly source: PublicRule["source"];
  readonly bound: number;
  readonly showings: number;
  readonly isCovered: boolean;
  /** null: too few fresh rows to say. */
  readonly isCoveredStrictly: boolean | null;
}

/** A learnt table, rows to explain by group, and fresh rows that know the truth. */
export interface Trial {
  readonly table: string;
  readonly learnt: readonly RowObject[];
  readonly groups: Readonly<Record<string, readonly RowObject[]>>;
  readonly fresh: FreshRows;
}

export function judgeTrial({ table, learnt, groups, fresh }: Trial): Judged[] {
  const explainer = createExplainer(learn(tableFromRows(learnt)));
  return Object.entries(groups).flatMap(([group, rows]) => {
    const shown = new Map<string, { readonly rule: PublicRule; showings: number }>();
    for (const { rules } of explainer(tableFromRows(rows))) {
      for (const rule of rules) countShowing(shown, rule);
    }
    return [...shown.values()].flatMap(({ rule, showings }) => {
      const { known, held, error } = heldIn(rule, fresh);
      if (known < MIN_JUDGED_ROWS) return [];
      const confidence = held / known;
      return [
        {
          table,
          rows: learnt.length,
          group,
          source: rule.source,
          bound: rule.confidenceLow,
          showings,
          isCovered: confidence + ONE_SIDED_95 * error >= rule.confidenceLow,
          isCoveredStrictly: known < MIN_STRICT_ROWS ? null : confidence >= rule.confidenceLow,
        },
      ];
    });
  });
}

function countShowing(shown: Map<string, { readonly rule: PublicRule; showings: number }>, rule: PublicRule): void {
  const key = JSON.stringify([rule.antecedent, rule.consequent]);
  const known = shown.get(key);
  if (known === undefined) shown.set(key, { rule, showings: 1 });
  else known.showings++;
}

/** By group, by size and by source: each with its goal; strictly, by showing and the mean bound beside it. */
export function groupFigures(judged: readonly Judged[], of: string, goal: Goal): Figure[] {
  const groups = [...new Set(judged.map(({ group }) => group))];
  const sizes = [...new Set(judged.map(({ rows }) => rows))];
  const sources = [...new Set(judged.map(({ source }) => source))].sort();
  return [
    ...groups.flatMap((group) => {
      const part = judged.filter((each) => each.group === group);
      const isOneSize = sizes.length === 1;
      return [
        ...coverageFigures(`${of}, ${group}`, part, goal),
        ...(isOneSize
          ? []
          : sizes.map((size) =>
              covered(
                `${of}, ${group}, ${size} learnt`,
                part.filter(({ rows }) => rows === size),
                goal,
              ),
            )),
      ];
    }),
    ...sources.map((source) =>
      covered(
        `${of}, ${source} rules`,
        judged.filter((each) => each.source === source),
        goal,
      ),
    ),
  ];
}

function covered(group: string, judged: readonly Judged[], goal: Goal): Figure {
  return shareFigure(group, "shown rules that keep their bound", {
    parts: judged.map(({ table, isCovered }) => ({ cluster: table, part: Number(isCovered), whole: 1 })),
    goal,
  });
}

function coverageFigures(group: string, judged: readonly Judged[], goal: Goal): Figure[] {
  return [
    covered(group, judged, goal),
    shareFigure(group, "– strictly", {
      parts: judged.flatMap(({ table, isCoveredStrictly }) =>
        isCoveredStrictly === null ? [] : [{ cluster: table, part: Number(isCoveredStrictly), whole: 1 }],
      ),
      goal,
    }),
    ratioFigure(group, "– by showing", {
      parts: judged.map(({ table, isCovered, showings }) => ({
        cluster: table,
        part: Number(isCovered) * showings,
        whole: showings,
      })),
      goal,
    }),
    ratioFigure(group, "mean bound", {
      parts: judged.map(({ table, bound }) => ({ cluster: table, part: bound, whole: 1 })),
      goal: null,
    }),
    { group, measure: "rules judged", value: judged.length, error: Number.NaN, count: 1, goal: null },
  ];
}
