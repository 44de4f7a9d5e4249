/**
 * The past of one machine: of each source what its derived features need. A row is asked what its past says before it
 * becomes past itself. Rows of one moment do not see each other; for those after them they count as one, whose readings
 * are those on which they agree. A row that comes later than its moment has no past, and becomes none.
 */
import { roundDigits } from "../base/index.js";
import type { CellValue } from "../table/index.js";
import { createNumberPast, type NumberPast } from "./number-past.js";
import type { Place } from "./place.js";
import { capOf, durationUnit, type HistoryPlan, unitLength } from "./plan.js";
import { createRun, type Run } from "./run.js";

/** A number, or a state: a text; null: missing. */
export type Reading = number | string | null;

/** Features of one source, by their place among the derived ones; null: there is none. */
export interface SourcePlan {
  readonly name: string;
  readonly change: number | null;
  readonly flat: number | null;
  readonly lasted: number | null;
}

export interface MachinePast {
  /** Fills in what the past says of a row, and takes the row into it. `moment`: null, rows follow one another. */
  visit(moment: number | null, readings: readonly Reading[], into: (derived: number, value: number) => void): void;
}

/** Differences of decimals are told as decimals: 5.1 − 5 is 0.1. */
const DIGITS = 10;

export function createMachinePast(plan: HistoryPlan, sources: readonly SourcePlan[]): MachinePast {
  const reach = { window: plan.window.length, gap: plan.gap, cap: capOf(plan) };
  const unit = unitLength(durationUnit(plan.window));
  const numbers = sources.map(({ lasted }): NumberPast | null => (lasted === null ? createNumberPast(reach) : null));
  const states = sources.map(({ lasted }): Run<string> | null => (lasted === null ? null : createRun(reach)));
  const present: (Reading | undefined)[] = sources.map(() => undefined); // undefined: rows of this moment disagree
  const steady = [...sources.keys()].filter((source) => plan.steady.includes(sources[source]!.name));
  let place: Place = { at: 0, moment: Number.NEGATIVE_INFINITY };

  /** The rows of the latest moment become past. */
  function remember(): void {
    sources.forEach((_, source) => {
      const reading = present[source];
      if (typeof reading === "number") numbers[source]!.add(reading, place);
      else if (typeof reading === "string") states[source]!.add(reading, place);
    });
    present.fill(null);
  }

  function moveTo(moment: number | null): void {
    remember();
    const next = moment ?? place.at + 1;
    place = { at: plan.window.unit === "time" ? next : place.at + 1, moment: next };
  }

  /** Whether nothing was switched within the window. */
  function isSteady(readings: readonly Reading[]): boolean {
    return steady.every((source) => {
      const state = readings[source]!;
      return typeof state === "string" && states[source]!.seenFor(state, place) >= reach.window;
    });
  }

  return {
    visit(moment, readings, into) {
      if (moment !== null && moment < place.moment) return;
      if (moment === null || moment > place.moment) moveTo(moment);
      const areComparable = isSteady(readings);
      sources.forEach(({ change, flat, lasted }, source) => {
        const reading = readings[source]!;
        if (typeof reading === "number") {
          const past = numbers[source]!;
          if (change !== null && areComparable) into(change, roundDigits(past.change(reading, place), DIGITS));
          if (flat !== null) into(flat, past.flat(reading, place) / unit);
        } else if (typeof reading === "string") into(lasted!, states[source]!.lasted(reading, place) / unit);
        present[source] = agreed(present[source], reading);
      });
    },
  };
}

/** What rows of one moment say together: null, nothing; undefined, they contradict each other. */
function agreed(before: Reading | undefined, reading: Reading): Reading | undefined {
  if (before === null || before === undefined) return before === null ? reading : undefined;
  return reading === null || reading === before ? before : undefined;
}

/** A reading of a state as it is compared; null: missing. */
export function stateOf(value: CellValue): string | null {
  return value === null ? null : String(value);
}
