/**
 * Watches rows, table after table, for features and rules that are no longer as they were. Rows are taken as they come
 * and one by one, so the answer is the same however they are cut into tables, and memory holds what is watched.
 */
import { InputError } from "../base/errors/input-error.js";
import { createHistory } from "../history/history.js";
import type { Model, Warning } from "../model/model.js";
import { requireModel } from "../model/require-model.js";
import { nameRows, type RowNamer, wantedNames } from "../presenting/row-names.js";
import { asTable } from "../table/build-table.js";
import { createTableReader, type EncodedTable } from "../table/encode-table.js";
import type { Table } from "../table/table.js";
import { SMALLEST_BLOCK } from "./block-length.js";
import { createNeighbourCheck } from "./check-neighbours.js";
import { describeDrift, type FoundChange, type SeriesSide } from "./describe-drift.js";
import type { Drift, DriftPlace } from "./drift.js";
import { type DriftOptions, resolveDriftOptions } from "./drift-options.js";
import { findChanged } from "./find-changed.js";
import { wholeMatrix } from "./relations.js";
import { createRowScorer } from "./row-scores.js";
import { type WatchedRule, watchRules } from "./watch-rules.js";
import { watchSeries } from "./watch-series.js";

export interface DriftWatcher {
  /** `rows`: the numbers of the table's rows in the input; absent: they follow on those before. */
  add(table: Table | readonly object[], rows?: ArrayLike<number>): void;
  /** What is known by now. */
  finish(): Drift;
}

export function findDrift(model: Model, rows: Table | readonly object[], options: DriftOptions = {}): Drift {
  const watcher = createDriftWatcher(model, options);
  watcher.add(rows);
  return watcher.finish();
}

export function createDriftWatcher(model: Model, options: DriftOptions = {}): DriftWatcher {
  const { falseAlarms, time } = resolveDriftOptions(options);
  const { drift } = requireBaseline(model);
  const names = wantedNames(model, { id: [], time });
  const read = createTableReader(model.features, columnsBesides(model, names.time));
  const fold = createRowFold(model, drift);
  const history = model.history === null ? null : createHistory(model.history);
  const seen = createSeenChanges(fold, falseAlarms);
  const neighbours = createNeighbourCheck(model.quantiles);
  let rowCount = 0;
  return {
    add(given, rows) {
      if (Array.isArray(given) && given.length === 0) return; // without an object there are no keys to look at
      const table = history?.extend(asTable(given)) ?? asTable(given);
      const absent = Array.isArray(given) ? "missing" : "refuse";
      const { encoded } = read(table, absent);
      const placeOf = placesOf(nameRows(table, names, absent), rows, rowCount);
      for (let row = 0; row < table.rowCount; row++) {
        if (rowCount % SMALLEST_BLOCK === 0) fold.begin(rowCount, placeOf(row));
        fold.addRow(encoded, row);
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
        warnings: warnOfNeighbours(model, neighbours.areDependent()),
      }),
  };
}

function requireBaseline(given: unknown): Model & { readonly drift: NonNullable<Model["drift"]> } {
  requireModel(given);
  const { drift, rowCount } = given;
  if (drift === null || drift === undefined) {
    throw new InputError(
      "DRIFT_BASELINE",
      "this model does not say how blocks of its learning rows differ, against which later rows are held",
      "It was learnt by an older parsight: learn it again.",
    );
  }
  if (drift.series.length > 0) return { ...given, drift };
  throw new InputError(
    "DRIFT_BASELINE",
    `nothing of this model can be watched: its ${rowCount === 1 ? "one learning row does" : `${rowCount} learning rows do`} not make enough independent blocks`,
    "Learn from more rows, some hundreds at least; of rows that depend on those next to them some thousands.",
  );
}

function columnsBesides({ excluded }: Model, time: string | null): string[] {
  return [...excluded.map(({ name }) => name), ...(time === null ? [] : [time])];
}

function placesOf(namer: RowNamer, rows: ArrayLike<number> | undefined, first: number) {
  return (at: number): DriftPlace => {
    const { time } = namer(at);
    return { row: rows?.[at] ?? first + at, ...(time === undefined ? {} : { time }) };
  };
}

/** Rows into blocks of every length. */
function createRowFold(model: Model, drift: NonNullable<Model["drift"]>) {
  const { profiles, quantiles } = model;
  const inverse = wholeMatrix(drift.relations);
  const scorer = createRowScorer(drift.series, { profiles, quantiles, inputs: drift.relations.inputs });
  const scores = new Float64Array(drift.series.length);
  const series = drift.series.map(watchSeries);
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
    addRow(table: EncodedTable, row: number): void {
      scorer.score(table, row, inverse, scores);
      for (let each = 0; each < series.length; each++) series[each]!.addRow(scores[each]!);
      rules.addRow(table, row);
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
