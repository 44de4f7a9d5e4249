import { describe, expect, test } from "vitest";
import type { Feature } from "../table/index.js";
import { parseCondition } from "./parse-condition.js";

const features: readonly Feature[] = [
  { name: "Level", kind: "numeric" },
  { name: "Flow in", kind: "numeric" },
  { name: 'say "a" and b', kind: "numeric" },
  { name: "Mode", kind: "categorical", type: "text", categories: ["Auto", "Cleaning"] },
  { name: "Stage", kind: "categorical", type: "number", categories: [1, 2] },
  { name: "Open", kind: "categorical", type: "boolean", categories: [false, true] },
];
const interval = (feature: string, min: number | null, max: number | null) => ({ feature, min, max });

describe("a condition as people type it", () => {
  test.each<[string, readonly object[]]>([
    ["Level >= 10", [interval("Level", 10, null)]],
    ["Level ≥ -1e3", [interval("Level", -1000, null)]],
    ["Level<5", [interval("Level", null, 5)]],
    ["Level <= 5", [{ ...interval("Level", null, 5), maxInclusive: true }]],
    ["Level ≤ 5", [{ ...interval("Level", null, 5), maxInclusive: true }]],
    ["Level = 7", [{ ...interval("Level", 7, 7), maxInclusive: true }]],
    ["Flow in < 3", [interval("Flow in", null, 3)]],
    ['"Flow in" < 3', [interval("Flow in", null, 3)]],
    ['"say ""a"" and b" < 3', [interval('say "a" and b', null, 3)]],
    ["Mode = Cleaning", [{ feature: "Mode", in: ["Cleaning"] }]],
    ["Mode = Cleaning | Test", [{ feature: "Mode", in: ["Cleaning", "Test"] }]],
    ['Mode = "a | b"', [{ feature: "Mode", in: ["a | b"] }]],
    ["Stage = 2", [{ feature: "Stage", in: [2] }]],
    ["Open = true", [{ feature: "Open", in: [true] }]],
    ["Level >= 10 and Mode = Auto", [interval("Level", 10, null), { feature: "Mode", in: ["Auto"] }]],
    ["Level >= 10 & Stage = 1", [interval("Level", 10, null), { feature: "Stage", in: [1] }]],
  ])("%s", (text, expected) => {
    expect(parseCondition(text, features)).toEqual(expected);
  });

  test.each([
    "Level",
    "Level > 3",
    "Level < high",
    "Level <  ",
    "Mode < 3",
    "Level = 3 | 4",
    "Level = low",
    "Stage = 9",
    "Open = yes",
    "",
  ])("%j is refused with what may be written", (text) => {
    expect(() => parseCondition(text, features)).toThrow(
      expect.objectContaining({ code: "CONDITION_FORM", message: `"${text.trim()}" is no condition` }),
    );
  });

  test("a name that no feature has is refused, with the one that may have been meant", () => {
    expect(() => parseCondition("Levle >= 3", features)).toThrow(
      expect.objectContaining({
        code: "FEATURE_UNKNOWN",
        message: 'the model has no feature "Levle"',
        hint: expect.stringContaining("Level") as string,
      }),
    );
  });
});
