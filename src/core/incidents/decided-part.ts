/**
 * What of an incident is decided while other episodes of it go on: put together, so that memory holds no more for
 * months of them than for a day.
 */
import { type DecidedPart, type Episode, type EpisodeSpan, mergeEpisodes } from "./episode.js";

/** The part that an episode belongs to; null: nothing of its incident is decided. */
export function decidedOf({ decided }: Episode): DecidedPart | null {
  let part = decided;
  while (part !== null && part.movedTo !== null) part = part.movedTo;
  return part;
}

/** Makes the decided parts of all these episodes one; null: they have none. */
export function uniteDecided(episodes: readonly Episode[]): DecidedPart | null {
  const [first = null, ...others] = new Set(episodes.map(decidedOf).filter((part) => part !== null));
  for (const other of others) {
    mergeEpisodes(first!.whole, other.whole);
    first!.spans.push(...other.spans);
    other.movedTo = first;
  }
  return first;
}

/** Puts episodes together, into `part` where there is one already. Contract: at least one. */
export function putTogether(episodes: readonly Episode[], part: DecidedPart | null, hasParts: boolean): DecidedPart {
  const spans = hasParts ? episodes.map(spanOf) : [];
  const [whole, ...others] = part === null ? (episodes as readonly [Episode, ...Episode[]]) : [part.whole, ...episodes];
  for (const other of others) mergeEpisodes(whole, other);
  whole.decided = null;
  if (part === null) return { whole, spans, movedTo: null };
  part.spans.push(...spans);
  return part;
}

function spanOf({ lead, first, last }: Episode): EpisodeSpan {
  return { lead, from: first.mark.place, to: last.place };
}
