/** Strength on the water tank: a fresh week, the second half of a week, and true faults beside an oracle. */
import { createExplainer, learn, tableFromRows } from "../../../src/index.js";
import { type Figure, type Goal, meanFigure } from "./figure.js";
import type { Effort } from "./part.js";
import { quantile, strangenessOf, strengthOf } from "./strangeness.js";
import { AS_STATED, judge, type Shares, shareFigures, shareFrom, topFigure } from "./strength-shares.js";
import { FRESH_WEEKS, tankWeek } from "./tank-weeks.js";

/** Every third minute of a fresh week is judged. */
const TANK_STEP = 3;

export function tankWeeks({ scale, seed }: Effort): Figure[] {
  const count = scale === "full" ? 12 : 4;
  const weeks = Array.from({ length: count }, (_, week) => tankShares(seed + week, { learnt: "week" }));
  const halves = Array.from({ length: count }, (_, week) => tankShares(seed + week, { learnt: "half" }));
  return [
    ...tankFigures("water tank, a fresh week", weeks, AS_STATED),
    ...tankFigures("water tank, the second half of a week", halves, { atMost: 0.08 }),
    topFigure("water tank", [...weeks, ...halves]),
  ];
}

interface TankShares extends Shares {
  /** Of true faults, by strength and by an oracle's limit: at .95, and at .99. */
  readonly faults: number;
  readonly oracle: number;
  readonly surest: number;
  readonly oracleSurest: number;
}

function tankShares(week: number, { learnt }: { readonly learnt: "week" | "half" }): TankShares {
  const { normal } = tankWeek(week);
  const half = normal.length / 2;
  const model = learn(tableFromRows(learnt === "week" ? normal : normal.slice(0, half)));
  const other = tankWeek(FRESH_WEEKS + week);
  const fresh = (learnt === "week" ? other.normal : normal.slice(half)).filter((_, minute) => minute % TANK_STEP === 0);
  const broken = tableFromRows((learnt === "week" ? other : tankWeek(week)).anomalies.map(({ row }) => row));
  const explainer = createExplainer(model);
  const strengths = explainer(broken).map(strengthOf);
  const [normally, whenBroken] = [strangenessOf(model, fresh), strangenessOf(model, broken)];
  return {
    ...judge(model, fresh, explainer),
    faults: shareFrom(strengths, 0.95),
    oracle: shareFrom(whenBroken, quantile(normally, 0.95)),
    surest: shareFrom(strengths, 0.99),
    oracleSurest: shareFrom(whenBroken, quantile(normally, 0.99)),
  };
}

function tankFigures(group: string, weeks: readonly TankShares[], goal: Goal): Figure[] {
  const figure = (measure: string, value: (week: TankShares) => number, wanted: Goal | null): Figure =>
    meanFigure(group, measure, { values: weeks.map(value), goal: wanted });
  return [
    ...shareFigures(group, weeks, goal),
    figure("faults ≥ .95", ({ faults }) => faults, null),
    figure("faults above an oracle's limit", ({ oracle }) => oracle, null),
    // A week with more than the oracle finds makes up for no other.
    figure("faults ≥ .95 beside the oracle's", ({ faults, oracle }) => Math.min(0, faults - oracle), {
      atLeast: -0.02,
    }),
    figure("faults ≥ .99", ({ surest }) => surest, null),
    figure("faults above an oracle's limit at .99", ({ oracleSurest }) => oracleSurest, null),
  ];
}
