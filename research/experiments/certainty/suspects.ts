/**
 * Suspects with the truth beside them, from rows of which half were broken and half left alone: simulated tables of all
 * structures, public sets split anew, and the water tank with its own faults.
 */

import { createExplainer, learn, type RowObject, type SuspectFeature, tableFromRows } from "../../../src/index.js";
import { ADBENCH_SETS } from "../../data/adbench.js";
import { createRandom, hashText } from "../../internals.js";
import { breakRows, type FaultyRow, type Habit, habitsOf, leftAlone } from "./faults.js";
import { askOf, HOLDS } from "./judge-rules.js";
import type { Effort } from "./part.js";
import { type RealSet, realSet } from "./real-sets.js";
import { drawRows, STRUCTURE_NAMES, STRUCTURES } from "./structures.js";
import { FRESH_WEEKS, tankWeek } from "./tank-weeks.js";

export interface JudgedSuspect {
  /** The learnt table: what shares its luck. */
  readonly table: string;
  /** Of the changed row; "none" for one that was left alone. */
  readonly kind: FaultyRow["kind"];
  /** From 0. */
  readonly rank: number;
  readonly isWrong: boolean;
  /** As stated; blame where nothing is. */
  readonly probability: number;
  readonly isStated: boolean;
  readonly hasRule: boolean;
  /** One of two that contradict each other and share the probability that either is wrong. */
  readonly isOfPair: boolean;
  /** About the true value of a wrong suspect; null: nothing is expected. */
  readonly expectation: Expectation | null;
}

export interface Expectation {
  readonly isNumeric: boolean;
  /** Whether the true value is among those expected. */
  readonly isMet: boolean;
  /** Of the range, in standard deviations of the learning rows, open ends at the rows' own; NaN for categories. */
  readonly width: number;
  /** Of the suggested value, likewise; NaN for categories or where there is none. */
  readonly error: number;
}

/** A learnt table and rows to explain, with the truth. */
interface Trial {
  readonly table: string;
  readonly learnt: readonly RowObject[];
  readonly rows: readonly FaultyRow[];
}

/** Rows of a table that are broken, and as many that are not. */
const ROWS = { full: 200, quick: 100 } as const;

/** Two parts ask for the same suspects: each is measured once in a run. */
const measured = new Map<string, readonly JudgedSuspect[]>();

function once(
  name: string,
  { scale, seed }: Effort,
  measure: () => readonly JudgedSuspect[],
): readonly JudgedSuspect[] {
  const key = `${name} ${scale} ${seed}`;
  let suspects = measured.get(key);
  if (suspects === undefined) measured.set(key, (suspects = measure()));
  return suspects;
}

export function simulatedSuspects(effort: Effort): readonly JudgedSuspect[] {
  return once("simulated", effort, () => [...judgeSimulated(effort)]);
}

function* judgeSimulated({ scale, seed }: Effort): Generator<JudgedSuspect> {
  const tables = scale === "full" ? 4 : 2;
  const half = ROWS[scale];
  for (const name of STRUCTURE_NAMES.filter((each) => each !== "three pairs of categories")) {
    for (const size of [300, 2000]) {
      for (let table = 0; table < tables; table++) {
        const random = createRandom(seed * 49_979_687 + size * 13 + table);
        const structure = STRUCTURES[name](seed * 1000 + 500 + table);
        const learnt = drawRows(structure, size, random);
        const broken = breakRows(drawRows(structure, half, random), habitsOf(learnt), random);
        const rows = [...broken, ...leftAlone(drawRows(structure, half, random))];
        yield* judgeSuspects({ table: `${name}, ${size} rows, ${table}`, learnt, rows });
      }
    }
  }
}

const SUSPECT_SETS = {
  full: ADBENCH_SETS.map(({ name }) => name),
  quick: ["breastw", "cardio", "Ionosphere", "Pima", "satellite", "thyroid", "wine"],
} as const;

export async function realSuspects(effort: Effort): Promise<readonly JudgedSuspect[]> {
  const sets = await Promise.all(SUSPECT_SETS[effort.scale].map((name) => realSet(name, effort.seed + 1)));
  return once("real", effort, () => [...judgeReal(sets, effort)]);
}

function* judgeReal(sets: readonly RealSet[], { scale, seed }: Effort): Generator<JudgedSuspect> {
  const half = ROWS[scale];
  for (const { name, normal } of sets) {
    const random = createRandom(seed + (hashText(name, 3) >>> 0));
    const size = Math.min(3000, Math.round(normal.length * 0.6));
    const learnt = normal.slice(0, size);
    const rest = normal.slice(size);
    const middle = Math.min(half, rest.length >> 1);
    const broken = breakRows(rest.slice(0, middle), habitsOf(learnt), random);
    yield* judgeSuspects({ table: name, learnt, rows: [...broken, ...leftAlone(rest.slice(middle, 2 * middle))] });
  }
}

export function tankSuspects(effort: Effort): readonly JudgedSuspect[] {
  return once("tank", effort, () => [...judgeTank(effort)]);
}

function* judgeTank({ scale, seed }: Effort): Generator<JudgedSuspect> {
  for (let week = seed; week < seed + (scale === "full" ? 4 : 2); week++) {
    const fresh = tankWeek(FRESH_WEEKS + week);
    const faults = fresh.anomalies.map(({ row, sound, features }) => ({
      row,
      sound: { Time: row.Time, ...sound },
      features,
      kind: "shift" as const,
    }));
    const step = Math.floor(fresh.normal.length / faults.length);
    const sound = leftAlone(fresh.normal.filter((_, minute) => minute % step === 0).slice(0, faults.length));
    yield* judgeSuspects({ table: `week ${week}`, learnt: tankWeek(week).normal, rows: [...faults, ...sound] });
  }
}

function judgeSuspects({ table, learnt, rows }: Trial): JudgedSuspect[] {
  const explainer = createExplainer(learn(tableFromRows(learnt)));
  const habits = new Map(habitsOf(learnt).map((habit) => [habit.name, habit]));
  const sound = tableFromRows(rows.map((row) => row.sound));
  return explainer(tableFromRows(rows.map(({ row }) => row))).flatMap(({ features, either }, place) => {
    const faulty = rows[place]!;
    return features.map((suspect, rank) => {
      const isWrong = faulty.features.includes(suspect.feature);
      const expectation =
        isWrong && suspect.expected !== null
          ? {
              ...distances(suspect, habits.get(suspect.feature)!, faulty.sound[suspect.feature]),
              isMet: askOf(suspect.expected, sound)(place) === HOLDS,
            }
          : null;
      return {
        table,
        kind: faulty.kind,
        rank,
        isWrong,
        probability: suspect.probability ?? suspect.blame,
        isStated: suspect.probability !== null,
        hasRule: suspect.rule !== null,
        isOfPair: either?.includes(suspect.feature) ?? false,
        expectation,
      };
    });
  });
}

function distances(
  { expected, suggested }: SuspectFeature,
  { isNumeric, deviation, min, max }: Habit,
  truth: unknown,
): Omit<Expectation, "isMet"> {
  if (!isNumeric || expected === null || typeof truth !== "number")
    return { isNumeric: false, width: Number.NaN, error: Number.NaN };
  const width = "min" in expected ? (expected.max ?? max) - (expected.min ?? min) : Number.NaN;
  const error = typeof suggested === "number" ? Math.abs(suggested - truth) : Number.NaN;
  return { isNumeric: true, width: width / deviation, error: error / deviation };
}
