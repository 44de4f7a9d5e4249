/** What is over, in the order in which it is told, put together and counted. */
import { compareText } from "../base/text/names.js";
import { suspicionOf } from "../presenting/explanation.js";
import { keyOf } from "../table/machine-key.js";
import type { CellValue } from "../table/table.js";
import { type Episode, mergeEpisodes } from "./episode.js";
import type { FoundIncident, IncidentBar, IncidentPlacing } from "./fold-types.js";
import type { JoinedEpisodes } from "./join-episodes.js";

export interface ClosedEpisodes extends JoinedEpisodes {
  readonly by: CellValue;
}

/** What is over, told and counted. */
export function createTeller(bar: IncidentBar) {
  let [incidents, told, passedOver] = [0, 0, 0];
  function toFound({ episodes, by }: ClosedEpisodes, kind: IncidentPlacing): FoundIncident[] {
    const parts = episodes.map(({ lead, first, last }) => ({ lead, from: first.mark.place, to: last.place }));
    const [whole, ...others] = episodes as readonly [Episode, ...Episode[]];
    for (const other of others) mergeEpisodes(whole, other);
    if (!isSure(whole, bar)) {
      passedOver += whole.count;
      return [];
    }
    told += whole.count;
    return [{ number: incidents++, by, kind, whole, parts }];
  }
  return {
    tell: (closed: readonly ClosedEpisodes[], kind: IncidentPlacing): readonly FoundIncident[] =>
      closed.flatMap((each) => toFound(each, kind)),
    counts: () => ({ incidents, told, passedOver }),
  };
}

/** By its rows together, or by one of them; rows whose strength nobody measured are what they are. */
function isSure({ excess, worst }: Episode, bar: IncidentBar): boolean {
  const { features, strength } = worst[0]!.explanation;
  if (strength === null || excess >= bar.excess) return true;
  return strength >= bar.strength && (features[0] === undefined ? 0 : suspicionOf(features[0])) >= bar.probability;
}

export function compareSettled(a: ClosedEpisodes, b: ClosedEpisodes): number {
  return a.settled - b.settled || compareText(keyOf(a.by), keyOf(b.by)) || compareBeginning(a, b);
}

export function compareLastRow(a: ClosedEpisodes, b: ClosedEpisodes): number {
  return lastRowOf(a) - lastRowOf(b) || compareBeginning(a, b);
}

function compareBeginning(a: ClosedEpisodes, b: ClosedEpisodes): number {
  return beginningOf(a) - beginningOf(b) || compareText(leadsOf(a), leadsOf(b));
}

function beginningOf({ episodes }: ClosedEpisodes): number {
  return episodes.reduce((least, { first }) => Math.min(least, first.mark.place), Number.POSITIVE_INFINITY);
}

function lastRowOf({ episodes }: ClosedEpisodes): number {
  return episodes.reduce((most, { last }) => Math.max(most, last.row), Number.NEGATIVE_INFINITY);
}

/** Two incidents that begin at once have no first suspect in common. */
function leadsOf({ episodes }: ClosedEpisodes): string {
  return episodes
    .map(({ lead }) => JSON.stringify(lead))
    .sort(compareText)
    .join();
}
