/**
 * Scores of earlier blocks, against which a new one is ranked: how large a share of them, with the new one itself, is
 * at least as high. Of blocks that could have come in any order that share is as likely to be small as chance has it,
 * whatever the distribution of scores is.
 *
 * Beyond all scores of learning rows ranks tell no more, and ten times as far counts as much as a little farther. There
 * the share is taken to fall with the fourth power of the distance from the middle. Of 1,384 blocks of stable weeks of
 * the water tank that were beyond all of the learning rows one was more than twice as far; the fourth power expects one
 * of 16.
 */
import { countBelow } from "../base/index.js";

export interface RankedScores {
  /** Above 0, at most 1. */
  shareAtLeast(score: number): number;
  add(score: number): void;
}

/** Scores that are remembered, at most: more would tell little, and a stream may go on for years. */
const MOST_SCORES = 1024;

/** As many scores more might double how far they reach: of few it is not known well. */
const FEW_SCORES = 16;

/** `ascending` are the scores of learning rows, at least one; shared until another one is remembered. */
export function rankNumbers(ascending: readonly number[]): RankedScores {
  let sorted = ascending;
  let remembered: number[] | null = null;
  const middle = sorted[sorted.length >> 1]!;
  const reach = (sorted[sorted.length - 1]! - middle) * (1 + FEW_SCORES / sorted.length);
  return {
    shareAtLeast(score) {
      const share = (1 + sorted.length - countBelow(sorted, score)) / (1 + sorted.length);
      const far = reach > 0 ? (score - middle) / reach : 0;
      return far > 1 ? Math.min(share, 1 / (far * far * far * far * (1 + sorted.length))) : share;
    },
    add(score) {
      if (sorted.length >= MOST_SCORES) return;
      remembered ??= [...ascending];
      sorted = remembered;
      remembered.splice(countBelow(remembered, score), 0, score);
    },
  };
}

/** Scores that are whole numbers from 0; `counts` says how many there are of each. */
export function rankLevels(counts: readonly number[]): RankedScores {
  const known = [...counts];
  let total = known.reduce((sum, count) => sum + count, 0);
  return {
    shareAtLeast(level) {
      let atLeast = 1;
      for (let each = level; each < known.length; each++) atLeast += known[each]!;
      return atLeast / (1 + total);
    },
    add(level) {
      if (total >= MOST_SCORES) return;
      known[level]!++;
      total++;
    },
  };
}
