import { describe, expect, test } from "vitest";
import type { SuspectFeature } from "./explanation.js";
import { describeUnusual, describeWrong } from "./suspect-words.js";
import { formatLevel, formatSuspectExpected, formatSuspectSeen, tellFeature } from "./tell-feature.js";

const hour: SuspectFeature = {
  feature: "hour",
  blame: 1,
  probability: 0.9,
  observed: 3,
  expected: { feature: "hour", min: 9, max: 17, maxInclusive: true, level: 0.9, seen: { min: 8, max: 19 } },
  suggested: 13,
  rule: 0,
};
const kinds = ["cash", "digital", "fuel", "grocery", "pharmacy"];
const mcc: SuspectFeature = {
  ...hour,
  feature: "mcc",
  observed: "crypto",
  expected: { feature: "mcc", in: kinds },
  neverSeenIn: 50_000,
};

describe("what is said of a suspect", () => {
  test("a range, how often it holds the true value, and where normal values end", () => {
    expect([formatSuspectExpected(hour, 5), formatLevel(hour), formatSuspectSeen(hour)]).toEqual([
      "9 to 17",
      "90 %",
      "seen 8 to 19",
    ]);
    expect(describeWrong(tellFeature(hour, 5))).toBe("hour is 3 but should be between 9 and 17");
    expect(describeUnusual(tellFeature(hour, 5))).toBe(
      "hour = 3, where the rest of the row suggests between 9 and 17 (seen 8 to 19)",
    );
  });

  test("where values end in the rows that a model keeps is said of these alone", () => {
    const expected = { ...hour.expected, seen: { min: 8, max: 19, rows: 214 } } as SuspectFeature["expected"];
    expect(formatSuspectSeen({ ...hour, expected })).toBe("seen 8 to 19 in 214 rows");
  });

  test("of a single number nobody asks how often one of several is right", () => {
    const expected = { feature: "hour", min: 9, max: 9, maxInclusive: true, level: 0.9 } as const;
    expect([formatSuspectExpected({ ...hour, expected }, 5), formatLevel({ ...hour, expected })]).toEqual(["9", null]);
  });

  test("where normal values end does not help with a value among them", () => {
    expect(formatSuspectSeen({ ...hour, observed: 18 })).toBeNull();
  });

  test("a value never seen is said to be that; many others are not listed in its place", () => {
    expect(formatSuspectExpected(mcc, 0)).toBe("a value seen before");
    expect(describeWrong(tellFeature(mcc, 0))).toBe("mcc is crypto, never seen in 50,000 normal rows");
    const fuel = { ...mcc, expected: { feature: "mcc", in: ["fuel"], level: 0.9 } };
    expect(describeWrong(tellFeature(fuel, 0))).toBe(
      "mcc is crypto, never seen in 50,000 normal rows, and should be fuel",
    );
    expect(formatLevel(fuel)).toBeNull();
  });

  test("a number never seen is not said to be wrong and as expected at once", () => {
    const between = { ...hour, observed: 11.5, neverSeenIn: 4000 };
    expect(describeWrong(tellFeature(between, 5))).toBe(
      "hour is 11.5, never seen in 4,000 normal rows, and should be another number between 9 and 17",
    );
    expect(describeWrong(tellFeature({ ...between, observed: 18.5 }, 5))).toBe(
      "hour is 18.5, never seen in 4,000 normal rows, and should be between 9 and 17",
    );
  });

  test("in the place of a number never seen nothing is said of a range that holds all normal rows have", () => {
    const expected = { feature: "gain", min: 0, max: 99_999, maxInclusive: true, level: 0.9 } as const;
    const gain = { ...hour, feature: "gain", observed: 38, expected, suggested: 0, rule: null, neverSeenIn: 10_500 };
    expect([formatSuspectExpected(gain, 0), formatLevel(gain)]).toEqual(["a value seen before", null]);
    expect(describeWrong(tellFeature(gain, 0))).toBe("gain is 38, never seen in 10,500 normal rows");
  });

  test("values that were seen are told as they are, and not rounded beyond them", () => {
    const amount = { ...hour, feature: "amount", observed: 1718.2 };
    const expected = { ...hour.expected, feature: "amount", seen: { min: 1.61, max: 1715.08 } };
    expect(formatSuspectSeen({ ...amount, expected } as SuspectFeature)).toBe("seen 1.61 to 1715.08");
  });
});
