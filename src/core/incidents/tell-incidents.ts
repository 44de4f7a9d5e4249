/** What is over, in the order in which it is told, put together and counted. */
import { compareText } from "../base/index.js";
import { suspicionOf } from "../presenting/index.js";
import { type CellValue, keyOf } from "../table/index.js";
import type { Episode } from "./episode.js";
import type { FoundIncident, IncidentBar, IncidentPlacing } from "./fold-types.js";
import type { JoinedEpisodes } from "./join-episodes.js";
import { compareMarks } from "./strange-row.js";

export interface ClosedEpisodes extends JoinedEpisodes {
  readonly by: CellValue;
}

/** What is over, told and counted. */
export function createTeller(bar: IncidentBar) {
  let [incidents, told, passedOver] = [0, 0, 0];
  function toFound({ whole, spans, by }: ClosedEpisodes, kind: IncidentPlacing): FoundIncident[] {
    if (!isSure(whole, bar)) {
      passedOver += whole.count;
      return [];
    }
    told += whole.count;
    return [{ number: incidents++, by, kind, whole, parts: spans }];
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
  return a.whole.last.row - b.whole.last.row || compareBeginning(a, b);
}

/** Two incidents that begin at once have other first suspects, and say so. */
function compareBeginning(a: ClosedEpisodes, b: ClosedEpisodes): number {
  return compareMarks(a.whole.first.mark, b.whole.first.mark);
}
