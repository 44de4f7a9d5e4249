/**
 * The numbers that a model takes for a known one (base/numbers/is-same-number.ts), as bounds that other languages can
 * ask for: 76.47 off by a rounding of arithmetic, or stored in single precision. Whole numbers next to it are others.
 */
import { nextBelow } from "../base/index.js";

export interface AlikeNumbers {
  /** All from here to there, both included, are alike. */
  readonly low: number;
  readonly high: number;
  /** One more: the known number in single precision, where that lies outside; null: it does not. */
  readonly single: number | null;
}

/** As isSameNumber has them. */
const ROUNDING = 1e-12;
const SINGLE = 1e-7;

export function alikeTo(known: number): AlikeNumbers {
  if (!Number.isFinite(known) || known === 0) return { low: known, high: known, single: null };
  const single = Math.fround(known);
  const [before, after] = single === known ? halfSteps(known) : [0, 0];
  const least = Math.abs(known) * ROUNDING;
  const low = Math.max(known - Math.max(least, before), nextAbove(Math.ceil(known) - 1));
  const high = Math.min(known + Math.max(least, after), nextBelow(Math.floor(known) + 1));
  const isOutside = single < low || single > high;
  const isNear = !Number.isInteger(single) && Math.abs(single - known) <= SINGLE * Math.abs(known);
  return { low: Math.min(low, known), high: Math.max(high, known), single: isOutside && isNear ? single : null };
}

/** The same of an end of an interval: itself alone, but where the interval is one number. */
export function alikeToEnd(end: number, { min, max }: Ends): AlikeNumbers {
  return min === max ? alikeTo(end) : { low: end, high: end, single: null };
}

interface Ends {
  readonly min: number | null;
  readonly max: number | null;
}

/** How far a number may lie below and above one of single precision and still become it. */
function halfSteps(single: number): readonly [number, number] {
  const most = SINGLE * Math.abs(single);
  const within = (other: number): number => Math.min(most, Math.abs(other - single) * 0.4999999);
  return [within(neighbour(single, -1)), within(neighbour(single, 1))];
}

/** The next number of single precision below or above. Contract: `single` is one, and not 0. */
function neighbour(single: number, direction: 1 | -1): number {
  const whole = Float32Array.of(single);
  const bits = new Int32Array(whole.buffer);
  bits[0]! += single > 0 ? direction : -direction;
  return whole[0]!;
}

function nextAbove(value: number): number {
  return -nextBelow(-value);
}
