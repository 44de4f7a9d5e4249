/**
 * Moments as people read them, in UTC, since that is how tables without a zone are read, and by a clock of 24 hours.
 */
import type { TimeRange } from "./find-cards.js";

const DAY = 24 * 3600 * 1000;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** A time of day with an offset from UTC behind it that is not zero. */
const OFFSET = /:\d\d(?:[.,]\d+)? ?[+-](?!00(?::?00)?$)\d\d(?::?\d\d)?$/;

/** Whether the clock of a moment as a row writes it is another one than that of the page. */
export function isOfOtherZone(written: string): boolean {
  return OFFSET.test(written.trim());
}

/** "2026-05-10 22:52". */
export function formatMoment(milliseconds: number): string {
  return `${dateOf(milliseconds)} ${clockOf(milliseconds)}`;
}

/** "2026-05-10 22:52 to 22:54", with the second date where it is another one. */
export function formatSpan(first: number, last: number): string {
  return `${formatMoment(first)} to ${dateOf(first) === dateOf(last) ? clockOf(last) : formatMoment(last)}`;
}

/**
 * As formatSpan, and whole days by their dates. The end belongs to the range no more, so midnight is that of its last
 * day.
 */
export function formatRange({ from, to }: TimeRange): string {
  const isWholeDays = from % DAY === 0 && to % DAY === 0;
  if (isWholeDays) return to - from === DAY ? dateOf(from) : `${dateOf(from)} to ${dateOf(to - DAY)}`;
  const isToMidnight = to % DAY === 0 && dateOf(to - 1) === dateOf(from);
  return isToMidnight ? `${formatMoment(from)} to 24:00` : formatSpan(from, to);
}

/**
 * Labels of an axis: "10:30", below it the date where a new one begins; days by themselves where there is no time
 * between.
 */
export function axisLabels(ticks: readonly number[], step: number): readonly string[] {
  const [main, below] = step < DAY ? [clockOf, dayOf] : [dayAndMonthOf, yearOf];
  return ticks.map((tick, place) => {
    const second = below(tick);
    return place === 0 || below(ticks[place - 1]!) !== second ? `${main(tick)}\n${second}` : main(tick);
  });
}

function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, -14);
}

/** Seconds and their parts only where there are any. */
function clockOf(milliseconds: number): string {
  return new Date(milliseconds)
    .toISOString()
    .slice(-13, -1)
    .replace(/\.000$/, "")
    .replace(/:00$/, "");
}

function dayAndMonthOf(milliseconds: number): string {
  const date = new Date(milliseconds);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]!}`;
}

function yearOf(milliseconds: number): string {
  return String(new Date(milliseconds).getUTCFullYear());
}

function dayOf(milliseconds: number): string {
  return `${dayAndMonthOf(milliseconds)} ${yearOf(milliseconds)}`;
}
