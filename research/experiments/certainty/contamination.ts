/**
 * Anomalies among the learning rows: real ones of public sets, 5 % of what is learnt, others of the same kind held out.
 * The share of these at strength .95 and more when the caller says so (`contamination: 0.05`), when nobody does, and
 * when the learning rows are clean; and the share of fresh normal rows, which pays for it.
 */

import { createExplainer, type LearnOptions, learn, type RowObject, tableFromRows } from "../../../src/index.js";
import { shuffled } from "../../data/shuffle.js";
import { createRandom } from "../../internals.js";
import { mean } from "../../measures/mean.js";
import { type Figure, type Goal, meanFigure } from "./figure.js";
import type { Effort } from "./part.js";
import { realSet } from "./real-sets.js";
import { strengthOf } from "./strangeness.js";

/** With anomalies enough that no one is learnt twice. */
const SETS = {
  full: [
    "breastw",
    "cardio",
    "Cardiotocography",
    "fault",
    "Ionosphere",
    "magic",
    "Pima",
    "satellite",
    "shuttle",
    "skin",
  ],
  quick: ["breastw", "cardio", "Ionosphere", "Pima", "satellite"],
} as const;
const SHARE = 0.05;
const MAX_LEARNT = { full: 3000, quick: 800 } as const;

const WAYS: readonly {
  readonly name: string;
  readonly share: number;
  readonly options: LearnOptions;
  readonly goal: Goal | null;
}[] = [
  { name: "clean", share: 0, options: {}, goal: null },
  { name: "5 % anomalies, nobody says so", share: SHARE, options: {}, goal: null },
  { name: "5 % anomalies, contamination .05", share: SHARE, options: { contamination: SHARE }, goal: { atLeast: 0.5 } },
];

/** What saying so brings, set by set: known better than the share itself, by which sets differ. */
const GAIN: Goal = { atLeast: 0.1 };

export async function contamination({ scale, seed }: Effort): Promise<Figure[]> {
  const figures: Figure[] = [];
  const caught: number[][] = [];
  for (const { name, share, options, goal } of WAYS) {
    const measured = await Promise.all(SETS[scale].map((set) => measureSet(set, { share, options, scale, seed })));
    caught.push(measured.map(({ anomalies }) => anomalies));
    figures.push(
      meanFigure(name, "held-out anomalies ≥ .95", { values: measured.map(({ anomalies }) => anomalies), goal }),
      meanFigure(name, "fresh normal rows ≥ .95", { values: measured.map(({ normal }) => normal), goal: null }),
    );
  }
  const [, unsaid, said] = caught;
  const gains = said!.map((share, set) => share - unsaid![set]!);
  return [...figures, meanFigure(WAYS[2]!.name, "more of them than nobody says so", { values: gains, goal: GAIN })];
}

interface Way extends Effort {
  readonly share: number;
  readonly options: LearnOptions;
}

async function measureSet(
  name: string,
  { share, options, scale, seed }: Way,
): Promise<{ anomalies: number; normal: number }> {
  const { normal, anomalies } = await realSet(name, seed + 2);
  const spare = anomalies.slice(0, anomalies.length >> 1);
  const size = Math.min(
    MAX_LEARNT[scale],
    Math.round(normal.length * 0.7),
    Math.floor((spare.length * (1 - SHARE)) / SHARE),
  );
  const mixed = spare.slice(0, Math.round((share * size) / (1 - share)));
  const learnt = shuffled([...normal.slice(0, size), ...mixed], createRandom(seed));
  const explainer = createExplainer(learn(tableFromRows(learnt), options));
  const shareStrange = (rows: readonly RowObject[]): number =>
    mean(explainer(tableFromRows(rows)).map((explanation) => Number(strengthOf(explanation) >= 0.95)));
  return {
    anomalies: shareStrange(anomalies.slice(anomalies.length >> 1)),
    normal: shareStrange(normal.slice(size, size + 1000)),
  };
}
