/**
 * Finds out how often rows come, from the first of them, where nobody said it: the median of the first steps from a row
 * to the next of the same machine. Rows in no order of time would tell far too long steps; that is noticed and refused.
 */
import { InputError } from "../base/index.js";
import { medianStep } from "../table/index.js";

export interface FirstSteps {
  /** Whether enough is known. */
  add(machine: string, moment: number): boolean;
  /** The usual step; null: no two rows of a machine differ in time. `isAll`: no more rows come. */
  finish(isAll: boolean): number | null;
}

/** Steps that are enough, and rows after which no more are waited for. */
const ENOUGH_STEPS = 1000;
const MOST_ROWS = 50_000;
/** A larger share of steps back in time means that rows do not stand in its order. */
const MOST_BACK = 0.05;

export function createFirstSteps(): FirstSteps {
  const moments = new Map<string, number[]>();
  let rows = 0;
  let forward = 0;
  let back = 0;
  return {
    add(machine, moment) {
      const earlier = moments.get(machine) ?? [];
      if (earlier.length === 0) moments.set(machine, earlier);
      const before = earlier.at(-1) ?? moment;
      earlier.push(moment);
      rows++;
      if (moment > before) forward++;
      if (moment < before) back++;
      return forward >= ENOUGH_STEPS || rows >= MOST_ROWS;
    },
    finish(isAll) {
      if (!isAll && (back > MOST_BACK * (forward + back) || forward < ENOUGH_STEPS)) throw unknownGap();
      return medianStep([...moments.values()].flatMap(stepsOf));
    },
  };
}

function stepsOf(moments: readonly number[]): number[] {
  const sorted = Float64Array.from(moments).sort();
  return Array.from(sorted.subarray(1), (moment, before) => moment - sorted[before]!).filter((step) => step > 0);
}

function unknownGap(): InputError {
  return new InputError(
    "GAP_UNKNOWN",
    "how often rows come is not known: the model does not say, and the first rows do not stand in order of time",
    "Say how far apart two rows of one incident may be: --gap 5m (gap).",
  );
}
