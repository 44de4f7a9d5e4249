/**
 * What is said of one reading, in the same words everywhere: what it is and should be, that it was never seen, where
 * normal values end.
 */
import type { Seen } from "../evidence/index.js";
import type { CellValue } from "../table/index.js";
import { formatCountOf, formatReading } from "./format-number.js";
import { quoted } from "./format-predicate.js";

/** Of a category never seen, more choices than this are not listed: what it is not says more. */
export const FEW_CHOICES = 4;

export interface ToldReading {
  readonly name: string;
  readonly observed: CellValue;
  /** What it should be, in words; null: that is not told. */
  readonly expectation: string | null;
  /** Whether that comes from the rest of the row; else from the rule, or from similar rows. */
  readonly isMeasured: boolean;
  /** Learning rows, none of which has the value; null: one has. */
  readonly neverSeenIn: number | null;
  /** Of a number that is new because it has more decimals than these have: their most; else null. */
  readonly mostDecimals: number | null;
  /** Whether it is in the range that is expected, and wrong because no normal row has it. */
  readonly isInRange: boolean;
  /** Where normal values end; null: not known. */
  readonly seen: Seen | null;
  /** Of the past of a sensor: which one, and what is told of it; null: it is a reading by itself. */
  readonly past: ToldPast | null;
}

export interface ToldPast {
  readonly source: string;
  /** "rose by 3.1 over 5 min". */
  readonly told: string;
}

export function formatObserved(value: CellValue): string {
  if (value === null) return "missing";
  return typeof value === "number" ? formatReading(value) : quoted(String(value));
}

/** "Level = 11.1". */
export function describeReading(name: string, observed: CellValue): string {
  return `${quoted(name)} = ${formatObserved(observed)}`;
}

/** "Valve is Closed but should be Open"; "mcc is crypto, never seen in 50,000 normal rows". */
export function describeWrong(told: ToldReading): string {
  const { name, observed, expectation, neverSeenIn, mostDecimals, past } = told;
  if (past !== null) {
    const expected =
      expectation === null ? "" : `, expected ${expectation.replace(/^between (.+) and (.+)$/, "$1 to $2")}`;
    return `${quoted(past.source)}: ${past.told}${expected}`;
  }
  const reading = `${quoted(name)} is ${formatObserved(observed)}`;
  if (neverSeenIn === null) return `${reading} but should be ${expectation ?? "another"}`;
  const unseen = `${reading}, ${formatNeverSeen(neverSeenIn, mostDecimals)}`;
  return expectation === null ? unseen : `${unseen}, and should be ${sayAnother(told)}${expectation}`;
}

/** A number that no normal row has may lie among those that are expected. */
function sayAnother({ isInRange }: ToldReading): string {
  return isInRange ? "another number " : "";
}

/** "Level = 11.1, where the rest of the row suggests between 4 and 9". */
export function describeUnusual(told: ToldReading): string {
  const { name, observed, expectation, isMeasured, neverSeenIn, mostDecimals, seen, past } = told;
  const unseen = neverSeenIn === null ? "" : `, ${formatNeverSeen(neverSeenIn, mostDecimals)}`;
  const reading =
    past === null ? `${describeReading(name, observed)}${unseen}` : `${quoted(past.source)}, ${past.told}`;
  if (expectation === null) return reading;
  if (!isMeasured) return `${reading}, where the normal rows most like this one have ${expectation}`;
  const known = seen !== null && isBeyond(seen, observed) ? ` (${formatSeen(seen)})` : "";
  return `${reading}, where the rest of the row suggests ${sayAnother(told)}${expectation}${known}`;
}

/**
 * Where no rule speaks about it: that a value was never seen is a reason by itself, and so is what the rest of the row
 * suggests in its place.
 */
export function describeLeastUsual(told: ToldReading): string {
  if (told.neverSeenIn !== null) return describeWrong(told);
  return told.isMeasured ? describeUnusual(told) : describeUnaccused(told);
}

/** Where no reading is more likely wrong than right, be its value one that was never seen. */
export function describeUnaccused(told: ToldReading): string {
  return `No rule singles out a reading; the least usual is ${describeUnusual(told)}`;
}

/** "currency or country: they contradict each other". */
export function describeEither(first: string, second: string): string {
  return `${quoted(first)} or ${quoted(second)}: they contradict each other`;
}

/** "never seen in 50,000 normal rows"; "with more decimals than any of 8,000 normal rows (at most 2)". */
export function formatNeverSeen(rows: number, mostDecimals: number | null): string {
  const normal = formatCountOf(rows, "normal row");
  if (mostDecimals === null) return `never seen in ${normal}`;
  return mostDecimals === 0
    ? `no whole number as in all ${normal}`
    : `with more decimals than any of ${normal} (at most ${mostDecimals})`;
}

/** Whether it helps to say where normal values end: beyond what was seen nothing is known. */
export function isBeyond(seen: Seen, observed: CellValue): boolean {
  return typeof observed === "number" && (observed < seen.min || observed > seen.max);
}

/** "seen 8 to 19"; "seen 8 to 19 in 214 rows", where more rows were learnt from than were looked at. */
export function formatSeen(seen: Seen): string {
  const range = `seen ${formatSeenRange(seen)}`;
  return seen.rows === undefined ? range : `${range} in ${formatCountOf(seen.rows, "row")}`;
}

/** "8 to 19": values of rows, which are not rounded as what is expected is. */
export function formatSeenRange({ min, max }: Seen): string {
  const [low, high] = [formatReading(min), formatReading(max)];
  return low === high ? low : `${low} to ${high}`;
}
