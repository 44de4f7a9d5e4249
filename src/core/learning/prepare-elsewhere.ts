/**
 * How learning begins where rows lie in parts (see prepare-rows.ts): what columns mean is told by what they show, and
 * of the rows only samples come here. Parts have no common order but that of a column of moments.
 */
import { groupDigits, InputError, listNames } from "../base/index.js";
import {
  type LearnOptions,
  type ResolvedLearnOptions,
  type RowOrderName,
  resolveLearnOptions,
  WATCHED_ROWS,
  warnAboutLabels,
  warnAboutMarkedNumbers,
  warnAboutRounded,
  warnAboutTextNumbers,
} from "../model/index.js";
import {
  beginsWithDay,
  type ColumnFacts,
  columnStatesFold,
  type DayAndClock,
  decideFeatures,
  type EncodedColumn,
  type EncodedTable,
  evenStepsFold,
  type Feature,
  type MomentColumn,
  mergedFacts,
  momentColumn,
  numbersRows,
  parseMoment,
  type RowsElsewhere,
  SAID_MOMENTS,
  sayDayAndClock,
  splitTimeName,
  type TableFold,
} from "../table/index.js";
import { findRepetition, type Lot, type Repetition } from "./deal-rows.js";
import { diagnosisSampleSize } from "./diagnosis-inputs.js";
import type { LearningWork } from "./learning-work.js";
import {
  cutOffSampleSize,
  findClocks,
  noMoments,
  noRows,
  type PreparedRows,
  samplesByKeys,
  sayAsked,
} from "./prepare-rows.js";
import { findRowOrder, type OrderedRows, type RecordedRows } from "./row-order.js";
import { CHECKING_ROWS, CHECKING_ROWS_OF_PART } from "./rows-to-check.js";
import { drawSample, joinSamples, type SampledRows, type SampleTask } from "./sample-fold.js";
import { findTimePlaces, recordedInTime, type TimeBounds, type TimePlaces, type TimeView } from "./time-places.js";
import { planWidth } from "./wide-table.js";

/** Rows in parts, wherever these lie. */
export interface RowParts extends RowsElsewhere {
  /** The state of all rows before it is known what columns mean. */
  askTable<Task, State>(fold: TableFold<Task, State>, task: Task): State;
  /** The same rows, asked about by these numbers. */
  view(numbers: TimeView): RowsElsewhere;
  /** Says what rows are from now on. */
  describe(rows: RowDescription): void;
}

/** What columns mean, and how rows are dealt once that is decided: by lot, or in stretches of their order. */
export interface RowDescription {
  readonly features: readonly Feature[];
  readonly seed: number;
  readonly time: MomentColumn | null;
  readonly dealing: Lot | TimeBounds | null;
}

/** Numbers are exact up to here. */
const MOST_ROWS = Number.MAX_SAFE_INTEGER;

/** Columns: samples of them are held here, some kilobytes of a row. */
const MOST_IN_PARTS = 2048;

export function prepareElsewhere(parts: RowParts, options: LearnOptions, { step }: LearningWork): PreparedRows {
  refuseOptions(options);
  step("profile")(0, 1);
  const { exclude = [], order, time: named } = options;
  // What is left out may tell the order. Of the rest nothing is asked: long texts, say, would make a large state.
  const mayTell = (name: string): boolean => order !== "none" && (named === undefined || named === name);
  const skipped = exclude.filter((name) => !mayTell(name));
  const states = parts.askTable(columnStatesFold, { skipped });
  const { rowCount } = states;
  if (rowCount === 0) throw noRows();
  if (rowCount > MOST_ROWS) throw tooManyRows(rowCount);
  const facts = parts.once("column-facts", () => mergedFacts(states, (steps) => parts.askTable(evenStepsFold, steps)));
  const decided = decide(facts, options);
  const { features, labels, textNumbers, marked, rounded } = decided;
  const time = order === "none" ? null : findTime(facts, features, options);
  const { pair, warnings: clockWarnings } = findClocks(facts, decided.excluded, options);
  if (pair !== null && order !== "none") throw timeInTwo(pair);
  const excluded = pair === null ? decided.excluded : sayDayAndClock(decided.excluded, pair);
  const resolved = resolveLearnOptions(options, rowCount);
  const warnings = [
    ...warnAboutLabels(labels),
    ...warnAboutTextNumbers(textNumbers),
    ...warnAboutMarkedNumbers(marked),
    ...warnAboutRounded(rounded),
    ...clockWarnings,
  ];
  // Once: of thousands of columns samples are hundreds of megabytes, and what they are made of may be forgotten.
  const { sampled, repetition, dealing, ordered } = parts.once("drawn rows", () =>
    drawRows(parts, { features, rowCount, time, options: resolved }, order ?? null),
  );
  parts.describe({ features, seed: resolved.seed, time, dealing });
  const table = { rowCount, features, columns: columnsOf(sampled, features), elsewhere: parts };
  const width = planWidth(table, { asked: options, options: resolved, warnings });
  const { keys, contents, counts } = sampled;
  const samples = { ...samplesByKeys(table, width.options, keys), keys, repeats: { contents, counts, ...repetition } };
  return {
    table: { rowCount, columns: [] },
    ...{ features, excluded, past: null, encoded: table, width, samples, ordered, warnings },
  };
}

