/**
 * How long a reading has been the same. When a run began is known if another reading stands right before it; at the
 * start of the rows and after a gap it is not, until the run has lasted as long as anything is told to last (the cap).
 */
import type { Place } from "./place.js";

export interface Run<Value> {
  /** How long a reading at this place has been the same, capped; NaN: not known. */
  lasted(value: Value, place: Place): number;
  /** For how long it is seen to have been the same, which may be less. */
  seenFor(value: Value, place: Place): number;
  /** Remembers a reading that is later than all before. */
  add(value: Value, place: Place): void;
}

export function createRun<Value>({ gap, cap }: { readonly gap: number; readonly cap: number }): Run<Value> {
  let current: { readonly value: Value; readonly since: number; readonly isSeenToBegin: boolean } | null = null;
  let latest = Number.NaN;
  const follows = (moment: number): boolean => moment - latest <= gap;
  return {
    lasted(value, { at, moment }) {
      if (current === null || !follows(moment)) return Number.NaN;
      if (current.value !== value) return 0;
      const length = at - current.since;
      return length >= cap ? cap : current.isSeenToBegin ? length : Number.NaN;
    },
    seenFor(value, { at, moment }) {
      return current !== null && follows(moment) && current.value === value ? at - current.since : 0;
    },
    add(value, { at, moment }) {
      const isKnown = current !== null && follows(moment);
      if (!isKnown || current!.value !== value) current = { value, since: at, isSeenToBegin: isKnown };
      latest = moment;
    },
  };
}
