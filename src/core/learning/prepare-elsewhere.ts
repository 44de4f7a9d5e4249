/**
 * How learning begins where rows lie in parts that have no common order (see prepare-rows.ts): what columns mean is
 * told by what they show, and of the rows only samples come here.
 */
import { InputError } from "../base/errors/input-error.js";
import { groupDigits } from "../base/numbers/group-digits.js";
import { WATCHED_ROWS } from "../model/drift-baseline.js";
import { warnAboutLabels, warnAboutTextNumbers } from "../model/input-warnings.js";
import { type LearnOptions, type ResolvedLearnOptions, resolveLearnOptions } from "../model/learn-options.js";
import type { ColumnFacts } from "../table/column-facts.js";
import type { EncodedColumn, EncodedTable } from "../table/encode-table.js";
import { decideFeatures, type Feature } from "../table/features.js";
import { columnStatesFold, evenStepsFold, mergedFacts, type TableFold } from "../table/fold-columns.js";
import { askRows } from "../table/fold-rows.js";
import { mayTellOrder } from "../table/moments.js";
import type { RowsElsewhere } from "../table/rows-elsewhere.js";
import { findCopies, type Lot } from "./deal-rows.js";
import { diagnosisSampleSize } from "./diagnosis-inputs.js";
import type { LearningWork } from "./learning-work.js";
import { cutOffSampleSize, noRows, type PreparedRows, samplesByKeys } from "./prepare-rows.js";
import { CHECKING_ROWS } from "./rows-to-check.js";
import { joinSamples, type SampledRows, sampleFold } from "./sample-fold.js";
import { MOST_COMPARED, planWidth } from "./wide-table.js";

/** Rows in parts, wherever these lie. */
export interface RowParts extends RowsElsewhere {
  /** The state of all rows before it is known what columns mean. */
  askTable<Task, State>(fold: TableFold<Task, State>, task: Task): State;
  /** Says what rows are from now on: what their columns mean, and how they are dealt by lot once that is decided. */
  describe(features: readonly Feature[], seed: number, lot: Lot | null): void;
}

/** Numbers are exact up to here. */
const MOST_ROWS = Number.MAX_SAFE_INTEGER;

export function prepareElsewhere(parts: RowParts, options: LearnOptions, { step }: LearningWork): PreparedRows {
  refuseOptions(options);
  step("profile")(0, 1);
  // Without an order nothing is asked about what is left out: long texts, say, which would make a large state.
  const skipped = options.order === "none" ? (options.exclude ?? []) : [];
  const states = parts.askTable(columnStatesFold, { skipped });
  const { rowCount } = states;
  if (rowCount === 0) throw noRows();
  if (rowCount > MOST_ROWS) throw tooManyRows(rowCount);
  const facts = parts.once("column-facts", () => mergedFacts(states, (steps) => parts.askTable(evenStepsFold, steps)));
  const { features, excluded, labels, textNumbers } = decide(facts, options);
  const resolved = resolveLearnOptions(options, rowCount);
  const warnings = [...warnAboutLabels(labels), ...warnAboutTextNumbers(textNumbers)];
  const { table, sampled, copies } = drawRows(parts, { features, rowCount, options: resolved });
  const width = planWidth(table, { asked: options, options: resolved, warnings });
  const { keys, contents, counts } = sampled;
  const samples = { ...samplesByKeys(table, width.options, keys), keys, repeats: { contents, counts, copies } };
  return {
    table: { rowCount, columns: [] },
    ...{ features, excluded, past: null, encoded: table, width, samples, moments: null, warnings },
  };
}

function decide(facts: readonly ColumnFacts[], options: LearnOptions): ReturnType<typeof decideFeatures> {
  const { exclude = [], numeric = [], categorical = [] } = options;
  const decided = decideFeatures(facts, { exclude, numeric, categorical });
  const words = facts.find(({ name, type }) => type === "text" && numeric.includes(name));
  if (words !== undefined) throw textAsNumbers(words.name);
  const { features } = decided;
  if (features.length > MOST_COMPARED) throw tooManyColumns(features.length);
  if (options.order === undefined) {
    const order = facts.find((column) => !features.some(({ name }) => name === column.name) && mayBeOrder(column));
    if (order !== undefined) throw needsOrder(order.name);
  }
  return decided;
}

