/**
 * The plan by which the past of rows becomes features: what is looked at, how far back, and what a gap is. It is data:
 * a model keeps it, so that explaining makes the same features as learning did.
 */
import { type Aspect, type DurationUnit, formatGap, type Gap, type Past } from "../table/index.js";

export interface HistoryPlan {
  /** The column that says when rows were; null: they follow one another as they stand. */
  readonly time: string | null;
  /** The column that tells machines apart: each has a past of its own; null: there is one. */
  readonly by: string | null;
  readonly window: Gap;
  /** Readings further apart than this know nothing of each other: milliseconds, or rows where there is no time. */
  readonly gap: number;
  /** States that seldom change. What is switched jumps: changes of numbers are told once all of these last a window. */
  readonly steady: readonly string[];
  readonly derived: readonly DerivedFeature[];
}

export interface DerivedFeature {
  readonly name: string;
  readonly source: string;
  readonly aspect: Aspect;
}

/** Durations are told up to so many windows: what lasts longer lasts "at least that long". */
const CAP_WINDOWS = 12;

/** In milliseconds or rows, as the window. */
export function capOf({ window }: Pick<HistoryPlan, "window">): number {
  return CAP_WINDOWS * window.length;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNIT_LENGTHS: Readonly<Record<DurationUnit, number>> = { s: 1000, min: MINUTE, h: HOUR, days: DAY, rows: 1 };

/** In what durations are told: the largest unit that two windows fill. */
export function durationUnit({ unit, length }: Gap): DurationUnit {
  if (unit === "rows") return "rows";
  if (length < MINUTE) return "s";
  if (length < HOUR) return "min";
  return length < DAY ? "h" : "days";
}

/** Of one unit, in milliseconds or rows. */
export function unitLength(unit: DurationUnit): number {
  return UNIT_LENGTHS[unit];
}

export function pastOf({ window }: Pick<HistoryPlan, "window">, { source, aspect }: DerivedFeature): Past {
  return { source, aspect, window: formatGap(window), unit: durationUnit(window) };
}

/** "Level over 5 min", "Level flat (min)", "Pump for (min)", "Hour". */
export function derivedName(source: string, aspect: Aspect, window: Gap): string {
  switch (aspect) {
    case "change":
      return `${source} over ${formatGap(window)}`;
    case "flat":
      return `${source} flat (${durationUnit(window)})`;
    case "lasted":
      return `${source} for (${durationUnit(window)})`;
    case "hour":
      return "Hour";
    case "weekday":
      return "Weekday";
  }
}
