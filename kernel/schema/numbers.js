/**
 * Exponential and logarithm, in the kernel (kernel/numbers.ts) and in src/core/base/numbers, where the method is
 * explained.
 */
import { constant } from "./define.js";

/** @type {import("./define.js").Work} */
export const numbers = {
  records: {},
  constants: {
    ROUNDER: constant("f64", 6755399441055744, "1.5 · 2^52: adding and subtracting it rounds to a whole number."),
    STEPS_PER_UNIT: constant("f64", 92.33248261689366, "64 / ln 2."),
    STEP_HIGH: constant(
      "f64",
      0.010830424726009369,
      "ln 2 / 64 in single precision: its product with any count of steps is exact.",
    ),
    STEP_LOW: constant("f64", -2.9760223436840126e-11, "What that leaves of ln 2 / 64."),
    LN2_HIGH: constant("f64", 0.6931471824645996, "ln 2 in single precision: its product with any exponent is exact."),
    LN2_LOW: constant("f64", -1.904654299957768e-9, "What that leaves of ln 2."),
    GREATEST_EXPONENT: constant("f64", 709.782712893384, "Above it e^x is Infinity."),
    LEAST_EXPONENT: constant("f64", -745.1332191019412, "Below it e^x is 0."),
    LEAST_NORMAL: constant("f64", 2.2250738585072014e-308, "2^-1022: below it numbers lose digits."),
    THREE_QUARTERS: constant(
      "i32",
      0x3fe80000,
      "The upper bits of ¾: subtracted, they leave the exponent in place of that of a number.",
    ),
    FIRST_CENTRE: constant("i32", 96, "The first centre of the logarithm's table, in 128ths."),
  },
};
