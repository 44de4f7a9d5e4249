/**
 * What is remembered of one number of one machine: its readings as far back as the window reaches, and since when it
 * has been flat. Readings that are missing are not there; between readings further apart than the gap nothing is known,
 * and what was before is forgotten.
 */
import type { Place } from "./place.js";
import { createRun, type Run } from "./run.js";

export interface NumberPast {
  /** How much `value` differs from the reading a window before; NaN: not known. */
  change(value: number, place: Place): number;
  /** How long `value` has been the same, capped; 0 unless it is a window at least; NaN: not known. */
  flat(value: number, place: Place): number;
  /** Remembers a reading that is later than all before. */
  add(value: number, place: Place): void;
}

interface Reach {
  readonly window: number;
  readonly gap: number;
  readonly cap: number;
}

export function createNumberPast({ window, gap, cap }: Reach): NumberPast {
  const run: Run<number> = createRun({ gap, cap });
  let values: number[] = [];
  let places: number[] = [];
  let first = 0; // readings before it are out of reach
  let latest = Number.NaN;

  function clear(): void {
    values = [];
    places = [];
    first = 0;
  }

  /** Leaves one reading at or before the beginning of the window. */
  function forgetBefore(start: number): void {
    while (first + 1 < places.length && places[first + 1]! <= start) first++;
    if (first < 64 || first < places.length / 2) return;
    values = values.slice(first);
    places = places.slice(first);
    first = 0;
  }

  return {
    change(value, { at, moment }) {
      const start = at - window;
      if (Number.isNaN(value) || !(moment - latest <= gap)) return Number.NaN;
      forgetBefore(start);
      if (places[first]! > start) return Number.NaN;
      return value - valueAt(start, { at: places[first]!, value: values[first]! }, afterFirst(at, value)) + 0;
    },
    flat(value, place) {
      const length = Number.isNaN(value) ? Number.NaN : run.lasted(value, place);
      return length < window ? 0 : length; // a few equal readings in a row are chance
    },
    add(value, { at, moment }) {
      run.add(value, { at, moment });
      if (!(moment - latest <= gap)) clear();
      values.push(value);
      places.push(at);
      latest = moment;
    },
  };

  function afterFirst(at: number, value: number): Reading {
    return first + 1 < places.length ? { at: places[first + 1]!, value: values[first + 1]! } : { at, value };
  }
}

interface Reading {
  readonly at: number;
  readonly value: number;
}

/** On the line between two readings. Contract: before.at ≤ at < after.at. */
function valueAt(at: number, before: Reading, after: Reading): number {
  if (at === before.at) return before.value;
  return before.value + (after.value - before.value) * ((at - before.at) / (after.at - before.at));
}
