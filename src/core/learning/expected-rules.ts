/**
 * How many rules are to be expected of a wide table, before anything is learnt from it: those between some columns
 * drawn by lot, times how many such sets of columns there are. Of rules about k columns a lot has each with the same
 * chance, so the estimate is right on average, whatever depends on what.
 *
 * Used only to refuse: a caller who named a length, a limit or a preset gets all rules or an error, and should not wait
 * for the error. So short rules are counted first: where they are too many by themselves, longer ones, which take most
 * of the time, need not be counted.
 */
import { hashText, InputError } from "../base/index.js";
import { type LearnOptions, mayShortenRules, type ResolvedLearnOptions } from "../model/index.js";
import { categoricalPredicates, numericColumns, type Predicate } from "../predicates/index.js";
import { type MiningHooks, mineRules, RuleListBuilder } from "../rules/index.js";
import { type EncodedTable, encodedRows } from "../table/index.js";
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
  const lot = encodedRows(drawLot(table, options.seed), question.sample);
  const predicates = lotPredicates(lot, options, hooks);
  for (let length = 2; length <= options.maxPredicates; length++) {
    const rules = new RuleListBuilder(lot.rowCount);
    mineRules({ table: lot, predicates, rules }, { ...options, maxPredicates: length }, hooks);
    const expected = expectedRules(rules, { drawn: lot.features.length, of: columnCount });
    if (expected > SURELY * options.maxRules)
      throw tooManyRules(expected, { length, drawn: lot.features.length }, options);
  }
}

function lotPredicates(
  lot: EncodedTable,
  { cutoffs: method, minSupport, cells }: ResolvedLearnOptions,
  { pool }: MiningHooks,
): Predicate[] {
  const cutting = { method, minSupport, cells, sample: Int32Array.from({ length: lot.rowCount }, (_, row) => row) };
  const numbers = numericColumns(lot, cutting, { pool, step: () => {} });
  return [...numbers.flatMap((column) => column?.cells ?? []), ...categoricalPredicates(lot, minSupport)];
}

/** By those of the columns that were drawn; 0 where these have too few to tell. */
function expectedRules(rules: RuleListBuilder, columns: { readonly drawn: number; readonly of: number }): number {
  if (rules.length < ENOUGH) return 0;
  const { offsets } = rules.added();
  let expected = 0;
  for (let rule = 0; rule < rules.length; rule++) {
    const size = offsets[rule + 1]! - offsets[rule]! + 1;
    expected += setsOf(columns.of, size) / setsOf(columns.drawn, size);
  }
  return expected;
}

function tooManyRules(
  expected: number,
  { length, drawn }: { readonly length: number; readonly drawn: number },
  { maxRules, maxPredicates, minSupport, minConfidence }: ResolvedLearnOptions,
): InputError {
  const ofLength = length < maxPredicates ? ` of up to ${length} predicates` : "";
  return new InputError(
    "RULE_LIMIT",
    `about ${roughly(expected)} rules${ofLength} are to be expected, by those between ${drawn} columns drawn by lot; at most ${maxRules} may be (maxRules)`,
    `Raise minSupport above ${minSupport} or minConfidence above ${minConfidence}, lower maxPredicates below ${length}, ` +
      "cut numbers into fewer cells (cells), or leave columns out (exclude). Nothing was learnt.",
  );
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
