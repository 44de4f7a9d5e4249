/**
 * What cannot be learnt from a wide table, told from some of its columns before the others are read: those are drawn by
 * lot, so all columns together have about as many predicates for each as these.
 */
import { InputError } from "../base/errors/input-error.js";
import { type LearnOptions, mayShortenRules, resolveLearnOptions } from "../model/learn-options.js";
import { encodeTable } from "../table/encode-table.js";
import { inferFeatures } from "../table/features.js";
import type { Table } from "../table/table.js";
import { tooManyColumns } from "./wide-table.js";

/** A table of which a few columns were read. */
interface WideTable {
  readonly columnCount: number;
  readonly lot: Table;
}

/** An error where far more predicates are to be expected than can be mined, and a caller asked for no less. */
export function refuseWide({ columnCount, lot }: WideTable, asked: LearnOptions): void {
  if (mayShortenRules(asked) && asked.cells === undefined) return;
  const there = new Set(lot.columns.map(({ name }) => name));
  const among = (names: readonly string[] = []): string[] => names.filter((name) => there.has(name));
  const kinds = {
    exclude: among(asked.exclude),
    numeric: among(asked.numeric),
    categorical: among(asked.categorical),
  };
  const { features } = inferFeatures(lot, kinds);
  const options = resolveLearnOptions(asked, lot.rowCount);
  const expected = tooManyColumns(encodeTable(features, lot), options, columnCount / lot.columns.length);
  if (expected === null) return;
  throw new InputError(
    "PREDICATE_LIMIT",
    `about ${expected} predicates over ${lot.rowCount} rows are to be expected, by ${lot.columns.length} of ${columnCount} columns drawn by lot: more than can be mined at once`,
    "Cut numbers into fewer cells (cells), raise minSupport, or leave columns out (exclude). Nothing was learnt.",
  );
}
