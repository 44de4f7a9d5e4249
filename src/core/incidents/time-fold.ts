/** Incidents by moments: all machines have one clock, and what is over for one is over for all. */

import { GAP_STEPS, keyOf } from "../table/index.js";
import { createFirstSteps, type FirstSteps } from "./first-steps.js";
import type { FoundIncident, IncidentFoldOptions, PlacedFold, SeenRow } from "./fold-types.js";
import { addToMachine, closeEpisodes, createMachines } from "./machine.js";
import { NOWHERE, reachOf } from "./reach.js";
import { toStrangeRow } from "./strange-row.js";
import { compareSettled, createTeller } from "./tell-incidents.js";

export function createTimeFold(options: IncidentFoldOptions): PlacedFold {
  const { gap: asked, lateness, bar, hasParts } = options;
  const machines = createMachines();
  const timeless = createMachines();
  const teller = createTeller(bar);
  let steps: FirstSteps | null = asked === null ? createFirstSteps() : null;
  let waiting: SeenRow[] = [];
  let reach = reachOf(options, Number.NaN);
  let latest = Number.NEGATIVE_INFINITY;
  let nextCheck = Number.POSITIVE_INFINITY;
  let [timelessRows, late] = [0, 0];

  function put({ place: moment, by, explanation }: SeenRow): readonly FoundIncident[] {
    if (moment > latest) latest = moment;
    const now = latest - lateness;
    if (explanation !== null) {
      if (moment < now) late++;
      const machine = machines.of(by);
      addToMachine(machine, toStrangeRow(explanation, moment), reach);
      nextCheck = Math.min(nextCheck, machine.nextCheck);
    }
    return now > nextCheck ? close(now) : [];
  }

  function close(now: number): readonly FoundIncident[] {
    const closed = machines.all().flatMap((machine) => {
      if (now <= machine.nextCheck) return [];
      const joined = closeEpisodes(machine, { now, reach, hasParts });
      return joined.map((each) => ({ ...each, by: machine.by }));
    });
    machines.forgetEmpty();
    nextCheck = machines.all().reduce((least, machine) => Math.min(least, machine.nextCheck), Number.POSITIVE_INFINITY);
    return teller.tell(closed.sort(compareSettled), "timed");
  }

  function decide(isAll: boolean): readonly FoundIncident[] {
    const step = steps!.finish(isAll);
    steps = null;
    reach = reachOf(options, step === null ? 0 : GAP_STEPS * step);
    const rows = waiting;
    waiting = [];
    return rows.flatMap(put);
  }

  function setAside({ by, explanation }: SeenRow): readonly FoundIncident[] {
    if (explanation === null) return [];
    timelessRows++;
    const strange = toStrangeRow(explanation, 0);
    // Its time may be written and yet be none: nobody knows which of these rows was the first.
    addToMachine(timeless.of(by), { ...strange, mark: { ...strange.mark, time: null } }, NOWHERE);
    return [];
  }

  return {
    add(seen) {
      if (Number.isNaN(seen.place)) return setAside(seen);
      if (steps === null) return put(seen);
      waiting.push(seen);
      return steps.add(keyOf(seen.by), seen.place) ? decide(false) : [];
    },
    finish() {
      const first = steps === null ? [] : decide(true);
      const rest = close(Number.POSITIVE_INFINITY);
      const without = timeless.all().flatMap((machine) =>
        closeEpisodes(machine, { now: Number.POSITIVE_INFINITY, reach: NOWHERE, hasParts }).map((each) => ({
          ...each,
          by: machine.by,
        })),
      );
      return [...first, ...rest, ...teller.tell(without.sort(compareSettled), "timeless")];
    },
    counts: () => ({ ...teller.counts(), timeless: timelessRows, late }),
    gap: () => (Number.isNaN(reach.gap) ? null : reach.gap),
  };
}
