/** The nearest normal rows, and the density among them (kernel/neighbours.ts, kernel/near-density.ts). */
import { constant, f32s, f64s, i32, i32s, record, u8s, u16s } from "./define.js";

/** @type {import("./define.js").Work} */
export const density = {
  records: {
    Neighbours: record(
      "Looks for the normal rows that are nearest to the row at hand. Places are rows in an order in which those that are alike stand together, boxes of BOX_ROWS.",
      {
        values: f64s("Normal rows on the common scale, row by row; at row · stride + feature."),
        numbers: i32s("The row at each place."),
        rows: f32s(
          "Place by place: at place · places + p the value of the feature at p of the order, where categories lie CATEGORY_DEVIATION or more apart.",
        ),
        rowSides: u8s(
          "Bytes between which values lie: of place q the lower ones at ((q >> 4) · features + p) · 32 + (q & 15), the upper ones 16 behind them.",
        ),
        boxSides: u8s("The same of box b = q >> 4, at ((b >> 4) · features + p) · 32 + (b & 15)."),
        boxBounds: u16s("Scratch: how near each box can be at most."),
        rowBounds: u16s("Scratch: the same of each row of one box."),
        row: f64s("The row at hand, feature by feature."),
        order: i32s("The feature at each p: numbers first."),
        mosts: f32s("The greatest deviation at each p."),
        scales: f32s("Bytes for one deviation at each p."),
        scaledRow: f32s("Scratch: the row at hand in the order and scale of `rows`."),
        rowLows: u8s("Scratch: its lower bytes."),
        rowHighs: u8s("Scratch: its upper bytes."),
        nearest: i32s("What was found: the nearest rows, nearest first."),
        distances: f32s("What was found: their distances."),
        candidates: i32s("Scratch: places that are to be compared."),
        squares: f32s("Scratch: squared deviations of their rows."),
        sums: f32s("Scratch: sums of these."),
        rowCount: i32("Normal rows."),
        boxCount: i32("Boxes, in whole vectors: a multiple of 16."),
        featureCount: i32("Features of a row."),
        numericCount: i32("Those that are numbers."),
        stride: i32("Numbers of a row in `values`."),
        places: i32("Numbers of a row in `rows`."),
        steps: i32("Bytes for a deviation of a number: a power of two."),
      },
    ),
    Density: record("Deviations from the nearest rows, what they cost, and what leaving a feature out gains.", {
      values: f64s("Normal rows, as Neighbours has them."),
      row: f64s("The row at hand."),
      nearest: i32s("The nearest rows."),
      steepness: f64s("For each feature: 1 / (2 · width²)."),
      categories: i32s("All bits of two numbers for categorical features, none for others."),
      near: f64s("What comes of it: mean deviation of each value from the first NEAREST rows."),
      costs: f64s("What feature j costs the i-th nearest row, at i · stride + j."),
      freed: f64s("The exponential of it."),
      totals: f64s("Sum of costs against each nearest row, over features that are not left out."),
      gains: f64s("What comes of it: for each feature √(2 · gain in log density) when it is left out as well."),
      roots: f64s("The table of the exponential."),
      centres: f64s("The table of the logarithm."),
      stride: i32("Numbers of a row."),
    }),
  },
  constants: {
    NEAREST: constant("i32", 3, "Nearest rows that make the plain distance."),
    DEVIATION_LIMIT: constant("f64", 6, "Deviations are limited, so that one wild reading does not decide."),
    CATEGORY_DEVIATION: constant("f64", 2, "Deviation between two categories."),
    COST_LIMIT: constant("f64", 8, "A feature costs a neighbour at most this much log density."),
    BOX_ROWS: constant("i32", 16, "Rows of a box, and rows or boxes of which bounds are made at once."),
    MIDDLE_BYTE: constant("i32", 128, "The byte of a deviation of 0."),
  },
};
