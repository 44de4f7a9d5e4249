import { expect, test } from "vitest";
import type { Explanation, PublicPredicate } from "../core/presenting/index.js";
import type { Category, CellValue } from "../core/table/index.js";
import { symptomKey, symptomOf, wrongWords } from "./symptom.js";

const CATEGORIES = new Map<string, readonly Category[]>([
  ["Valve", ["Open", "Closed"]],
  ["Gain", [0.1, 0.2]],
]);
const range = (min: number | null, max: number | null): PublicPredicate => ({ feature: "Level", min, max });

/** A strange row whose first suspect is this. */
function rowWith(feature: string, observed: CellValue, expected: PublicPredicate | null, strength = 1): Explanation {
  const suspect = { feature, blame: 1, probability: null, observed, expected, suggested: null, rule: null };
  return { row: 0, strength, features: [suspect], rules: [], text: "" };
}

function wordsFor(...row: Parameters<typeof rowWith>): string {
  const symptom = symptomOf(rowWith(...row), (feature) => CATEGORIES.get(feature) ?? null);
  return `${symptom.kind}: ${symptom.feature} ${wrongWords(symptom)}`;
}

test("a number is too low or too high for what it should be, at both ends", () => {
  expect(wordsFor("Level", 6.9, range(7, 9))).toBe("cause: Level too low");
  expect(wordsFor("Level", 9, range(7, 9))).toBe("cause: Level too high");
  expect(wordsFor("Level", 9, { feature: "Level", min: 7, max: 9, maxInclusive: true })).toBe(
    "cause: Level is unusual",
  );
  expect(wordsFor("Level", "-Infinity", range(7, null))).toBe("cause: Level too low");
  expect(wordsFor("Level", "Infinity", range(null, 9))).toBe("cause: Level too high");
  expect(wordsFor("Level", 8, range(7, 9))).toBe("cause: Level is unusual");
});

test("a number that was never seen is said to be that where it is neither too low nor too high", () => {
  const seen = (observed: number): string => {
    const row = rowWith("hour", observed, range(12, 18));
    const symptom = symptomOf({ ...row, features: [{ ...row.features[0]!, neverSeenIn: 400 }] }, () => null);
    return wrongWords(symptom);
  };
  expect([seen(17), seen(19)]).toEqual(["has a value never seen before", "too high"]);
});

test("a category is named, one that was never seen is not, and missing is missing", () => {
  const open: PublicPredicate = { feature: "Valve", in: ["Open"] };
  expect(wordsFor("Valve", "Closed", open)).toBe("cause: Valve is Closed");
  expect(wordsFor("Valve", "Molten", open)).toBe("cause: Valve has a value never seen before");
  expect(wordsFor("Valve", null, open)).toBe("cause: Valve is missing");
  expect(wordsFor("Gain", Math.fround(0.1), { feature: "Gain", in: [0.2] })).toBe("cause: Gain is 0.1");
  expect(wordsFor("Level", null, { feature: "Level", present: true })).toBe("cause: Level is missing");
  expect(wordsFor("Level", 3, { anyOf: [open] })).toBe("cause: Level is unusual");
});

test("what is suspect of a sensor's past is said as people do, and counts for the sensor", () => {
  const expected = { feature: "Level flat (min)", min: 0, max: 10 };
  const row = rowWith("Level flat (min)", 45, expected);
  const [suspect] = row.features;
  const symptom = symptomOf({ ...row, features: [{ ...suspect!, source: "Level", aspect: "flat" }] }, () => null);
  expect(symptom).toMatchObject({ kind: "cause", feature: "Level flat (min)", sensor: "Level" });
  expect(wrongWords(symptom)).toBe("flat too long");
});

test("rows that look normal, or accuse nothing, have no symptom", () => {
  expect(wordsFor("Level", 3, range(7, 9), 0.5)).toBe("normal: null ");
  expect(wordsFor("Level", 3, null)).toBe("unexplained: null ");
});

test("equal symptoms have equal keys, others do not", () => {
  const keyOf = (...row: Parameters<typeof rowWith>) => symptomKey(symptomOf(rowWith(...row), () => null));
  expect(keyOf("Level", 1, range(7, 9))).toBe(keyOf("Level", 2, range(4, 5)));
  expect(keyOf("Level", 1, range(7, 9))).not.toBe(keyOf("Level", 10, range(7, 9)));
  expect(keyOf("Level", 1, range(7, 9))).not.toBe(keyOf("Speed", 1, range(7, 9)));
});
