/**
 * Watches rows, table after table, for features and rules that are no longer as they were. Rows are taken as they come
 * and one by one, so the answer is the same however they are cut into tables, and memory holds what is watched. A table
 * by itself is looked at in order of time.
 */

import { groupDigits, InputError } from "../base/index.js";
import { createHistory } from "../history/index.js";
import { type Model, requireModel, type Warning } from "../model/index.js";
import {
  countUnreadMoments,
  formatCountOf,
  nameRows,
  type RowNamer,
  type WantedNames,
  wantedNames,
  warnOfUnplaced,
} from "../presenting/index.js";
import {
  asTable,
  clockOf,
  createTableReader,
  type DayReading,
  dayOrderOf,
  momentsBy,
  rowsInOrder,
  type Table,
  takeRows,
  withClock,
  withDaysTold,
} from "../table/index.js";
import { SMALLEST_BLOCK } from "./block-length.js";
import { createNeighbourCheck } from "./check-neighbours.js";
import { describeDrift, type FoundChange, type SeriesSide } from "./describe-drift.js";
import type { Drift, DriftPlace } from "./drift.js";
import { type DriftOptions, resolveDriftOptions } from "./drift-options.js";
import { findChanged } from "./find-changed.js";
import { type RowInput, wholeMatrix } from "./relations.js";
import { createRowScorer } from "./row-scores.js";
import { type WatchedRule, watchRules } from "./watch-rules.js";
import { prepareSeries, type WatchedSeries } from "./watch-series.js";

export interface DriftWatcher {
  /** `rows`: the numbers of the table's rows in the input; absent: they follow on those before. */
  add(table: Table | readonly object[], rows?: ArrayLike<number>): void;
  /** What is known by now. */
  finish(): Drift;
}

export function findDrift(model: Model, rows: Table | readonly object[], options: DriftOptions = {}): Drift {
  const time = timeToWatchBy(model, options.time);
  const { time: naming, dayAndClock } = wantedNames(model, { id: [], time: options.time });
  const table = withDaysTold(withClock(asTable(rows), dayAndClock), naming);
  const told = daysToldIn(table, naming);
  const days = told ?? dayOrderOf(model.excluded, time);
  const watcher = prepareDriftWatchers(model, options, told).start();
  const moments = momentsBy(table, time, days);
  const unread = countUnreadMoments({ time, days });
  if (moments === null) watcher.add(rows);
  else {
    const order = rowsInOrder(table, moments, { time, names: featureNames(model) });
    watcher.add("rowCount" in rows ? takeRows(table, order) : Array.from(order, (row) => rows[row]!), order);
    unread.add(table);
  }
  const drift = watcher.finish();
  return { ...drift, warnings: [...drift.warnings, ...warnOfUnplaced(unread)] };
}

function daysToldIn({ columns }: Table, time: string | null): DayReading | null {
  const column = columns.find(({ name }) => name === time);
  return column?.type === "text" ? (column.days ?? null) : null;
}

/**
 * The column in whose order rows are looked at; null: as they stand, since learning rows were, or none is known. The
 * one that names rows may be no order at all, as days beside minutes: then rows are expected as they were recorded.
 */
export function timeToWatchBy(model: Model, time: string | undefined): string | null {
  const { order } = model;
  const naming = wantedNames(model, { id: [], time }).time;
  if (order?.by === "file") return null;
  return time === undefined && order?.by === "time" && order.column !== naming ? null : naming;
}

/** The columns by which rows of one moment differ. */
export function featureNames({ features }: Pick<Model, "features">): string[] {
  return features.map(({ name }) => name);
}

export function createDriftWatcher(model: Model, options: DriftOptions = {}): DriftWatcher {
  return prepareDriftWatchers(model, options).start();
}

/** Watchers of several streams, which share what they do not change. */
interface DriftWatchers {
  /** Series and rules that each of them watches: what its memory is for. */
  readonly watchedCount: number;
  start(): DriftWatcher;
}

