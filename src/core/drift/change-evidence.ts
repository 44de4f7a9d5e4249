/**
 * How much speaks for a change in a series of blocks: a bet that from some block on shares are small, at fair odds.
 *
 * Of blocks that could have come in any order, shares (see ranked-scores.ts) are spread evenly, and a bet on small ones
 * neither gains nor loses on average: what a stake of 1 has become reaches 1 / α in no more than a share α of such
 * series, however long they are looked at (Ville). When a change begins and how strong it is, nobody knows: so the
 * stake is spread over all blocks to begin at and over several bets.
 *
 * Since when: where the bet began that has gained most without losing it all again. Cost: O(bets) for a block.
 */
import { exp, log } from "../base/index.js";
import type { RankedScores } from "./ranked-scores.js";

export interface ChangeEvidence {
  /** Logarithm of what a stake of 1 has become. */
  log: number;
  /** Whether the latest bet has not lost all of its gain again. */
  isRising: boolean;
  /** Blocks since it began. */
  blocksSince: number;
  /** Adds the score of the next block. */
  add(score: number): void;
}

/** A bet of power κ pays κ share^(κ − 1): the lower κ, the more on small shares. */
const POWERS = [0.1, 0.2, 0.35, 0.6] as const;
/** The bet by which the beginning is told. */
const TELLING = 1;
/** The stake for bets that begin with block j is FIRST / ((j + FIRST) (j + FIRST + 1)); all of them make 1. */
const FIRST = 64;
/** So many blocks are ranked before one is remembered: what has just changed shall not be what is usual. */
const DELAY = 16;
/** Larger numbers tell no more. */
const MOST = 1e250;

export function createChangeEvidence(scores: RankedScores): ChangeEvidence {
  const staked = POWERS.map(() => 0);
  const waiting: number[] = [];
  let blocks = 0;
  let gain = 0;
  return {
    log: 0,
    isRising: false,
    blocksSince: 0,
    add(score) {
      const logShare = log(scores.shareAtLeast(score));
      const stake = FIRST / ((blocks + FIRST) * (blocks + FIRST + 1));
      let sum = FIRST / (blocks + 1 + FIRST); // not yet staked
      POWERS.forEach((power, bet) => {
        staked[bet] = Math.min(MOST, (staked[bet]! + stake / POWERS.length) * power * exp((power - 1) * logShare));
        sum += staked[bet]!;
      });
      this.log = log(sum);
      if (gain <= 0) [gain, this.blocksSince] = [0, 0];
      this.blocksSince++;
      gain += log(POWERS[TELLING]) + (POWERS[TELLING] - 1) * logShare;
      this.isRising = gain > 0;
      waiting.push(score);
      if (waiting.length > DELAY) scores.add(waiting.shift()!);
      blocks++;
    },
  };
}
