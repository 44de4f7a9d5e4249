/**
 * Days and times of day by their parts, as milliseconds. NaN wherever no calendar or clock has such a one, so that sums
 * of them are a moment, or none.
 */

/** Milliseconds of a day. */
export const DAY = 86_400_000;

/** Since 1970. NaN: there is no such day. */
export function midnightOf(year: number, month: number, day: number): number {
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day); // Date.UTC takes the year 1 for 1901
  const isDay = midnight.getUTCDate() === day && midnight.getUTCMonth() === month - 1;
  return isDay && midnight.getUTCFullYear() === year ? midnight.getTime() : Number.NaN;
}

/** An hour, a minute, perhaps seconds with their fraction, AM or PM: for patterns that ignore case. */
export const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}(?:[.,]\d+)?))?(?: ?(?<half>[AP])M)?`;
/** How far a clock is off UTC. */
export const ZONE = String.raw`(?<zone>Z| ?UTC| ?GMT| ?[+-]\d{2}(?::?\d{2})?)`;

/** What such a pattern found; undefined: nothing, which is 0, and of the zone UTC. */
interface ClockWords {
  readonly hour?: string | undefined;
  readonly minute?: string | undefined;
  readonly second?: string | undefined;
  /** A or P, of AM and PM. */
  readonly half?: string | undefined;
  readonly zone?: string | undefined;
}

/** Since midnight in UTC; below 0 or beyond a day where the zone makes it so. 24:00 is the end of a day. */
export function millisecondsOfDay({ hour = "0", minute = "0", second = "0", half, zone = "Z" }: ClockWords): number {
  const seconds = Number(second.replace(",", "."));
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === "P" ? 12 : 0);
  const isClock = Number(hour) <= (half === undefined ? 24 : 12) && Number(minute) < 60 && seconds < 60;
  const milliseconds = 3_600_000 * hours + 60_000 * Number(minute) + 1000 * seconds;
  return isClock && milliseconds <= DAY ? milliseconds - 60_000 * offsetMinutes(zone) : Number.NaN;
}

/** Of "+02:00", "-0530", " +01", "UTC", "GMT" or "Z"; NaN: no clock is so far off. */
function offsetMinutes(zone: string): number {
  if (/[ZCM]/i.test(zone)) return 0;
  const digits = zone.replace(/\D/g, "");
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2) || "0")];
  if (hours > 23 || minutes > 59) return Number.NaN;
  return (zone.includes("-") ? -1 : 1) * (60 * hours + minutes);
}

const TIME_OF_DAY = new RegExp(`^${CLOCK}${ZONE}?$`, "i");

/** Milliseconds since midnight, of 13:05, 1:05:30 PM or 13:05:00.250; NaN: it is no time of day. */
export function parseTimeOfDay(text: string): number {
  const found = TIME_OF_DAY.exec(text.trim());
  return found === null ? Number.NaN : millisecondsOfDay(found.groups!);
}

/** Milliseconds since midnight, of 81500 and "081500", which are 08:15:00; NaN: it is no time of day. */
export function clockOfDigits(digits: number | string): number {
  const text = String(digits);
  if (!/^\d{1,6}$/.test(text)) return Number.NaN;
  const [hour, minute, second] = (text.padStart(6, "0").match(/\d\d/g) ?? []) as [string, string, string];
  return Number(hour) > 23 ? Number.NaN : millisecondsOfDay({ hour, minute, second });
}
