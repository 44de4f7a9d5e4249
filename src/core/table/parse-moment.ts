/** A moment in time, as text says it. */
const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** Milliseconds since 1970, of a text without an offset as if it were UTC; NaN for any other text. */
export function parseMoment(text: string): number {
  const found = MOMENT.exec(text.trim());
  if (found === null) return Number.NaN;
  const [, year, month, day, hour = "0", minute = "0", second = "0", offset = "Z"] = found;
  const milliseconds = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  return milliseconds + 1000 * Number(second) - 60_000 * offsetMinutes(offset);
}

/** Of "+02:00", "-0530", "+01" or "Z". */
function offsetMinutes(offset: string): number {
  if (offset === "Z") return 0;
  const digits = offset.slice(1).replace(":", "");
  const minutes = 60 * Number(digits.slice(0, 2)) + Number(digits.slice(2) || "0");
  return offset.startsWith("-") ? -minutes : minutes;
}
