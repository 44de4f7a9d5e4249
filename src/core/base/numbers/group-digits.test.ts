import { expect, test } from "vitest";
import { formatCount } from "../../presenting/index.js";
import { groupDigits } from "./group-digits.js";

test("counts are written as elsewhere", () => {
  expect(groupDigits(15_000)).toBe("15,000");
  for (const count of [0, 7, 10, 999, 1000, 1001, 12_345, 100_000, 999_999, 1_000_000, Number.MAX_SAFE_INTEGER])
    expect(groupDigits(count)).toBe(formatCount(count));
});
