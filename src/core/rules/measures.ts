/**
 * Measures of a rule: pure functions of its integer counts.
 */

/** Share of the rows with the antecedent in which the consequent holds; 1 when there is no such row. */
export function confidenceOf(supportCount: number, antecedentCount: number): number {
  return antecedentCount === 0 ? 1 : supportCount / antecedentCount;
}

/** Lower end of the 95 % Wilson score interval of a share; in [0, 1], 0 without trials. */
export function wilsonLow(successes: number, trials: number): number {
  if (trials === 0) return 0;
  const z = 1.959963984540054;
  const share = successes / trials;
  const centre = share + (z * z) / (2 * trials);
  const spread = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  return Math.max(0, (centre - spread) / (1 + (z * z) / trials));
}

export interface ScoreWeights {
  readonly minSupport: number;
  readonly minConfidence: number;
  readonly confidenceWeight: number;
}

/** The paper's accuracy score: (sup − θ)/(1 − θ) + λ (conf − γ)/(1 − γ). At most 1 + λ. A threshold of 1 leaves its term out. */
export function accuracyScore(support: number, confidence: number, weights: ScoreWeights): number {
  const { minSupport, minConfidence, confidenceWeight } = weights;
  const supportTerm = minSupport < 1 ? (support - minSupport) / (1 - minSupport) : 0;
  const confidenceTerm = minConfidence < 1 ? (confidence - minConfidence) / (1 - minConfidence) : 0;
  return supportTerm + confidenceWeight * confidenceTerm;
}
