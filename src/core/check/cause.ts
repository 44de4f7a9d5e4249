/**
 * The cause of a finding, in words that stay the same from day to day and from model to model: which feature, and how
 * it deviates. Rules and ranges change with every learning; that the valve is Closed, or the level too high, does not.
 *
 * There are few: for each feature its categories, one for values never seen, and five for numbers. So what is known
 * about causes takes little memory, however many rows there are.
 */

import { type Explanation, type PublicPredicate, pastDeviation, type SuspectFeature } from "../presenting/index.js";

export interface Cause {
  readonly feature: string;
  readonly deviation: string;
}

/** The first suspect that something is said against; undefined: the row is no finding. */
export function accusedOf({ features }: Pick<Explanation, "features">): SuspectFeature | undefined {
  return features.find(({ rule, expected }) => rule !== null || expected !== null);
}

/** What comes from the past of a sensor is laid on the sensor. */
export function causeOf(suspect: SuspectFeature): Cause {
  return { feature: suspect.source ?? suspect.feature, deviation: deviationOf(suspect) };
}

function deviationOf({ observed, expected, neverSeenIn, aspect }: SuspectFeature): string {
  if (aspect !== undefined && typeof observed === "number" && expected !== null && "min" in expected)
    return pastDeviation(aspect, observed, expected.min === null || observed >= expected.min);
  if (observed === null) return "missing";
  const isNumber = typeof observed === "number" || (expected !== null && "min" in expected);
  const side = isNumber ? sideOf(Number(observed), expected) : null;
  // A number too high that is new as well is too high, or an incident would have two causes in turn.
  if (side === "too low" || side === "too high") return side;
  return neverSeenIn === undefined ? (side ?? String(observed)) : "a value never seen";
}

/** On which side of what is expected a number lies; unusual: on none. */
export function sideOf(observed: number, expected: PublicPredicate | null): "too low" | "too high" | "unusual" {
  if (expected === null || !("min" in expected)) return "unusual";
  const { min, max, maxInclusive = false } = expected;
  if (min !== null && observed < min) return "too low";
  return max !== null && (maxInclusive ? observed > max : observed >= max) ? "too high" : "unusual";
}

/** "Valve: Closed", "Level: too high". */
export function causeText({ feature, deviation }: Cause): string {
  return `${feature}: ${deviation}`;
}
