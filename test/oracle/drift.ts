/**
 * Drift by its definition: every series of a table is cut into blocks, every block is ranked among all that are known
 * to it, and what speaks for a change is summed over every block at which it may have begun and over every bet. Nothing
 * is carried along. Quadratic in the number of blocks.
 */
import { createRowScorer, wholeMatrix } from "../../src/core/drift/index.js";
import type { BaselineSeries } from "../../src/core/model/index.js";
import { clockOf, encodeTable } from "../../src/core/table/index.js";
import type { Model, Table } from "../../src/index.js";

const POWERS = [0.1, 0.2, 0.35, 0.6];
const DELAY = 16;
const MOST_SCORES = 1024;

export interface OracleSide {
  readonly series: BaselineSeries;
  readonly side: 1 | -1;
  /** Of each block that has a score its first row; after the last one the logarithm of what speaks for a change. */
  readonly path: readonly { readonly firstRow: number; readonly log: number }[];
}

export function evidenceByDefinition(model: Model, table: Table): OracleSide[] {
  const { series, relations } = model.drift!;
  const encoded = encodeTable(model.features, table);
  const scorer = createRowScorer(series, { ...model, relations });
  const time = table.columns.find(({ name }) => name === model.order?.column);
  const momentOf = time === undefined ? () => Number.NaN : clockOf(time);
  const rows = Array.from({ length: table.rowCount }, (_, row) => {
    const scores = new Float64Array(series.length);
    scorer.score({ table: encoded, row, moment: momentOf(row) }, { inverse: wholeMatrix(relations), into: scores });
    return scores;
  });
  return series.flatMap((own, each) => {
    const numbers = blockMeans(
      rows.map((scores) => scores[each]!),
      own.blockRows,
    );
    const scores = numbers.map((number, block) =>
      own.carry === 0 ? number : number - own.carry * (numbers[block - 1] ?? Number.NaN),
    );
    const twoSided = ["level", "relation", "steps", "share"].includes(own.kind);
    return (twoSided ? ([1, -1] as const) : ([1] as const)).map((side) => ({
      series: own,
      side,
      path: pathOf(own, scores, side),
    }));
  });
}

function blockMeans(scores: readonly number[], blockRows: number): number[] {
  return Array.from({ length: Math.floor(scores.length / blockRows) }, (_, block) => {
    const known = scores.slice(block * blockRows, (block + 1) * blockRows).filter((score) => !Number.isNaN(score));
    const isEnough = known.length > 0 && known.length >= blockRows / 4;
    return isEnough ? known.reduce((sum, score) => sum + score, 0) / known.length : Number.NaN;
  });
}

function pathOf(series: BaselineSeries, all: readonly number[], side: 1 | -1): OracleSide["path"] {
  const blocks = all.flatMap((score, block) => (Number.isNaN(score) ? [] : [{ score: side * score, block }]));
  const learnt = series.scores.map((score) => side * score).sort((a, b) => a - b);
  const shares = blocks.map(({ score }, at) => {
    const before = blocks.slice(0, Math.max(0, at - DELAY)).map((each) => each.score);
    return shareOf(score, learnt, before.slice(0, Math.max(0, MOST_SCORES - learnt.length)));
  });
  return blocks.map(({ block }, at) => ({
    firstRow: block * series.blockRows,
    log: at === blocks.length - 1 ? Math.log(worth(shares)) : Number.NaN,
  }));
}

function shareOf(score: number, learnt: readonly number[], before: readonly number[]): number {
  const count = learnt.length + before.length;
  const share = (1 + [...learnt, ...before].filter((other) => other >= score).length) / (1 + count);
  const middle = learnt[learnt.length >> 1]!;
  const reach = (learnt[learnt.length - 1]! - middle) * (1 + 16 / learnt.length);
  const far = reach > 0 ? (score - middle) / reach : 0;
  return far > 1 ? Math.min(share, far ** -4 / (1 + count)) : share;
}

/** Of a stake of 1, spread over all blocks to begin at and over all bets. */
function worth(shares: readonly number[]): number {
  let sum = 64 / (64 + shares.length);
  for (let first = 0; first < shares.length; first++) {
    const stake = 64 / ((first + 64) * (first + 65)) / POWERS.length;
    for (const power of POWERS) {
      sum += shares.slice(first).reduce((worth, share) => worth * power * share ** (power - 1), stake);
    }
  }
  return sum;
}