/** What cannot be told from parts of the rows may be. */
function mayBeOrder(column: ColumnFacts): boolean {
  try {
    return mayTellOrder(column);
  } catch (error) {
    if (error instanceof InputError && error.code === "KIND_UNCLEAR") return true;
    throw error;
  }
}

interface RowsToDraw {
  readonly features: readonly Feature[];
  readonly rowCount: number;
  readonly options: ResolvedLearnOptions;
}

interface DrawnRows {
  /** Of the rows with the least keys, and of those that check rules. */
  readonly table: EncodedTable;
  readonly sampled: SampledRows;
  readonly copies: Lot["copies"];
}

function drawRows(parts: RowParts, { features, rowCount, options }: RowsToDraw): DrawnRows {
  const { seed, neighbours } = options;
  const numericCount = features.filter(({ kind }) => kind === "numeric").length;
  const size = Math.max(WATCHED_ROWS, cutOffSampleSize(numericCount), diagnosisSampleSize(neighbours, rowCount));
  parts.describe(features, seed, null);
  const first = askRows(parts, sampleFold, { size, seed, from: "all" });
  const diagnosis = diagnosisSampleSize(neighbours, rowCount);
  const drawn = Int32Array.from(first.keys.keys()).subarray(0, diagnosis);
  const table = { rowCount, features };
  const copies = parts.once("copies", () => findCopies({ ...table, columns: columnsOf(first, features) }, drawn, seed));
  parts.describe(features, seed, { seed, rowCount, copies });
  const checking = askRows(parts, sampleFold, { size: CHECKING_ROWS, seed, from: "checking" });
  const sampled = joinSamples(first, checking);
  return { table: { ...table, columns: columnsOf(sampled, features), elsewhere: parts }, sampled, copies };
}

function columnsOf({ columns }: SampledRows, features: readonly Feature[]): EncodedColumn[] {
  return features.map(
    ({ kind }, feature): EncodedColumn =>
      kind === "numeric"
        ? { kind, values: columns[feature] as Float64Array }
        : { kind, codes: columns[feature] as Int32Array },
  );
}

/** Why an option needs all rows in one table, or in an order. */
const NOT_IN_PARTS: Partial<Record<keyof LearnOptions, string>> = {
  normal: "Take the rows before you learn: df.filter(…).drop(…).",
  review: "Learn without the review, and explain with it.",
  history: "The past of rows is looked at in one table: use parsight learn --history.",
  window: "The past of rows is looked at in one table: use parsight learn --history.",
  by: "The past of rows is looked at in one table: use parsight learn --history.",
  time: 'Rows in parts are not put in an order: leave the column out (exclude) and set order to "none".',
};

function refuseOptions(options: LearnOptions): void {
  for (const [name, hint] of Object.entries(NOT_IN_PARTS)) {
    const value = options[name as keyof LearnOptions];
    if (value !== undefined && value !== false)
      throw new InputError("OPTION_IN_PARTS", `${name} cannot be used where rows lie in parts`, hint);
  }
  if (options.order !== undefined && options.order !== "none")
    throw new InputError(
      "OPTION_IN_PARTS",
      `order must be "none" where rows lie in parts, got "${options.order}"`,
      "Parts have no common order; use parsight learn for rows that depend on those next to them.",
    );
}

function needsOrder(name: string): InputError {
  return new InputError(
    "ORDER_IN_PARTS",
    `rows may depend on one another in the order of "${name}", in which rows that lie in parts are not put`,
    'Set order to "none" to learn from them as rows without an order, or use parsight learn.',
  );
}

function textAsNumbers(name: string): InputError {
  return new InputError(
    "NUMBER_EXPECTED",
    `"${name}" is named numeric, but holds text in rows that lie in parts`,
    "Cast it to numbers before you learn.",
  );
}

function tooManyRows(count: number): InputError {
  return new InputError(
    "ROW_LIMIT",
    `there are ${groupDigits(count)} rows, and at most ${groupDigits(MOST_ROWS)} can be counted`,
    "Take a share of them: df.sample.",
  );
}

function tooManyColumns(count: number): InputError {
  return new InputError(
    "COLUMNS_IN_PARTS",
    `there are ${count} columns to learn, at most ${MOST_COMPARED} can be where rows lie in parts`,
    "Leave columns out (exclude), or use parsight learn.",
  );
}
