/** What is known of each number of a row by itself (kernel/values.ts). */
import { constant, f64s, i32, i32s, optional, record, u8s } from "./define.js";

/** @type {import("./define.js").Work} */
export const values = {
  records: {
    Values: record(
      "Describes the numbers of the row at hand: in deviations, how surprising, where among the cut-offs of trees, and their normal scores.",
      {
        numeric: i32s("Features with numbers."),
        means: f64s("Mean of each feature, on its scale."),
        deviations: f64s("Standard deviation of each feature, on its scale."),
        knownRows: f64s("Learning rows that know the feature."),
        missing: f64s("How surprising it is that a row does not know the feature."),
        firstKnots: i32s("Knots of feature j: [firstKnots[j], firstKnots[j + 1])."),
        knots: f64s("Values of the quantiles on the scales of the features, ascending."),
        shares: f64s("Share of learning rows below each knot."),
        knotScores: f64s("Normal score of each knot; NaN until it is asked for."),
        scoreCentres: f64s("Scores are centred by these."),
        scoreScales: f64s("Scores are divided by these."),
        firstCuts: i32s("Cut-offs of feature j: [firstCuts[j], firstCuts[j + 1])."),
        cutOffs: f64s("Cut-offs of trees, ascending."),
        values: f64s("The row at hand: values, or codes of categories."),
        bent: f64s("The same on the scales of the features."),
        places: i32s("Place of each number among the knots."),
        standardised: f64s("What comes of it: the number in deviations from the mean."),
        marginal: f64s("What comes of it: its surprise in deviations."),
        tail: f64s("What comes of it: its surprise by how few learning rows are as extreme."),
        isMissing: u8s("What comes of it: 1 where there is no value."),
        isLeftOut: u8s("What comes of it: 1 where there is no value that was seen in learning."),
        answers: i32s(
          "What comes of it: what the value answers to trees, the number of cut-offs that are not above it.",
        ),
        scores: optional(
          f64s("What comes of it: the normal score on the scale of the mixture; 0 where none are wanted."),
        ),
        centres: f64s("The table of the logarithm."),
        numericCount: i32("Features with numbers."),
        featureCount: i32(
          "All features. Where it is odd, there is room for one more in each array, which counts nowhere.",
        ),
      },
    ),
  },
  constants: {
    STANDARD_LIMIT: constant("f64", 1e3, "A number is at most so many deviations from the mean."),
    SCORE_LIMIT: constant("f64", 10, "Normal scores, and those on the scale of the mixture, are limited to this."),
  },
};
