/**
 * How strange do normal rows look that nobody has learnt? The measure by which a row's strength is told ("stranger than
 * 99.2 % of normal rows").
 *
 * The learning rows are held back in turn, an eighth at a time: what the diagnosis learns from the others judges them.
 * Rows that depend on one another are held back together (see deal-rows.ts). All rows are judged so, however few there
 * are, and the model itself learns from all of them. Cost: that of learning a diagnosis, eight times, each on at most
 * the same sample; folds are done side by side.
 */

import { createRandom, mix32 } from "../base/index.js";
import { type Job, type JobTools, soloPool } from "../compute/index.js";
import { type Conditionals, findKnownAgain, type KnownValues, type Network } from "../densities/index.js";
import {
  type BlameParts,
  blameRow,
  judgeRow,
  prepareRowBlamer,
  prepareStandard,
  type RowBlame,
  type RowBlamer,
  shortenStrangeness,
  widthsAmong,
} from "../evidence/index.js";
import type { Calibration } from "../model/index.js";
import {
  type Checking,
  type CountedDependency,
  checkingOf,
  countsWithout,
  type ForestHooks,
  growForest,
} from "../rules/index.js";
import { TAIL_WEIGHT } from "../schema/index.js";
import { type EncodedTable, encodedRows, UNSEEN } from "../table/index.js";
import { copyRows } from "./copy-rows.js";
import { groupParts } from "./deal-rows.js";
import { spreadStrangeness } from "./dependent-strangeness.js";
import { type DiagnosisInputs, FEW_JUDGED, FEW_TURNS, FOLDS, TREE_ROWS } from "./diagnosis-inputs.js";
import { fitExpectedValues, RECORD_LENGTH, recordPredictions } from "./expected-values.js";
import { type FeatureProfiles, profileRows } from "./feature-profiles.js";
import { fitProbability, type TriedRow, usualCurves } from "./fit-probability.js";
import { turnsWithout } from "./learn-conditionals.js";
import { learnMixture } from "./learn-mixture.js";
import { learnNetworkAgain } from "./learn-network.js";
import { makeFaults } from "./make-faults.js";

/** Rows of a fold that are judged, at most. */
const JUDGED_ROWS = 190;
/** Fewer rows than this are no measure: of some folds there would be none. */
const ENOUGH = FOLDS;
/** Of so many rows the profile of all tells next to nothing about one of them. */
const MANY_ROWS = 1000;
/** Of wide tables so many for each feature: else most rows are the farthest out of all in one of the features. */
const MANY_FOR_EACH = 100;
/** What this share of normal rows stays below is usual. */
const USUAL_SHARE = 0.95;
/** Rows with changed readings are as many as those left alone; of small tables more, up to so many copies of each. */
const ENOUGH_TRIES = 600;
const MOST_COPIES = 4;

/**
 * What the diagnosis is learnt from, and what of it is learnt already: rows are judged by turns that did not see them.
 */
interface CalibrationInputs extends DiagnosisInputs {
  /** Of the sample. */
  readonly knownValues: readonly (KnownValues | null)[];
  readonly conditionals: Conditionals | null;
  readonly network: Network | null;
  /** 1 for rows of the sample that may be learnt; null: all may. */
  readonly isLearnt: Uint8Array | null;
}

export function calibrate(table: EncodedTable, inputs: CalibrationInputs, hooks: ForestHooks): Calibration {
  if (inputs.sample.length < ENOUGH || table.features.length === 0) {
    return {
      strangeness: new Float64Array(),
      accusation: null,
      probability: usualCurves(),
      expected: null,
      usualSums: null,
    };
  }
  const folds = dealtFolds(inputs);
  const turns = inputs.effort === "full" ? FOLDS : fewTurns(folds);
  const judging = { folds, isTrusted: inputs.isLearnt, most: JUDGED_ROWS, turns };
  const judged = judgeFolds(table, inputs, { hooks, judging });
  return { ...summarise(judged, table), strangeness: strangenessOf(judged, inputs) };
}

