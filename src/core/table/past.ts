/**
 * What a feature tells that was made of another one's past: how a number has changed over the window, how long it has
 * been flat, how long a state has lasted; or, of the clock, the hour and the day of the week.
 */
export const ASPECTS = ["change", "flat", "lasted", "hour", "weekday"] as const;
export type Aspect = (typeof ASPECTS)[number];

/** Lengths of time in which durations are told, and rows where there is no clock. */
export type DurationUnit = "s" | "min" | "h" | "days" | "rows";

export interface Past {
  /** The feature it comes from; of the clock the column of times. */
  readonly source: string;
  readonly aspect: Aspect;
  /** Of a change, over how long: "5 min", "20 rows". */
  readonly window: string;
  /** Of a duration, in what it is told. */
  readonly unit: DurationUnit;
}

/** A feature, which may be made of the past of another one. */
interface MaybePast {
  readonly past?: Past;
}

/** What people call a feature by: the sensor it comes from, or itself. */
export function sensorOf({ name, past }: MaybePast & { readonly name: string }): string {
  return past?.source ?? name;
}

/** Whether a feature is a column of the rows themselves. */
export function isRecorded({ past }: MaybePast): boolean {
  return past === undefined;
}

/** How long a state lasts is up to whoever switches it: it is wrong only where it lasts longer than it ever did. */
export function isDuration({ past }: MaybePast): boolean {
  return past?.aspect === "lasted";
}

/** The clock is never wrong: its features are asked for, but nothing is said against them. */
export function isOfClock({ past }: MaybePast): boolean {
  return past?.aspect === "hour" || past?.aspect === "weekday";
}
