import { expect, test } from "vitest";
import { formatExpected } from "./format-expected.js";

test("categories are joined by or, at most five of them", () => {
  const format = (...categories: string[]): string => formatExpected({ feature: "x", in: categories }, null, 0);
  expect(format("Open")).toBe("Open");
  expect(format("a", "b")).toBe("a or b");
  expect(format("a", "b", "c", "d", "e")).toBe("a, b, c, d or e");
  expect(format("a", "b", "c", "d", "e", "f")).toBe("a, b, c, d or 2 others");
});

test("cut-offs are shown exactly", () => {
  const format = (min: number | null, max: number | null): string => formatExpected({ feature: "x", min, max }, 3, 100);
  expect(format(7.125, null)).toBe("at least 7.125");
  expect(format(null, 10.000001)).toBe("less than 10.000001");
  expect(format(7.1, 7.3)).toBe("7.1 to 7.3");
  expect(format(null, null)).toBe("any number");
});

test("computed bounds are as precise as the spread, else the range itself, lets them be", () => {
  const range = { feature: "x", min: 7.1234567, max: 7.3456789, maxInclusive: true } as const;
  expect(formatExpected(range, null, 2)).toBe("7.1 to 7.3");
  expect(formatExpected(range, null, 0)).toBe("7.123 to 7.346");
  expect(formatExpected({ ...range, min: null }, null, 2)).toBe("at most 7.3");
});

test("a single number is shown as rows have it, however widely others spread", () => {
  const only = (value: number, observed: number | null, spread: number): string =>
    formatExpected({ feature: "x", min: value, max: value, maxInclusive: true }, observed, spread);
  expect(only(2065.98, 99, 1400)).toBe("2065.98");
  expect(only(2065.98, null, 0)).toBe("2065.98");
  expect(only(2.4699999999999998, 2.4699999999999998, 1)).toBe("2.47");
  expect(only(7.1234567891, 7.12345681, 2)).toBe("7.1234567891");
});

test("a rounded bound never seems to contain the value that breaks it", () => {
  const range = { feature: "x", min: null, max: 7.3456789, maxInclusive: true } as const;
  expect(formatExpected(range, 7.3457, 2)).toBe("at most 7.3");
  expect(formatExpected({ ...range, max: 7.2556789 }, 7.27, 2)).toBe("at most 7.26");
});

test("presence and alternatives have their own words", () => {
  expect(formatExpected({ feature: "x", present: true }, null, 0)).toBe("any value");
  const parts = [
    { feature: "x", in: ["a"] },
    { feature: "y", min: 1, max: null },
  ];
  expect(formatExpected({ anyOf: parts }, null, 0)).toBe("x = a or y ≥ 1");
});
