/**
 * The time of day as two numbers that move evenly around a circle, as what follows the sun or a working day does. Plain
 * arithmetic (Bhaskara's sine, within .002), so that every engine computes the same bits.
 */
import type { RowOrder } from "../model/index.js";

/** Days that learning rows cover at least: else what happened once at some hour would be what usually does. */
const LEAST_DAYS = 4;
/** Rows no further apart than this tell the course of a day. */
const LONGEST_STEP = 3 * 3_600_000;
const DAY = 86_400_000;

interface TimedRows {
  readonly order: Pick<RowOrder, "by" | "step">;
  readonly rows: {
    readonly time: { readonly areNumbers: boolean } | null;
    readonly moments: Float64Array;
    readonly span: readonly [first: number, last: number];
  } | null;
}

/** In milliseconds, where rows in order of time cover some days; else null. Numbers as times may be of any unit. */
export function momentsOfDays({ order: { by, step }, rows }: TimedRows): Float64Array | null {
  if (by !== "time" || rows === null || rows.time?.areNumbers !== false) return null;
  const [first, last] = rows.span;
  return step !== null && step <= LONGEST_STEP && last - first >= LEAST_DAYS * DAY ? rows.moments : null;
}

/** Fills two numbers; 0 where the moment is missing. */
export function fillDay(moment: number, into: Float64Array, place: number): void {
  const turn = moment / DAY - Math.floor(moment / DAY);
  into[place] = Number.isNaN(turn) ? 0 : wave(turn);
  into[place + 1] = Number.isNaN(turn) ? 0 : wave(turn < 0.75 ? turn + 0.25 : turn - 0.75);
}

/** The sine of a share of a turn, from 0 to below 1. */
function wave(turn: number): number {
  return turn < 0.5 ? arc(2 * turn) : -arc(2 * turn - 1);
}

function arc(share: number): number {
  const product = share * (1 - share);
  return (16 * product) / (5 - 4 * product);
}
