/** Incidents by the order of rows: each machine counts its own rows, and closes its own incidents. */

import { GAP_STEPS } from "../table/index.js";
import type { IncidentFoldOptions, PlacedFold } from "./fold-types.js";
import { addToMachine, closeEpisodes, createMachines, type Machine } from "./machine.js";
import { reachOf } from "./reach.js";
import { toStrangeRow } from "./strange-row.js";
import { type ClosedEpisodes, compareLastRow, compareSettled, createTeller } from "./tell-incidents.js";

export function createOrderFold(options: IncidentFoldOptions): PlacedFold {
  const reach = reachOf(options, GAP_STEPS);
  const machines = createMachines();
  const teller = createTeller(options.bar);

  function close(machine: Machine, now: number): readonly ClosedEpisodes[] {
    return closeEpisodes(machine, { now, reach, hasParts: options.hasParts }).map((each) => ({
      ...each,
      by: machine.by,
    }));
  }

  return {
    add({ place, by, explanation }) {
      if (explanation !== null) addToMachine(machines.of(by), toStrangeRow(explanation, place), reach);
      const machine = machines.known(by);
      if (machine === undefined || place <= machine.nextCheck) return [];
      const closed = close(machine, place);
      machines.forgetEmpty(machine);
      return teller.tell([...closed].sort(compareSettled), "ordered");
    },
    finish() {
      const closed = machines.all().flatMap((machine) => close(machine, Number.POSITIVE_INFINITY));
      return teller.tell(closed.sort(compareLastRow), "ordered");
    },
    counts: () => ({ ...teller.counts(), timeless: 0, late: 0 }),
    gap: () => reach.gap,
  };
}
