/**
 * Tables of known density (simulated/): how far the diagnosis is from the best ranking that there is, on structures
 * that it was not built on.
 */

import { createExplainer, learn } from "../../src/index.js";
import { createRandom, hashText } from "../internals.js";
import { type HitRates, hitRates, meanRates } from "../measures/hit-rate.js";
import { mean } from "../measures/mean.js";
import type { Experiment, SetResult } from "./experiment.js";
import type { Cell, Report } from "./output/report.js";
import { bayesRanking } from "./simulated/bayes-ranking.js";
import { drawFaults, type FaultKind, wrongValues } from "./simulated/faults.js";
import { drawRows, type Network, tableOf } from "./simulated/network.js";
import { STRUCTURES } from "./simulated/structures.js";

interface Settings extends Readonly<Record<string, number>> {
  readonly seed: number;
  /** Rows with wrong cells, of each kind of fault. */
  readonly faults: number;
}

interface JudgedRow {
  readonly kind: FaultKind;
  readonly isKnowable: boolean;
  readonly ours: Figures;
  readonly bayes: Figures;
}

interface Figures extends HitRates {
  readonly isFirstRight: boolean;
}

interface Result {
  readonly rows: readonly JudgedRow[];
}

const KINDS: readonly FaultKind[] = ["marginal", "uniform"];
/** True rows that tell how wrong values are distributed. */
const SAMPLE = 20_000;

export const structures: Experiment<Settings, Result> = {
  name: "structures",
  title: "Tables of known density",
  about: `Networks of categories and numbers, drawn by lot: every number is a sum of others and noise, every category has its chances given others, and all of it depends on categories. One cell
is wrong in 65 % of the rows, two in the others: *marginal* takes another row's value, *uniform* any value of the range. *Bayes* ranks cells by the probability that they were changed, by the
exact densities of true and of wrong values: nothing can do better on average. *Knowable* are rows in which each wrong value is as odd as one true value in fifty or less, given all other cells.`,
  sets: STRUCTURES.map(({ name }) => name),
  settings: (scale, seed) => ({ seed, faults: scale === "full" ? 200 : 20 }),
  measure: async (set, _, settings) => measureStructure(set, settings),
  present,
};

function measureStructure(set: string, { seed, faults }: Settings): Result {
  const { make, rows } = STRUCTURES.find(({ name }) => name === set)!;
  const random = createRandom(seed + (hashText(set, 0) >>> 0));
  const network = make(random);
  const explainer = createExplainer(learn(tableOf(network, drawRows(network, rows, random)), { seed }));
  const sample = drawRows(network, SAMPLE, random);
  return {
    rows: KINDS.flatMap((kind) => {
      const wrong = wrongValues(network, kind, sample);
      const faulty = drawFaults({ network, wrong }, faults, random);
      const explanations = explainer(
        tableOf(
          network,
          faulty.map(({ row }) => row),
        ),
      );
      return faulty.map(({ row, changed, isKnowable }, i): JudgedRow => {
        const names = namesOf(network, changed);
        const ours = explanations[i]!.features.map(({ feature }) => feature);
        const bayes = namesOf(network, bayesRanking(network, wrong, row));
        return { kind, isKnowable, ours: figuresOf(ours, names), bayes: figuresOf(bayes, names) };
      });
    }),
  };
}

function namesOf(network: Network, places: readonly number[]): string[] {
  return places.map((place) => network[place]!.name);
}

function figuresOf(ranked: readonly string[], wrong: readonly string[]): Figures {
  return { ...hitRates(ranked, wrong), isFirstRight: wrong.includes(ranked[0]!) };
}

function present(results: readonly SetResult<Result>[]): Report {
  const lines = results.flatMap(({ set, result }): [string, JudgedRow[]][] =>
    KINDS.map((kind) => [`${set}, ${kind}`, result.rows.filter((row) => row.kind === kind)]),
  );
  const knowable = results.map(({ set, result }): [string, JudgedRow[]] => [
    set,
    result.rows.filter(({ isKnowable }) => isKnowable),
  ]);
  return {
    tables: [
      tableFrom("structures-by-kind", "All wrong cells", lines),
      tableFrom("structures-knowable", "Knowable ones", knowable),
    ],
    plots: [],
    claims: [],
  };
}

function tableFrom(file: string, title: string, lines: readonly [string, JudgedRow[]][]) {
  const figures = lines.map(([, rows]) => [
    ...figuresIn(rows.map(({ ours }) => ours)),
    ...figuresIn(rows.map(({ bayes }) => bayes)),
  ]);
  const means = (figures[0] ?? []).map((_, i) => mean(figures.map((each) => each[i]!)));
  const rows: Cell[][] = lines.map(([name, each], i) => [name, String(each.length), ...figures[i]!]);
  return {
    file,
    title,
    heads: [
      "structure",
      "rows",
      "@100",
      "@150",
      "first suspect right",
      "Bayes @100",
      "Bayes @150",
      "Bayes first right",
    ],
    rows: rows.length === 0 ? [] : [...rows, ["mean", "", ...means]],
    digits: 3,
  };
}

function figuresIn(rows: readonly Figures[]): number[] {
  const { at100, at150 } = meanRates(rows);
  return [at100, at150, mean(rows.map(({ isFirstRight }) => Number(isFirstRight)))];
}
