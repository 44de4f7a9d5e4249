/**
 * Which episodes of one machine are one incident. An episode has one first suspect, but while something goes wrong the
 * first suspect may change, or two features that depend on one another take turns. Two episodes are one incident if
 *
 * - they go on at once or right after one another, where rows depend on those next to them: that two things go wrong at
 *   the same time is far less likely than that one shows in two ways; or
 * - they are no further apart than the gap, and the first suspect of the one has a clear share of the blame in the
 *   other.
 *
 * An incident is what hangs together by this. It says nothing about the order of rows, so it does not depend on it.
 */
import { type Episode, putInside, shareOf, takeApart } from "./episode.js";
import type { Reach } from "./fold-types.js";

/** Share of the blame by which an episode accuses the first suspect of another: while both go on, and side by side. */
const SHARE_AT_ONCE = 0.1;
const SHARE_BESIDE = 0.25;

/** Episodes that are one incident, and when that is known. */
export interface JoinedEpisodes {
  readonly episodes: readonly Episode[];
  /** The place past which nothing more can belong to these, nor to others near enough that might have. */
  readonly settled: number;
}

interface JoinedAndWaiting {
  readonly joined: readonly JoinedEpisodes[];
  /** Not over yet, or near one that is not. */
  readonly waiting: readonly Episode[];
}

/** The last place at which a row may come to an episode. */
export function endOf({ lead, last }: Episode, { gap, again }: Reach): number {
  return last.place + (lead === null ? gap : again);
}

/** What is one incident once no row before `now` can come. */
export function joinEpisodes(episodes: readonly Episode[], reach: Reach, now: number): JoinedAndWaiting {
  const sorted = [...episodes].sort((a, b) => a.first.mark.place - b.first.mark.place);
  const group = sorted.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (group[root] !== root) root = group[root]!;
    return root;
  };
  const ends = sorted.map((episode) => endOf(episode, reach));
  const settled = [...ends];
  for (const [first, second] of reachingPairs(sorted, ends)) {
    settled[second] = Math.max(settled[second]!, ends[first]!); // another row of the first one would be past the second
    if (sorted[second]!.first.mark.place - sorted[first]!.last.place > reach.gap) continue;
    settled[first] = Math.max(settled[first]!, ends[second]!);
    const areOver = ends[first]! < now && ends[second]! < now;
    if (areOver && isSameCause(sorted[first]!, sorted[second]!, reach)) group[rootOf(second)] = rootOf(first);
  }
  return gather({ sorted, rootOf, settled, now });
}

interface Grouping {
  readonly sorted: readonly Episode[];
  readonly rootOf: (at: number) => number;
  readonly settled: readonly number[];
  readonly now: number;
}

function gather({ sorted, rootOf, settled, now }: Grouping): JoinedAndWaiting {
  const groups = new Map<number, { episodes: Episode[]; settled: number }>();
  sorted.forEach((episode, at) => {
    const known = groups.get(rootOf(at)) ?? { episodes: [], settled: Number.NEGATIVE_INFINITY };
    known.episodes.push(episode);
    known.settled = Math.max(known.settled, settled[at]!);
    groups.set(rootOf(at), known);
  });
  const all = [...groups.values()];
  return {
    joined: all
      .filter((each) => each.settled < now)
      .map((each) => ({ ...each, episodes: each.episodes.flatMap(takeApart) })),
    waiting: all.filter((each) => each.settled >= now).flatMap((each) => each.episodes),
  };
}

/**
 * Puts what is over into what it happened during, where rows depend on those next to them; returns what is left. One
 * that goes on for months then holds one episode for each other suspect, however often these come and go.
 *
 * Only what lies inside by more than the gap on either side: all that is near it goes on during the longer one as well,
 * so nothing is joined, or told earlier, that would not be otherwise.
 */
export function putOverInside(waiting: readonly Episode[], reach: Reach, now: number): readonly Episode[] {
  if (reach.beside < 0) return waiting;
  const isLong = ({ first, last }: Episode): boolean => last.place - first.mark.place > 2 * reach.gap;
  const long = waiting.filter((episode) => isLong(episode) && endOf(episode, reach) >= now);
  return waiting.filter((episode) => {
    if (endOf(episode, reach) >= now) return true;
    const around = long.find(
      ({ first, last }) =>
        first.mark.place < episode.first.mark.place - reach.gap && last.place > episode.last.place + reach.gap,
    );
    if (around !== undefined) putInside(around, episode);
    return around === undefined;
  });
}

/** Pairs of places of which the second begins before the end of the first; `sorted` by where they begin. */
function* reachingPairs(sorted: readonly Episode[], ends: readonly number[]): Generator<readonly [number, number]> {
  let going: number[] = [];
  for (let at = 0; at < sorted.length; at++) {
    const start = sorted[at]!.first.mark.place;
    going = going.filter((before) => start <= ends[before]!);
    for (const before of going) yield [before, at];
    going.push(at);
  }
}

/** Contract: `a` begins no later than `b`, and they are no further apart than the gap. */
function isSameCause(a: Episode, b: Episode, { beside }: Reach): boolean {
  const distance = b.first.mark.place - a.last.place;
  if (Math.max(0, distance) <= beside) return true;
  if (a.lead === null || b.lead === null) return false;
  const share = distance <= 0 ? SHARE_AT_ONCE : SHARE_BESIDE;
  return shareOf(a, b.lead) >= share || shareOf(b, a.lead) >= share;
}
