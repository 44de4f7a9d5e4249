/**
 * Measures of a rule: pure functions of its integer counts.
 */

/** Share of the rows with the antecedent in which the consequent holds; 1 when there is no such row. */
export function confidenceOf(supportCount: number, antecedentCount: number): number {
  return antecedentCount === 0 ? 1 : supportCount / antecedentCount;
}

/** Deviations of the normal distribution that 95 % stay below. */
export const ONE_SIDED_95 = 1.6448536269514722;
/** Deviations that 97.5 % stay below, so that 95 % are within as many on both sides. */
export const TWO_SIDED_95 = 1.959963984540054;

/** Lower end of the Wilson score interval of a share, of so many deviations; in [0, 1], 0 without trials. */
export function wilsonLow(successes: number, trials: number, deviations: number): number {
  if (trials === 0) return 0;
  const z = deviations;
  const share = successes / trials;
  const centre = share + (z * z) / (2 * trials);
  const spread = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  return Math.max(0, (centre - spread) / (1 + (z * z) / trials));
}

/** What 95 % of Student's distribution stay below, for 1, 2, … degrees of freedom. */
const STUDENT_95 = [
  6.314, 2.92, 2.353, 2.132, 2.015, 1.943, 1.895, 1.86, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753, 1.746, 1.74,
  1.734, 1.729,
];

/** As ONE_SIDED_95 where the deviation itself is known from few numbers; of at least one degree of freedom. */
export function studentQuantile(degreesOfFreedom: number): number {
  return STUDENT_95[degreesOfFreedom - 1] ?? STUDENT_95[STUDENT_95.length - 1]!;
}

export interface ScoreWeights {
  readonly minSupport: number;
  readonly minConfidence: number;
  readonly confidenceWeight: number;
}

/**
 * The paper's accuracy score: (sup − θ)/(1 − θ) + λ (conf − γ)/(1 − γ). At most 1 + λ. A threshold of 1 leaves its term
 * out.
 */
export function accuracyScore(support: number, confidence: number, weights: ScoreWeights): number {
  const { minSupport, minConfidence, confidenceWeight } = weights;
  const supportTerm = minSupport < 1 ? (support - minSupport) / (1 - minSupport) : 0;
  const confidenceTerm = minConfidence < 1 ? (confidence - minConfidence) / (1 - minConfidence) : 0;
  return supportTerm + confidenceWeight * confidenceTerm;
}
