/** Figure 2a and its table: how often a flagged row breaks a rule at all (PoF), for true and for false positives. */
import type { Explainer } from "../../src/index.js";
import { ADBENCH_SETS } from "../data/adbench.js";
import { type BenchmarkSet, flaggedRows, isFlagged, numbers, pickRows } from "../data/benchmark-set.js";
import { mean, meanKnown } from "../measures/mean.js";
import { explainerOf, RULE_METHODS, type RuleMethodName } from "../measures/methods.js";
import type { Experiment, SetResult } from "./experiment.js";
import { drawLines } from "./output/plot.js";
import type { Cell, Claim, Report, ReportPlot, ReportTable } from "./output/report.js";
import { PAPER_FOUND, PAPER_MEANS } from "./paper-figures.js";

interface Settings extends Readonly<Record<string, number>> {
  readonly seed: number;
  /** Rows looked at of each kind. */
  readonly rows: number;
}

/** Shares of rows with a rule; null: there is no such row. */
interface Found {
  readonly truePositives: number | null;
  readonly falsePositives: number | null;
  readonly unflagged: number | null;
}

interface Result {
  readonly features: number;
  readonly counts: { readonly truePositives: number; readonly falsePositives: number };
  readonly found: Readonly<Record<RuleMethodName, Found>>;
}

const NAMES = Object.keys(RULE_METHODS) as RuleMethodName[];

export const foundRules: Experiment<Settings, Result> = {
  name: "found",
  title: "How often a flagged row breaks a rule (PoF, Figure 2a)",
  about: `Of the test rows that one of the two detectors flags, the share for which at least one rule is found: true positives (PoF@TPs) and false positives
(PoF@FPs); beside them normal rows that nobody flagged. High for true positives and low for the others is good. At most \`rows\` of each kind.`,
  sets: ADBENCH_SETS.map(({ name }) => name),
  settings: (scale, seed) => ({ seed, rows: scale === "full" ? 1000 : 200 }),
  measure: async (name, sources, settings) => measureSet(await sources.raw(name), settings),
  present,
};

function measureSet(set: BenchmarkSet, { seed, rows }: Settings): Result {
  const labels = numbers(set.test, "label");
  const groups = {
    truePositives: flaggedRows(set, 1),
    falsePositives: flaggedRows(set, 0),
    unflagged: [...labels.keys()].filter((row) => labels[row] === 0 && !isFlagged(set.test, row)),
  };
  const measure = (name: RuleMethodName): Found => {
    const { preset, method } = RULE_METHODS[name];
    const explainer = explainerOf(set, { preset, seed }, method);
    const share = (group: readonly number[]): number | null => shareWithRule(set, explainer, group.slice(0, rows));
    return {
      truePositives: share(groups.truePositives),
      falsePositives: share(groups.falsePositives),
      unflagged: share(groups.unflagged),
    };
  };
  return {
    features: set.train.columns.length,
    counts: { truePositives: groups.truePositives.length, falsePositives: groups.falsePositives.length },
    found: Object.fromEntries(NAMES.map((name) => [name, measure(name)])) as Result["found"],
  };
}

/** Null without rows. */
export function shareWithRule(set: BenchmarkSet, explainer: Explainer, rows: readonly number[]): number | null {
  if (rows.length === 0) return null;
  return mean(explainer(pickRows(set.test, rows)).map(({ rules }) => Number(rules.length > 0)));
}

type Results = readonly SetResult<Result>[];

function present(results: Results): Report {
  const shares = (name: RuleMethodName, kind: keyof Found): number => average(results, name, kind);
  return {
    tables: [meansTable(results), bySetTable(results)],
    plots: [foundPlot(results)],
    claims: NAMES.flatMap((name): Claim[] => [
      {
        text: `${name}: true positives break a rule at least as often as false positives`,
        holds: !(shares(name, "truePositives") < shares(name, "falsePositives")),
        on: "all", // a small set has fewer than ten false positives
      },
      {
        text: `${name}: and more often than unflagged normal rows`,
        holds: shares(name, "truePositives") > shares(name, "unflagged"),
        on: "any",
      },
    ]),
  };
}

function average(results: Results, name: RuleMethodName, kind: keyof Found): number {
  return meanKnown(results.map(({ result }) => result.found[name][kind]));
}

function meansTable(results: Results): ReportTable {
  return {
    file: "found-means",
    title: "Averages over sets",
    heads: ["method", "PoF@TPs", "PoF@FPs", "unflagged normal rows"],
    digits: 2,
    rows: [
      ["PAR, in the paper", ...PAPER_MEANS.found, null],
      ...NAMES.map((name): Cell[] => [
        name,
        average(results, name, "truePositives"),
        average(results, name, "falsePositives"),
        average(results, name, "unflagged"),
      ]),
    ],
  };
}

function bySetTable(results: Results): ReportTable {
  return {
    file: "found-by-set",
    title: "By set",
    heads: ["set", "features", "TPs", "FPs", "PoF@TPs: in the paper", ...NAMES, "PoF@FPs: in the paper", ...NAMES],
    digits: 2,
    rows: results.map(({ set, result }): Cell[] => [
      set,
      result.features,
      result.counts.truePositives,
      result.counts.falsePositives,
      PAPER_FOUND.get(set)?.[0] ?? null,
      ...NAMES.map((name) => result.found[name].truePositives),
      PAPER_FOUND.get(set)?.[1] ?? null,
      ...NAMES.map((name) => result.found[name].falsePositives),
    ]),
  };
}

function foundPlot(results: Results): ReportPlot {
  const here = (kind: "truePositives" | "falsePositives"): [number, number][] =>
    byFeatures(results, ({ result }) => result.found.PAR[kind]);
  const inPaper = (place: 0 | 1): [number, number][] =>
    byFeatures(results, ({ set }) => PAPER_FOUND.get(set)?.[place] ?? null);
  return {
    file: "found-by-features",
    title: "PoF by number of features",
    svg: drawLines({
      title: "Share of flagged rows with a rule, by number of features",
      xTitle: "features",
      yTitle: "PoF",
      marks: "points",
      series: [
        { name: "PAR: true positives", points: here("truePositives") },
        { name: "in the paper", isPaper: true, points: inPaper(0) },
        { name: "PAR: false positives", points: here("falsePositives") },
        { name: "in the paper", isPaper: true, points: inPaper(1) },
      ],
    }),
  };
}

function byFeatures(
  results: Results,
  shareOf: (result: SetResult<Result>) => number | null,
): [features: number, share: number][] {
  return results.flatMap((each): [number, number][] => {
    const share = shareOf(each);
    return share === null ? [] : [[each.result.features, share]];
  });
}