/** Folds that are judged where all would take too long: the first, and as many more as it takes to tell a strength. */
function fewTurns(folds: Uint8Array): number {
  const sizes = new Map<number, number>();
  for (const fold of folds) sizes.set(fold, (sizes.get(fold) ?? 0) + 1);
  let [turns, judged] = [0, 0];
  for (const [, size] of [...sizes].sort(([a], [b]) => a - b)) {
    if (turns >= FEW_TURNS && judged >= FEW_JUDGED) break;
    turns++;
    judged += size;
  }
  return turns;
}

export interface Judging {
  /** The fold of each row of the sample. */
  readonly folds: Uint8Array;
  /** 1 for rows of the sample that may be learnt; null: all may. */
  readonly isTrusted: Uint8Array | null;
  /** Rows of a fold that are judged, at most. */
  readonly most: number;
  /** Folds that are judged; absent: all. */
  readonly turns?: number;
}

/** Parts of the rows (see deal-rows.ts), two to a fold. */
export function dealtFolds({ sample, checking, options }: DiagnosisInputs): Uint8Array {
  const foldOf = groupParts(FOLDS, options.seed);
  return Uint8Array.from(sample, (row) => foldOf[checking.parts[row]!]!);
}

/** Each fold's rows by what is learnt from all others. */
export function judgeFolds(
  table: EncodedTable,
  {
    sample,
    checking,
    options,
    profiles,
    quantiles,
    knownValues,
    conditionals,
    network,
    dependencies,
    effort,
  }: Omit<CalibrationInputs, "isLearnt">,
  { hooks: { pool, step }, judging }: { readonly hooks: ForestHooks; readonly judging: Judging },
): JudgedFold[] {
  const task: FoldTask = {
    ...judging,
    knownValues,
    conditionals,
    network,
    dependencies,
    rows: encodedRows(table, sample),
    checking: checkingOf(checking, sample),
    whole:
      table.rowCount < manyRows(table, effort) || judging.isTrusted !== null
        ? null
        : { profiles, quantiles, rowCount: table.rowCount },
    options: { trees: options.trees, neighbours: options.neighbours, seed: options.seed, effort },
  };
  const used = [...new Set(judging.folds)].sort((a, b) => a - b).slice(0, judging.turns);
  return pool.run(calibrationJob, task, used, {
    onPart: (done, total) => step((table.features.length * done) / total, table.features.length),
    tick: () => step(0, 1),
  });
}

function manyRows({ features }: EncodedTable, effort: DiagnosisInputs["effort"]): number {
  return effort === "full" ? MANY_ROWS : MANY_FOR_EACH * features.length;
}

function meanOf(lists: readonly Float64Array[]): Float64Array {
  return lists[0]!.map((_, i) => shortenStrangeness(lists.reduce((sum, list) => sum + list[i]!, 0) / lists.length));
}

/** Ascending. */
function strangenessOf(judged: readonly JudgedFold[], { sample, checking }: CalibrationInputs): Float64Array {
  const strangeness = Float64Array.from(judged.flatMap(({ normal }) => normal.map((row) => row.strangeness)));
  if (!checking.areDependent) return strangeness.sort();
  const places = judged.flatMap((fold) => [...fold.places]);
  return spreadStrangeness(
    strangeness,
    Uint8Array.from(places, (place) => checking.parts[sample[place]!]!),
  );
}

function summarise(judged: readonly JudgedFold[], table: EncodedTable): Omit<Calibration, "strangeness"> {
  const normal = judged.flatMap((fold) => fold.normal);
  const strangeness = Float64Array.from(normal, (row) => row.strangeness).sort();
  const largest = Float64Array.from(normal, (row) => row.rankedSums[0]!).sort();
  const usualOf = (sorted: Float64Array): number => sorted[Math.floor(USUAL_SHARE * sorted.length)]!;
  const usual = { largest: usualOf(largest), strangeness: usualOf(strangeness) };
  const tried = [...normal, ...judged.flatMap((fold) => fold.changed)];
  const isTellable = usual.largest > 0 && usual.strangeness > 0 && tried.length > normal.length;
  return {
    accusation: usual.largest,
    usualSums: meanOf(judged.map((fold) => fold.usualSums)),
    probability: isTellable ? fitProbability(tried, { usual, features: table.features.length }) : usualCurves(),
    expected: fitExpectedValues(
      judged.map(({ predictions }) => predictions),
      table,
    ),
  };
}

