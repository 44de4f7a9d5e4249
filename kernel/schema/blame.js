/** Blame: features one after the other, by all evidence (kernel/blame.ts). */
import { constant, f64, f64s, i32, i32s, optional, place, record, u8s } from "./define.js";

/** @type {import("./define.js").Work} */
export const blame = {
  records: {
    Blame: record("Blames features of the row at hand, one after the other.", {
      trees: place("Trees", "What trees say of the row."),
      density: place("Density", "What the nearest rows say of it."),
      mixture: optional(place("Mixture", "What the mixture says of it; 0 where there is none.")),
      conditionals: optional(place("Conditionals", "What boosted trees say of it; 0 where there are none.")),
      treeSurprise: f64s("For each feature: how surprising its value is by its trees."),
      drop: f64s("For each feature: how much less surprising all others are without it, by their trees."),
      near: f64s("For each feature: mean deviation from the first nearest rows."),
      densityGains: f64s("For each feature: what leaving it out gains in density among the nearest rows."),
      mixtureGains: optional(f64s("For each feature: what leaving it out gains in density of the mixture.")),
      costs: f64s("What features cost the nearest rows, row by row, `stride` numbers each."),
      totals: f64s("Sum of the costs of each nearest row."),
      marginal: f64s("For each feature: the surprise of its value by itself, in deviations."),
      tail: f64s("For each feature: its surprise by itself, by how few normal rows are as extreme."),
      isCategorical: u8s("1 for categorical features."),
      isMissing: u8s("1 for features without a value."),
      isLeftOut: u8s("1 for features that are missing or a category never seen: the mixture never looked at them."),
      offsets: f64s("For each feature: what is added to the sum of all evidence against it."),
      doubts: f64s(
        "For each feature: the logarithm of the probability that it is wrong, by a density of whole rows, less that of the most probable one; 0 where there is none.",
      ),
      pairs: i32s("Two features for each pair of which one may fix the other."),
      pairSurprises: f64s("For each pair: how surprising it is that they contradict each other; 0 where they do not."),
      sums: f64s("Scratch: the weighted sum of all evidence against each feature."),
      isBlamed: u8s("Scratch: 1 for features that have been blamed."),
      order: i32s("What comes of it: all features, the most suspect first."),
      rankedSums: f64s("What comes of it: how strongly each of them is suspected, not increasing."),
      strangeness: f64s("What comes of it: how strange the row is, and the sum of the runner-up."),
      mixtureWeight: f64("Weight of `mixtureGains`."),
      doubtWeight: f64("Weight of `doubts`."),
      pairWeight: f64("Weight of `pairSurprises`."),
      pairCount: i32("Pairs of features."),
      isMixtureDoubting: i32("1 where the mixture fills `doubts`, anew in each step."),
      featureCount: i32("Features of the row."),
      stride: i32("Numbers of a row in `costs`."),
    }),
  },
  constants: {
    TREE_SURPRISE_WEIGHT: constant(
      "f64",
      0.5,
      "Weight of `treeSurprise`. All weights were fitted once on other splits and synthetic sets, leaving related sets out, then rounded.",
    ),
    NEAR_WEIGHT: constant("f64", 0.5, "Weight of `near`."),
    DENSITY_WEIGHT: constant("f64", 1.25, "Weight of `densityGains`."),
    TAIL_WEIGHT: constant("f64", 0.2, "Weight of `tail` in the first step; it doubles with each."),
    LEAST_FOR_MORE: constant(
      "f64",
      8,
      "A suspect after the first with a lower sum tells nothing about those after it.",
    ),
  },
};
