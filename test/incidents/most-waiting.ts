/** How many episodes a stream without lateness holds at most: those that wait, and what is decided of their incidents. */
import {
  addToMachine,
  closeEpisodes,
  createMachines,
  decidedOf,
  type IncidentFoldOptions,
  isStrange,
  type Machine,
  reachOf,
  type SeenRow,
  toStrangeRow,
} from "../../src/core/incidents/index.js";

export function mostWaiting(rows: readonly SeenRow[], options: IncidentFoldOptions & { readonly gap: number }): number {
  const reach = reachOf(options, options.gap);
  const machines = createMachines();
  let most = 0;
  for (const { place: now, by, explanation } of rows) {
    if (explanation !== null && isStrange(explanation))
      addToMachine(machines.of(by), toStrangeRow(explanation, now), reach);
    for (const machine of machines.all())
      if (now > machine.nextCheck) closeEpisodes(machine, { reach, now, hasParts: options.hasParts });
    machines.forgetEmpty();
    most = Math.max(
      most,
      machines.all().reduce((sum, machine) => sum + heldBy(machine), 0),
    );
  }
  return most;
}

function heldBy({ episodes }: Machine): number {
  const all = [...episodes.values()].flat();
  return all.length + new Set(all.map(decidedOf).filter((part) => part !== null)).size;
}
