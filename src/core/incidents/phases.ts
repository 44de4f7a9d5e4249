/** How an incident developed: which suspect led it when, in a few phases. What leads only for a moment is no phase. */
import type { Cause } from "../check/index.js";
import type { RowMark } from "./strange-row.js";
import { type CountedCause, causeKey, type Stretch } from "./stretches.js";

export interface Phase {
  /** null: no feature stood out. */
  readonly cause: Cause | null;
  readonly count: number;
  readonly first: RowMark;
  readonly last: RowMark;
}

/** Most phases that are told. */
const MOST_PHASES = 5;
/** A phase has at least this share of the rows. */
const LEAST_SHARE = 0.05;

/** `stretches` in order of time, at least one. */
export function findPhases(stretches: readonly Stretch[]): readonly Phase[] {
  const total = stretches.reduce((sum, { count }) => sum + count, 0);
  let phases = joinAlike(stretches.map(toPhase));
  const smallest = (): Phase => phases.reduce((a, b) => (b.count < a.count ? b : a));
  while (phases.length > 1 && (phases.length > MOST_PHASES || smallest().count < LEAST_SHARE * total)) {
    phases = joinAlike(giveAway(phases, phases.indexOf(smallest())));
  }
  return phases;
}

function toPhase({ causes, count, first, last }: Stretch): Phase {
  return { cause: mostOf(causes), count, first, last };
}

/** Of equal ones the first by name. */
function mostOf(causes: ReadonlyMap<string, CountedCause>): Cause | null {
  const [first, ...others] = [...causes].sort((a, b) => (a[0] < b[0] ? -1 : 1));
  return others.reduce((most, next) => (next[1].count > most[1].count ? next : most), first!)[1].cause;
}

function joinAlike(phases: readonly Phase[]): Phase[] {
  const joined: Phase[] = [];
  for (const phase of phases) {
    const before = joined.at(-1);
    if (before !== undefined && causeKey(before.cause) === causeKey(phase.cause))
      joined.push(join(joined.pop()!, phase));
    else joined.push(phase);
  }
  return joined;
}

function join(before: Phase, after: Phase, { cause } = before): Phase {
  return { cause, count: before.count + after.count, first: before.first, last: after.last };
}

/** The rows of a phase go to the larger one beside it. */
function giveAway(phases: readonly Phase[], at: number): Phase[] {
  const [before, phase, after] = [phases[at - 1], phases[at]!, phases[at + 1]];
  if (after !== undefined && (before === undefined || after.count > before.count))
    return [...phases.slice(0, at), join(phase, after, after), ...phases.slice(at + 2)];
  return [...phases.slice(0, at - 1), join(before!, phase), ...phases.slice(at + 1)];
}
