/**
 * Finds numbers that count time since 1970: moments that never come again, so that no rule can speak about them.
 *
 * All numbers must lie in the years 2001 to 2099 when read in one of four units. That alone proves nothing, since
 * 1,200,000,000 may as well be bytes. So either the name of the column says it, or the numbers do, as the clock of a
 * log leaves them: whole, nearly all distinct, and in even steps of at most a day when they are sorted. The order of
 * rows plays no part, as nowhere in learning. Cost: O(1) for nearly all columns, O(rows × log rows) where all numbers
 * lie in those years.
 */
import { wordsOf } from "../base/index.js";
import type { NumberFacts } from "./number-facts.js";

interface Unit {
  readonly name: string;
  readonly perSecond: number;
  /** Words of a column's name that say this unit. */
  readonly words: readonly string[];
}

const UNITS: readonly Unit[] = [
  { name: "seconds", perSecond: 1, words: ["s", "sec", "secs", "second", "seconds"] },
  { name: "milliseconds", perSecond: 1e3, words: ["ms", "msec", "millis", "millisecond", "milliseconds"] },
  { name: "microseconds", perSecond: 1e6, words: ["us", "µs", "usec", "micros", "microsecond", "microseconds"] },
  { name: "nanoseconds", perSecond: 1e9, words: ["ns", "nsec", "nanos", "nanosecond", "nanoseconds"] },
];

/** 2001-01-01 and 2100-01-01, in seconds. */
const FIRST = 978_307_200;
const END = 4_102_444_800;
const DAY = 86_400;

/** Words by which a column says that it holds moments; so does "at" at its end. */
const MOMENT_WORD = /^(date|datetime|timestamps?|ts|epoch|unix|utc|when)$/;
/**
 * Words with which "time" is none on the clock but one that passes. In nanoseconds 1 to 4 s are numbers of those years,
 * so a "cycle time" may well lie in them.
 */
const DURATION_WORD =
  /^(busy|cpu|cycle|duration|elapsed|exec(ution)?|idle|latency|lead|proc(ess(ing)?)?|response|round|run(ning)?|spent|sys|total|travel|up|user|wait(ing)?|wall)$/;

/** A clock shows itself in more distinct numbers than this … */
const CLOCK_COUNT = 20;
/** … that are at least this share of all … */
const CLOCK_DISTINCT = 0.9;
/**
 * … and of whose steps at least this share is within half of the median step. (Of numbers drawn by lot it is about a
 * third.)
 */
const CLOCK_EVEN = 0.8;

/** Why the numbers are taken for moments, with the dates they would be; null: they are not. */
export function describeUnixTimes(name: string, facts: NumberFacts): string | null {
  const [first, last] = facts.range();
  const unit = UNITS.find(({ perSecond }) => first >= FIRST * perSecond && last < END * perSecond);
  if (unit === undefined || !(saysMoments(name, unit) || isClock(facts, unit))) return null;
  const [from, to] = [dayOf(first, unit), dayOf(last, unit)];
  return `it looks like moments in time (${unit.name} since 1970: ${from === to ? `all on ${from}` : `${from} to ${to}`})`;
}

function saysMoments(name: string, unit: Unit): boolean {
  const words = wordsOf(name);
  if (UNITS.some((other) => other !== unit && other.words.some((word) => words.includes(word)))) return false;
  if (words.at(-1) === "at" || words.some((word) => MOMENT_WORD.test(word))) return true;
  return words.includes("time") && !words.some((word) => DURATION_WORD.test(word));
}

/** Looks at all of them at once: 24 bytes for each. */
function isClock(facts: NumberFacts, { perSecond }: Unit): boolean {
  if (!facts.areWhole()) return false;
  const distinct = facts.distinct();
  if (distinct.length <= CLOCK_COUNT || distinct.length < CLOCK_DISTINCT * facts.present()) return false;
  const steps = distinct.subarray(1).map((value, i) => value - distinct[i]!);
  const median = steps.toSorted()[steps.length >> 1]!;
  let even = 0;
  for (const step of steps) if (step >= 0.5 * median && step <= 1.5 * median) even++;
  return median <= DAY * perSecond && even >= CLOCK_EVEN * steps.length;
}

function dayOf(value: number, { perSecond }: Unit): string {
  return new Date((value / perSecond) * 1000).toISOString().slice(0, 10);
}