/** `days`: how the days of these rows are read, where their whole input tells. */
export function prepareDriftWatchers(
  model: Model,
  options: DriftOptions,
  days: DayReading | null = null,
): DriftWatchers {
  const resolved = { ...resolveDriftOptions(options), days };
  const { drift } = requireBaseline(model);
  const prepared = { drift, inverse: wholeMatrix(drift.relations), series: drift.series.map(prepareSeries) };
  const watchedRules = drift.rules.blockRows.filter((rows) => rows > 0).length;
  return { watchedCount: drift.series.length + watchedRules, start: () => startWatcher(model, prepared, resolved) };
}

interface PreparedDrift {
  readonly drift: NonNullable<Model["drift"]>;
  readonly inverse: Float64Array;
  readonly series: readonly (() => WatchedSeries)[];
}

function startWatcher(
  model: Model,
  prepared: PreparedDrift,
  { falseAlarms, time, days }: ReturnType<typeof resolveDriftOptions> & { readonly days: DayReading | null },
): DriftWatcher {
  const { drift } = prepared;
  const known = wantedNames(model, { id: [], time });
  const names = { ...known, days: days ?? known.days };
  const read = createTableReader(model.features, columnsBesides(model, names.time));
  const fold = createRowFold(model, prepared);
  const history = model.history === null ? null : createHistory(model.history);
  const seen = createSeenChanges(fold, falseAlarms);
  const neighbours = createNeighbourCheck(model.quantiles);
  const before = new WeakMap<DriftPlace, number>();
  let [rowCount, timelessCount] = [0, 0];
  const begin = (place: DriftPlace): void => {
    before.set(place, rowCount);
    fold.begin(rowCount, place);
  };
  return {
    add(batch, rows) {
      if (Array.isArray(batch) && batch.length === 0) return; // without an object there are no keys to look at
      const whole = withClock(asTable(batch), names.dayAndClock);
      const table = history?.extend(whole) ?? whole;
      const absent = Array.isArray(batch) ? "missing" : "refuse";
      const { encoded } = read(table, absent);
      const momentOf = drift.relations.isDaily ? clockIn(table, names) : () => Number.NaN;
      const placeOf = placesOf(nameRows(table, names, absent), rows, rowCount);
      for (let row = 0; row < table.rowCount; row++) {
        if (rowCount % SMALLEST_BLOCK === 0) begin(placeOf(row));
        const moment = momentOf(row);
        if (Number.isNaN(moment)) timelessCount++;
        fold.addRow({ table: encoded, row, moment });
        neighbours.add(encoded, row);
        rowCount++;
        if (rowCount % SMALLEST_BLOCK === 0 && fold.end(rowCount)) seen.look(placeOf(row));
      }
    },
    finish: () =>
      describeDrift(model, {
        rows: rowCount,
        ...seen.found(),
        watched: {
          features: new Set(drift.series.map(({ feature }) => feature)).size,
          rules: fold.rules.length,
        },
        falseAlarms,
        rowsBefore: (place) => before.get(place) ?? 0,
        warnings: [
          ...warnOfNeighbours(model, neighbours.areDependent()),
          ...(drift.relations.isDaily ? warnOfTimes(timelessCount, rowCount) : []),
        ],
      }),
  };
}

function requireBaseline(model: unknown): Model & { readonly drift: NonNullable<Model["drift"]> } {
  requireModel(model);
  const { drift, rowCount } = model;
  if (drift === null || drift === undefined) {
    throw new InputError(
      "DRIFT_BASELINE",
      "this model does not say how blocks of its learning rows differ, against which later rows are held",
      "It was learnt by an older parsight: learn it again.",
    );
  }
  if (drift.series.length > 0) return { ...model, drift };
  throw new InputError(
    "DRIFT_BASELINE",
    `nothing of this model can be watched: its ${rowCount === 1 ? "one learning row does" : `${rowCount} learning rows do`} not make enough independent blocks`,
    "Learn from more rows, some hundreds at least; of rows that depend on those next to them some thousands.",
  );
}

function columnsBesides({ excluded }: Model, time: string | null): string[] {
  return [...excluded.map(({ name }) => name), ...(time === null ? [] : [time])];
}

/** When each row was; NaN: not known. */
function clockIn({ columns }: Table, { time, days }: WantedNames): (row: number) => number {
  const column = columns.find(({ name }) => name === time);
  return column === undefined ? () => Number.NaN : clockOf(column, days);
}

