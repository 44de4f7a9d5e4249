/**
 * What is said of a feature that was made of another one's past, as people speak: "Level rises by at least 0.3 over 5
 * min", "Pump unchanged for at least 12 min"; and of its value, "rose by 3.1 over 5 min".
 */
import type { Aspect, CellValue, Past } from "../table/index.js";
import { formatReading } from "./format-number.js";

/** Bounds as they are written; null: open. */
interface WrittenBounds {
  readonly min: string | null;
  readonly max: string | null;
}

/** `source` as it is quoted. The clock is told as any number is: null. */
export function sayPastInterval(source: string, { aspect, window, unit }: Past, bounds: WrittenBounds): string | null {
  switch (aspect) {
    case "change":
      return `${source} ${sayChange(bounds)} over ${window}`;
    case "flat":
      return `${source} flat for ${sayRange(bounds)} ${unit}`;
    case "lasted":
      return `${source} unchanged for ${sayRange(bounds)} ${unit}`;
    default:
      return null;
  }
}

function sayChange({ min, max }: WrittenBounds): string {
  if (min !== null && Number(min) >= 0) {
    if (Number(min) === 0 && max === null) return "does not fall";
    return `rises by ${sayRange({ min, max })}`;
  }
  if (max !== null && Number(max) <= 0) {
    if (Number(max) === 0 && min === null) return "does not rise";
    return `falls by ${sayRange({ min: turned(max), max: min === null ? null : turned(min) })}`;
  }
  if (min === null) return max === null ? "changes" : `rises by at most ${max}`;
  return max === null ? `falls by at most ${turned(min)}` : `changes by ${min} to ${max}`;
}

function turned(bound: string): string {
  return bound.startsWith("-") ? bound.slice(1) : bound.startsWith("\u2212") ? bound.slice(1) : bound;
}

function sayRange({ min, max }: WrittenBounds): string {
  if (min === null) return max === null ? "any number of" : `at most ${max}`;
  if (max === null) return `at least ${min}`;
  return min === max ? min : `${min} to ${max}`;
}

/** "rose by 3.1 over 5 min", "flat for 12 min", "unchanged for 12 min"; null: it is told as any value is. */
export function tellPast({ aspect, window, unit }: Past, observed: CellValue): string | null {
  if (typeof observed !== "number") return null;
  switch (aspect) {
    case "change":
      return observed === 0
        ? `the same as ${window} before`
        : `${observed > 0 ? "rose" : "fell"} by ${formatReading(Math.abs(observed))} over ${window}`;
    case "flat":
      return observed === 0 ? "moving" : `flat for ${formatReading(observed)} ${unit}`;
    case "lasted":
      return observed === 0 ? "just changed" : `unchanged for ${formatReading(observed)} ${unit}`;
    default:
      return null;
  }
}

export const PAST_DEVIATIONS = [
  "flat too long",
  "moves too soon",
  "unchanged too long",
  "changed too soon",
  "rises too fast",
  "falls too fast",
  "rises too little",
  "falls too little",
] as const;

/** How a feature of the past deviates, in words that last: "rises too fast", "flat too long". */
export function pastDeviation(aspect: Aspect, observed: number, isHigh: boolean): (typeof PAST_DEVIATIONS)[number] {
  if (aspect === "flat") return isHigh ? "flat too long" : "moves too soon";
  if (aspect === "lasted") return isHigh ? "unchanged too long" : "changed too soon";
  if (isHigh) return observed > 0 ? "rises too fast" : "falls too little";
  return observed < 0 ? "falls too fast" : "rises too little";
}
