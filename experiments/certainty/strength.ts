/**
 * Strength ("stranger than …") on normal rows that nobody has seen: the share of them at .95 and more, and at .99; and the
 * share of true faults at .95 beside that of an oracle, which knows the fresh rows and sets its limit at their .95 quantile.
 */
import { createRandom } from "../../src/core/random/random.js";
import { createExplainer, type Explainer, learn, type Model, type RowObject, tableFromRows } from "../../src/index.js";
import { mean } from "../measures/mean.js";
import { contamination } from "./contamination.js";
import { type Figure, type Goal, meanFigure } from "./figure.js";
import type { Effort, Part } from "./part.js";
import { quantile, strangenessOf, strengthOf } from "./strangeness.js";
import {
  autoregressiveRows,
  drawRows,
  readmeRows,
  repeated,
  STRUCTURE_NAMES,
  STRUCTURES,
  shuffled,
} from "./structures.js";
import { FRESH_WEEKS, tankWeek } from "./tank-weeks.js";

const FRESH_95 = "fresh normal rows ≥ .95";
const FRESH_99 = "fresh normal rows ≥ .99";
/** On average over tables. */
const AS_STATED: Goal = { from: 0.03, to: 0.07 };
/** Where strengths are tied, fewer may be above. */
const NOT_MORE: Goal = { atMost: 0.07 };
const FEW_99: Goal = { atMost: 0.025 };
/** Fresh rows of a simulated table. */
const FRESH_ROWS = { full: 1500, quick: 600 } as const;

/** What came out for one learnt table. */
interface Shares {
  readonly at95: number;
  readonly at99: number;
  /** The largest strength seen times (n + 1) / n, n being the calibration scores: not above 1. */
  readonly top: number;
}

export const strengthPart: Part = {
  name: "strength",
  cases: [
    { name: "independent rows", measure: independentRows },
    { name: "dependent rows", measure: dependentRows },
    { name: "repeated rows", measure: repeatedRows },
    { name: "water tank", measure: tankWeeks },
    { name: "tied rows", measure: () => tiedRows() },
    { name: "README example", measure: () => readmeExample() },
    { name: "contamination", data: true, measure: contamination },
  ],
};

/** Tables learnt for each structure, by their rows: small tables vary more. */
const TABLES = [
  { rows: 40, full: 24, quick: 4 },
  { rows: 100, full: 24, quick: 8 },
  { rows: 300, full: 16, quick: 6 },
  { rows: 1000, full: 9, quick: 4 },
  { rows: 5000, full: 6, quick: 2 },
] as const;

/** The goals are for tables from here on. */
const LEAST_ROWS = 100;

function independentRows({ scale, seed }: Effort): Figure[] {
  const measured = TABLES.flatMap(({ rows, [scale]: tables }) =>
    STRUCTURE_NAMES.map((name) => {
      const shares = Array.from({ length: tables }, (_, table) => {
        const structure = STRUCTURES[name](seed * 1000 + table);
        const random = createRandom(seed * 7919 + rows * 31 + table);
        const model = learn(tableFromRows(drawRows(structure, rows, random)));
        return judge(model, drawRows(structure, FRESH_ROWS[scale], random));
      });
      return { name, rows, kind: STRUCTURES[name](0).kind, shares };
    }),
  );
  const bySize = TABLES.flatMap(({ rows }) => {
    const continuous = measured.filter((each) => each.rows === rows && each.kind === "continuous");
    const figures = shareFigures(
      `independent rows, ${rows} learnt`,
      continuous.flatMap(({ shares }) => shares),
      AS_STATED,
    );
    return rows < LEAST_ROWS ? figures.map((figure) => ({ ...figure, goal: null })) : figures;
  });
  const byStructure = STRUCTURE_NAMES.flatMap((name) => {
    const same = measured.filter((each) => each.name === name && each.rows >= LEAST_ROWS);
    return shareFigures(
      name,
      same.flatMap(({ shares }) => shares),
      same[0]!.kind === "discrete" ? NOT_MORE : AS_STATED,
    );
  });
  return [
    ...bySize,
    ...byStructure,
    topFigure(
      "independent rows",
      measured.flatMap(({ shares }) => shares),
    ),
  ];
}

