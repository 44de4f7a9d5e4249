/**
 * How strange rows are, without a limit above: the strength that a model tells is a place among its calibration scores,
 * so it ends at their largest. With a fine ruler in their place the same public call tells the strangeness itself.
 */
import { createExplainer, type Explanation, type Model, type RowObject, type Table } from "../../../src/index.js";

/** From 1e-3 to 1e6, each mark 0.02 % above the one before. */
const MARKS = 100_000;
const RULER = Float64Array.from({ length: MARKS }, (_, mark) => 10 ** (-3 + (9 * mark) / MARKS));

/** A rising function of the rows' strangeness, fine enough to compare rows by. */
export function strangenessOf(model: Model, rows: Table | readonly RowObject[]): number[] {
  const measuring: Model = { ...model, calibration: { ...model.calibration, strangeness: RULER } };
  return createExplainer(measuring)(rows).map(strengthOf);
}

/** The strength of an explained row; a model that tells none finds nothing strange. */
export function strengthOf({ strength }: Pick<Explanation, "strength">): number {
  return strength ?? 0;
}

/** The value that a share of the list is not above. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}
