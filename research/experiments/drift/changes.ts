/** Streams of the water tank in which something changes after a thousand rows: how often that is found within 500. */

import { createDriftWatcher, type Model, type RowObject, tableFromRows } from "../../../src/index.js";
import { createRandom, type Random, randomInteger } from "../../internals.js";
import type { Figure, Goal } from "../certainty/figure.js";
import { meanFigure } from "../certainty/figure.js";
import type { Effort, Part } from "../certainty/part.js";
import { shareFigure } from "../certainty/ratio-figure.js";
import { learnStream, TANK } from "./streams.js";

const BEFORE = 1000;
const AFTER = 500;
/** Rows after which a change that was not found is given up. */
const LONGEST = 3000;

const REPETITIONS = { full: { models: 10, streams: 4 }, quick: { models: 1, streams: 1 } } as const;

interface Trouble {
  readonly name: string;
  readonly goal: Goal | null;
  /** Changes a row; `first` is the first of those that are changed. */
  change(row: RowObject, first: RowObject, random: Random): RowObject;
}

const SENSORS = [
  ...["PumpSpeed", "PumpCurrent", "Inflow", "InletTemperature", "Level", "Pressure"],
  ...["Temperature", "Outflow", "OutletTemperature"],
];

const more = (name: string): Trouble => ({
  name: `${name} + 15 %`,
  goal: null,
  change: (row) => ({ ...row, [name]: (row[name] as number) * 1.15 }),
});

const frozen = (name: string): Trouble => ({
  name: `${name} frozen`,
  goal: null,
  change: (row, first) => ({ ...row, [name]: first[name] }),
});

const OTHERS: readonly Trouble[] = [
  {
    name: "a new category in 10 % of rows (Mode)",
    goal: null,
    change: (row, _, random) => (random() < 0.1 ? { ...row, Mode: "Service" } : row),
  },
  {
    name: "a rule fails in 20 % of its rows (Valve)",
    goal: null,
    change: (row, _, random) => (random() < 0.2 ? { ...row, Valve: row["Valve"] === "Open" ? "Half" : "Open" } : row),
  },
  {
    name: "a value is missing in 10 % of rows (Outflow)",
    goal: null,
    change: (row, _, random) => (random() < 0.1 ? { ...row, Outflow: null } : row),
  },
];

export const changesPart: Part = {
  name: "changes",
  cases: [
    { name: "one sensor + 15 %", measure: (effort) => measureTroubles(SENSORS.map(more), effort, { atLeast: 0.9 }) },
    { name: "one sensor frozen", measure: (effort) => measureTroubles(SENSORS.map(frozen), effort, null) },
    { name: "others", measure: (effort) => measureTroubles(OTHERS, effort, null) },
  ],
};

interface Trial {
  readonly trouble: string;
  readonly model: number;
  /** Rows from the change to the alarm; Infinity: it was not found. */
  readonly delay: number;
  /** Whether the row that is named as the first is within a block of the change. */
  readonly isPlaced: boolean;
}

function measureTroubles(troubles: readonly Trouble[], { scale, seed }: Effort, goal: Goal | null): Figure[] {
  const { models, streams } = REPETITIONS[scale];
  const trials = Array.from({ length: models }, (_, model) => {
    const learnt = learnStream(TANK, seed + model);
    return troubles.flatMap((trouble, kind) =>
      Array.from({ length: streams }, (_, stream) =>
        tryTrouble(learnt, trouble, { model, seed, stream: 1000 * model + streams * kind + stream }),
      ),
    );
  }).flat();
  const isFound = ({ delay }: Trial): number => Number(delay <= AFTER);
  const figureOf = (name: string, some: readonly Trial[], wanted: Goal | null): Figure =>
    shareFigure(name, `found within ${AFTER} rows`, {
      parts: some.map((trial) => ({ cluster: `${trial.model}`, part: isFound(trial), whole: 1 })),
      goal: wanted,
    });
  const found = trials.filter(({ delay }) => Number.isFinite(delay));
  return [
    ...(troubles.length > 3 ? [figureOf("all", trials, goal)] : []),
    ...troubles.map(({ name }) =>
      figureOf(
        name,
        trials.filter(({ trouble }) => trouble === name),
        null,
      ),
    ),
    meanFigure("those found", "rows until the alarm", { values: found.map(({ delay }) => delay), goal: null }),
    shareFigure("those found", "first row named within 128 rows of the change", {
      parts: found.map(({ model, isPlaced }) => ({ cluster: `${model}`, part: Number(isPlaced), whole: 1 })),
      goal: null,
    }),
  ];
}

const PIECE = 250;
/** Fresh weeks from which stretches are taken. */
const WEEKS = 40;
const NEAR = 128;

function tryTrouble(
  model: Model,
  trouble: Trouble,
  { model: number, stream, seed }: { readonly model: number; readonly stream: number; readonly seed: number },
): Trial {
  const random = createRandom(100_000 * seed + stream);
  const week = TANK.fresh(number, seed + (stream % WEEKS));
  const first = randomInteger(random, week.length - BEFORE - LONGEST);
  const rows = week.slice(first, first + BEFORE + LONGEST);
  const changed = rows.map((row, at) => (at < BEFORE ? row : trouble.change(row, rows[BEFORE]!, random)));
  const watcher = createDriftWatcher(model);
  for (let at = 0; at < changed.length; at += PIECE) {
    watcher.add(tableFromRows(changed.slice(at, at + PIECE)));
    const drift = watcher.finish();
    if (!drift.hasDrifted) continue;
    const places = [...drift.features.flatMap(({ changes }) => changes), ...drift.rules];
    const found = Math.min(...places.map((place) => place.found.row));
    const { since } = places.find((place) => place.found.row === found)!;
    return {
      trouble: trouble.name,
      model: number,
      delay: found < BEFORE ? Number.POSITIVE_INFINITY : found + 1 - BEFORE,
      isPlaced: Math.abs(since.row - BEFORE) <= NEAR,
    };
  }
  return { trouble: trouble.name, model: number, delay: Number.POSITIVE_INFINITY, isPlaced: false };
}
