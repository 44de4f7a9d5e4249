/** What a learnt table makes of fresh rows: the shares of them that it finds strange, as figures with their goals. */
import { createExplainer, type Explainer, type Model, type RowObject, tableFromRows } from "../../../src/index.js";
import { mean } from "../../measures/mean.js";
import { type Figure, type Goal, meanFigure } from "./figure.js";
import { strengthOf } from "./strangeness.js";

export const FRESH_95 = "fresh normal rows ≥ .95";
export const FRESH_99 = "fresh normal rows ≥ .99";
/** On average over tables. */
export const AS_STATED: Goal = { from: 0.03, to: 0.07 };
/** Where strengths are tied, fewer may be above. */
export const NOT_MORE: Goal = { atMost: 0.07 };
export const FEW_99: Goal = { atMost: 0.025 };

/** What came out for one learnt table. */
export interface Shares {
  readonly at95: number;
  readonly at99: number;
  /** The largest strength seen times (n + 1) / n, n being the calibration scores: not above 1. */
  readonly top: number;
}

export function judge(
  model: Model,
  fresh: readonly RowObject[],
  explainer: Explainer = createExplainer(model),
): Shares {
  const strengths = explainer(tableFromRows(fresh)).map(strengthOf);
  return sharesOf(model, strengths);
}

function sharesOf({ calibration }: Model, strengths: readonly number[]): Shares {
  const scores = calibration.strangeness.length;
  return {
    at95: shareFrom(strengths, 0.95),
    at99: shareFrom(strengths, 0.99),
    top: scores === 0 ? 0 : (Math.max(...strengths) * (scores + 1)) / scores,
  };
}

export function shareFrom(values: readonly number[], limit: number): number {
  return mean(values.map((value) => Number(value >= limit)));
}

export function shareFigures(group: string, shares: readonly Shares[], goal: Goal | null): Figure[] {
  return [
    meanFigure(group, FRESH_95, { values: shares.map(({ at95 }) => at95), goal }),
    meanFigure(group, FRESH_99, { values: shares.map(({ at99 }) => at99), goal: goal === null ? null : FEW_99 }),
  ];
}

export function topFigure(group: string, shares: readonly Shares[]): Figure {
  const value = shares.reduce((top, share) => Math.max(top, share.top), 0);
  const measure = "largest strength as a share of n / (n + 1)";
  return { group, measure, value, error: 0, count: shares.length, goal: { atMost: 1 + 1e-9 } };
}
