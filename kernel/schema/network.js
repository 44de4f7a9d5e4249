/** The density of whole rows: which values of a row it finds wrong (kernel/network.ts). */
import { constant, f64s, i32, i32s, record, u8s } from "./define.js";

/** @type {import("./define.js").Work} */
export const network = {
  records: {
    Network: record("Which values of the row at hand are wrong, by a product of factors.", {
      factors: i32s(
        "FACTOR_NUMBERS for each feature: its classes, 0 for a number; numbers of a state; where its numbers begin; where its parents begin, which of them is the first number, and where they end; where the factors it is in begin and end; where its shares begin.",
      ),
      parents: i32s("Features that factors depend on: of each its categories, then its numbers."),
      numbers: f64s(
        "State by state: logarithms of the chances of classes; or the mean, slopes, deviation of a number, and the logarithm of that.",
      ),
      touched: i32s("For each feature the factors it is in, ascending: that of itself, and those that depend on it."),
      isIn: u8s("For each feature, and each factor: 1 where the feature is in it."),
      shares: f64s("Logarithms of the shares of classes among wrong values."),
      oddLogs: f64s("Of each feature: the factor of a missing number, or of a category never seen."),
      row: f64s("The row at hand: classes, −1 for one never seen; deviations from the mean, NaN where missing."),
      codes: i32s("Scratch: classes of the row; of what was never seen the commonest, 0."),
      isOdd: u8s("Scratch: 1 for numbers that are missing, and categories never seen."),
      isHidden: u8s("Scratch: 1 for features that are left out."),
      usual: f64s("Scratch: the logarithm of each factor, as the row is."),
      usualOfAll: f64s("Scratch: of the product of all factors that a feature is in."),
      wrongs: f64s("Scratch: how likely each value is as a wrong one."),
      alone: f64s("Scratch: how much likelier the row is where one feature is wrong."),
      top: i32s("Scratch: the MOST_PAIRED features that are most suspect by themselves."),
      pairs: f64s("Scratch: what each two of them give."),
      list: i32s("Scratch: factors that one of two features is in."),
      logs: f64s("Scratch: what is added up, and room for one more."),
      doubts: f64s("What comes of it: for each feature 0 where it is the most suspect, less for others."),
      roots: f64s("The table of the exponential."),
      centres: f64s("The table of the logarithm."),
      featureCount: i32("Features of a row."),
    }),
  },
  constants: {
    FACTOR_NUMBERS: constant("i32", 12, "Whole numbers of a factor, of which nine are in use."),
    LOG_ODD: constant("f64", -1.2039728043259361, "ln 0.3: how likely a wrong value is missing, or was never seen."),
    NEGLIGIBLE_ODDS: constant("f64", 40, "What is less likely by more than e to the power of this is not added up."),
  },
};