function judge(model: Model, fresh: readonly RowObject[], explainer: Explainer = createExplainer(model)): Shares {
  const strengths = explainer(tableFromRows(fresh)).map(strengthOf);
  return sharesOf(model, strengths);
}

function sharesOf({ calibration }: Model, strengths: readonly number[]): Shares {
  const scores = calibration.strangeness.length;
  return {
    at95: shareFrom(strengths, 0.95),
    at99: shareFrom(strengths, 0.99),
    top: strengths.reduce((top, strength) => Math.max(top, strength), 0) * ((scores + 1) / scores),
  };
}

function shareFrom(values: readonly number[], limit: number): number {
  return mean(values.map((value) => Number(value >= limit)));
}

function shareFigures(group: string, shares: readonly Shares[], goal: Goal): Figure[] {
  return [
    meanFigure(group, FRESH_95, { values: shares.map(({ at95 }) => at95), goal }),
    meanFigure(group, FRESH_99, { values: shares.map(({ at99 }) => at99), goal: FEW_99 }),
  ];
}

function topFigure(group: string, shares: readonly Shares[]): Figure {
  const value = shares.reduce((top, share) => Math.max(top, share.top), 0);
  const measure = "largest strength as a share of n / (n + 1)";
  return { group, measure, value, error: 0, count: shares.length, goal: { atMost: 1 + 1e-9 } };
}

/**
 * Learnt from one stretch of 10,000 rows, judged on every hundredth row of an independent one: the share expected is
 * that of any fresh stretch, the chance in it smaller.
 */
const FAR_APART = 100;

function dependentRows({ scale, seed }: Effort): Figure[] {
  return [0.99, 0.999].flatMap((phi) => {
    const shares = Array.from({ length: scale === "full" ? 20 : 8 }, (_, table) => {
      const random = createRandom(seed * 104_729 + table * 17 + phi * 1000);
      const model = learn(tableFromRows(autoregressiveRows(10_000, { phi }, random)));
      return judge(model, autoregressiveRows(1000, { phi: phi ** FAR_APART }, random));
    });
    const figures = shareFigures(`AR(1) φ = ${phi}`, shares, AS_STATED);
    // At .999 a stretch holds a handful of independent rows: no calibration can know the rest.
    return phi === 0.999 ? figures.map((figure) => ({ ...figure, goal: null })) : figures;
  });
}

function repeatedRows({ scale, seed }: Effort): Figure[] {
  const forms = [
    { name: "every row five times, shuffled", noise: 0, isShuffled: true },
    { name: "every row five times, one behind the other", noise: 0, isShuffled: false },
    { name: "every row five times with noise of .001, shuffled", noise: 0.001, isShuffled: true },
    { name: "every row five times with noise of .001, one behind the other", noise: 0.001, isShuffled: false },
  ];
  return forms.flatMap(({ name, noise, isShuffled }) => {
    const structures = (["correlated numbers", "numbers and categories"] as const).map((each) => STRUCTURES[each]);
    const shares = structures.flatMap((make) =>
      Array.from({ length: scale === "full" ? 8 : 4 }, (_, table) => {
        const random = createRandom(seed * 15_485_863 + table);
        const structure = make(seed * 1000 + table);
        const copies = repeated(drawRows(structure, 400, random), 5, { noise, random });
        const model = learn(tableFromRows(isShuffled ? shuffled(copies, random) : copies));
        return judge(model, drawRows(structure, FRESH_ROWS[scale], random));
      }),
    );
    return shareFigures(name, shares, AS_STATED);
  });
}

