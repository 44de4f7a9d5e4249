/**
 * Which rows get a card when there are more than cards: not simply the worst, or one long incident takes them all, but
 * the worst of everything that is wrong and of every time.
 */
import { LEAST_STEP, MOST_BARS, roundStep, stretchOf } from "./time-steps.js";

/**
 * By strength, then by the measure behind it, which tells apart rows that are stranger than all normal ones; then by
 * row.
 */
export interface Ranked {
  readonly row: number;
  /** null: the method measures none. */
  readonly strength: number | null;
  readonly strangeness: number;
}

export function compareWorst(a: Ranked, b: Ranked): number {
  return (b.strength ?? 0) - (a.strength ?? 0) || b.strangeness - a.strangeness || a.row - b.row;
}

export interface Candidate {
  readonly rank: Ranked;
  readonly symptom: number;
  readonly cause: number;
  /** Milliseconds since 1970; null without a time. */
  readonly time: number | null;
  readonly isStrange: boolean;
}

/**
 * At most `limit` candidates, worst first. Chosen are the worst of each symptom, then the worst of each stretch of
 * time, then the worst of each cause; then each symptom gets one more in each stretch of time, again and again. Rows
 * that look normal come last.
 */
export function chooseCards<Card extends Candidate>(candidates: readonly Card[], limit: number): Card[] {
  const worstFirst = [...candidates].sort((a, b) => compareWorst(a.rank, b.rank));
  if (worstFirst.length <= limit) return worstFirst;
  const turns = turnsOf(worstFirst);
  const places = worstFirst.map((_, place) => place).sort((a, b) => turns[a]! - turns[b]! || a - b);
  return places
    .slice(0, limit)
    .sort((a, b) => a - b)
    .map((place) => worstFirst[place]!);
}

/** When it is the turn of each; candidates are worst first. */
function turnsOf(worstFirst: readonly Candidate[]): number[] {
  const isFirst = firstOf<number | string>();
  const rankIn = new Map<string, number>();
  const stretchOf = stretches(worstFirst);
  return worstFirst.map(({ symptom, cause, time, isStrange }) => {
    const stretch = stretchOf(time);
    const cell = `${symptom} ${stretch}`;
    const rank = rankIn.get(cell) ?? 0;
    rankIn.set(cell, rank + 1);
    // All are asked, since each is the first of something only once.
    const firsts = [
      isFirst(`symptom ${symptom}`),
      isStrange && isFirst(`stretch ${stretch}`),
      isStrange && isFirst(`cause ${cause}`),
    ];
    const turn = firsts.indexOf(true);
    if (turn !== -1) return turn;
    return isStrange ? firsts.length + rank : Number.MAX_SAFE_INTEGER;
  });
}

function firstOf<Key>(): (key: Key) => boolean {
  const seen = new Set<Key>();
  return (key) => !seen.has(key) && seen.add(key) !== undefined;
}

/** The bars of the time line, from the first strange row to the last: each of them has a card. */
function stretches(candidates: readonly Candidate[]): (time: number | null) => number {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { time, isStrange } of candidates) {
    if (time === null || !isStrange) continue;
    from = Math.min(from, time);
    to = Math.max(to, time);
  }
  const step = from <= to ? roundStep(to - from + LEAST_STEP, MOST_BARS - 1) : LEAST_STEP;
  return (time) => (time === null ? -1 : stretchOf(time, step));
}
