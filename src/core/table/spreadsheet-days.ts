/**
 * Finds days as spreadsheets count them, 46146 for 2026-05-04: what is left of dates in a file that was exported
 * without their format. A later row has a later day, so that no rule can speak about them.
 *
 * Numbers of that size may be anything, so the name has to say that they are days, and all of them must lie in the
 * years 2000 to 2099, within ten years. They are not read as times, which the reason says how to change. The order of
 * rows plays no part. Cost: O(1).
 */
import { wordsOf } from "../base/index.js";
import { DAY } from "./calendar.js";
import type { NumberFacts } from "./number-facts.js";

/** 2000-01-01 and 2100-01-01, in days since 1899-12-30. */
const FIRST = 36_526;
const END = 73_051;
/** 1970-01-01. */
const EPOCH = 25_569;
const MOST_DAYS = 3660;

const DAY_WORD = /^(date|dates|datetime|datum|day|days|fecha|timestamps?|ts|when)$/;

/** Why the numbers are taken for days, with the first and the last; null: they are not. Contract: there are some. */
export function describeSpreadsheetDays(name: string, facts: NumberFacts): string | null {
  const [first, last] = facts.range();
  if (first < FIRST || last >= END || last - first > MOST_DAYS) return null;
  if (!wordsOf(name).some((word) => DAY_WORD.test(word))) return null;
  const [from, to] = [dayOf(first), dayOf(last)];
  const span = from === to ? `all of them ${from}` : `${from} to ${to}`;
  return `it looks like days as spreadsheets count them (${span}); written as 2026-05-04 they would say when rows were`;
}

function dayOf(value: number): string {
  return new Date(Math.floor(value - EPOCH) * DAY).toISOString().slice(0, 10);
}
