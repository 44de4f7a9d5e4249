/**
 * The mixture of Gaussians: what it says of a row (kernel/mixture.ts), and how it is fitted (kernel/mixture-fit.ts).
 */
import { constant, f64, f64s, i32, i32s, record, u8s } from "./define.js";

/** @type {import("./define.js").Work} */
export const mixture = {
  records: {
    Mixture: record("Gains in log density when values of the row at hand are left out.", {
      means: f64s("Component by component, `stride` numbers each."),
      precisions: f64s("Inverse covariances P, component by component and row by row."),
      diagonals: f64s("The diagonals of these."),
      atMeans: f64s("For each component: its log density at its mean, but for what all have in common."),
      scores: f64s("The row at hand, 0 where it is left out."),
      centred: f64s("Scratch: the row less the mean of the component at hand."),
      pulls: f64s("y = P (x − μ) of each component, as features are left out."),
      pivots: f64s("The diagonal of P of each component, as features are left out."),
      columns: f64s(
        "For the i-th feature left out and component c at (i · components + c) · stride: its column of P by the root of its pivot.",
      ),
      logs: f64s("Weighted log density of each component."),
      without: f64s("Scratch: two numbers for each component."),
      isOut: u8s("1 for features left out."),
      wrongs: f64s("Log density of each value of the row as a wrong one."),
      ratios: f64s("Log density of the row without each feature, less that of the row with it."),
      top: i32s("Scratch: the MOST_PAIRED features that are most suspect by themselves."),
      pairs: f64s("Scratch: what each two of them give."),
      gains: f64s(
        "What comes of it: for each feature √(2 · gain in log density) when it is left out as well; 0 for those that already are.",
      ),
      roots: f64s("The table of the exponential."),
      centres: f64s("The table of the logarithm."),
      featureCount: i32("Features of a row."),
      stride: i32("Numbers of a vector: one for each feature, and one more where that makes them even."),
      componentCount: i32("Components."),
      outCount: i32("Features left out so far; the kernel counts."),
    }),
    MixtureFit: record("Rounds of k-means, then of expectation maximisation.", {
      rows: f64s("Row by row, `stride` numbers each."),
      blocks: f64s("The same in blocks of FIT_BLOCK rows: of each block, feature by feature, the values."),
      shares: f64s("Component by component, `rowRoom` numbers each: distances, then shares."),
      means: f64s("Component by component, `stride` numbers each."),
      matrices: f64s(
        "Component by component, row by row: scatter, then covariance, then its root. Lower triangles; what is above means nothing.",
      ),
      common: f64s("Covariances that all components have in common."),
      weights: f64s("Sum of shares of each component."),
      logWeights: f64s("Logarithm of the weight of each component."),
      solved: f64s("Scratch: FIT_BLOCK numbers for each feature."),
      centred: f64s("Scratch: SCATTERED_ROWS rows."),
      active: i32s("Scratch: rows that move a covariance."),
      sizes: i32s("Rows of each cluster."),
      roots: f64s("The table of the exponential."),
      centres: f64s("The table of the logarithm."),
      ridge: f64("Added to the variances of each component."),
      rowCount: i32("Rows to fit."),
      rowRoom: i32("Rows, in whole blocks; those behind the last are zero."),
      featureCount: i32("Features of a row."),
      stride: i32("Numbers of a row in `rows`."),
      componentCount: i32("Components."),
    }),
  },
  constants: {
    CENTRE_GAIN: constant(
      "f64",
      0.9,
      "Leaving out a value at the centre of a conditional of unit variance gains about this much.",
    ),
    GAIN_LIMIT: constant("f64", 50, "No value gains more log density than this."),
    HALF_LOG_TWO_PI: constant("f64", 0.9189385332046727, "ln(2π) / 2."),
    LEAST_MIXTURE_PIVOT: constant("f64", 1e-9, "Pivots of a mixture below this are what rounding leaves of nothing."),
    NEGLIGIBLE: constant(
      "f64",
      -60,
      "A component whose log density is so far below another's adds nothing to it, whatever its pivots.",
    ),
    TWO_SHARE: constant(
      "f64",
      0.35,
      "Rows that have two wrong values rather than one, where a density of whole rows weighs.",
    ),
    EVEN_SHARE: constant("f64", 0.5, "Of wrong numbers so many may be anything; the others are as true ones are."),
    MOST_PAIRED: constant("i32", 8, "So many that are most suspect by themselves are left out in pairs."),
    MOST_DOUBT: constant("f64", 8, "Beyond this, what speaks for a feature counts no more."),
    COMMON_RIDGE: constant("f64", 0.02, "Added to the variances that all components have in common."),
    LEAST_SHARE: constant("f64", 1e-6, "Shares below this do not move a covariance."),
    LEAST_ROOT_PIVOT: constant("f64", 1e-12, "Rounding may not make a pivot of a root vanish."),
    FIT_BLOCK: constant("i32", 8, "Rows that are looked at side by side."),
    SCATTERED_ROWS: constant("i32", 4, "Rows that are added to a scatter at a time."),
  },
};
