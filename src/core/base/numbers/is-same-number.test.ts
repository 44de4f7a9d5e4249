import { expect, test } from "vitest";
import { isSameNumber } from "./is-same-number.js";

test.each([
  [0.1 + 0.2, 0.3],
  [Math.fround(0.3), 0.3],
  [0.3, Math.fround(0.3)],
  [3.0000000000000004, 3],
  [0, -0],
])("%d is %d but for its rounding", (value, known) => {
  expect(isSameNumber(value, known)).toBe(true);
});

test.each([
  [0.3000001, 0.3],
  [16_777_216, 16_777_217], // the nearest of single precision, but whole
  [4_006_381_333_932, 4_006_381_333_931], // codes of as many digits differ in their last one
  [1e-50, 0], // what single precision makes of it
  [1e-50, 1.1e-50],
  [Number.NaN, Number.NaN],
])("%d is not %d", (value, known) => {
  expect(isSameNumber(value, known)).toBe(false);
});
