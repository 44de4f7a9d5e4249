/**
 * How many rules are to be expected of a wide table, before anything is learnt from it: those between some columns
 * drawn by lot, times how many such sets of columns there are. Of rules about k columns a lot has each with the same
 * chance, so the estimate is right on average, whatever depends on what.
 *
 * Used only to refuse: a caller who named a length, a limit or a preset gets all rules or an error, and should not wait
 * for the error.
 */
import { InputError } from "../base/errors/input-error.js";
import { hashText } from "../base/random/random.js";
import { type LearnOptions, mayShortenRules, type ResolvedLearnOptions } from "../model/learn-options.js";
import { categoricalPredicates } from "../predicates/categorical-predicates.js";
import { numericColumns } from "../predicates/numeric-columns.js";
import { type MiningHooks, mineRules } from "../rules/mining/mine-rules.js";
import { RuleListBuilder } from "../rules/rule-list.js";
import { type EncodedTable, encodedRows } from "../table/encode-table.js";
import { MOST_COMPARED } from "./wide-table.js";

interface RuleQuestion {
  readonly asked: LearnOptions;
  readonly options: ResolvedLearnOptions;
  /** Rows that are looked at, wherever the others lie. */
  readonly sample: Int32Array;
  /** Columns that there are, where those of the table are drawn from more; default: those of the table. */
  readonly columnCount?: number;
}

/** Columns that are drawn. Tables that are not much wider are mined at once. */
const LOT = 64;
/** Fewer rules of the lot tell too little to refuse by. */
const ENOUGH = 50;
/** Only what is surely too much is refused: so many times what is allowed. */
const SURELY = 3;

/** An error where far more rules are to be expected than may be. */
export function refuseManyRules(table: EncodedTable, question: RuleQuestion, hooks: MiningHooks): void {
  const { asked, options, columnCount = table.features.length } = question;
  if (mayShortenRules(asked) || columnCount <= MOST_COMPARED || options.maxPredicates < 2) return;
  const expected = expectedRules(table, question, hooks);
  if (expected <= SURELY * options.maxRules) return;
  throw new InputError(
    "RULE_LIMIT",
    `about ${roughly(expected)} rules are to be expected, by those between ${Math.min(LOT, table.features.length)} columns drawn by lot; at most ${options.maxRules} may be (maxRules)`,
    `Raise minSupport above ${options.minSupport} or minConfidence above ${options.minConfidence}, lower maxPredicates below ${options.maxPredicates}, ` +
      "cut numbers into fewer cells (cells), or leave columns out (exclude). Nothing was learnt.",
  );
}

/** 0 where the lot has too few to tell. */
function expectedRules(table: EncodedTable, question: RuleQuestion, hooks: MiningHooks): number {
  const { options, sample, columnCount = table.features.length } = question;
  const lot = encodedRows(drawLot(table, options.seed), sample);
  const { cutoffs: method, minSupport, cells } = options;
  const cutting = { method, minSupport, cells, sample: Int32Array.from(sample.keys()) };
  const numbers = numericColumns(lot, cutting, { pool: hooks.pool, step: () => {} });
  const predicates = [...numbers.flatMap((column) => column?.cells ?? []), ...categoricalPredicates(lot, minSupport)];
  const rules = new RuleListBuilder(lot.rowCount);
  mineRules({ table: lot, predicates, rules }, options, hooks);
  if (rules.length < ENOUGH) return 0;
  const { offsets } = rules.added();
  let expected = 0;
  for (let rule = 0; rule < rules.length; rule++) {
    const columns = offsets[rule + 1]! - offsets[rule]! + 1;
    expected += setsOf(columnCount, columns) / setsOf(lot.features.length, columns);
  }
  return expected;
}

/** By the hash of their names, so that neither the order of rows nor of columns matters. */
function drawLot({ rowCount, features, columns }: EncodedTable, seed: number): EncodedTable {
  const chosen = features
    .map(({ name }, feature) => ({ feature, lot: hashText(name, seed ^ 0x2f6b1d35) >>> 0 }))
    .sort((a, b) => a.lot - b.lot || a.feature - b.feature)
    .slice(0, LOT)
    .map(({ feature }) => feature);
  return {
    rowCount,
    features: chosen.map((feature) => features[feature]!),
    columns: chosen.map((feature) => columns[feature]!),
  };
}

/** Number of sets of so many out of `count`. */
function setsOf(count: number, size: number): number {
  let sets = 1;
  for (let taken = 0; taken < size; taken++) sets *= (count - taken) / (taken + 1);
  return sets;
}

/** Two digits are more than an estimate can tell. */
function roughly(count: number): string {
  return String(Number(count.toPrecision(2)));
}
