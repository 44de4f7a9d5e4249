/**
 * Learns a Model from normal rows: table → features → predicates → rules.
 *
 * Same table, options and seed give the same model, whatever the order of the rows. Synchronous; `shouldStop` is asked
 * between units of work and ends learning with a StoppedError.
 */

import { InputError, StoppedError } from "./base/errors/input-error.js";
import { openKernel } from "./compute/kernel.js";
import { type Pool, soloPool } from "./compute/pool.js";
import { learnDriftBaseline } from "./drift/learn-baseline.js";
import type { HistoryPlan } from "./history/plan.js";
import { PART_COUNT } from "./learning/deal-rows.js";
import { diagnosisSampleSize } from "./learning/diagnosis-inputs.js";
import { profileFeatures } from "./learning/feature-profiles.js";
import { learnDiagnosis } from "./learning/learn-diagnosis.js";
import { learnListRules } from "./learning/list-rules/learn-list-rules.js";
import { lookBack } from "./learning/look-back.js";
import { findRowOrder, type OrderedRows } from "./learning/row-order.js";
import { dealChecking, rowsToCheck } from "./learning/rows-to-check.js";
import { fittingPredicates, planWidth } from "./learning/wide-table.js";
import { checkOptions, type HookSpec } from "./model/check-options.js";
import { countTreeRules } from "./model/distinct-tree-rules.js";
import { takeOrRefuse, warnAboutLabels } from "./model/input-warnings.js";
import {
  checkLearnOptions,
  DEFAULT_SUPPORT_ROWS,
  hasFewRows,
  type LearnOptions,
  type ResolvedLearnOptions,
  resolveLearnOptions,
} from "./model/learn-options.js";
import type { Model, Warning } from "./model/model.js";
import type { RowOrderName } from "./model/row-order.js";
import { categoricalPredicates } from "./predicates/categorical-predicates.js";
import { type NumericColumn, numericColumns } from "./predicates/numeric-columns.js";
import type { Predicate } from "./predicates/predicate.js";
import { withApprovedKinds } from "./review/approved-kinds.js";
import { countApproved } from "./review/count-approved.js";
import { warnAboutApproved } from "./review/warn-approved.js";
import { checkRules } from "./rules/check-rules.js";
import { rankRules } from "./rules/rank-rules.js";
import { RuleListBuilder } from "./rules/rule-list.js";
import { asTable } from "./table/build-table.js";
import { type EncodedTable, encodeTable } from "./table/encode-table.js";
import { checkColumn, inferFeatures } from "./table/features.js";
import { findMoments, type Moments, momentsOf } from "./table/moments.js";
import { ASKED_MOMENTS } from "./table/naming-columns.js";
import { type OddCells, warnAboutOddCells } from "./table/odd-cells.js";
import { rowKeys, rowsOfLeast } from "./table/sample-rows.js";
import { requireRows, takeRows } from "./table/select-rows.js";
import type { Table } from "./table/table.js";

export const LEARN_PHASES = ["profile", "cut-offs", "rules", "diagnosis"] as const;
export type LearnPhase = (typeof LEARN_PHASES)[number];

export interface LearnHooks {
  /** Called now and then with done ≤ total, phases in their order. */
  readonly onProgress?: ((phase: LearnPhase, done: number, total: number) => void) | undefined;
  readonly shouldStop?: (() => boolean) | undefined;
  /** Who does the work; default: the calling thread alone. */
  readonly pool?: Pool | undefined;
}

const LEARN_HOOKS = {
  onProgress: { kind: "function", help: "told of the phase, and how much of it is done" },
  shouldStop: { kind: "function", help: "asked now and then; true ends learning" },
  pool: { kind: "object", help: "who does the work" },
} as const satisfies Readonly<Record<keyof LearnHooks, HookSpec>>;

/**
 * Cut-off trees look at no more rows than this, fewer on tables with many numeric features; counts are over all rows.
 */
export const CUT_OFF_SAMPLE = 20_000;