function placesOf(namer: RowNamer, rows: ArrayLike<number> | undefined, first: number) {
  return (at: number): DriftPlace => {
    const { time } = namer(at);
    return { row: rows?.[at] ?? first + at, ...(time === undefined ? {} : { time }) };
  };
}

/** Rows into blocks of every length. */
function createRowFold(model: Model, { drift, inverse, series: prepared }: PreparedDrift) {
  const { profiles, quantiles } = model;
  const scorer = createRowScorer(drift.series, { profiles, quantiles, relations: drift.relations });
  const scores = new Float64Array(drift.series.length);
  const series = prepared.map((start) => start());
  const rules = watchRules(model, drift.rules);
  /** Where the block of each length began that has not ended. */
  const starts = new Map<number, DriftPlace>();
  const lengths = [...new Set([...drift.series, ...rules.watched].map(({ blockRows }) => blockRows))];
  return {
    series,
    rules: rules.watched,
    begin(rows: number, place: DriftPlace): void {
      for (const length of lengths) if (rows % length === 0) starts.set(length, place);
    },
    addRow(input: RowInput): void {
      scorer.score(input, { inverse, into: scores });
      for (let each = 0; each < series.length; each++) series[each]!.addRow(scores[each]!);
      rules.addRow(input.table, input.row);
    },
    /** Whether some block has ended. */
    end(rows: number): boolean {
      const over = new Set(lengths.filter((length) => rows % length === 0));
      for (const each of series) {
        const { blockRows } = each.baseline;
        if (over.has(blockRows)) each.endBlock(starts.get(blockRows)!);
      }
      for (const each of rules.watched) if (over.has(each.blockRows)) each.endBlock(starts.get(each.blockRows)!);
      return over.size > 0;
    },
  };
}

type RowFold = ReturnType<typeof createRowFold>;

/** What has changed by now: features and rules each have half of the false alarms. */
function createSeenChanges(fold: RowFold, falseAlarms: number) {
  const sides = fold.series.flatMap((series) => series.sides.map((side): SeriesSide => ({ series, side })));
  const ofSeries = new Map<SeriesSide, FoundChange<SeriesSide>>();
  const ofRules = new Map<WatchedRule, FoundChange<WatchedRule>>();
  return {
    look(found: DriftPlace): void {
      const changed = findChanged(
        sides.map(({ side }) => side.evidence.log),
        falseAlarms / 2,
      );
      for (const place of changed) addOnce(ofSeries, sides[place]!, { since: sides[place]!.side.since, found });
      const broken = findChanged(
        fold.rules.map(({ evidence }) => evidence.log),
        falseAlarms / 2,
      );
      for (const place of broken) addOnce(ofRules, fold.rules[place]!, { since: fold.rules[place]!.since, found });
    },
    found: () => ({ series: [...ofSeries.values()], rules: [...ofRules.values()] }),
  };
}

function addOnce<Watched>(
  known: Map<Watched, FoundChange<Watched>>,
  watched: Watched,
  places: { readonly since: DriftPlace; readonly found: DriftPlace },
): void {
  if (!known.has(watched)) known.set(watched, { watched, ...places });
}

/** Blocks of learning rows in no order say nothing of how long a stretch of rows stays as it is. */
function warnOfNeighbours({ order }: Model, areDependent: boolean): Warning[] {
  if (order?.by !== "none" || !areDependent) return [];
  const message =
    "these rows look like those next to them, and the rows that the model was learnt from did not: it cannot know how long a stretch of rows stays alike, so more alarms may be false than stated; learn from rows in the order in which they were recorded";
  return [{ code: "ROWS_DEPEND", message }];
}

/** What follows the sun is as usual only for its hour. */
function warnOfTimes(timeless: number, all: number): Warning[] {
  if (timeless === 0) return [];
  const message = `the model knows what is usual at which time of day, and ${formatCountOf(timeless, "row")} of ${groupDigits(all)} ${timeless === 1 ? "does not say when it was" : "do not say when they were"}: more alarms may be false than stated; name the column that says it (time), or give rows that have it`;
  return [{ code: "TIMES_MISSING", message }];
}
