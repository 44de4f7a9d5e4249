/**
 * Makes a benchmark set from a raw set by a stated, seeded protocol, so that anyone can make the same rows again.
 *
 * 1. Split 4 : 1 into a learning and a test part, normal rows and anomalies each by themselves (seeded shuffle).
 *    Learning keeps normal rows only, at most `maxTrain`; test at most `maxTest`, with as many anomalies in proportion.
 * 2. Train an isolation forest and an autoencoder on the learning rows; thresholds by the best F1 on the test rows.
 * 3. Go through the normal test rows again and again. For each draw a number of features from 1 to 3, the features
 *    among those with more than one value, and a mode for all of them:
 *      uniform   a number drawn evenly from the feature's range in the learning rows
 *      marginal  the feature's value in another learning row
 *      shift     the value moved by 3 to 6 standard deviations, up or down
 *    A feature with at most five values gets another of them in every mode; in one of whole numbers the new value is
 *    rounded. Keep the row when one of the detectors flags it, until there are `maxPerturbed` or 30 rounds are over.
 */

import type { Table } from "../../src/index.js";
import {
  createRandom,
  flagScores,
  HANDFUL,
  hashText,
  type Random,
  randomInteger,
  randomPart,
  scoreTable,
} from "../internals.js";
import type { RawSet } from "./adbench.js";
import { type BenchmarkSet, type ChangedRow, isFlagged, numbers, pickRows, withColumns } from "./benchmark-set.js";
import { shuffled } from "./shuffle.js";
import { type DetectorPair, trainDetectors } from "./train-detectors.js";

interface ProtocolOptions {
  readonly seed: number;
  readonly maxTrain: number;
  readonly maxTest: number;
  readonly maxPerturbed: number;
}

export const PROTOCOL: ProtocolOptions = { seed: 1, maxTrain: 20_000, maxTest: 10_000, maxPerturbed: 100 };

export function makeSet(raw: RawSet, options: ProtocolOptions = PROTOCOL): BenchmarkSet {
  const random = createRandom(options.seed + (hashText(raw.name, 0) >>> 0));
  const { train, trainAnomalies, test } = split(raw, options, random);
  const detectors = trainDetectors(train, test, options.seed);
  const flagged = withFlags(test, detectors);
  return {
    name: raw.name,
    train,
    trainAnomalies,
    test: flagged,
    ...perturb({ train, test: flagged, detectors }, options.maxPerturbed, random),
  };
}

interface Split {
  readonly train: Table;
  readonly trainAnomalies: Table;
  readonly test: Table;
}

function split({ values, labels }: RawSet, { maxTrain, maxTest }: ProtocolOptions, random: Random): Split {
  const rowsOf = (label: number): number[] =>
    shuffled(
      [...labels.keys()].filter((row) => labels[row] === label),
      random,
    );
  const normal = rowsOf(0);
  const anomalies = rowsOf(1);
  const fifth = (rows: readonly number[]): number => Math.round(rows.length / 5);
  const testRows = fifth(normal) + fifth(anomalies);
  const testCount = (rows: readonly number[]): number => Math.ceil(fifth(rows) * Math.min(1, maxTest / testRows));
  const table = tableOf(values.values, values.shape[1]!, labels.length);
  const test = [...normal.slice(0, testCount(normal)), ...anomalies.slice(0, testCount(anomalies))];
  return {
    train: pickRows(table, normal.slice(fifth(normal), fifth(normal) + maxTrain)),
    trainAnomalies: pickRows(table, anomalies.slice(fifth(anomalies))),
    test: withColumns(pickRows(table, test), { label: test.map((row) => labels[row]!) }),
  };
}

function tableOf(values: Float64Array, width: number, rowCount: number): Table {
  return {
    rowCount,
    columns: Array.from({ length: width }, (_, column) => ({
      name: `f${column}`,
      type: "number",
      values: Float64Array.from({ length: rowCount }, (__, row) => values[row * width + column]!),
    })),
  };
}

function withFlags(table: Table, { forest, autoencoder }: DetectorPair): Table {
  return withColumns(table, {
    if_flag: flagScores(scoreTable(forest, table), forest.threshold),
    ae_flag: flagScores(scoreTable(autoencoder, table), autoencoder.threshold),
  });
}

const MODES = ["uniform", "marginal", "shift"] as const;
const ROUNDS = 30;
/** Rows changed in one round. */
const ROUND_ROWS = 400;