/** Learns from a Table, or from rows as an array of objects. */
export function learn(given: Table | readonly object[], options: LearnOptions = {}, hooks: LearnHooks = {}): Model {
  checkLearnOptions(options);
  checkOptions(hooks, LEARN_HOOKS, { what: "hook" });
  const { onProgress = () => {}, shouldStop = () => false, pool = soloPool(openKernel()) } = hooks;
  const { normal, time } = options;
  const whole = asTable(given);
  const recorded = normal === undefined ? whole : takeRows(whole, requireRows(whole, normal));
  const step =
    (phase: LearnPhase) =>
    (done: number, total: number): void => {
      if (shouldStop()) throw new StoppedError();
      onProgress(phase, done, total);
    };
  if (recorded.rowCount === 0) throw noRows();
  step("profile")(0, 1);
  const kinds = {
    exclude: [...(options.exclude ?? []), ...[normal?.column, time].filter((name) => name !== undefined)],
    numeric: options.numeric ?? [],
    categorical: options.categorical ?? [],
  };
  const { review } = options;
  const decided = inferFeatures(recorded, withApprovedKinds(kinds, review, recorded));
  const { labels } = decided;
  const excluded = decided.excluded.map((each) => (each.name === time ? { ...each, reason: ASKED_MOMENTS } : each));
  const past = lookBack(recorded, { features: decided.features, excluded }, options);
  const { table, features } = past;
  const odd: OddCells[] = [];
  const encoded = encodeTable(features, table, (cells) => takeOrRefuse(cells, options, odd));
  const warnings: Warning[] = [
    ...warnAboutLabels(labels),
    ...(odd.length === 0 ? [] : [warnAboutOddCells(odd)]),
    ...past.warnings,
  ];
  const width = planWidth(encoded, { asked: options, options: resolveLearnOptions(options, table.rowCount), warnings });
  const wanted = width.options;
  const samples = drawSamples(encoded, wanted);
  const moments = momentsAsked(table, options, { past: past.plan, leftOut: new Set(excluded.map(({ name }) => name)) });
  const { cutoffs: method, minSupport, cells } = wanted;
  const cutting = { method, minSupport, cells, sample: samples.cutOffs };
  const numbers = numericColumns(encoded, cutting, { pool, step: step("cut-offs") });
  const predicates = fittingPredicates({ table: encoded, predicates: cellsAndValues(encoded, numbers, wanted) }, width);
  const predicateCount = predicates.length;
  const builder = new RuleListBuilder();
  const resolved = learnListRules({
    table: encoded,
    numbers,
    predicates,
    rules: builder,
    asked: options,
    options: wanted,
    hooks: { pool, step: step("rules"), shouldStop, ...width.mining },
    sample: samples.cutOffs,
    warnings,
  });
  const known = profileFeatures(encoded, numbers);
  const { keys } = samples;
  const asked = options.order ?? orderOfPast(past.plan, moments);
  const ordered = findRowOrder(encoded, { quantiles: known.quantiles, moments, keys, asked });
  if (options.order === undefined) warnings.push(...warnOfOrder(ordered));
  const dealing = { ordered: ordered.rows, keys, sample: samples.diagnosis, seed: resolved.seed };
  const checking = dealChecking(encoded, dealing);
  const checked = checkRules(
    {
      table: encoded,
      predicates,
      rules: builder.added(),
      ...rowsToCheck(checking, dealing),
    },
    { pool, tick: () => step("rules")(1, 1) },
  );
  const inputs = { ...known, sample: samples.diagnosis, checking, options: resolved, effort: width.effort };
  const diagnosis = learnDiagnosis(encoded, inputs, { pool, step: step("diagnosis") });
  warnings.push(...explainEmptiness(options, encoded, { predicateCount, minSupport: resolved.minSupport }));
  const approvals = review?.approved ?? [];
  const approved = countApproved(
    approvals.map(({ rule }) => rule),
    table,
  );
  warnings.push(...warnAboutApproved(approvals, approved));
  const model: Model = {
    rowCount: table.rowCount,
    features,
    profiles: known.profiles,
    excluded,
    order: ordered.order,
    history: past.plan,
    options: resolved,
    predicates,
    rules: builder.build(rankRules(builder.added(), predicates, table.rowCount, resolved), checked),
    approved,
    ...diagnosis,
    treeRuleCounts: null,
    drift: null,
    warnings,
  };
  const watched = { ordered: ordered.rows, keys, parts: checking.parts, partCount: PART_COUNT };
  return {
    ...model,
    treeRuleCounts: countTreeRules(model),
    drift: features.length === 0 ? null : learnDriftBaseline(model, encoded, watched),
  };
}

interface Samples {
  /** Of every row (see rowKeys). */
  readonly keys: Float64Array;
  readonly cutOffs: Int32Array;
  readonly diagnosis: Int32Array;
}

