import { expect, test } from "vitest";
import type { SuspectFeature } from "../presenting/index.js";
import { causeOf } from "./cause.js";

const suspect: Omit<SuspectFeature, "observed" | "expected"> = {
  ...{ feature: "Hour", blame: 1, probability: 0.9, suggested: null, rule: null },
};
const deviation = (more: Pick<SuspectFeature, "observed" | "expected" | "neverSeenIn">): string =>
  causeOf({ ...suspect, ...more }).deviation;

test("a number that was never seen is too low or too high where it lies beside what is expected", () => {
  const expected = { feature: "Hour", min: 6, max: 17, maxInclusive: true } as const;
  const among = (observed: number): string => deviation({ observed, expected, neverSeenIn: 400 });
  expect([5, 6, 17, 18].map(among)).toEqual(["too low", "a value never seen", "a value never seen", "too high"]);
  const below = { feature: "Hour", min: 6, max: 17 };
  expect(deviation({ observed: 17, expected: below, neverSeenIn: 400 })).toBe("too high");
  expect(deviation({ observed: 16, expected: below })).toBe("unusual");
});

test("a category is named unless it was never seen, whatever it is called", () => {
  const expected = { feature: "Hour", in: ["fine"] };
  expect(deviation({ observed: "too high", expected, neverSeenIn: 400 })).toBe("a value never seen");
  expect(deviation({ observed: "too high", expected })).toBe("too high");
  expect(deviation({ observed: null, expected })).toBe("missing");
});