/** Learning rows, flagged test rows, and the detectors that flag them. */
interface FlaggedSet {
  readonly train: Table;
  readonly test: Table;
  readonly detectors: DetectorPair;
}

interface PerturbedRow {
  readonly values: number[];
  readonly truth: ChangedRow;
}

function perturb(
  { train, test, detectors }: FlaggedSet,
  maxPerturbed: number,
  random: Random,
): Pick<BenchmarkSet, "perturbed" | "truth"> {
  const names = train.columns.map(({ name }) => name);
  const flag = (rows: readonly PerturbedRow[]): Table =>
    withFlags(
      fromRows(
        names,
        rows.map(({ values }) => values),
      ),
      detectors,
    );
  const labels = numbers(test, "label");
  const normal = [...labels.keys()].filter((row) => labels[row] === 0);
  const change = rowChanger(train, test, random);
  const chosen: PerturbedRow[] = [];
  for (let round = 0; round < ROUNDS && chosen.length < maxPerturbed; round++) {
    const drawn = shuffled(normal, random).slice(0, ROUND_ROWS).map(change);
    const flagged = flag(drawn);
    drawn.forEach((row, index) => {
      if (chosen.length < maxPerturbed && isFlagged(flagged, index)) chosen.push(row);
    });
  }
  return { perturbed: flag(chosen), truth: chosen.map(({ truth }) => truth) };
}

/** Changes one to three features of a test row. */
function rowChanger(train: Table, test: Table, random: Random): (row: number) => PerturbedRow {
  const names = train.columns.map(({ name }) => name);
  const habits = names.map((name) => habitsOf(numbers(train, name)));
  const changeable = habits.flatMap((habit, feature) => (habit.distinct.length > 1 ? [feature] : []));
  return (row) => {
    const features = randomPart(changeable, 1 + randomInteger(random, Math.min(3, changeable.length)), random);
    const mode = MODES[randomInteger(random, MODES.length)]!;
    const values = names.map((name) => numbers(test, name)[row]!);
    for (const feature of features)
      values[feature] = changedValue(habits[feature]!, values[feature]!, { mode, random });
    const truth = {
      features: features.map((feature) => names[feature]!),
      mode,
      flaggedBefore: isFlagged(test, row),
    };
    return { values, truth };
  };
}

function fromRows(names: readonly string[], rows: readonly (readonly number[])[]): Table {
  return {
    rowCount: rows.length,
    columns: names.map((name, column) => ({
      name,
      type: "number",
      values: Float64Array.from(rows, (row) => row[column]!),
    })),
  };
}

/** What learning rows say about a feature. */
interface Habits {
  readonly values: Float64Array;
  /** Ascending. */
  readonly distinct: readonly number[];
  readonly isWhole: boolean;
  readonly deviation: number;
}

function habitsOf(values: Float64Array): Habits {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const distinct = [...new Set(values)].sort((a, b) => a - b);
  return { values, distinct, isWhole: distinct.every(Number.isInteger), deviation: Math.sqrt(variance) };
}

/** A value of another row may be the old one; after so many draws an even draw decides. */
const DRAWS = 50;

interface Change {
  readonly mode: (typeof MODES)[number];
  readonly random: Random;
}

function changedValue(habits: Habits, old: number, { mode, random }: Change): number {
  const { distinct, isWhole } = habits;
  if (distinct.length <= HANDFUL) {
    const others = distinct.filter((value) => value !== old);
    return others[randomInteger(random, others.length)]!;
  }
  for (let draw = 0; draw < DRAWS; draw++) {
    const value = drawValue(habits, old, { mode: draw < DRAWS / 2 ? mode : "uniform", random });
    const fitting = isWhole ? Math.round(value) : value;
    if (fitting !== old) return fitting;
  }
  return distinct[0] === old ? distinct[distinct.length - 1]! : distinct[0]!;
}

function drawValue(habits: Habits, old: number, { mode, random }: Change): number {
  const { distinct, values, deviation } = habits;
  switch (mode) {
    case "uniform":
      return distinct[0]! + random() * (distinct[distinct.length - 1]! - distinct[0]!);
    case "marginal":
      return values[randomInteger(random, values.length)]!;
    case "shift":
      return old + (random() < 0.5 ? -1 : 1) * (3 + 3 * random()) * deviation;
  }
}
