/** How learning begins: columns that are features, their values encoded, what can be afforded, samples of rows. */
import { InputError } from "../base/index.js";
import type { HistoryPlan } from "../history/index.js";
import {
  type LearnOptions,
  type ResolvedLearnOptions,
  type RowOrderName,
  resolveLearnOptions,
  takeOrRefuse,
  type Warning,
  warnAboutLabels,
  warnAboutMarkedNumbers,
  warnAboutRounded,
  warnAboutTextNumbers,
} from "../model/index.js";
import { withApprovedKinds } from "../review/index.js";
import {
  type AnyNumbers,
  ASKED_MOMENTS,
  type ColumnFacts,
  checkColumn,
  columnFacts,
  type DayAndClock,
  type DayReading,
  daysIn,
  doubtOfDays,
  type EncodedTable,
  type Exclusion,
  encodeTable,
  type Feature,
  type FoundClocks,
  findDayAndClock,
  findDayOrder,
  findDigitClock,
  findMoments,
  inferFeatures,
  joinMoments,
  type Moments,
  momentsOf,
  type OddCells,
  parseTimeOfDay,
  requireRows,
  rowKeys,
  rowsOfLeast,
  SAID_MOMENTS,
  sayDayAndClock,
  splitTimeName,
  type Table,
  takeRows,
  usedTexts,
  WRITTEN_DAYS,
  warnAboutOddCells,
} from "../table/index.js";
import type { SampledRepeats } from "./deal-rows.js";
import { diagnosisSampleSize } from "./diagnosis-inputs.js";
import type { LearningWork } from "./learning-work.js";
import { lookBack } from "./look-back.js";
import { findRowOrder, type OrderedRows, type RecordedRows, recordedInFile } from "./row-order.js";
import { recordInTime } from "./time-places.js";
import { planWidth, type WidthPlan } from "./wide-table.js";

/**
 * Cut-off trees look at no more rows than this, fewer on tables with many numeric features; counts are over all rows.
 */
export const CUT_OFF_SAMPLE = 20_000;

export interface PreparedRows {
  /** Normal rows, with the features of their past where these are asked for. */
  readonly table: Table;
  readonly features: readonly Feature[];
  readonly excluded: readonly Exclusion[];
  readonly past: HistoryPlan | null;
  readonly encoded: EncodedTable;
  readonly width: WidthPlan;
  readonly samples: Samples;
  readonly ordered: OrderedRows;
  /** Later steps add theirs. */
  readonly warnings: Warning[];
}

export function prepareRows(whole: Table, options: LearnOptions, { step, store }: LearningWork): PreparedRows {
  const { normal } = options;
  const recorded = normal === undefined ? whole : takeRows(whole, requireRows(whole, normal));
  if (recorded.rowCount === 0) throw noRows();
  step("profile")(0, 1);
  const { decided, whole: timed, time, warnings: clockWarnings } = joinClock(recorded, options);
  const { excluded, labels, textNumbers, marked, rounded } = decided;
  const { plan: past, table, features, warnings: pastWarnings } = lookBack(timed, decided, options);
  const odd: OddCells[] = [];
  const encoded = encodeTable(features, table, { onOdd: (cells) => takeOrRefuse(cells, options, odd), store });
  const warnings: Warning[] = [
    ...warnAboutLabels(labels),
    ...warnAboutTextNumbers(textNumbers),
    ...warnAboutMarkedNumbers(marked),
    ...warnAboutRounded(rounded),
    ...(odd.length === 0 ? [] : [warnAboutOddCells(odd)]),
    ...clockWarnings,
    ...pastWarnings,
  ];
  const width = planWidth(encoded, { asked: options, options: resolveLearnOptions(options, table.rowCount), warnings });
  const mayTell = excluded.map(({ name }) => name).filter((name) => name !== time.clock);
  const moments = momentsAsked(table, { ...options, time: time.column }, { past, leftOut: new Set(mayTell) });
  const order = options.order ?? orderOfPast(past, moments);
  const { keys, ...drawn } = drawInOrder(encoded, width.options, { moments, order });
  const samples = { keys: storedKeys(keys, store), cutOffs: drawn.cutOffs, diagnosis: drawn.diagnosis };
  return { table, features, excluded, past, encoded, width, samples, ordered: drawn.ordered, warnings };
}

interface OrderToTry {
  /** By which rows may be ordered, the likeliest first. */
  readonly moments: readonly Moments[];
  readonly order: RowOrderName | null;
}

interface DrawnInOrder extends Pick<Samples, "cutOffs" | "diagnosis"> {
  readonly keys: Float64Array;
  readonly ordered: OrderedRows;
}

/** By the first column of moments in whose order rows depend on one another; where there is none, by the first. */
function drawInOrder(table: EncodedTable, options: ResolvedLearnOptions, { moments, order }: OrderToTry): DrawnInOrder {
  const draw = (by: Moments | null): DrawnInOrder => {
    const keys = rowKeys(table, options.seed, by?.numbers);
    const drawn = samplesByKeys(table, options, keys);
    const inOrder = (): RecordedRows =>
      by === null ? recordedInFile(table.rowCount) : recordInTime(by, keys, drawn.cutOffs);
    return { keys, ...drawn, ordered: findRowOrder(table, order === "none" ? null : inOrder(), order) };
  };
  const [likeliest = null, ...others] = order === null || order === "time" ? moments : [];
  const first = draw(likeliest);
  if (first.ordered.rows !== null) return first;
  for (const other of others) {
    const drawn = draw(other);
    if (drawn.ordered.rows !== null) return drawn;
  }
  return first;
}

