/**
 * What is wrong with a row in one word: which feature, and in which direction. An operator looks for "Outflow is too
 * low" first, and only then for the rules that say so, of which there are many: each row breaks the one that fits it
 * best.
 */
import { causeOf, sideOf } from "../core/check/index.js";
import {
  type Explanation,
  type GroupKind,
  groupOf,
  looksNormal,
  type SuspectFeature,
} from "../core/presenting/index.js";
import { type Category, type CellValue, isSameCategory } from "../core/table/index.js";
import { shownCell, shownText } from "./expected-text.js";

export interface Symptom {
  readonly kind: GroupKind;
  /** The first suspect; null where the kind is no cause. */
  readonly feature: string | null;
  /** The sensor whose past it is, or the feature itself. */
  readonly sensor: string | null;
  readonly wrong: Wrong;
  /** The category that stands where another should, or how the past deviates; null for all else. */
  readonly value: CellValue;
}

/** past: what is told of the sensor's past. unusual: none of the others can be said. none: nothing is accused. */
type Wrong = "past" | "too low" | "too high" | "category" | "never seen" | "missing" | "unusual" | "none";

/** Stranger than nearly all normal rows; without a measure of that, a row that breaks a rule counts. */
export function isStrange(explanation: Explanation): boolean {
  return explanation.strength === null ? explanation.rules.length > 0 : !looksNormal(explanation);
}

/** `categoriesOf` gives the categories of a feature that normal rows have; null: it is numeric. */
export function symptomOf(
  explanation: Explanation,
  categoriesOf: (feature: string) => readonly Category[] | null,
): Symptom {
  const { kind } = groupOf(explanation);
  const first = kind === "cause" ? explanation.features.find(({ expected }) => expected !== null) : undefined;
  if (first === undefined) return { kind, feature: null, sensor: null, wrong: "none", value: null };
  const wrong = wrongOf(first, categoriesOf(first.feature));
  const { feature, source: sensor = feature, aspect } = first;
  if (aspect !== undefined && typeof first.observed === "number")
    return { kind, feature, sensor, wrong: "past", value: causeOf(first).deviation };
  return { kind, feature, sensor, wrong, value: wrong === "category" ? first.observed : null };
}

function wrongOf(suspect: SuspectFeature, categories: readonly Category[] | null): Wrong {
  const { observed, expected, neverSeenIn } = suspect;
  if (observed === null) return "missing";
  if (categories === null) {
    const side = sideOf(Number(observed), expected); // infinite readings are texts
    return side === "unusual" && neverSeenIn !== undefined ? "never seen" : side;
  }
  return categories.some((category) => isSameCategory(category, observed)) ? "category" : "never seen";
}

/** Equal for the same symptom. */
export function symptomKey({ kind, feature, wrong, value }: Symptom): string {
  return JSON.stringify([kind, feature, wrong, value]);
}

/** What stands behind the feature's name: "too low", "is Closed". */
export function wrongWords({ wrong, value }: Symptom): string {
  switch (wrong) {
    case "past":
      return String(value);
    case "category":
      return `is ${typeof value === "string" ? shownText(value) : shownCell(value)}`;
    case "never seen":
      return "has a value never seen before";
    case "missing":
      return "is missing";
    case "unusual":
      return "is unusual";
    case "none":
      return "";
    default:
      return wrong;
  }
}
