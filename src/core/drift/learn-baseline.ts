/**
 * Learns how blocks of normal rows differ from one another, which later rows are held against. Every number is of rows
 * that took no part in what judges them: relations are learnt without the row's part of the rows, and a category that
 * only one part has counts as never seen there.
 */
import { roundDigits } from "../base/index.js";
import type { Quantiles } from "../densities/index.js";
import {
  type BaselineSeries,
  type DriftBaseline,
  type LinearRelations,
  type Model,
  relationSize,
  type SeriesName,
  WATCHED_ROWS,
} from "../model/index.js";
import {
  type AnyNumbers,
  type EncodedColumn,
  type EncodedTable,
  encodedRows,
  MISSING,
  rowsOfLeast,
  UNSEEN,
} from "../table/index.js";
import { type BlockScores, type BlockSums, chooseBlocks, SMALLEST_BLOCK, settlingRows } from "./block-length.js";
import { createInputReader, learnRelations, linearInputs, lowerTriangle, type RowInput } from "./relations.js";
import { createRowScorer } from "./row-scores.js";
import { learnRuleBaselines, type SettledRows } from "./rule-baselines.js";
import { seriesOf } from "./series.js";

interface BaselineRows extends DealtRows {
  /** Stretches of rows in their order; null: they stand in none. */
  readonly rows: Int32Array | null;
  /** A key for each row, by lot. */
  readonly keys: AnyNumbers;
}

interface DealtRows {
  /** The part of each row (see learning/deal-rows.ts). */
  readonly parts: Uint8Array;
  readonly partCount: number;
  /** When each row that is watched was, in milliseconds, where rows cover some days; null: they do not. */
  readonly moments: Float64Array | null;
}

type LearntParts = Pick<Model, "profiles" | "rules" | "predicates"> & { readonly quantiles: readonly Quantiles[] };

/** Rows of a block, at least, where rows depend on one another. */
const LEAST_DEPENDENT = 32;
/** Scores of a series that are written, at most, and digits of each. */
const MOST_SCORES = 256;
const DIGITS = 4;

export function learnDriftBaseline(model: LearntParts, table: EncodedTable, rows: BaselineRows): DriftBaseline {
  const { profiles, quantiles } = model;
  const chosen = rows.rows ?? rowsOfLeast(rows.keys, Math.min(WATCHED_ROWS, rows.parts.length));
  const { partCount, moments } = rows;
  const chosenRows = {
    partCount,
    parts: Uint8Array.from(chosen, (row) => rows.parts[row]!),
    moments,
  };
  const watched = hideLoneCategories(encodedRows(table, chosen), chosenRows);
  const series = seriesOf(profiles);
  const relations = { inputs: linearInputs(profiles), isDaily: rows.moments !== null };
  const areDependent = rows.rows !== null;
  const wish = { leastRows: areDependent ? LEAST_DEPENDENT : SMALLEST_BLOCK, areDependent };
  const { sums, inverse } = sumBlocks(watched, chosenRows, { series, relations, profiles, quantiles });
  const settled = settledRows(series, (each) => settlingRows(sums[each]!, wish));
  const found = series.flatMap((name, each) => {
    const lasting = name.kind === "spread" ? settled.relation(name.feature) : wish.leastRows;
    const blocks = lasting === null ? null : chooseBlocks(sums[each]!, { ...wish, leastRows: lasting });
    return blocks === null ? [] : [baselineOf(name, blocks)];
  });
  return {
    series: found,
    relations: {
      ...relations,
      inverse: lowerTriangle(inverse, relationSize(relations), (value) => roundDigits(value, 6) + 0),
    },
    rules: learnRuleBaselines({ model, table: watched, wish, settled }),
  };
}

/** Of a feature with several series of a kind, those that last longest. */
function settledRows(series: readonly SeriesName[], rowsOf: (series: number) => number | null): SettledRows {
  const longest = (kind: SeriesName["kind"]): Map<number, number | null> => {
    const rows = new Map<number, number | null>();
    series.forEach(({ kind: seriesKind, feature }, each) => {
      if (seriesKind !== kind) return;
      const [known, next] = [rows.get(feature), rowsOf(each)];
      rows.set(feature, known === null || next === null ? null : Math.max(known ?? 0, next));
    });
    return rows;
  };
  const [levels, relations] = [longest("level"), longest("relation")];
  return {
    level: (feature) => levels.get(feature) ?? null,
    relation: (feature) => relations.get(feature) ?? null,
  };
}

/** A category that no other part has was never seen by those who judge its rows. */
function hideLoneCategories(table: EncodedTable, { parts }: DealtRows): EncodedTable {
  const columns = table.columns.map((column): EncodedColumn => {
    if (column.kind === "numeric") return column;
    const partOf = new Map<number, number>();
    const isCommon = new Set<number>();
    column.codes.forEach((code, row) => {
      const before = partOf.get(code);
      if (before === undefined) partOf.set(code, parts[row]!);
      else if (before !== parts[row]) isCommon.add(code);
    });
    return {
      kind: "categorical",
      codes: column.codes.map((code) => (code === MISSING || isCommon.has(code) ? code : UNSEEN)),
    };
  });
  return { ...table, columns };
}

interface Watching extends Pick<LearntParts, "profiles" | "quantiles"> {
  readonly series: readonly SeriesName[];
  readonly relations: Pick<LinearRelations, "inputs" | "isDaily">;
}

/** Sums over the smallest blocks, and the relations by which later rows are judged. */
function sumBlocks(table: EncodedTable, { parts, partCount, moments }: DealtRows, watching: Watching) {
  const { series, relations, profiles } = watching;
  const read = createInputReader(relations, profiles);
  const inputOf = (row: number): RowInput => ({ table, row, moment: moments?.[row] ?? Number.NaN });
  const vectors = Array.from({ length: table.rowCount }, (_, row) => {
    const vector = new Float64Array(relationSize(relations));
    read(inputOf(row), vector);
    return vector;
  });
  const { all, without } = learnRelations(vectors, parts, partCount);
  const blockCount = Math.floor(table.rowCount / SMALLEST_BLOCK);
  const sums = series.map(
    (): BlockSums => ({ sums: new Float64Array(blockCount), counts: new Float64Array(blockCount) }),
  );
  const scorer = createRowScorer(series, watching);
  const scores = new Float64Array(series.length);
  for (let row = 0; row < blockCount * SMALLEST_BLOCK; row++) {
    scorer.score(inputOf(row), { inverse: without[parts[row]!]!, into: scores });
    const block = Math.floor(row / SMALLEST_BLOCK);
    scores.forEach((score, each) => {
      if (Number.isNaN(score)) return;
      sums[each]!.sums[block]! += score;
      sums[each]!.counts[block]!++;
    });
  }
  return { sums, inverse: all };
}

function baselineOf(name: SeriesName, { rows, carry, raw, scores }: BlockScores): BaselineSeries {
  const round = (value: number): number => roundDigits(value, DIGITS) + 0; // and never −0
  const known = raw.filter((score) => !Number.isNaN(score));
  const left = scores.filter((score) => !Number.isNaN(score));
  const count = Math.min(MOST_SCORES, left.length);
  const spaced = Array.from({ length: count }, (_, i) => round(left[Math.floor((i * left.length) / count)]!));
  return {
    ...name,
    blockRows: rows,
    carry: round(carry),
    usual: round(known.reduce((sum, score) => sum + score, 0) / known.length),
    scores: spaced.sort((a, b) => a - b),
  };
}