/** Rows with a past depend on those before them: they are held back in stretches of its order. */
function orderOfPast(past: HistoryPlan | null, moments: readonly Moments[]): RowOrderName | null {
  if (past === null) return null;
  return past.time !== null && moments.length > 0 ? "time" : "file";
}

interface JoinedClock {
  readonly decided: ReturnType<typeof inferFeatures>;
  /** With days and times of day in one column, where they tell together when rows were. */
  readonly whole: Table;
  readonly time: {
    /** The one that was named. */
    readonly column: string | undefined;
    /** The one of times of day, which are no order of rows by themselves; null: there is none beside days. */
    readonly clock: string | null;
  };
  readonly warnings: readonly Warning[];
}

function joinClock(recorded: Table, options: LearnOptions): JoinedClock {
  const isColumn = (name: string): boolean => recorded.columns.some((column) => column.name === name);
  const said = options.time === undefined ? null : splitTimeName(options.time, isColumn);
  for (const name of said === null ? [] : [said.day, said.clock]) checkColumn(recorded, name);
  const named =
    said === null ? options : { ...options, time: said.day, exclude: [...(options.exclude ?? []), said.clock] };
  const decided = decideFeatures(recorded, named);
  const leftOut = new Set(decided.excluded.map(({ name }) => name));
  const mayBe = recorded.columns.filter(({ name, type }) => type === "number" || leftOut.has(name)).map(columnFacts);
  const found = findClocks(mayBe, decided.excluded, options);
  const pair = said ?? found.pair;
  const whole = pair === null ? recorded : joinMoments(recorded, pair);
  if (whole === null) throw noDayAndClock(pair!);
  if (pair !== null && options.history === true) throw noPastOfTwo(pair);
  const excluded = pair === null ? decided.excluded : sayDayAndClock(decided.excluded, pair);
  return {
    decided: { ...decided, excluded },
    whole,
    time: { column: named.time, clock: (pair ?? found.doubtful)?.clock ?? null },
    warnings: found.warnings,
  };
}

interface UnnamedClocks extends FoundClocks {
  /** About those that are not read together, and may belong together. */
  readonly warnings: readonly Warning[];
}

/** Days and times of day in two columns, by what columns show; none where the caller said which column tells. */
export function findClocks(
  columns: readonly ColumnFacts[],
  excluded: readonly Exclusion[],
  { exclude = [], order, time }: LearnOptions,
): UnnamedClocks {
  if (time !== undefined) return { pair: null, doubtful: null, warnings: [] };
  // Columns that were left out by name may tell the order, and nothing else.
  const asked = order === "none" ? columns.filter(({ name }) => !exclude.includes(name)) : columns;
  const isLeftOut = (name: string): boolean => excluded.some((each) => each.name === name);
  const found = findDayAndClock(asked, isLeftOut);
  const digits = found.pair === null ? findDigitClock(asked, isLeftOut) : null;
  const warnings = [
    ...(found.doubtful === null ? [] : [warnAboutClock(found.doubtful)]),
    ...(digits === null ? [] : [warnAboutDigits(digits)]),
  ];
  return { ...found, warnings };
}

function warnAboutClock({ day, clock }: DayAndClock): Warning {
  const message = `"${day}" holds days and "${clock}" times of day; nothing says that they tell together when a row was, so rows have days only; if they do, name both with time: "${day},${clock}"`;
  return { code: "TIME_IN_TWO_COLUMNS", message };
}

function warnAboutDigits({ day, clock }: DayAndClock): Warning {
  const message = `"${day}" holds days, and the numbers of "${clock}" may be times of day (81500 for 08:15:00), but are taken as numbers; if they are, name both with time: "${day},${clock}"`;
  return { code: "TIME_IN_TWO_COLUMNS", message };
}

function noDayAndClock({ day, clock }: DayAndClock): InputError {
  return new InputError(
    "TIME_COLUMN",
    `"${day}" and "${clock}" do not hold days and times of day`,
    "Name the column of days first, such as 2026-05-04, then the one of times of day, such as 13:05.",
  );
}

function noPastOfTwo({ day, clock }: DayAndClock): InputError {
  return new InputError(
    "TIME_COLUMN",
    `when rows were is told by two columns, "${day}" and "${clock}", which history cannot read row by row`,
    `Put them into one before you learn and explain, by SQL for one: SELECT * EXCLUDE ("${day}", "${clock}"), CAST("${day}" AS DATE) + CAST("${clock}" AS TIME) AS moment FROM input`,
  );
}