/** Three pairs of categories in turn: nothing about any of these rows is strange, and they were learnt. */
function tiedRows(): Figure[] {
  const pairs = [
    { country: "France", currency: "EUR" },
    { country: "Japan", currency: "JPY" },
    { country: "Chile", currency: "CLP" },
  ];
  const rows = Array.from({ length: 2000 }, (_, row) => pairs[row % pairs.length]!);
  const shares = judge(learn(tableFromRows(rows)), rows);
  const group = "2,000 rows of three pairs in turn, as learnt";
  const exact = { group, error: 0, count: 1 };
  return [
    { ...exact, measure: "rows ≥ .95", value: shares.at95, goal: NOT_MORE },
    { ...exact, measure: "rows ≥ .99", value: shares.at99, goal: FEW_99 },
  ];
}

/** Every third minute of a fresh week is judged. */
const TANK_STEP = 3;

function tankWeeks({ scale, seed }: Effort): Figure[] {
  const count = scale === "full" ? 12 : 5;
  const weeks = Array.from({ length: count }, (_, week) => tankShares(seed + week, { learnt: "week" }));
  const halves = Array.from({ length: count }, (_, week) => tankShares(seed + week, { learnt: "half" }));
  return [
    ...tankFigures("water tank, a fresh week", weeks, AS_STATED),
    ...tankFigures("water tank, the second half of a week", halves, { atMost: 0.08 }),
    topFigure("water tank", [...weeks, ...halves]),
  ];
}

interface TankShares extends Shares {
  readonly faults: number;
  readonly oracle: number;
}

function tankShares(week: number, { learnt }: { readonly learnt: "week" | "half" }): TankShares {
  const { normal } = tankWeek(week);
  const half = normal.length / 2;
  const model = learn(tableFromRows(learnt === "week" ? normal : normal.slice(0, half)));
  const other = tankWeek(FRESH_WEEKS + week);
  const fresh = (learnt === "week" ? other.normal : normal.slice(half)).filter((_, minute) => minute % TANK_STEP === 0);
  const broken = tableFromRows((learnt === "week" ? other : tankWeek(week)).anomalies.map(({ row }) => row));
  const explainer = createExplainer(model);
  const limit = quantile(strangenessOf(model, fresh), 0.95);
  return {
    ...judge(model, fresh, explainer),
    faults: shareFrom(explainer(broken).map(strengthOf), 0.95),
    oracle: shareFrom(strangenessOf(model, broken), limit),
  };
}

function tankFigures(group: string, weeks: readonly TankShares[], goal: Goal): Figure[] {
  const figure = (measure: string, value: (week: TankShares) => number, wanted: Goal | null): Figure =>
    meanFigure(group, measure, { values: weeks.map(value), goal: wanted });
  return [
    ...shareFigures(group, weeks, goal),
    figure("faults ≥ .95", ({ faults }) => faults, null),
    figure("faults above an oracle's limit", ({ oracle }) => oracle, null),
    figure("faults ≥ .95 beside the oracle's", ({ faults, oracle }) => faults - oracle, { atLeast: -0.02 }),
  ];
}

/** The rows between those that were learnt; and the two rows of the README whose order must be right. */
function readmeExample(): Figure[] {
  const model = learn(tableFromRows(readmeRows(1000, 0)));
  const shares = judge(model, readmeRows(1000, 0.5));
  const [sound, broken] = createExplainer(model)([
    { Level: 11.9, Pump: "OFF", Valve: "Closed" },
    { Level: 11.9, Pump: "OFF", Valve: "Open" },
  ]).map(strengthOf) as [number, number];
  const single = (measure: string, value: number, goal: Goal): Figure => ({
    group: "README example",
    measure,
    value,
    error: Math.sqrt((0.05 * 0.95) / 1000),
    count: 1,
    goal,
  });
  return [
    single(FRESH_95, shares.at95, NOT_MORE),
    single(FRESH_99, shares.at99, FEW_99),
    { ...single("strength of a broken row less that of the sound one", broken - sound, { atLeast: 0.01 }), error: 0 },
    topFigure("README example", [shares]),
  ];
}
