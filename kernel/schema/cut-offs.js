/** Cut-off trees (kernel/cut-offs). */
import { constant, f64, f64s, i32, i32s, record, room, u8s, u32s } from "./define.js";

/** @type {import("./define.js").Work} */
export const cutOffs = {
  records: {
    CutOffTrees: record(
      "Grows a tree for one target after the other. A list of an input has an entry for each row that knows it, ascending by value: the row in the lower half of 32 bits, the rank of its value among the distinct ones in the upper half.",
      {
        leastGain: f64("A split that gains no more than this is none."),
        leastDecrease: f64("A decrease that surely gains less, in units of the sums."),
        unit: f64("As many units of the sums are one of the decrease."),
        best: f64("The kernel's: the decrease of the best split of the node at hand."),
        bestGain: f64("The kernel's: what it gains."),
        floor: f64("The kernel's: what decrease is worth looking at."),
        rowCount: i32("Rows of the table: at most MAX_CUT_OFF_ROWS."),
        minLeaf: i32("Least number of rows on either side of a cut."),
        lists: u32s("For each input of the table its list, `rowCount` entries apart."),
        lengths: i32s("The length of each of them."),
        targets: i32s("Standardised target in units, or the class, of each row."),
        isKnown: u8s("1 for rows whose target is known."),
        knownCount: i32("How many these are."),
        classCount: i32("Classes of the target; 0: it is a number."),
        inputs: i32s("Inputs of the tree."),
        inputCount: i32("How many these are."),
        work: u32s("Lists of the tree, `rowCount` entries apart: one for each input and one of the rows at the root."),
        spare: u32s("Scratch: as long as a list."),
        sides: u8s("Scratch: where each row of the node at hand goes. All zero between splits."),
        classCounts: i32s("Rows of each class at the node, and of those that know an input."),
        leftCounts: i32s("Rows of each class left of the cut."),
        terms: f64s("For c rows: c · log2 c in units."),
        rises: f64s("By how much one more row raises that."),
        values: f64s("The targets of rows, where they are numbers."),
        frames: room("Open nodes."),
        out: f64s(
          "Proposals, CUT_PROPOSAL_FLOATS each: input and rows on both sides of the cut as whole numbers, then the gain; or the decrease of each input's best cut.",
        ),
        bestSlot: i32("The kernel's: place of the best split's input in the tree."),
        bestPosition: i32("The kernel's: rows of the input that go left."),
      },
    ),
  },
  constants: {
    MAX_CUT_OFF_ROWS: constant("i32", 0xffff, "Rows and ranks take 16 bits each."),
    CUT_PROPOSAL_FLOATS: constant("i32", 3, "Floats of a proposal: three whole numbers and a gap take two of them."),
  },
};