interface FoldTask extends Judging {
  readonly knownValues: readonly (KnownValues | null)[];
  readonly conditionals: Conditionals | null;
  readonly network: Network | null;
  readonly dependencies: readonly CountedDependency[];
  readonly rows: EncodedTable;
  /** Of these rows: trees grow as those of the model do. */
  readonly checking: Checking;
  /** What is known of all learning rows, where these are many and trusted; null: a fold's are profiled alone. */
  readonly whole: (FeatureProfiles & { readonly rowCount: number }) | null;
  readonly options: Pick<DiagnosisInputs["options"], "trees" | "neighbours" | "seed"> & Pick<DiagnosisInputs, "effort">;
}

/**
 * What speaks against categories of rows that nobody learnt, on average; against numbers that is on one scale already.
 */
function usualSumsOf(blamer: RowBlamer, rows: EncodedTable, heldBack: Int32Array): Float64Array {
  const { sums, tail } = blamer.blame;
  const usual = new Float64Array(rows.features.length);
  if (rows.features.every(({ kind }) => kind === "numeric")) return usual;
  for (const row of heldBack) {
    judgeRow(blamer, rows, row);
    rows.features.forEach(({ kind }, j) => {
      if (kind === "categorical") usual[j]! += Math.max(0, sums[j]! - TAIL_WEIGHT * tail[j]!) / heldBack.length;
    });
  }
  return usual;
}

interface JudgedFold {
  /** See Calibration. */
  readonly usualSums: Float64Array;
  /** The rows that were judged, by their places in the sample. */
  readonly places: Int32Array;
  /** The rows of the fold as they are, and copies of them with readings that were changed. */
  readonly normal: readonly TriedRow[];
  readonly changed: readonly TriedRow[];
  /** What is predicted of each value of the rows as they are (see recordPredictions). */
  readonly predictions: Float64Array;
}

/** A part is a fold. */
export const calibrationJob: Job<FoldTask, number, JudgedFold> = {
  name: "calibration",
  prepare(task, tools) {
    return (fold) => {
      const mark = tools.kernel.mark();
      try {
        return judgeFold(task, fold, tools);
      } finally {
        tools.kernel.release(mark);
      }
    };
  },
};

function judgeFold(task: FoldTask, fold: number, tools: JobTools): JudgedFold {
  const { folds, isTrusted, options } = task;
  const places = Int32Array.from(folds.keys());
  const heldBack = places.filter((row) => folds[row] === fold).subarray(0, task.most);
  const learnt = places.filter((row) => folds[row] !== fold && (isTrusted === null || isTrusted[row] === 1));
  const unlearnt = encodedRows(
    task.rows,
    places.filter((row) => folds[row] === fold),
  );
  const rows = unseenWithout(task.rows, learnt);
  const dependencies = task.dependencies.map((dependency) => countsWithout(dependency, unlearnt));
  const known = learnWithout(task, tools, { fold, learnt });
  const parts = { ...known, dependencies, categoryWidths: categoryWidthsOf(task, known, tools) };
  const blamer = prepareRowBlamer(parts, tools.kernel);
  const random = createRandom(mix32(options.seed ^ mix32(fold ^ 0x510e527f)) >>> 0);
  const copies = Math.min(MOST_COPIES, Math.ceil(ENOUGH_TRIES / rows.rowCount));
  const copied = Int32Array.from({ length: copies * heldBack.length }, (_, i) => heldBack[i % heldBack.length]!);
  const faulty = makeFaults(rows, copied, { profiles: parts.profiles, random });
  blamer.blame.askConditionals(false); // whose sums are on one scale already
  blamer.usualSums.set(usualSumsOf({ ...blamer, network: null }, rows, heldBack));
  blamer.blame.askConditionals(true);
  const tryRow = (table: EncodedTable, row: number, wrong: readonly number[]): TriedRow => {
    tools.tick();
    return triedRow(blameRow(blamer, table, row), wrong);
  };
  const recordLength = RECORD_LENGTH * rows.features.length;
  const predictions = new Float64Array(recordLength * heldBack.length);
  const tryNormal = (row: number, turn: number): TriedRow => {
    const tried = tryRow(rows, row, []);
    recordPredictions(blamer, { features: rows.features, turn }, { into: predictions, start: turn * recordLength });
    return tried;
  };
  return {
    usualSums: blamer.usualSums.slice(),
    places: heldBack,
    normal: Array.from(heldBack, tryNormal),
    predictions,
    changed: faulty.faults.flatMap((wrong, row) => (wrong.length === 0 ? [] : [tryRow(faulty.rows, row, wrong)])),
  };
}

