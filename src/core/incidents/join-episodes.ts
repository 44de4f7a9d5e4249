/**
 * Which episodes of one machine are one incident. An episode has one first suspect, but while something goes wrong the
 * first suspect may change for a moment, or two features that depend on one another take turns. Two episodes no further
 * apart than the gap are of one cause if
 *
 * - they accuse each other: the first suspect of the one has a clear share of the blame in the other; or
 * - one is brief, and happens during the other or right beside it.
 *
 * An incident is what hangs together by this. Rows in which no feature stands out belong to the incident during which
 * they happen, wholly or as the lesser part, of several to the one with most rows; else they are one of their own. It
 * says nothing about the order of rows, so it does not depend on it.
 */
import { compareText } from "../base/text/names.js";
import { type Episode, shareOf } from "./episode.js";

/** Share of the blame by which an episode accuses the first suspect of another: while both go on, and side by side. */
const SHARE_AT_ONCE = 0.1;
const SHARE_BESIDE = 0.25;
/** A brief episode has at most this share of the other's rows. */
const BRIEF = 0.1;
/** Right beside: within this share of the gap. */
const BESIDE = 0.2;

/** Episodes that are one incident, and when that is known. */
export interface JoinedEpisodes {
  readonly episodes: readonly Episode[];
  /** The last place of these, and of all others near enough that they might have belonged to them. */
  readonly settled: number;
}

interface JoinedAndWaiting {
  readonly joined: readonly JoinedEpisodes[];
  /** Not over yet, or near one that is not. */
  readonly waiting: readonly Episode[];
}

/** `isOver` tells whether no more rows can come to an episode. */
export function joinEpisodes(
  episodes: readonly Episode[],
  gap: number,
  isOver: (episode: Episode) => boolean,
): JoinedAndWaiting {
  const sorted = [...episodes].sort((a, b) => a.first.mark.place - b.first.mark.place);
  const group = sorted.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (group[root] !== root) root = group[root]!;
    return root;
  };
  const settled = sorted.map(({ last }) => last.place);
  const isWaiting = sorted.map((episode) => !isOver(episode));
  const blocked = [...isWaiting];
  for (const [first, second] of nearPairs(sorted, gap)) {
    const [a, b] = [sorted[first]!, sorted[second]!];
    settled[first] = Math.max(settled[first]!, b.last.place);
    settled[second] = Math.max(settled[second]!, a.last.place);
    if (isWaiting[first]! || isWaiting[second]!) blocked[first] = blocked[second] = true;
    else if (isSameCause(a, b, gap)) group[rootOf(first)] = rootOf(second);
  }
  hostsOf(sorted, gap).forEach((host, at) => {
    if (host !== null && !blocked[at]!) group[at] = rootOf(host);
  });
  return gather({ sorted, rootOf, settled, blocked });
}

interface Grouping {
  readonly sorted: readonly Episode[];
  readonly rootOf: (at: number) => number;
  readonly settled: readonly number[];
  readonly blocked: readonly boolean[];
}

function gather({ sorted, rootOf, settled, blocked }: Grouping): JoinedAndWaiting {
  const groups = new Map<number, { episodes: Episode[]; settled: number; isBlocked: boolean }>();
  sorted.forEach((episode, at) => {
    const known = groups.get(rootOf(at)) ?? { episodes: [], settled: Number.NEGATIVE_INFINITY, isBlocked: false };
    known.episodes.push(episode);
    known.settled = Math.max(known.settled, settled[at]!);
    known.isBlocked ||= blocked[at]!;
    groups.set(rootOf(at), known);
  });
  const all = [...groups.values()];
  return {
    joined: all.filter(({ isBlocked }) => !isBlocked),
    waiting: all.filter(({ isBlocked }) => isBlocked).flatMap(({ episodes }) => episodes),
  };
}

/** Pairs of places no further apart than the gap; `sorted` by where they begin. */
function* nearPairs(sorted: readonly Episode[], gap: number): Generator<readonly [number, number]> {
  let going: number[] = [];
  for (let at = 0; at < sorted.length; at++) {
    const start = sorted[at]!.first.mark.place;
    going = going.filter((before) => start - sorted[before]!.last.place <= gap);
    for (const before of going) yield [before, at];
    going.push(at);
  }
}

/**
 * For each episode without a first suspect the one during which it happens; null: there is none, or it has a suspect.
 */
function hostsOf(sorted: readonly Episode[], gap: number): readonly (number | null)[] {
  const hosts = sorted.map((): number | null => null);
  for (const [first, second] of nearPairs(sorted, gap)) {
    for (const [guest, host] of [
      [first, second],
      [second, first],
    ] as const) {
      const known = hosts[guest]!;
      if (!isDuring(sorted[guest]!, sorted[host]!, gap)) continue;
      if (known === null || compareHosts(sorted[host]!, sorted[known]!) < 0) hosts[guest] = host;
    }
  }
  return hosts;
}

/** Wholly, or in part where it has no more rows. */
function isDuring(guest: Episode, host: Episode, gap: number): boolean {
  if (guest.lead !== null || host.lead === null) return false;
  const margin = BESIDE * gap;
  const [before, after] = [host.first.mark.place - margin, host.last.place + margin];
  const [from, to] = [guest.first.mark.place, guest.last.place];
  if (guest.count > host.count) return before <= from && to <= after;
  return before <= to && from <= after;
}

/** Most rows first, then the first to begin, then by name. */
function compareHosts(a: Episode, b: Episode): number {
  return b.count - a.count || a.first.mark.place - b.first.mark.place || compareText(a.lead!, b.lead!);
}

/** Contract: `a` begins no later than `b`. */
function isSameCause(a: Episode, b: Episode, gap: number): boolean {
  if (a.lead === null || b.lead === null) return false;
  const distance = b.first.mark.place - a.last.place;
  const share = distance <= 0 ? SHARE_AT_ONCE : SHARE_BESIDE;
  if (shareOf(a, b.lead) >= share || shareOf(b, a.lead) >= share) return true;
  const [less, more] = a.count < b.count ? [a.count, b.count] : [b.count, a.count];
  return less <= BRIEF * more && distance <= BESIDE * gap;
}
