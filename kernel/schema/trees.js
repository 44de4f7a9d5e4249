/** What trees say about a row (kernel/trees.ts). */
import { constant, f64s, i32, i32s, record, u8s } from "./define.js";

/** @type {import("./define.js").Work} */
export const trees = {
  records: {
    Trees: record(
      "What trees say about the row at hand: sums over targets, and over pairs of a target and a feature its trees ask for.",
      {
        nodes: i32s(
          "Two numbers for each node: the answer it asks for; then, from bit WAY_BITS on, the greatest answer that goes left (of leaf n: −1 − n), and below it how far behind the right child is.",
        ),
        roots: i32s("The first node of each tree."),
        targets: i32s("Features that trees are about."),
        isNumeric: u8s("For each target: 1 where it is a number."),
        firstTrees: i32s("Trees of target t: [firstTrees[t], firstTrees[t + 1])."),
        firstPairs: i32s(
          "Pairs of target t: [firstPairs[t], firstPairs[t + 1]); the first NO_PAIRS are about no feature.",
        ),
        pairFeatures: i32s("The feature of each pair; behind the last one room for a vector."),
        leaves: u8s(
          "LEAF_BYTES for each leaf: mean and weight, then a mask and the pairs of the features asked on the way.",
        ),
        leafCounts: i32s("For each leaf where its counts begin."),
        counts: f64s("Of each leaf about a category: learning rows, then those of each class."),
        classes: i32s("The row at hand, for each target that is a category: its class, −1 for none that was seen."),
        prior: f64s("The same: rows that are added for it to each leaf, by how frequent it is."),
        centres: f64s("The table of the logarithm."),
        answers: i32s("What the row answers to trees."),
        treeLeaves: i32s("The leaf of each tree that the row ends at."),
        treeMasks: i32s("For each tree: a bit for each feature asked, by its number modulo 32."),
        treeSums: f64s("For each tree: its weight, and weight times surprise."),
        targetSums: f64s("The same for each target."),
        pairSums: f64s("The same for each pair."),
        losses: f64s("For each pair: what its target loses without its feature."),
        isChanged: u8s("1 for targets whose sums are others than when their losses were found."),
        targetMasks: i32s("For each target: all that some leaf of it asks for, as in `treeMasks`."),
        marginal: f64s("For each feature: the surprise of its value by itself."),
        surprise: f64s("What comes of it: for each feature how surprising it is by its trees."),
        drop: f64s("What comes of it: for each feature how much less surprising all others are without it."),
        standardised: f64s("The row in deviations of each feature."),
        treeCount: i32("Trees of the forest."),
        targetCount: i32("Features that have trees."),
        featureCount: i32("Features of the row."),
        depth: i32("The longest way from a root to a leaf."),
      },
    ),
  },
  constants: {
    SURPRISE_LIMIT: constant("f64", 10, "No value is more surprising than this, in deviations."),
    PRIOR_ROWS: constant(
      "f64",
      2,
      "Rows with the overall frequencies that are added to each leaf: one of few rows cannot tell how rare a category is.",
    ),
    LEAST_WEIGHT: constant("f64", 1e-9, "Less weight than this is what rounding leaves of nothing."),
    WAY_BITS: constant("i32", 8, "Bits of a node's second number that hold the way to its right child."),
    MAX_TREE_DEPTH: constant("i32", 6, "The longest way from a root to a leaf."),
    NO_PAIRS: constant(
      "i32",
      6,
      "Pairs of a target that are about no feature: one for each question that was not asked.",
    ),
    LEAF_BYTES: constant("size", 32, "Bytes of a leaf: two floats, a mask of 32 bits, and six pairs of 16 bits."),
    LEAF_MASK: constant("size", 16, "Where the mask of a leaf begins, in bytes."),
    LEAF_PAIRS: constant("size", 20, "Where the pairs of a leaf begin, in bytes."),
  },
};
