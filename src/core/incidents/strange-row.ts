/**
 * A strange row as incidents see it: where it stands in time or order, who leads its suspects, and as much of its
 * explanation as is told again. Comparisons say which row comes first and which is worse; rows of one moment are told
 * apart by what they say, so that the order in which they were read decides nothing.
 */

import { hashText, log } from "../base/index.js";
import { type Cause, causeOf } from "../check/index.js";
import { type Explanation, LOOKS_NORMAL, looksNormal, type SuspectFeature, suspicionOf } from "../presenting/index.js";
import type { CellValue } from "../table/index.js";

/** The little that is remembered of every row that an incident is told by. */
export interface RowMark {
  /** Milliseconds since 1970, or its place among the rows. */
  readonly place: number;
  readonly row: number;
  /** As it is written; null: missing, or no column says it. */
  readonly time: string | null;
  readonly strength: number | null;
  /** How suspect the first suspect is, 0 without one; where no strength is measured, the scores of its broken rules. */
  readonly suspicion: number;
  /** The first suspect; null: no feature stands out. */
  readonly feature: string | null;
  /** Its value; null: missing, or there is none. Of a sensor whose past is suspect its reading now. */
  readonly observed: CellValue;
  /** The range that was expected of it; null: none was, or it was of its past. */
  readonly expected: { readonly min: number | null; readonly max: number | null } | null;
  /** A hash of what the row says. */
  readonly content: number;
}

export interface StrangeRow {
  readonly mark: RowMark;
  /** The first suspect and how it deviates; null: no feature stands out. */
  readonly cause: Cause | null;
  /** Its features are those that are accused. */
  readonly explanation: Explanation;
  /** Blame in whole units by feature, that of a feature's past with it, so that sums do not depend on their order. */
  readonly units: ReadonlyMap<string, number>;
  /**
   * How much stranger it is than a strange row must be, in whole units: the logarithm of how much rarer such rows are
   * among normal ones. 0 where no strength is measured.
   */
  readonly excess: number;
}

/** Units of a whole blame. */
export const BLAME_UNITS = 1_000_000;
/** Units of an excess of 1. */
const EXCESS_UNITS = 1_000_000;

/** In units: 0 for a row that is just strange, and more the fewer normal rows are as strange. */
export function excessOf(strength: number): number {
  return Math.round(EXCESS_UNITS * log((1 - LOOKS_NORMAL) / (1 - strength)));
}

/** Stranger than nearly all normal rows; without a measure of that, a row that breaks a rule counts. */
export function isStrange({ strength, rules }: Pick<Explanation, "strength" | "rules">): boolean {
  return strength === null ? rules.length > 0 : !looksNormal({ strength });
}

export function toStrangeRow(explanation: Explanation, place: number): StrangeRow {
  const accused = explanation.features.filter(({ expected }) => expected !== null);
  const first = accused[0];
  const units = new Map<string, number>();
  for (const { feature, source = feature, blame } of explanation.features) {
    const count = Math.round(blame * BLAME_UNITS);
    if (count > 0) units.set(source, (units.get(source) ?? 0) + count);
  }
  return {
    mark: toMark(explanation, place, first),
    cause: first === undefined ? null : causeOf(first),
    explanation: { ...explanation, features: accused },
    units,
    excess: explanation.strength === null ? 0 : excessOf(explanation.strength),
  };
}

function toMark(explanation: Explanation, place: number, first: SuspectFeature | undefined): RowMark {
  const { row, time = null, strength, text, id, source } = explanation;
  const sensor = first?.source ?? first?.feature ?? null;
  const reading = explanation.features.find(({ feature }) => feature === sensor);
  const expected = first?.source === undefined ? (first?.expected ?? null) : null;
  return {
    place,
    row,
    time,
    strength,
    suspicion: strength === null ? scoresOf(explanation) : first === undefined ? 0 : suspicionOf(first),
    feature: sensor,
    observed: reading?.observed ?? null,
    expected: expected !== null && "min" in expected ? { min: expected.min, max: expected.max } : null,
    content: hashText(JSON.stringify([text, id ?? null, source?.file ?? null]), 0),
  };
}

/** The method "paper" divides the blame of a row among its suspects: a row with one of them is not the worst. */
function scoresOf({ rules }: Explanation): number {
  return rules.reduce((sum, { score }) => sum + score, 0);
}

/** By place, then by what is said; rows that say the same are equal but for their number. */
export function compareMarks(a: RowMark, b: RowMark): number {
  return a.place - b.place || a.content - b.content || a.row - b.row;
}

/** Negative: `a` is worse. By strength, then by how suspect it is, then the earlier one. */
export function compareWorse(a: RowMark, b: RowMark): number {
  return (b.strength ?? 0) - (a.strength ?? 0) || b.suspicion - a.suspicion || compareMarks(a, b);
}
