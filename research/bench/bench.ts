/** What a bench is and what it tells: lines of a table, each with the goal it is held against. */
import type { Rivals } from "./python.js";

export interface BenchContext {
  /** Rounds of each race. */
  readonly runs: number;
  /** Tiny seeded tables instead of real ones: proves that the benches run, measures nothing. */
  readonly isQuick: boolean;
  /** The pack of 17 sets, or null when it is not there. */
  readonly pack: string | null;
  readonly rivals: Rivals;
  /** A folder for tables and models, removed afterwards. */
  readonly scratch: string;
  readonly say: (line: string) => void;
}

export interface Bench {
  readonly name: string;
  readonly title: string;
  /** What is compared and what was checked, in a few sentences. */
  readonly about: string;
  readonly run: (context: BenchContext) => Promise<Line[]>;
}

/** One comparison. */
export interface Line {
  /** The table or task. */
  readonly what: string;
  readonly ours: string;
  readonly rival: string;
  /** The rival's time, or "not run" with the reason. */
  readonly theirs: string;
  /** Their time / ours; null where it has no meaning. */
  readonly ratio: number | null;
  readonly goal: Goal | null;
  readonly remark: string;
}

export interface Goal {
  /** What is to be reached, "≥ 50× mlxtend", or only told: lines of a bench with the same text are judged together. */
  readonly text: string;
  /** Null when it was not run; a figure that nothing is demanded of is neither reached nor missed. */
  readonly measured: { readonly value: string; readonly isReached: boolean | null; readonly badness: number } | null;
}

/** The answer of a contestant is not the right one: no time is worth taking. */
export class WrongAnswer extends Error {}

export function requireAnswer(isRight: boolean, complaint: string): void {
  if (!isRight) throw new WrongAnswer(complaint);
}

/** A goal "at least this many times faster". */
export function atLeastTimes(text: string, least: number, ratio: number | null): Goal {
  if (ratio === null) return { text, measured: null };
  return { text, measured: { value: formatRatio(ratio), isReached: ratio >= least, badness: -ratio } };
}

/** How many times as fast, told without a goal. */
export function figure(text: string, ratio: number | null): Goal {
  if (ratio === null) return { text, measured: null };
  return { text, measured: { value: formatRatio(ratio), isReached: null, badness: -ratio } };
}

/** A limit, and how a goal calls it. */
interface Limit {
  readonly text: string;
  readonly most: number;
}

/** A goal "at most this much". */
export function atMost({ text, most }: Limit, value: number, format: (value: number) => string): Goal {
  return { text, measured: { value: format(value), isReached: value <= most, badness: value } };
}

export function formatRatio(ratio: number): string {
  return `${ratio >= 100 ? Math.round(ratio).toLocaleString("en-US") : threeDigits(ratio)}×`;
}

/** "12.3 µs", "4.56 ms", "7.89 s". */
export function formatMs(ms: number): string {
  if (ms < 1) return `${threeDigits(ms * 1000)} µs`;
  return ms < 1000 ? `${threeDigits(ms)} ms` : `${threeDigits(ms / 1000)} s`;
}

export function formatMicroseconds(us: number): string {
  return formatMs(us / 1000);
}

function threeDigits(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
