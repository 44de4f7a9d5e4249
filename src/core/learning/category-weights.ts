/**
 * How much boosted trees and the network say beside the other evidence: more, the more features are categories, of
 * which the others tell little, and the more rows there are to learn from. Measured: docs/experiments/diagnosis.md.
 */
import type { FeatureProfile } from "../model/index.js";

/** Where features are numbers, the other evidence tells as much. */
const LEAST_CONDITIONAL = 0.35;
const CATEGORY_WEIGHT = 4;
/** As many rows tell all that there is to tell about categories. */
const MANY_ROWS = 2000;

export function conditionalWeight(profiles: readonly FeatureProfile[], rowCount: number): number {
  return LEAST_CONDITIONAL + fullWeight(profiles) * rowShare(rowCount);
}

/** A network of few rows is simpler, but hardly less right: its weight falls more slowly than that of boosted trees. */
export function networkWeight(profiles: readonly FeatureProfile[], rowCount: number): number {
  return fullWeight(profiles) * Math.sqrt(rowShare(rowCount));
}

function fullWeight(profiles: readonly FeatureProfile[]): number {
  const categorical = profiles.filter(({ kind }) => kind === "categorical").length;
  return (CATEGORY_WEIGHT * categorical) / profiles.length;
}

function rowShare(rowCount: number): number {
  return Math.min(1, rowCount / MANY_ROWS);
}
