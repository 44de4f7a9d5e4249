/** Learns what the rest of a row tells about each of its values (see densities/conditionals.ts), feature by feature. */
import type { Job, Pool } from "../compute/index.js";
import {
  type Conditional,
  type Conditionals,
  type KnownValues,
  MOST_CLASSES,
  MOST_CONDITIONAL_FEATURES,
} from "../densities/index.js";
import type { FeatureProfile } from "../model/index.js";
import { type EncodedTable, encodedRows, type Feature, isRecorded, sensorOf } from "../table/index.js";
import { createBoostedGrower } from "./boosted-grower.js";
import { conditionalWeight } from "./category-weights.js";
import { conditionalCuts, conditionalRows } from "./conditional-rows.js";
import { type DiagnosisInputs, FOLDS } from "./diagnosis-inputs.js";
import { classesOf, learnCategory, learnNumber } from "./learn-conditional.js";

/** Fewer rows tell too little about one another. */
const ENOUGH = 50;
/**
 * Rows are dealt into quarters, of which each turn leaves out two. A row to explain is told by the mean of the first
 * two turns, which saw all quarters; a row held back, alike, by that of the two that saw nothing of its quarter.
 */
const QUARTERS = 4;
const TURNS = [
  [0, 1],
  [2, 3],
  [0, 2],
  [1, 3],
];
const EXPLAINING_TURNS = 2;

/** The turns that saw no row of a fold. */
export function turnsWithout(fold: number): number[] {
  return [...TURNS.keys()].filter((turn) => TURNS[turn]!.includes(quarterOf(fold)));
}

function quarterOf(fold: number): number {
  return Math.floor((fold * QUARTERS) / FOLDS);
}

/** Without the turns that only judge rows which are held back: what explains rows, and is written. */
export function explainingTurns(conditionals: Conditionals | null): Conditionals | null {
  if (conditionals === null) return null;
  const features = conditionals.features.map(
    (known) => known && { ...known, trees: known.trees.map((turns) => turns.slice(0, EXPLAINING_TURNS)) },
  );
  return { ...conditionals, turns: EXPLAINING_TURNS, features };
}

interface ConditionalTask {
  readonly rows: EncodedTable;
  readonly profiles: readonly FeatureProfile[];
  readonly knownValues: readonly (KnownValues | null)[];
  readonly cuts: readonly (Float64Array | null)[];
  readonly groups: Uint8Array;
  readonly seed: number;
}

interface ConditionalInputs extends DiagnosisInputs {
  readonly rowCount: number;
  readonly knownValues: readonly (KnownValues | null)[];
}

/**
 * `folds`: of each row of the sample, as calibration holds them back; `rowCount`: of the whole table. Null where rows
 * are too few, features too many, or all of them numbers, about which the other evidence tells as much
 * (docs/experiments/diagnosis.md).
 */
export function learnConditionals(
  table: EncodedTable,
  { sample, profiles, knownValues, options, rowCount }: ConditionalInputs,
  { folds, pool, step }: { readonly folds: Uint8Array; readonly pool: Pool; readonly step: () => void },
): Conditionals | null {
  const featureCount = table.features.length;
  if (sample.length < ENOUGH || featureCount < 2 || featureCount > MOST_CONDITIONAL_FEATURES) return null;
  if (options.trees === 0 || profiles.every(({ kind }) => kind === "numeric")) return null;
  const rows = encodedRows(table, sample);
  const cuts = conditionalCuts(rows);
  const task: ConditionalTask = { rows, profiles, knownValues, cuts, groups: folds.map(quarterOf), seed: options.seed };
  const features = pool.run(conditionalJob, task, [...table.features.keys()], { onPart: step, tick: step });
  const recorded = profiles.filter((_, feature) => isRecorded(table.features[feature]!));
  const weight = conditionalWeight(recorded, rowCount);
  return { rowCount, weight, turns: TURNS.length, cuts, features };
}

/** A part is a feature. */
export const conditionalJob: Job<ConditionalTask, number, Conditional | null> = {
  name: "conditionals",
  prepare(task, { kernel, tick }) {
    const { rows, profiles, knownValues, groups } = task;
    const seen = conditionalRows(rows, task);
    const grower = createBoostedGrower(kernel, { ...seen, rowCount: rows.rowCount });
    const material = { bins: seen.bins, stride: rows.features.length, groups, turns: TURNS, grower };
    return (feature) => {
      tick();
      const inputs = Int32Array.from(
        seen.order.filter((other) => mayTell(rows.features[other]!, rows.features[feature]!)),
      );
      const column = rows.columns[feature]!;
      const profile = profiles[feature]!;
      if (column.kind === "categorical" && profile.kind === "categorical")
        return learnCategory(material, inputs, { codes: column.codes, counts: profile.counts, values: null });
      if (column.kind === "numeric" && profile.kind === "numeric") {
        const values = knownValues[feature]?.values ?? null;
        if (values !== null && values.length <= MOST_CLASSES)
          return learnCategory(material, inputs, classesOf(column.values, values));
        return learnNumber(material, inputs, { values: column.values, profile });
      }
      throw new TypeError("a column and its profile are of one kind");
    };
  },
};

/**
 * Trees about a feature ask for the others as they are in the row. What was made of a sensor's past is told, but tells
 * nothing: were a sensor there several times, hiding one of them would resolve nothing, and the trees would blame what
 * the sensor disagrees with (a frozen level: the pump, in 169 of 194 rows).
 */
function mayTell(other: Feature, feature: Feature): boolean {
  return isRecorded(other) && other.name !== sensorOf(feature);
}