function decide(facts: readonly ColumnFacts[], options: LearnOptions): ReturnType<typeof decideFeatures> {
  const { exclude = [], numeric = [], categorical = [], time } = options;
  const isColumn = (name: string): boolean => facts.some((column) => column.name === name);
  if (time !== undefined && splitTimeName(time, isColumn) !== null) throw timeOfTwo(time);
  const leftOut = time === undefined ? exclude : [...exclude, time];
  const decided = decideFeatures(facts, { exclude: leftOut, numeric, categorical });
  const words = facts.find(({ name, type }) => type === "text" && numeric.includes(name));
  if (words !== undefined) throw textAsNumbers(words.name);
  const { features } = decided;
  if (features.length > MOST_IN_PARTS) throw tooManyColumns(features.length);
  const named = time === undefined ? null : orderIn(facts.find(({ name }) => name === time)!, SAID_MOMENTS);
  return { ...decided, excluded: sayAsked(decided.excluded, time, named?.moments.days ?? null) };
}

/** The column that tells when rows were recorded: the one that was named, else of those that are no features. */
function findTime(
  facts: readonly ColumnFacts[],
  features: readonly Feature[],
  { time, order }: LearnOptions,
): MomentColumn | null {
  const named = facts.find(({ name }) => name === time);
  if (named !== undefined) {
    const found = orderIn(named, SAID_MOMENTS);
    if (found === null) throw noMoments(named);
    return found.moments;
  }
  const leftOut = facts.filter(({ name }) => !features.some((feature) => feature.name === name));
  const found = leftOut.flatMap((column) => orderIn(column) ?? []);
  const clocks = found.filter(({ isClock }) => isClock);
  // In memory the one with most different moments would be taken; these are too many to count in parts.
  if (clocks.length > 1) throw severalTimes(clocks.map(({ moments }) => moments.column));
  const names = found.map(({ moments }) => moments.column).sort();
  const chosen = clocks[0] ?? found.find(({ moments }) => moments.column === names[0]);
  if (chosen === undefined && order === "time") throw noMoments(null);
  return chosen?.moments ?? null;
}

/** `isClock`: it tells when rows were, and does not only number them. */
function orderIn(
  column: ColumnFacts,
  called: string = column.name,
): { readonly moments: MomentColumn; readonly isClock: boolean } | null {
  if (column.type === "other" && column.example !== undefined && isMomentText(column.example))
    throw textTimes(column.name, column.holds);
  try {
    const moments = momentColumn(column, called);
    if (moments === null) return null;
    return { moments, isClock: column.type !== "number" || !numbersRows(called, column.numbers) };
  } catch (error) {
    if (error instanceof InputError && error.code === "KIND_UNCLEAR") throw unclearOrder(column.name);
    throw error;
  }
}

interface RowsToDraw {
  readonly features: readonly Feature[];
  readonly rowCount: number;
  readonly time: MomentColumn | null;
  readonly options: ResolvedLearnOptions;
}

interface DrawnRows {
  /** The rows with the least keys, those that check rules, and those in stretches of the order. */
  readonly sampled: SampledRows;
  readonly repetition: Repetition;
  readonly dealing: Lot | TimeBounds;
  readonly ordered: OrderedRows;
}

/** Of rows in an order nothing is asked about others that they equal. */
const NO_REPETITION: Repetition = { times: 1, copies: null };

/** Says how rows are dealt, too. */
function drawRows(parts: RowParts, rows: RowsToDraw, asked: RowOrderName | null): DrawnRows {
  const { features, rowCount, time, options } = rows;
  const { seed, neighbours } = options;
  const numericCount = features.filter(({ kind }) => kind === "numeric").length;
  const diagnosis = diagnosisSampleSize(neighbours, rowCount);
  const size = Math.max(WATCHED_ROWS, cutOffSampleSize(numericCount), diagnosis);
  parts.describe({ features, seed, time, dealing: null });
  const draw = (task: SampleTask): SampledRows => drawSample(parts, task, { rowCount, columnCount: features.length });
  const first = draw({ size, seed, from: "all" });
  const whole = { rowCount, features };
  const inTime = time === null ? null : drawInTime(parts, { first, rowCount, time, seed, draw });
  const isOrdered = inTime !== null && parts.once("is-ordered", () => areOrdered(inTime, whole, asked));
  const drawn = Int32Array.from(first.keys.keys()).subarray(0, diagnosis);
  const repetition = isOrdered
    ? NO_REPETITION
    : parts.once("copies", () => findRepetition({ ...whole, columns: columnsOf(first, features) }, drawn, seed));
  const dealing = isOrdered ? inTime.places.parts : { seed, rowCount, ...repetition };
  parts.describe({ features, seed, time, dealing });
  const checking = isOrdered
    ? draw({ size: CHECKING_ROWS_OF_PART, seed, from: "checking parts" })
    : draw({ size: CHECKING_ROWS, seed, from: "checking" });
  const sampled = joinSamples(isOrdered ? inTime.sampled : first, checking);
  const table = { ...whole, columns: columnsOf(sampled, features) };
  const ordered = isOrdered
    ? findRowOrder(table, recordedInTime(timed(sampled), inTime.places, time!), "time")
    : findRowOrder(table, null, "none");
  return { sampled, repetition, dealing, ordered };
}

