/**
 * What cannot be learnt from a wide table, told from some of its columns before the others are read: those are drawn by
 * lot, so all columns together have about as many predicates for each as these, and rules about as many for each set.
 */
import { InputError } from "../base/index.js";
import { openKernel, soloPool } from "../compute/index.js";
import { type LearnOptions, mayShortenRules, type ResolvedLearnOptions, resolveLearnOptions } from "../model/index.js";
import { type EncodedTable, encodeTable, inferFeatures, sampleRows, type Table } from "../table/index.js";
import { refuseManyRules } from "./expected-rules.js";
import { MOST_MODEL_BYTES, refuseLargeModel, tooManyColumns } from "./wide-table.js";

/** A table of which a few columns were read. */
interface WideTable {
  readonly columnCount: number;
  readonly lot: Table;
}

/** Whether it is worth a look: a caller who asked for nothing by name gets less of a wide table, and no error. */
export function mayBeRefused(asked: LearnOptions): boolean {
  const { cells, trees, neighbours } = asked;
  return !mayShortenRules(asked) || [cells, trees, neighbours].some((option) => option !== undefined);
}

/** By how much a model must exceed what can be written: how many columns will be learnt is told by some. */
const SURELY = 1.5;

/** Rules between some columns are counted only where that takes no longer than to read the others. */
const COUNTED_ROWS = 5000;

/** An error where far more is to be expected than can be learnt, and a caller asked for no less. */
export function refuseWide({ columnCount, lot }: WideTable, asked: LearnOptions): void {
  if (!mayBeRefused(asked)) return;
  const there = new Set(lot.columns.map(({ name }) => name));
  const among = (names: readonly string[] = []): string[] => names.filter((name) => there.has(name));
  const kinds = {
    exclude: among(asked.exclude),
    numeric: among(asked.numeric),
    categorical: among(asked.categorical),
  };
  const { features } = inferFeatures(lot, kinds);
  const times = columnCount / lot.columns.length;
  const { trees = 0, neighbours = 0 } = asked;
  const expected = Math.round(features.length * times);
  const model = { columns: expected, trees, rows: Math.min(neighbours, lot.rowCount) };
  refuseLargeModel(model, SURELY * MOST_MODEL_BYTES);
  const table = encodeTable(features, lot);
  const options = resolveLearnOptions(asked, lot.rowCount);
  if (!mayShortenRules(asked) || asked.cells !== undefined) refusePredicates({ columnCount, lot }, table, options);
  if (lot.rowCount > COUNTED_ROWS) return;
  const question = { asked, options, sample: sampleRows(table, lot.rowCount, options.seed) };
  const hooks = { pool: soloPool(openKernel()), step: () => {}, shouldStop: () => false };
  refuseManyRules(table, { ...question, columnCount: expected }, hooks);
}

function refusePredicates({ columnCount, lot }: WideTable, table: EncodedTable, options: ResolvedLearnOptions): void {
  const expected = tooManyColumns(table, options, columnCount / lot.columns.length);
  if (expected === null) return;
  throw new InputError(
    "PREDICATE_LIMIT",
    `about ${expected} predicates over ${lot.rowCount} rows are to be expected, by ${lot.columns.length} of ${columnCount} columns drawn by lot: more than can be mined at once`,
    "Cut numbers into fewer cells (cells), raise minSupport, or leave columns out (exclude). Nothing was learnt.",
  );
}
