/** The choice of the rule to show about an accused feature (kernel/choice.ts). */
import { constant, f64, f64s, i8s, i32, i32s, record, u8s } from "./define.js";

/** @type {import("./define.js").Work} */
export const choice = {
  records: {
    Choice: record("Finds the rules that the row at hand breaks, and the best node of trees.", {
      values: f64s("The row at hand: values, or codes of categories."),
      treeLeaves: i32s("The leaf of each tree that it ends at."),
      isLeftOut: u8s("1 where a value is missing or a category never seen."),
      accused: u8s("1 for accused features."),
      states: i8s("HOLDS, FAILS or UNKNOWN for each predicate."),
      isUsable: u8s("1 for each predicate that holds and asks for no accused feature, and behind the last."),
      isBarred: u8s("1 for each feature that is accused or left out; none behind the last."),
      items: i32s("Intervals: the predicate of each."),
      features: i32s("Intervals: the feature of each."),
      lows: f64s("Intervals: the least value of each."),
      highs: f64s("Intervals: the greatest value of each."),
      featureOf: i32s("The feature of each predicate; some feature for those that ask about several."),
      firstConsequents: i32s(
        "Consequents about feature j that rules have: [firstConsequents[j], firstConsequents[j + 1]).",
      ),
      consequents: i32s("Predicates that are consequents, by their feature."),
      firstRules: i32s("Rules with the consequent c: [firstRules[c], firstRules[c + 1])."),
      rules: i32s("Rules of each consequent, best first."),
      lengths: i32s("For each consequent: items of its longest antecedent."),
      firstItems: i32s("For each consequent: where the antecedents of its rules begin."),
      antecedents: i32s(
        "Antecedents in the order of `rules`, those of one consequent of one length: filled up with the number behind the last predicate.",
      ),
      found: i32s("What was found: the best rule of each consequent about a feature that the row breaks."),
      firstTrees: i32s("Trees of feature j: [firstTrees[j], firstTrees[j + 1])."),
      ways: i32s(
        "WAY_NUMBERS of each leaf: how many nodes on the way to it may be shown, then those, from the root down.",
      ),
      numbers: f64s("A NodeNumbers for each node."),
      parts: i32s(
        "NODE_PARTS of each node: the features asked on the way to it, each once, filled up with the number behind the last feature; then a bit for each class of categories that it expects.",
      ),
      measures: f64s("What the best rule so far was chosen by, in the order of choice."),
      intervalCount: i32("Predicates that are intervals."),
      predicateCount: i32("All predicates."),
      featureCount: i32("Features of the row."),
    }),
    NodeNumbers: record("What a node of a tree is chosen by.", {
      sureness: f64("How sure its rule is."),
      antecedentCount: f64("Rows that it is about."),
      supportCount: f64("Those of them that are as expected."),
      length: f64("Features that it asks for."),
      least: f64("About a number: the least value expected."),
      greatest: f64("About a number: the greatest value expected."),
      spread: f64(
        "The deviation by which it is told how far outside another value is; negative where the feature has none.",
      ),
      rarity: f64(
        "How clearly it is broken where deviations do not tell, else 0; negative where several categories are expected.",
      ),
    }),
  },
  constants: {
    HOLDS: constant("i32", 1, "State of a predicate that is true."),
    FAILS: constant("i32", 0, "State of a predicate that is false."),
    UNKNOWN: constant("i32", -1, "State of a predicate about a missing value."),
    SURE_ENOUGH: constant("f64", 0.95, "Confidence beyond which a more general rule is better than a surer one."),
    CLEAR_ENOUGH: constant(
      "f64",
      6,
      "Deviations beyond which a more general rule is better than one that is broken more clearly.",
    ),
    EXPECTED_DEVIATIONS: constant("f64", 3, "Deviations from the mean of a node within which values are expected."),
    TREE_SOURCE: constant("i32", 255, "Trees where sources are compared: behind those of lists, which are bytes."),
    NODE_PARTS: constant("i32", 8, "Numbers of a node in `parts`."),
    EXPECTED_PART: constant(
      "i32",
      6,
      "Where the classes that a node expects stand in its parts: behind MAX_TREE_DEPTH features.",
    ),
    WAY_NUMBERS: constant("i32", 8, "Numbers of a leaf in `ways`: room for a whole path below the root."),
  },
};
