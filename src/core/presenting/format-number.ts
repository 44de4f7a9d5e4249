/**
 * Numbers for people: enough digits to tell values apart, no more. Counts have separators, measured values have none.
 */
import { decimalExponent, groupDigits } from "../base/index.js";

/** 3120 → "3,120". */
export { groupDigits as formatCount } from "../base/index.js";

/** "1 row", "3,120 rows". */
export function formatCountOf(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`;
}

/** A share as per cent: "99.8 %"; never "100 %" or "0 %" unless it is exactly that. */
export function formatShare(share: number): string {
  if (share === 1 || share === 0) return `${share * 100} %`;
  const percent = share * 100;
  for (let digits = 1; digits <= 6; digits++) {
    const text = percent.toFixed(digits);
    if (Number(text) !== 100 && Number(text) !== 0) return `${withoutZeros(text)} %`;
  }
  return share > 0.5 ? "> 99.999999 %" : "< 0.000001 %";
}

/** A measured value with at most `significant` digits, as short as it can be. */
export function formatNumber(value: number, significant = 6): string {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? "−∞" : "missing";
  if (significant >= MOST_DIGITS) return shortest(value);
  const text = value.toPrecision(significant);
  const isPlain = significant <= SAFE_DIGITS && !text.includes("e");
  return isPlain ? withoutZeros(text) : shortest(Number(text));
}

/** A number with this many digits is itself. */
const MOST_DIGITS = 17;
/** Any text with no more digits is the shortest one for its number, but for zeros at the end. */
const SAFE_DIGITS = 15;

function shortest(value: number): string {
  const text = String(value === 0 ? 0 : value);
  return text.includes("e") ? text.replace("e+", "e") : text;
}

/** Those behind the point. */
function withoutZeros(text: string): string {
  if (!text.includes(".")) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === ZERO) end--;
  return text.slice(0, text.charCodeAt(end - 1) === POINT ? end - 1 : end);
}

const ZERO = "0".charCodeAt(0);
const POINT = ".".charCodeAt(0);

/** A value as it was read: whole when it is short, else with six digits or two behind the point, whichever is more. */
export function formatReading(value: number): string {
  if (!Number.isFinite(value) || isShortReading(value)) return formatNumber(value, MOST_DIGITS);
  const whole = decimalExponent(Math.abs(value)) + 1;
  return formatNumber(value, Math.min(MOST_DIGITS, Math.max(6, whole + 2)));
}

/** What is written with so many letters at most. */
const SHORT_READING = 10;

function isShortReading(value: number): boolean {
  const size = Math.abs(value);
  // Such a number with more than eight decimals is seen to be long before its text is made, which takes a while.
  if (size >= 1e-6 && size < 1e6 && Math.round(value * 1e8) / 1e8 !== value) return false;
  return String(value).length <= SHORT_READING;
}

/**
 * A bound that was computed (μ ± 3σ): as it is when it is short, else rounded to about a twentieth of the spread; more
 * digits where fewer would put `observed` on its other side.
 */
export function formatBound(bound: number, spread: number, observed: number | null): string {
  if (!Number.isFinite(bound) || bound === 0) return formatNumber(bound);
  if (isShort(bound)) return formatNumber(bound, MOST_DIGITS);
  const whole = decimalExponent(Math.abs(bound)) + 1;
  const least = spread > 0 ? whole - decimalExponent(Math.max(spread / 20, Number.MIN_VALUE)) : 4;
  for (let digits = Math.min(15, Math.max(2, least)); digits <= MOST_DIGITS; digits++) {
    const rounded = Number(bound.toPrecision(digits));
    if (observed === null || isOnOneSide(observed, bound, rounded)) return formatNumber(rounded, MOST_DIGITS);
  }
  return String(bound);
}

/**
 * A number that rows have, where no other is as expected: as it was read, with all digits where fewer would put
 * `observed` on its other side.
 */
export function formatSingle(value: number, observed: number | null): string {
  const text = formatReading(value);
  const isTold = observed === null || observed === value || isOnOneSide(observed, value, Number(text));
  return isTold ? text : formatNumber(value, MOST_DIGITS);
}

/** Whether a number is on the same side of a bound and of what is shown for it. */
export function isOnOneSide(observed: number, bound: number, shown: number): boolean {
  return Math.sign(observed - shown) === Math.sign(observed - bound);
}

/** A number with no more digits is short enough to be shown whole. */
const SHORT_DIGITS = 5;

/** Most bounds are seen to be short by their text, which is made in a tenth of the time. */
function isShort(bound: number): boolean {
  return String(bound).length <= SHORT_DIGITS || Number(bound.toPrecision(SHORT_DIGITS)) === bound;
}
