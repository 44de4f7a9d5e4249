import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatBound, formatCount, formatCountOf, formatNumber, formatReading, formatShare } from "./format-number.js";

test("counts have separators", () => {
  expect([0, 999, 1000, 3120, 1234567].map(formatCount)).toEqual(["0", "999", "1,000", "3,120", "1,234,567"]);
});

test("one of a thing is one thing, also beside thousands", () => {
  expect([0, 1, 2, 1000].map((count) => formatCountOf(count, "row"))).toEqual([
    "0 rows",
    "1 row",
    "2 rows",
    "1,000 rows",
  ]);
  expect(formatCountOf(2, "body", "bodies")).toBe("2 bodies");
});

describe("a share", () => {
  test("has one digit behind the point, if any", () => {
    expect([0.998, 0.5, 0.123456].map(formatShare)).toEqual(["99.8 %", "50 %", "12.3 %"]);
  });

  test("is 100 % or 0 % only if it is exactly that", () => {
    expect([1, 0].map(formatShare)).toEqual(["100 %", "0 %"]);
    expect([0.9999, 0.99999999, 0.00001].map(formatShare)).toEqual(["99.99 %", "99.999999 %", "0.001 %"]);
    expect([1 - 1e-12, 1e-12].map(formatShare)).toEqual(["> 99.999999 %", "< 0.000001 %"]);
  });
});

describe("a measured value", () => {
  test("has at most six digits and no trailing noise", () => {
    expect([1 / 3, 1234567, 0.1 + 0.2, 10, -0].map((value) => formatNumber(value))).toEqual([
      "0.333333",
      "1234570",
      "0.3",
      "10",
      "0",
    ]);
  });

  test("may be very large, very small or infinite", () => {
    expect([1e21, 1e-9, Infinity, -Infinity, NaN].map((value) => formatNumber(value))).toEqual([
      "1e21",
      "1e-9",
      "∞",
      "−∞",
      "missing",
    ]);
  });
});

/** Of any size; some with few decimals, and the neighbours of such. */
const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc
    .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 12 }), fc.constantFrom(0, 1, -1))
    .map(([digits, decimals, ulps]) => (digits / 10 ** decimals) * (1 + ulps * 2 ** -52)),
);
const SEEDED = { seed: 2026, numRuns: 5000 };

/** As the engine writes it, without the sign of nothing and of an exponent. */
const plain = (value: number): string => String(value === 0 ? 0 : value).replace("e+", "e");

test("a number is written as the engine writes what is left of it", () => {
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 17 }), (value, digits) => {
      expect(formatNumber(value, digits)).toBe(plain(Number(value.toPrecision(digits))));
    }),
    SEEDED,
  );
});

test("a reading is written whole when that takes ten letters at most, else with two decimals or six digits", () => {
  fc.assert(
    fc.property(numbers, (value) => {
      if (String(value).length <= 10) {
        expect(formatReading(value)).toBe(plain(value));
        return;
      }
      const whole = Number(value.toExponential().split("e")[1]) + 1;
      expect(formatReading(value)).toBe(plain(Number(value.toPrecision(Math.min(17, Math.max(6, whole + 2))))));
    }),
    SEEDED,
  );
});

describe("a computed bound", () => {
  test("has about as many digits as the spread deserves", () => {
    expect(formatBound(8.8437261, 0.105, null)).toBe("8.844");
    expect(formatBound(123456.789, 10_000, null)).toBe("123500");
    expect(formatBound(0, 1, null)).toBe("0");
    expect(formatBound(Infinity, 1, null)).toBe("∞");
  });

  test("that is short is shown whole", () => {
    expect(formatBound(3.0041, 1, null)).toBe("3.0041");
    expect(formatBound(-12345, 1000, null)).toBe("-12345");
  });

  test("has more digits where fewer would put the observed value on its other side", () => {
    expect(formatBound(8.8437261, 0.105, 8.8438)).toBe("8.8437");
    expect(formatBound(8.8437261, 0.105, 8.8401)).toBe("8.844");
    expect(formatBound(8.8437261, 0.105, 8.84373)).toBe("8.8437");
  });

  test("of a constant has four digits, or all that are needed", () => {
    expect(formatBound(1.2345678, 0, null)).toBe("1.235");
    expect(formatBound(0.1 + 0.2, 0, 0.3)).toBe("0.30000000000000004");
  });
});
