/** What is said of a suspect feature of an Explanation, beside its value and in a sentence. */
import type { SuspectFeature } from "./explanation.js";
import { formatExpected, sayExpected } from "./format-expected.js";
import { formatShare } from "./format-number.js";
import type { ExpectedPredicate } from "./format-predicate.js";
import { FEW_CHOICES, formatNeverSeen, formatSeen, isBeyond, type ToldReading } from "./suspect-words.js";

/** What a suspect should have been; in the place of a value never seen, many others are not listed. */
export function formatSuspectExpected(suspect: SuspectFeature, spread: number): string {
  const { expected, observed } = suspect;
  if (expected === null) return "as it is";
  return isAnySeen(suspect) ? "a value seen before" : formatExpected(expected, observed, spread);
}

/** What is said of a suspect in a sentence. */
export function tellFeature(suspect: SuspectFeature, spread: number): ToldReading {
  const { feature: name, observed, expected, neverSeenIn = null, mostDecimals = null, source, told } = suspect;
  return {
    name,
    observed,
    expectation: expected === null || isAnySeen(suspect) ? null : sayExpected(expected, observed, spread),
    isMeasured: expected?.level !== undefined,
    neverSeenIn,
    mostDecimals,
    isInRange: isNewInRange(suspect),
    seen: expected?.seen ?? null,
    past: source === undefined || told === undefined ? null : { source, told },
  };
}

/** In the place of a value never seen: one of many categories, or any number that normal rows have. */
function isAnySeen(suspect: SuspectFeature): boolean {
  const { expected, neverSeenIn } = suspect;
  if (neverSeenIn === undefined || expected === null) return false;
  if ("in" in expected) return expected.in.length > FEW_CHOICES;
  return expected.level !== undefined && expected.seen === undefined && isNewInRange(suspect);
}

/** Whether a number that no normal row has lies in the range that is expected. */
export function isNewInRange({ expected, observed, neverSeenIn }: SuspectFeature): boolean {
  if (neverSeenIn === undefined || expected === null || !("min" in expected)) return false;
  if (typeof observed !== "number" || observed < (expected.min ?? Number.NEGATIVE_INFINITY)) return false;
  const max = expected.max ?? Number.POSITIVE_INFINITY;
  return expected.maxInclusive === true ? observed <= max : observed < max;
}

/** "90 %": the share of normal values that are as expected, where more than one value is; null: not measured. */
export function formatLevel(suspect: SuspectFeature): string | null {
  const { expected } = suspect;
  if (expected?.level === undefined || isSingle(expected) || isAnySeen(suspect)) return null;
  return formatShare(expected.level);
}

function isSingle(expected: ExpectedPredicate): boolean {
  return "in" in expected ? expected.in.length === 1 : "min" in expected && expected.min === expected.max;
}

/** "seen 8 to 19", for a number beyond that; null: it does not help. */
export function formatSuspectSeen({ expected, observed }: SuspectFeature): string | null {
  return expected?.seen !== undefined && isBeyond(expected.seen, observed) ? formatSeen(expected.seen) : null;
}

/** What is said of a suspect's value behind it: "never seen in 50,000 normal rows"; null: nothing. */
export function formatSuspectUnseen({ neverSeenIn, mostDecimals }: SuspectFeature): string | null {
  return neverSeenIn === undefined ? null : formatNeverSeen(neverSeenIn, mostDecimals ?? null);
}