/** Both from one look at all rows: of rows by their hash, the smaller sample begins the larger. */
function drawSamples(table: EncodedTable, options: ResolvedLearnOptions): Samples {
  const numericCount = table.columns.filter((column) => column.kind === "numeric").length;
  const sizes = {
    cutOffs: cutOffSampleSize(numericCount),
    diagnosis: diagnosisSampleSize(options.neighbours, table.rowCount),
  };
  const keys = rowKeys(table, options.seed);
  const rows = rowsOfLeast(keys, Math.min(table.rowCount, Math.max(sizes.cutOffs, sizes.diagnosis)));
  return { keys, cutOffs: rows.subarray(0, sizes.cutOffs), diagnosis: rows.subarray(0, sizes.diagnosis) };
}

/** Trees cost features² × rows: beyond about 150 numeric features they see fewer rows, 2,000 at least. */
function cutOffSampleSize(numericCount: number): number {
  return Math.min(
    CUT_OFF_SAMPLE,
    Math.max(2000, Math.floor(5e8 / (Math.max(1, numericCount) * Math.max(1, numericCount)))),
  );
}

/** The predicates that rules are made of: categorical ones and numeric cells, in the order of features. */
function cellsAndValues(
  table: EncodedTable,
  numbers: readonly (NumericColumn | null)[],
  options: ResolvedLearnOptions,
): Predicate[] {
  const numeric = numbers.flatMap((column) => column?.cells ?? []);
  const categorical = categoricalPredicates(table, options.minSupport);
  const place = (predicate: Predicate): number =>
    predicate.kind === "anyOf" ? table.features.length : predicate.feature;
  // A stable sort: the order inside a feature stays.
  return [...numeric, ...categorical].sort((a, b) => place(a) - place(b));
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
function momentsAsked(table: Table, { time, order }: LearnOptions, { past, leftOut }: MomentColumns): Moments | null {
  const pastColumn = time === undefined ? table.columns.find(({ name }) => name === past?.time) : undefined;
  const ofPast = pastColumn === undefined ? null : momentsOf(pastColumn);
  if (ofPast !== null) return ofPast;
  if (time !== undefined) checkColumn(table, time);
  const named = table.columns.find(({ name }) => name === time);
  const moments = named === undefined ? findMoments(table, (name) => leftOut.has(name)) : momentsOf(named);
  if (moments !== null || (named === undefined && order !== "time")) return moments;
  throw new InputError(
    "TIME_COLUMN",
    named === undefined ? "no column holds moments in time" : `column "${named.name}" does not hold moments in time`,
    "Name a column of dates, times or numbers that grow with time (time), or leave the order to the file (order: file).",
  );
}

/** Rows with a past depend on those before them: they are held back in stretches of its order. */
function orderOfPast(past: HistoryPlan | null, moments: Moments | null): RowOrderName | null {
  if (past === null) return null;
  return past.time !== null && moments !== null ? "time" : "file";
}

/** A file that was sorted looks like one that was recorded in its order. */
function warnOfOrder({ order }: OrderedRows): Warning[] {
  if (order.by !== "file") return [];
  const message =
    "rows look like those next to them in the file, so they were taken in its order, as recorded one after the other, to say how sure an answer is; if the file was only sorted, say so (order: none)";
  return [{ code: "FILE_ORDER", message }];
}

/** Says what left little or nothing to find. */
function explainEmptiness(
  given: LearnOptions,
  { rowCount, features }: EncodedTable,
  found: { readonly predicateCount: number; readonly minSupport: number },
): Warning[] {
  if (features.length === 0)
    return [{ code: "NO_FEATURES", message: "no column of the table can be a feature; see what was left out" }];
  if (hasFewRows(given, rowCount)) {
    return [
      {
        code: "FEW_ROWS",
        message: `${rowCount === 1 ? "1 row is" : `${rowCount} rows are`} too few for mined rules, which must hold in more than ${DEFAULT_SUPPORT_ROWS} by default; give more rows, or set minSupport`,
      },
    ];
  }
  if (found.predicateCount === 0) {
    return [
      {
        code: "NO_PREDICATES",
        message: `no value or cell holds for more than minSupport ${found.minSupport} of ${rowCount === 1 ? "the one row" : `the ${rowCount} rows`}, so only range rules were learnt`,
      },
    ];
  }
  return [];
}

function noRows(): InputError {
  return new InputError(
    "NO_ROWS",
    "the table has no rows to learn from",
    "Give normal rows; about a hundred or more make useful rules.",
  );
}
