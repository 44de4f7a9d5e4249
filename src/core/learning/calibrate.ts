/**
 * How strange do normal rows look that nobody has learnt? The measure by which a row's strength is told ("stranger than
 * 99.2 % of normal rows").
 *
 * The learning rows are held back in turn, a tenth at a time: what the diagnosis learns from the others judges them. Rows
 * that depend on one another are held back together (see deal-rows.ts). All rows are judged so, however few there are,
 * and the model itself learns from all of them.
 * Cost: that of learning a diagnosis, ten times, each on at most the same sample; folds are done side by side.
 */
import type { Job, JobTools } from "../crew/crew.js";
import { soloCrew } from "../crew/crew.js";
import { type BlameParts, judgeRow, prepareRowBlamer } from "../explanations/row-blame.js";
import { shortenStrangeness } from "../explanations/strength.js";
import type { Calibration } from "../model/model.js";
import { type ForestHooks, growForest } from "../rules/grow-forest.js";
import { type EncodedTable, encodedRows } from "../table/encode-table.js";
import { copyRows } from "./copy-rows.js";
import { groupParts } from "./deal-rows.js";
import { type DiagnosisInputs, FOLDS, TREE_ROWS } from "./diagnosis-inputs.js";
import { type FeatureProfiles, profileRows } from "./feature-profiles.js";
import { learnMixture } from "./learn-mixture.js";

/** Rows of a fold that are judged, at most. */
const JUDGED_ROWS = 150;
/** Fewer rows than this are no measure. */
const ENOUGH = 5;
/** Of so many rows the profile of all tells next to nothing about one of them. */
const MANY_ROWS = 1000;
/** A later suspect is accused when it is stranger than this share of normal rows is in its strangest feature. */
const ACCUSED_SHARE = 0.95;

export function calibrate(table: EncodedTable, inputs: DiagnosisInputs, { crew, step }: ForestHooks): Calibration {
  const { sample, parts, options, profiles, quantiles } = inputs;
  if (sample.length < ENOUGH || table.features.length === 0) {
    return { strangeness: new Float64Array(), accusation: null };
  }
  const foldOf = groupParts(FOLDS, options.seed);
  const folds = Uint8Array.from(sample, (row) => foldOf[parts[row]!]!);
  const task: FoldTask = {
    rows: encodedRows(table, sample),
    folds,
    whole: table.rowCount < MANY_ROWS ? null : { profiles, quantiles, rowCount: table.rowCount },
    options: { trees: options.trees, neighbours: options.neighbours, seed: options.seed },
  };
  const used = [...new Set(folds)].sort((a, b) => a - b);
  const judged = crew.run(calibrationJob, task, used, {
    onPart: (done, total) => step((table.features.length * done) / total, table.features.length),
    tick: () => step(0, 1),
  });
  return summarise(judged, options.contamination);
}

/** Of rows that hold anomalies the strangest are taken for these. */
function summarise(judged: readonly JudgedFold[], contamination: number): Calibration {
  const sortedOf = (name: keyof JudgedFold): Float64Array => {
    const all = Float64Array.from(judged.flatMap((fold) => [...fold[name]])).sort();
    return all.subarray(0, Math.ceil(all.length * (1 - contamination)));
  };
  const largest = sortedOf("largest");
  const accusation = largest[Math.floor(ACCUSED_SHARE * largest.length)]!;
  return { strangeness: sortedOf("strangeness"), accusation };
}

export interface FoldTask {
  readonly rows: EncodedTable;
  /** The fold of each row. */
  readonly folds: Uint8Array;
  /** What is known of all learning rows, where these are many; null: a fold's are profiled by themselves. */
  readonly whole: (FeatureProfiles & { readonly rowCount: number }) | null;
  readonly options: { readonly trees: number; readonly neighbours: number; readonly seed: number };
}

interface JudgedFold {
  /** How strange each row is, and the strangest of its features. */
  readonly strangeness: Float64Array;
  readonly largest: Float64Array;
}

/** A part is a fold. */
export const calibrationJob: Job<FoldTask, number, JudgedFold> = {
  name: "calibration",
  prepare(task, tools) {
    return (fold) => {
      const mark = tools.kernel?.mark() ?? 0;
      try {
        return judgeFold(task, fold, tools);
      } finally {
        tools.kernel?.release(mark);
      }
    };
  },
};

function judgeFold(task: FoldTask, fold: number, tools: JobTools): JudgedFold {
  const { folds, rows } = task;
  const rowsWhere = (holds: (of: number) => boolean): Int32Array =>
    Int32Array.from(folds.keys()).filter((row) => holds(folds[row]!));
  const heldBack = rowsWhere((of) => of === fold).subarray(0, JUDGED_ROWS);
  const blamer = prepareRowBlamer(
    learnWithout(
      task,
      rowsWhere((of) => of !== fold),
      tools,
    ),
    tools.kernel,
  );
  const strangeness = new Float64Array(heldBack.length);
  const largest = new Float64Array(heldBack.length);
  heldBack.forEach((row, place) => {
    tools.tick();
    const judgement = judgeRow(blamer, rows, row);
    strangeness[place] = shortenStrangeness(judgement.strangeness);
    largest[place] = shortenStrangeness(judgement.strength);
  });
  return { strangeness, largest };
}

/** What the diagnosis learns from some of the rows; it only judges, and shows no rules. */
function learnWithout({ rows, whole, options }: FoldTask, learnt: Int32Array, { kernel, tick }: JobTools): BlameParts {
  const table = encodedRows(rows, learnt);
  const { profiles, quantiles } = whole ?? profileRows(table);
  const { trees, seed, neighbours } = options;
  const all = Int32Array.from(learnt.keys());
  const growing = { trees, seed, sample: all.subarray(0, TREE_ROWS), purpose: "blame" } as const;
  const mixture =
    neighbours === 0 && trees === 0 ? null : learnMixture({ profiles, quantiles, rows: table, seed }, kernel);
  return {
    rowCount: whole?.rowCount ?? table.rowCount,
    features: table.features,
    profiles,
    quantiles,
    forest: growForest(table, profiles, growing, { crew: soloCrew(kernel), step: tick }),
    mixture,
    neighbours: copyRows(table, all.subarray(0, neighbours)),
  };
}
