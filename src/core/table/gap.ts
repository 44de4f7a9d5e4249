/**
 * How far apart two rows of one incident may be: a length of time ("5m", "1h 30m") or a number of rows ("20 rows").
 * Where nobody says it, it is a multiple of the usual step, so that rows that come unevenly, and a few normal ones in
 * between, split nothing.
 */
import { InputError } from "../base/index.js";

/** In milliseconds, or in rows. */
export interface Gap {
  readonly unit: "time" | "rows";
  readonly length: number;
}

/** Usual steps from one row to the next that two rows of one incident may be apart. */
export const GAP_STEPS = 10;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** By the letters that stand for them. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", SECOND],
  ["m", MINUTE],
  ["min", MINUTE],
  ["h", HOUR],
  ["d", DAY],
]);

const PART = /(\d+(?:\.\d+)?)\s*([a-z]+)/g;

const LONGEST = { time: 10_000 * DAY, rows: 1_000_000_000 } as const;

export function parseGap(text: string, option = "gap"): Gap {
  const words = text.trim().toLowerCase();
  const rows = /^(\d+) ?rows?$/.exec(words);
  if (rows !== null && Number(rows[1]) > 0)
    return atMostLongest({ unit: "rows", length: Number(rows[1]) }, text, option);
  const parts = [...words.matchAll(PART)];
  const length = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS.get(unit!) ?? Number.NaN), 0);
  if (words.replace(PART, "").trim() !== "" || !(length > 0) || !Number.isFinite(length)) throw noGap(text, option);
  return atMostLongest({ unit: "time", length }, text, option);
}

function atMostLongest(gap: Gap, text: string, option: string): Gap {
  if (gap.length <= LONGEST[gap.unit]) return gap;
  throw new InputError(
    "GAP_FORMAT",
    `${option} must be at most 10,000 days or 1,000,000,000 rows, got ${JSON.stringify(text)}`,
    "Write it like 90s, 5m, 1h 30m or 2d, or like 20 rows.",
  );
}

function noGap(text: string, option: string): InputError {
  return new InputError(
    "GAP_FORMAT",
    `${option} must be a length of time or a number of rows, got ${JSON.stringify(text)}`,
    "Write it like 90s, 5m, 1h 30m or 2d, or like 20 rows.",
  );
}

/** "43 min", "2 h 5 min", "3 days 4 h": two units at most, the smaller one rounded. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < SECOND) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < MINUTE) return `${Math.round(milliseconds / 100) / 10} s`;
  const [unit, name, part, partName] =
    milliseconds < HOUR
      ? ([MINUTE, "min", SECOND, "s"] as const)
      : milliseconds < DAY
        ? ([HOUR, "h", MINUTE, "min"] as const)
        : ([DAY, "days", HOUR, "h"] as const);
  const parts = Math.round(milliseconds / part);
  const whole = Math.floor((parts * part) / unit);
  const rest = parts - (whole * unit) / part;
  const called = name === "days" && whole === 1 ? "day" : name;
  return rest === 0 ? `${whole} ${called}` : `${whole} ${called} ${rest} ${partName}`;
}

/** "5 min", "20 rows". */
export function formatGap({ unit, length }: Gap): string {
  return unit === "time" ? formatDuration(length) : `${length} ${length === 1 ? "row" : "rows"}`;
}
