/** One series of a feature, block by block: what speaks for a change, up or down. Memory: its scores. */
import type { BaselineSeries } from "../model/index.js";
import { meanOf } from "./block-length.js";
import { type ChangeEvidence, createChangeEvidence } from "./change-evidence.js";
import type { DriftPlace } from "./drift.js";
import { rankNumbers } from "./ranked-scores.js";
import { type Side, sidesOf } from "./series.js";

export interface WatchedSide {
  readonly side: Side;
  readonly evidence: ChangeEvidence;
  /** Of the numbers of blocks since what speaks for a change began to rise. */
  sum: number;
  /** Where the first of them began. */
  since: DriftPlace;
}

export interface WatchedSeries {
  readonly baseline: BaselineSeries;
  readonly sides: readonly WatchedSide[];
  /** Adds what a row says; NaN: nothing. */
  addRow(score: number): void;
  /** Ends a block of rows, which began there. */
  endBlock(start: DriftPlace): void;
}

const NOWHERE: DriftPlace = { row: 0 };

/** Several streams may be watched against one baseline, whose scores they share. */
export function prepareSeries(baseline: BaselineSeries): () => WatchedSeries {
  const { scores } = baseline;
  const sides = sidesOf(baseline.kind).map((side) => ({
    side,
    ascending: side === 1 ? scores : scores.map((score) => -score).reverse(),
  }));
  return () =>
    watchSeries(
      baseline,
      sides.map(({ side, ascending }) => {
        return { side, evidence: createChangeEvidence(rankNumbers(ascending)), sum: 0, since: NOWHERE };
      }),
    );
}

function watchSeries(baseline: BaselineSeries, sides: readonly WatchedSide[]): WatchedSeries {
  const { blockRows, carry } = baseline;
  let [sum, count, before] = [0, 0, Number.NaN];
  return {
    baseline,
    sides,
    addRow(score) {
      if (Number.isNaN(score)) return;
      sum += score;
      count++;
    },
    endBlock(start) {
      const number = meanOf(sum, count, blockRows);
      const score = carry === 0 ? number : number - carry * before;
      if (!Number.isNaN(score)) for (const each of sides) addScore(each, { score, number, start });
      [sum, count, before] = [0, 0, number];
    },
  };
}

interface BlockNumber {
  readonly score: number;
  /** Before anything is taken off. */
  readonly number: number;
  readonly start: DriftPlace;
}

function addScore(watched: WatchedSide, { score, number, start }: BlockNumber): void {
  watched.evidence.add(watched.side * score);
  if (watched.evidence.blocksSince === 1) [watched.sum, watched.since] = [0, start];
  watched.sum += number;
}
