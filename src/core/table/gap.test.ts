import { expect, test } from "vitest";
import { formatDuration, formatGap, parseGap } from "./gap.js";

const MINUTE = 60_000;

test("a gap is a length of time or a number of rows", () => {
  expect(parseGap("90s")).toEqual({ unit: "time", length: 90_000 });
  expect(parseGap(" 1h 30m ")).toEqual({ unit: "time", length: 90 * MINUTE });
  expect(parseGap("2.5min").length).toBe(150_000);
  expect(parseGap("250ms").length).toBe(250);
  expect(parseGap("1d").length).toBe(1440 * MINUTE);
  expect(parseGap("20 rows")).toEqual({ unit: "rows", length: 20 });
  expect(parseGap("1 row")).toEqual({ unit: "rows", length: 1 });
});

test("what is no length is refused in the caller's words", () => {
  for (const text of ["", "5", "0s", "0 rows", "-5m", "5 parsecs", "m5", "5m and more"]) {
    expect(() => parseGap(text, "--gap"), text).toThrow(
      `--gap must be a length of time or a number of rows, got ${JSON.stringify(text)}`,
    );
  }
});

test("nobody looks back further than a model file may say", () => {
  expect(parseGap("10000d").length).toBe(10_000 * 1440 * MINUTE);
  for (const text of ["10001d", "1000000001 rows", "99999999999999999999 rows"]) {
    expect(() => parseGap(text, "window"), text).toThrow(
      `window must be at most 10,000 days or 1,000,000,000 rows, got ${JSON.stringify(text)}`,
    );
  }
});

test("lengths are told in two units at most", () => {
  expect(formatDuration(250)).toBe("250 ms");
  expect(formatDuration(12_340)).toBe("12.3 s");
  expect(formatDuration(43 * MINUTE)).toBe("43 min");
  expect(formatDuration(61_000)).toBe("1 min 1 s");
  expect(formatDuration(125 * MINUTE)).toBe("2 h 5 min");
  expect(formatDuration(24 * 60 * MINUTE)).toBe("1 day");
  expect(formatDuration(76 * 60 * MINUTE)).toBe("3 days 4 h");
  expect(formatGap({ unit: "time", length: 5 * MINUTE })).toBe("5 min");
  expect(formatGap({ unit: "rows", length: 1 })).toBe("1 row");
  expect(formatGap({ unit: "rows", length: 20 })).toBe("20 rows");
});
