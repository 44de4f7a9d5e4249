/** What is told of a numeric column as a whole. */
import type { Quantiles } from "../densities/index.js";
import type { Predicate } from "./predicate.js";

export interface NumericColumn {
  /** Rows with a value. */
  readonly count: number;
  /** Of the finite values; all 0 without any. */
  readonly mean: number;
  readonly deviation: number;
  readonly min: number;
  readonly max: number;
  readonly quantiles: Quantiles;
  /** A predicate for each cell that is frequent enough, ascending; none for a feature without cut-offs. */
  readonly cells: readonly Predicate[];
}