/**
 * How far categories of near rows differ is told by all rows, as in the model. Where a state has three or four of them
 * an eighth less makes the nearest differ twice as often, and a rare state would look less strange than it does to the
 * model. Null: rows are so many that an eighth is no matter.
 */
function categoryWidthsOf({ rows, whole, isTrusted, options }: FoldTask, known: BlameParts, { kernel }: JobTools) {
  if (whole !== null || rows.features.every(({ kind }) => kind === "numeric")) return null;
  const all = Int32Array.from({ length: rows.rowCount }, (_, row) => row);
  const trusted = all.filter((row) => isTrusted === null || isTrusted[row] === 1);
  const reference = copyRows(rows, trusted.subarray(0, options.neighbours));
  return widthsAmong(reference, { standard: prepareStandard(known), kernel });
}

/** Categories that no learnt row has were never seen, for the rows held back as for fresh ones. */
function unseenWithout(rows: EncodedTable, learnt: Int32Array): EncodedTable {
  const columns = rows.columns.map((column, feature) => {
    const described = rows.features[feature]!;
    if (column.kind === "numeric" || described.kind === "numeric") return column;
    const isLearnt = new Uint8Array(described.categories.length);
    for (const row of learnt) if (column.codes[row]! >= 0) isLearnt[column.codes[row]!] = 1;
    return { ...column, codes: column.codes.map((code) => (code >= 0 && isLearnt[code] === 0 ? UNSEEN : code)) };
  });
  return { ...rows, columns };
}

function triedRow({ order, rankedSums, strangeness, blamedCount }: RowBlame, wrong: readonly number[]): TriedRow {
  return {
    rankedSums: Float64Array.from(rankedSums.subarray(0, blamedCount), shortenStrangeness),
    runnerUp: shortenStrangeness(strangeness[1]!),
    strangeness: shortenStrangeness(strangeness[0]!),
    isWrong: Uint8Array.from(order.subarray(0, blamedCount), (feature) => Number(wrong.includes(feature))),
    isChanged: wrong.length > 0,
  };
}

/** What the diagnosis learns from some of the rows; it only judges, and shows no rules. */
function learnWithout(
  task: FoldTask,
  { kernel, tick }: JobTools,
  { fold, learnt }: { readonly fold: number; readonly learnt: Int32Array },
): BlameParts {
  const { rows, whole, options, conditionals, network } = task;
  const table = encodedRows(rows, learnt);
  const { profiles, quantiles } = whole ?? profileRows(table);
  const { trees, seed, neighbours, effort } = options;
  const all = Int32Array.from(learnt.keys());
  const checking = checkingOf(task.checking, learnt);
  const growing = { trees, seed, sample: all, treeRows: TREE_ROWS, checking, purpose: "blame", effort } as const;
  const mixture =
    neighbours === 0 && trees === 0 ? null : learnMixture({ profiles, quantiles, rows: table, seed }, kernel);
  return {
    rowCount: whole?.rowCount ?? table.rowCount,
    features: table.features,
    profiles,
    quantiles,
    forest: growForest(table, { ...growing, profiles }, { pool: soloPool(kernel), step: tick }),
    mixture,
    knownValues: findKnownAgain(table, checking.parts, task.knownValues),
    conditionals,
    network: network === null ? null : learnNetworkAgain({ rows: table, profiles, weight: network.weight }, network),
    turns: turnsWithout(fold),
    neighbours: copyRows(table, all.subarray(0, neighbours)),
    calibration: { usualSums: null },
  };
}
