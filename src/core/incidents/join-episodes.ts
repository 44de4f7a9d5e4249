/**
 * Which episodes of one machine are one incident. An episode has one first suspect, but while something goes wrong the
 * first suspect may change, or two features that depend on one another take turns. Two episodes are one incident if
 *
 * - they go on at once or right after one another, where rows depend on those next to them: that two things go wrong at
 *   the same time is far less likely than that one shows in two ways; or
 * - they are no further apart than the gap, and the first suspect of the one has a clear share of the blame in the
 *   other. Of one that lies inside another by more than the gap on either side its rows alone are asked: what the
 *   longer one blames, far away from it, says nothing about it.
 *
 * An incident is what hangs together by this. It says nothing about the order of rows, so it does not depend on it.
 *
 * An episode is decided once it is over and it is known of all others near it whether they are one with it. What is
 * decided is put together, whether or not the rest of its incident goes on: a stream holds what is near its end.
 */
import { decidedOf, putTogether, uniteDecided } from "./decided-part.js";
import { type DecidedPart, type Episode, shareOf } from "./episode.js";
import type { Reach } from "./fold-types.js";

/** Share of the blame by which an episode accuses the first suspect of another: while both go on, and side by side. */
const SHARE_AT_ONCE = 0.1;
const SHARE_BESIDE = 0.25;

/** Episodes that are one incident, and when that is known. */
export interface JoinedEpisodes extends Pick<DecidedPart, "whole" | "spans"> {
  /** The place past which nothing more can belong to these, nor to others near enough that might have. */
  readonly settled: number;
}

interface JoinedAndWaiting {
  readonly joined: readonly JoinedEpisodes[];
  /** Not over yet, or near one that is not. */
  readonly waiting: readonly Episode[];
  /** Nothing changes until the time is past this place, unless rows come. */
  readonly nextCheck: number;
}

export interface JoinOptions {
  readonly reach: Reach;
  /** No row before this place can come. */
  readonly now: number;
  readonly hasParts: boolean;
}

/** Where an episode is, how long it may wait for another row, and by when it is over then. */
interface Extent {
  readonly from: number;
  readonly to: number;
  readonly wait: number;
  readonly end: number;
}

/** What is one incident; what is decided of others is put together. */
export function joinEpisodes(episodes: readonly Episode[], options: JoinOptions): JoinedAndWaiting {
  const { reach, now } = options;
  const sorted = [...episodes].sort((a, b) => a.first.mark.place - b.first.mark.place);
  const extents = sorted.map((episode) => extentOf(episode, reach));
  const groups = createGroups(sorted);
  const settled = extents.map(({ end }) => end);
  const isDecided = settled.map((end) => end < now);
  for (const [first, second] of reachingPairs(extents)) {
    const [a, b] = [extents[first]!, extents[second]!];
    // Another row of the first one would be past the second. Once it is past it by the gap, more rows change nothing.
    const known = b.from - a.from > reach.gap ? Math.min(a.to, b.to + reach.gap) + a.wait : a.end;
    settled[second] = Math.max(settled[second]!, known);
    if (b.from - a.to > reach.gap) {
      if (known >= now) isDecided[second] = false;
      continue;
    }
    settled[first] = Math.max(settled[first]!, b.end);
    if (Math.max(0, b.from - a.to) <= reach.beside) groups.join(first, second);
    else if (known >= now || b.end >= now) isDecided[first] = isDecided[second] = false;
    else if (isSameCause(sorted[first]!, sorted[second]!, reach)) groups.join(first, second);
  }
  const found = sorted.map((episode, at) => ({ episode, settled: settled[at]!, isDecided: isDecided[at]! }));
  const ends = extents.filter(({ end }) => end >= now).map(({ end }) => end);
  return {
    ...gather(groups.of(found), options.hasParts),
    nextCheck: [...ends, ...settled.filter((place) => place >= now)].reduce(lesser, Number.POSITIVE_INFINITY),
  };
}

function lesser(a: number, b: number): number {
  return Math.min(a, b);
}

function extentOf({ lead, first, last }: Episode, { gap, again }: Reach): Extent {
  const wait = lead === null ? gap : again;
  return { from: first.mark.place, to: last.place, wait, end: last.place + wait };
}

/** Which of the episodes hang together: at first those of which a part is decided already. */
function createGroups(episodes: readonly Episode[]) {
  const group = episodes.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (group[root] !== root) root = group[root]!;
    return root;
  };
  const join = (first: number, second: number): void => {
    group[rootOf(second)] = rootOf(first);
  };
  const known = new Map<DecidedPart, number>();
  episodes.forEach((episode, at) => {
    const part = decidedOf(episode);
    if (part === null) return;
    join(known.get(part) ?? at, at);
    known.set(part, at);
  });
  return {
    join,
    of<Each>(each: readonly Each[]): Iterable<Each[]> {
      const all = new Map<number, Each[]>();
      each.forEach((one, at) => {
        const list = all.get(rootOf(at));
        if (list === undefined) all.set(rootOf(at), [one]);
        else list.push(one);
      });
      return all.values();
    },
  };
}

interface JudgedEpisode {
  readonly episode: Episode;
  readonly settled: number;
  readonly isDecided: boolean;
}

function gather(groups: Iterable<readonly JudgedEpisode[]>, hasParts: boolean): Omit<JoinedAndWaiting, "nextCheck"> {
  const joined: JoinedEpisodes[] = [];
  const waiting: Episode[] = [];
  for (const group of groups) {
    const decided = group.filter(({ isDecided }) => isDecided).map(({ episode }) => episode);
    const known = uniteDecided(group.map(({ episode }) => episode));
    const part = decided.length === 0 ? known : putTogether(decided, known, hasParts);
    if (decided.length === group.length) {
      const settled = group.reduce((most, each) => Math.max(most, each.settled), Number.NEGATIVE_INFINITY);
      joined.push({ ...part!, settled });
    }
    for (const { episode, isDecided } of group) {
      if (isDecided) continue;
      episode.decided = part;
      waiting.push(episode);
    }
  }
  return { joined, waiting };
}

/** Pairs of places of which the second begins before the end of the first; `sorted` by where they begin. */
function* reachingPairs(sorted: readonly Extent[]): Generator<readonly [number, number]> {
  let going: number[] = [];
  for (let at = 0; at < sorted.length; at++) {
    going = going.filter((before) => sorted[at]!.from <= sorted[before]!.end);
    for (const before of going) yield [before, at];
    going.push(at);
  }
}

/** Contract: `a` begins no later than `b`, they are no further apart than the gap, and not beside each other. */
function isSameCause(a: Episode, b: Episode, { gap }: Reach): boolean {
  if (a.lead === null || b.lead === null) return false;
  const distance = b.first.mark.place - a.last.place;
  const share = distance <= 0 ? SHARE_AT_ONCE : SHARE_BESIDE;
  if (shareOf(b, a.lead) >= share) return true;
  const isInside = b.first.mark.place - a.first.mark.place > gap && a.last.place - b.last.place > gap;
  return !isInside && shareOf(a, b.lead) >= share;
}
