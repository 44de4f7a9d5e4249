/**
 * The cosine by IEEE additions and multiplications alone, so that every engine gives the same bits; within 1 unit of
 * the last place next to its greatest values, and within 2^-53 everywhere.
 */
import { fixedTurn, toNumber } from "./fixed-point.js";

const TURN = toNumber(fixedTurn());

/** cos(2π · turns), for any finite number of turns. Whole, half and quarter turns are exact. */
export function cosineOfTurns(turns: number): number {
  const part = Math.abs(turns) % 1; // exact
  const quarter = Math.round(4 * part);
  const angle = (part - quarter / 4) * TURN; // at most an eighth of a turn
  const square = angle * angle;
  if (quarter % 2 === 0) return (quarter === 2 ? -1 : 1) * cosineSeries(square);
  return (quarter === 1 ? -1 : 1) * angle * sineSeries(square);
}

function cosineSeries(square: number): number {
  let sum = 0;
  for (let k = 16; k > 0; k -= 2) sum = ((1 - sum) * square) / (k * (k - 1));
  return 1 - sum;
}

/** sin(angle) / angle. */
function sineSeries(square: number): number {
  let sum = 0;
  for (let k = 17; k > 1; k -= 2) sum = ((1 - sum) * square) / (k * (k - 1));
  return 1 - sum;
}