function areOrdered(
  { sampled, rows }: RowsInTime,
  whole: Omit<EncodedTable, "columns">,
  asked: RowOrderName | null,
): boolean {
  return findRowOrder({ ...whole, columns: columnsOf(sampled, whole.features) }, rows, asked).rows !== null;
}

interface RowsInTime {
  readonly places: TimePlaces;
  /** With the rows of the stretches that are looked at. */
  readonly sampled: SampledRows;
  readonly rows: RecordedRows;
}

interface FirstRows {
  readonly first: SampledRows;
  readonly rowCount: number;
  readonly time: MomentColumn;
  readonly seed: number;
  draw(task: SampleTask): SampledRows;
}

function drawInTime(parts: RowParts, { first, rowCount, time, seed, draw }: FirstRows): RowsInTime {
  const view = (numbers: TimeView): EncodedTable => {
    return { rowCount, features: [], columns: [], elsewhere: parts.view(numbers) };
  };
  const asked = { view, sample: timed(first), rowCount, present: time.present };
  const places = parts.once("time-places", () => findTimePlaces(asked));
  const from = { looked: places.looked };
  const sampled = joinSamples(first, draw({ size: WATCHED_ROWS, seed, from }));
  return { places, sampled, rows: recordedInTime(timed(sampled), places, time) };
}

function timed({ moments, keys }: SampledRows) {
  return { moments: { values: moments }, keys };
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
};

function refuseOptions(options: LearnOptions): void {
  for (const [name, hint] of Object.entries(NOT_IN_PARTS)) {
    const value = options[name as keyof LearnOptions];
    if (value !== undefined && value !== false)
      throw new InputError("OPTION_IN_PARTS", `${name} cannot be used where rows lie in parts`, hint);
  }
  if (options.order === "file")
    throw new InputError(
      "OPTION_IN_PARTS",
      'order must be "time" or "none" where rows lie in parts, got "file"',
      "Parts have no common order: name a column that tells when rows were recorded (time), or use parsight learn.",
    );
}

function timeOfTwo(time: string): InputError {
  return new InputError(
    "OPTION_IN_PARTS",
    `time must be one column where rows lie in parts, got "${time}"`,
    "Put days and times of day into one column of timestamps before you learn.",
  );
}

function timeInTwo({ day, clock }: DayAndClock): InputError {
  return new InputError(
    "ORDER_IN_PARTS",
    `"${day}" and "${clock}" tell together when rows were recorded, and cannot be read together where rows lie in parts`,
    `Put them into one column of timestamps before you learn; or name "${day}" if its days are order enough (time), or set order to "none" if rows do not depend on one another.`,
  );
}

function severalTimes(names: readonly string[]): InputError {
  return new InputError(
    "ORDER_IN_PARTS",
    `several columns tell when rows were recorded: ${listNames(names)}`,
    'Name the one in whose order rows may depend on one another (time), or set order to "none" if they do not; days and times of day have to be put into one column first.',
  );
}

function unclearOrder(name: string): InputError {
  return new InputError(
    "ORDER_IN_PARTS",
    `whether "${name}" tells when rows were recorded cannot be told from parts of the rows`,
    'Cast it to a timestamp if it does, name another column that tells (time), or set order to "none" to learn from them as rows without an order.',
  );
}

function isMomentText(text: string): boolean {
  return beginsWithDay(text) || !Number.isNaN(parseMoment(text));
}

function textTimes(name: string, holds: string): InputError {
  return new InputError(
    "ORDER_IN_PARTS",
    `"${name}" tells when rows were recorded as texts, too many for rows that lie in parts: it holds ${holds}`,
    'Cast it to a timestamp, or set order to "none" to learn from them as rows without an order.',
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
    `there are ${count} columns to learn, at most ${MOST_IN_PARTS} can be where rows lie in parts`,
    "Leave columns out (exclude), or use parsight learn.",
  );
}
