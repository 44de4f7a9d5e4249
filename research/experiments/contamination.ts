/**
 * Which real anomalies still look strange when some of the learning rows are anomalies too, and nobody, or somebody,
 * says so.
 */

import { createExplainer, learn, type Table } from "../../src/index.js";
import { ADBENCH_SETS } from "../data/adbench.js";
import { type BenchmarkSet, joinRows, numbers, pickRows } from "../data/benchmark-set.js";
import { createRandom, hashText, type Random } from "../internals.js";
import { meanKnown } from "../measures/mean.js";
import type { Experiment, SetResult } from "./experiment.js";
import { drawLines } from "./output/plot.js";
import type { Cell, Report } from "./output/report.js";

interface Settings {
  readonly [name: string]: number | readonly number[];
  readonly seed: number;
  /** Anomalies as a share of all learning rows. */
  readonly shares: readonly number[];
  /** Anomalies, and normal rows, of the test part that are judged. */
  readonly rows: number;
}

/** Shares of rows with a strength of .95 or more. */
interface Detection {
  readonly anomalies: number;
  readonly normal: number;
}

/** Learnt without a word about the anomalies, and with `contamination`. */
interface Level {
  readonly untold: Detection;
  readonly told: Detection;
}

/** null: the learning part has too few anomalies for this share. */
type Result = readonly (Level | null)[];

const SHARES = [0, 0.02, 0.05, 0.1, 0.2];
const STRANGE = 0.95;

const FIGURES = [
  ["untold", "anomalies", "anomalies found"],
  ["told", "anomalies", "told: anomalies found"],
  ["untold", "normal", "normal rows taken for strange"],
  ["told", "normal", "told: normal rows taken for strange"],
] as const;

export const contamination: Experiment<Settings, Result> = {
  name: "contamination",
  title: "Detection when learning rows are anomalies too",
  about: `Real anomalies of the learning part are mixed among its normal rows, in an order by lot and each once, until they are 0 to 20 % of the learning rows. Measured on
the test part, of which nothing was learnt: the share of real anomalies, and of normal rows, whose strength is .95 or more (of fresh normal rows .05 should be). *Told* is learnt with
\`contamination\` at the true share (\`--contamination .05\`), the other without a word. Not in the paper. Where a set has too few anomalies for a share there is no figure;
averages are over the sets that have enough for all shares.`,
  sets: ADBENCH_SETS.map(({ name }) => name),
  settings: (scale, seed) => ({ seed, shares: SHARES, rows: scale === "full" ? 1000 : 200 }),
  measure: async (name, sources, settings) => {
    const set = await sources.raw(name);
    return settings.shares.map((share) => measureLevel(set, share, settings));
  },
  present,
};

function measureLevel(set: BenchmarkSet, share: number, { seed, rows }: Settings): Level | null {
  const table = contaminate(set, share, seed);
  if (table === null) return null;
  const judge = (told: number): Detection => {
    const explainer = createExplainer(learn(table, { seed, contamination: told }));
    const strangeShare = (label: 0 | 1): number => {
      const strengths = explainer(testRows(set, label, rows)).map(({ strength }) => strength ?? 0);
      return strengths.filter((strength) => strength >= STRANGE).length / strengths.length;
    };
    return { anomalies: strangeShare(1), normal: strangeShare(0) };
  };
  const untold = judge(0);
  return { untold, told: share === 0 ? untold : judge(share) };
}

/** Learning rows of which the share are anomalies, in an order by lot; null where there are not enough. */
function contaminate({ name, train, trainAnomalies }: BenchmarkSet, share: number, seed: number): Table | null {
  const wanted = Math.round((share * train.rowCount) / (1 - share));
  if (wanted > trainAnomalies.rowCount) return null;
  const random = createRandom(seed + (hashText(name, 1) >>> 0));
  const drawn = byLot(trainAnomalies.rowCount, random).slice(0, wanted);
  const joined = joinRows(train, pickRows(trainAnomalies, drawn));
  return pickRows(joined, byLot(joined.rowCount, random));
}

/** The numbers below the count, in an order by lot. */
function byLot(count: number, random: Random): number[] {
  const lots = Array.from({ length: count }, (_, row) => ({ row, lot: random() }));
  return lots.sort((a, b) => a.lot - b.lot).map(({ row }) => row);
}

/** Test rows of a kind, the first of the file. */
function testRows({ test }: BenchmarkSet, label: 0 | 1, count: number): Table {
  const labels = numbers(test, "label");
  return pickRows(
    test,
    Array.from(labels.keys())
      .filter((row) => labels[row] === label)
      .slice(0, count),
  );
}

function present(results: readonly SetResult<Result>[]): Report {
  const whole = results.filter(({ result }) => result.every((level) => level !== null));
  const average = (side: keyof Level, kind: keyof Detection, level: number): number =>
    meanKnown(whole.map(({ result }) => result[level]![side][kind]));
  const overall = (side: keyof Level): number => [2, 3, 4].reduce((sum, at) => sum + average(side, "anomalies", at), 0);
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  const title = "Real anomalies with a strength of .95 or more";
  return {
    tables: [
      {
        file: "contamination-means",
        title: `Averages over ${whole.length} sets`,
        heads: ["anomalies among the learning rows", ...FIGURES.map(([, , head]) => head)],
        digits: 3,
        rows: SHARES.map((share, level): Cell[] => [
          percent(share),
          ...FIGURES.map(([side, kind]) => average(side, kind, level)),
        ]),
        note: `Sets: ${whole.map(({ set }) => set).join(", ")}.`,
      },
      {
        file: "contamination-by-set",
        title: "Anomalies found, by set: without a word / told",
        heads: ["set", ...SHARES.map(percent)],
        digits: 2,
        rows: results.map(({ set, result }): Cell[] => [set, ...result.map(formatLevel)]),
      },
    ],
    plots: [
      {
        file: "contamination",
        title,
        svg: drawLines({
          title,
          xTitle: "anomalies among the learning rows, %",
          yTitle: "average over sets",
          marks: "lines",
          series: FIGURES.map(([side, kind, name]) => ({
            name,
            points: SHARES.map((share, level): [number, number] => [share * 100, average(side, kind, level)]),
          })),
        }),
      },
    ],
    claims: [
      {
        text: "who says that 5 % of the learning rows are anomalies finds half of the real ones or more",
        holds: average("told", "anomalies", 2) >= 0.5,
        on: "all",
      },
      {
        text: "over 5, 10 and 20 %, who says so finds more of them than who does not",
        holds: overall("told") > overall("untold"),
        on: "any",
      },
    ],
  };
}

function formatLevel(level: Level | null): Cell {
  return level === null ? null : `${level.untold.anomalies.toFixed(2)} / ${level.told.anomalies.toFixed(2)}`;
}