function decideFeatures(recorded: Table, options: LearnOptions): ReturnType<typeof inferFeatures> {
  const { normal, time, review } = options;
  const kinds = {
    exclude: [...(options.exclude ?? []), ...[normal?.column, time].filter((name) => name !== undefined)],
    numeric: options.numeric ?? [],
    categorical: options.categorical ?? [],
  };
  const decided = inferFeatures(recorded, withApprovedKinds(kinds, review, recorded));
  const column = recorded.columns.find(({ name }) => name === time);
  return {
    ...decided,
    excluded: sayAsked(decided.excluded, time, column === undefined ? null : daysIn(column, SAID_MOMENTS)),
  };
}

/** The same with the reason of the column that was named, and how it writes days. */
export function sayAsked(
  excluded: readonly Exclusion[],
  time: string | undefined,
  days: DayReading | null,
): Exclusion[] {
  const reason = ASKED_MOMENTS + (days === null ? "" : WRITTEN_DAYS[days]);
  return excluded.map((each) => (each.name === time ? { ...each, reason } : each));
}

interface Samples {
  /** Of every row (see rowKeys). Where columns are stored, so are these. */
  readonly keys: AnyNumbers;
  /** Where the rows at hand are a sample of others. */
  readonly repeats?: SampledRepeats;
  readonly cutOffs: Int32Array;
  readonly diagnosis: Int32Array;
}

/** Beside the columns, where these are stored. */
function storedKeys(keys: Float64Array, store: LearningWork["store"]): AnyNumbers {
  const column = store?.store({ kind: "numeric", values: keys });
  return column?.kind === "numeric" ? (column.stored ?? keys) : keys;
}

/**
 * Both from one look at all rows: of rows by their hash, the smaller sample begins the larger. `keys`: of the rows at
 * hand, among which are all that are drawn.
 */
export function samplesByKeys(
  table: EncodedTable,
  options: ResolvedLearnOptions,
  keys: Float64Array,
): Pick<Samples, "cutOffs" | "diagnosis"> {
  const numericCount = table.columns.filter((column) => column.kind === "numeric").length;
  const sizes = {
    cutOffs: cutOffSampleSize(numericCount),
    diagnosis: diagnosisSampleSize(options.neighbours, table.rowCount),
  };
  const rows = rowsOfLeast(keys, Math.min(table.rowCount, Math.max(sizes.cutOffs, sizes.diagnosis)));
  return { cutOffs: rows.subarray(0, sizes.cutOffs), diagnosis: rows.subarray(0, sizes.diagnosis) };
}

/** Trees cost features² × rows: beyond about 150 numeric features they see fewer rows, 2,000 at least. */
export function cutOffSampleSize(numericCount: number): number {
  return Math.min(
    CUT_OFF_SAMPLE,
    Math.max(2000, Math.floor(5e8 / (Math.max(1, numericCount) * Math.max(1, numericCount)))),
  );
}

interface MomentColumns {
  readonly past: HistoryPlan | null;
  /** Columns that are no features. */
  readonly leftOut: ReadonlySet<string>;
}

/**
 * The moments by which rows may be ordered: those of the column that was named or that the past is told by, else of one
 * that is no feature.
 */
function momentsAsked(table: Table, { time, order }: LearnOptions, { past, leftOut }: MomentColumns): Moments[] {
  const pastColumn = time === undefined ? table.columns.find(({ name }) => name === past?.time) : undefined;
  const ofPast = pastColumn === undefined ? null : momentsOf(pastColumn);
  if (ofPast !== null) return [ofPast];
  if (time !== undefined) checkColumn(table, time);
  const named = table.columns.find(({ name }) => name === time);
  const ofNamed = named === undefined ? null : momentsOf(named, SAID_MOMENTS);
  const moments =
    named === undefined ? findMoments(table, (name) => leftOut.has(name)) : ofNamed === null ? [] : [ofNamed];
  if (moments.length > 0 || (named === undefined && order !== "time")) return moments;
  throw noMoments(named === undefined ? null : columnFacts(named));
}

/** `column`: the one that was named. */
export function noMoments(column: ColumnFacts | null): InputError {
  return new InputError(
    "TIME_COLUMN",
    column === null ? "no column holds moments in time" : whyNoMoments(column),
    "Name a column of days written as 2026-05-04 or 04.05.2026, of times, of days and of times of day (day,clock), or of numbers that grow with time (time), or leave the order to the file (order: file).",
  );
}

function whyNoMoments(column: ColumnFacts): string {
  const { name } = column;
  const texts = column.type === "text" ? usedTexts(column) : [];
  if (findDayOrder(texts) === "in doubt") return `days of column "${name}" are in doubt: ${doubtOfDays(texts)}`;
  if (column.type === "other") return `column "${name}" holds ${column.holds}, not moments in time`;
  const areClocks =
    column.type === "time" ? column.areClocks : texts.some((text) => !Number.isNaN(parseTimeOfDay(text)));
  if (areClocks) return `column "${name}" holds times of day, which do not tell when a row was without its day`;
  return `column "${name}" does not hold moments in time`;
}

export function noRows(): InputError {
  return new InputError(
    "NO_ROWS",
    "the table has no rows to learn from",
    "Give normal rows; about a hundred or more make useful rules.",
  );
}
