/**
 * Is the first suspect the same where only the seed of learning differs? For changed rows of the pack and of mixed
 * tables, and for real anomalies.
 */
import { createExplainer, type Explainer, learn, type Table } from "../../src/index.js";
import { ADBENCH_SETS } from "../data/adbench.js";
import { numbers, pickRows } from "../data/benchmark-set.js";
import { isMixedTable, mixedNames, readMixed } from "../data/mixed-pack.js";
import { mean } from "../measures/mean.js";
import type { Experiment, SetResult, SetSources } from "./experiment.js";
import type { Report } from "./output/report.js";

interface Settings extends Readonly<Record<string, number>> {
  readonly seed: number;
  readonly otherSeed: number;
  /** Real anomalies of a set, at most. */
  readonly anomalies: number;
}

interface Result {
  /** Shares of rows whose first suspect is the same; null where there are no such rows. */
  readonly changed: number | null;
  readonly real: number | null;
}

export const agreement: Experiment<Settings, Result> = {
  name: "agreement",
  title: "The first suspect, learnt with two seeds",
  about: `Two models are learnt from the same rows with different seeds. The share of rows whose first suspect is the same by both: of rows with cells that were changed (the numeric pack and
the mixed tables) and of real anomalies (test rows of the numeric pack that are labelled so). Where a row is wrong in many cells, any of them may come first, so real anomalies agree less.`,
  sets: [...ADBENCH_SETS.map(({ name }) => name), ...mixedNames()],
  settings: (_, seed) => ({ seed, otherSeed: seed + 1, anomalies: 300 }),
  measure,
  present,
};

async function measure(set: string, sources: SetSources, { seed, otherSeed, anomalies }: Settings): Promise<Result> {
  const { train, perturbed, real } = isMixedTable(set)
    ? { ...(await readMixed(set)), real: null }
    : await packTables(set, sources, anomalies);
  const explainers = [seed, otherSeed].map((each) => createExplainer(learn(train, { seed: each })));
  return { changed: shareAgreed(explainers, perturbed), real: real === null ? null : shareAgreed(explainers, real) };
}

async function packTables(set: string, sources: SetSources, most: number) {
  const { train, perturbed, test } = await sources.pack(set);
  const label = numbers(test, "label");
  const rows = [...label.keys()].filter((row) => label[row] === 1).slice(0, most);
  return { train, perturbed, real: rows.length === 0 ? null : pickRows(test, rows) };
}

function shareAgreed(explainers: readonly Explainer[], rows: Table): number {
  const [first, second] = explainers.map((explainer) => explainer(rows).map(({ features }) => features[0]!.feature));
  return mean(first!.map((feature, row) => Number(feature === second![row])));
}

function present(results: readonly SetResult<Result>[]): Report {
  const meanOf = (shares: readonly (number | null)[]): number | null => {
    const known = shares.filter((share) => share !== null);
    return known.length === 0 ? null : mean(known);
  };
  const changedOf = (isMixed: boolean): number | null =>
    meanOf(results.filter(({ set }) => isMixedTable(set) === isMixed).map(({ result }) => result.changed));
  return {
    tables: [
      {
        file: "agreement-by-set",
        title: "By set",
        heads: ["set", "changed rows", "real anomalies"],
        rows: [
          ...results.map(({ set, result }) => [set, result.changed, result.real]),
          ["mean of the pack", changedOf(false), meanOf(results.map(({ result }) => result.real))],
          ["mean of mixed tables", changedOf(true), null],
        ],
        digits: 3,
      },
    ],
    plots: [],
    claims: [],
  };
}
