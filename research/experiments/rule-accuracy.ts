/** Table 4: how long a rule takes to find, and how well the rule of one anomaly finds the others; against Anchor. */

import { ADBENCH_SETS } from "../data/adbench.js";
import { type BenchmarkSet, flaggedRows, numbers } from "../data/benchmark-set.js";
import { createAnchor, createRandom, type RuleForm, randomPart } from "../internals.js";
import { mean } from "../measures/mean.js";
import { median } from "../measures/median.js";
import {
  askPeer,
  detectorsOf,
  explainerOf,
  learnSet,
  oneRow,
  RULE_METHODS,
  type RuleMethodName,
  type SeededSet,
} from "../measures/methods.js";
import { meanTransfer, type Transfer, transferOf, transferOfRules } from "../measures/transfer.js";
import type { Experiment, SetResult } from "./experiment.js";
import { drawBars } from "./output/plot.js";
import type { Cell, Claim, Report, ReportPlot, ReportTable } from "./output/report.js";
import { PAPER_ANCHOR, PAPER_MEANS, PAPER_PAR } from "./paper-figures.js";

interface Settings extends Readonly<Record<string, number>> {
  readonly seed: number;
  /** Anomalies explained by our methods. */
  readonly rows: number;
  /** Anomalies explained by Anchor: the first of them. */
  readonly anchorRows: number;
  /** Rows that Anchor may draw for one explanation. */
  readonly anchorSamples: number;
}

interface Measured extends Transfer {
  readonly seconds: number;
}

interface Result {
  /** Anomalies that a detector found. */
  readonly anomalies: number;
  readonly anchor: Measured & { readonly reached: number };
  /** On the rows that Anchor explained, and on all. */
  readonly ours: Readonly<
    Record<RuleMethodName, { readonly same: Measured; readonly all: Measured; readonly learnSeconds: number }>
  >;
}

/** How often one of our methods explains a row for its time. */
const TIMED_CALLS = 5;

const METHOD_NAMES = Object.keys(RULE_METHODS) as RuleMethodName[];

export const ruleAccuracy: Experiment<Settings, Result | null> = {
  name: "rules",
  title: "Rules: time to find them, and what they are worth on unseen rows (Table 4)",
  about: `For true anomalies of the test rows that a detector flags, each method gives its rules: Anchor one, ours at most five. The rules of one
anomaly are then a detector of the remaining test rows: a row is an alarm when the anchor holds for it, or when it breaks one of
the association rules. Precision, recall and F1 are averaged over anomalies, then over sets; no rule counts 0. Anchor is slow, so it
explains only the first rows (\`anchorRows\`) with a limit on drawn rows (\`anchorSamples\`); "same rows" compares on these. Our time of a row
is the median of five calls on a prepared model, Anchor's that of one.
*PAR* is the paper's method with at most four cells for each feature (our default), *PAR, preset paper* with cells without limit
and rules of five predicates, *diagnosis* our choice of rules.`,
  sets: ADBENCH_SETS.map(({ name }) => name),
  settings: (scale, seed) =>
    scale === "full"
      ? { seed, rows: 60, anchorRows: 4, anchorSamples: 100_000 }
      : { seed, rows: 20, anchorRows: 2, anchorSamples: 20_000 },
  measure: async (name, sources, settings) => measureSet(await sources.raw(name), settings),
  present,
};

async function measureSet(set: BenchmarkSet, settings: Settings): Promise<Result | null> {
  const anomalies = flaggedRows(set, 1);
  if (anomalies.length === 0) return null;
  const rows = randomPart(anomalies, settings.rows, createRandom(settings.seed));
  const anchored = rows.slice(0, settings.anchorRows);
  return {
    anomalies: anomalies.length,
    anchor: await measureAnchor(set, anchored, settings),
    ours: Object.fromEntries(
      METHOD_NAMES.map((name) => [
        name,
        measureMethod(name, { set, seed: settings.seed }, { rows, same: anchored.length }),
      ]),
    ) as Result["ours"],
  };
}

async function measureAnchor(
  set: BenchmarkSet,
  rows: readonly number[],
  settings: Settings,
): Promise<Result["anchor"]> {
  const anchor = createAnchor({ maxSamples: settings.anchorSamples });
  detectorsOf(set, settings.seed); // their training is not part of the time
  const measured: (Measured & { readonly reached: number })[] = [];
  for (const row of rows) {
    const started = performance.now();
    const { form } = await askPeer(anchor, { set, seed: settings.seed }, { table: set.test, row });
    const seconds = (performance.now() - started) / 1000;
    const rule = form as RuleForm;
    measured.push({
      ...transferOf(set.test, row, alarmOf(set, rule, settings.seed)),
      seconds,
      reached: Number(rule.reached),
    });
  }
  return { ...meanMeasured(measured), reached: mean(measured.map(({ reached }) => reached)) };
}

/** Where the anchor's predicates all hold. One without predicates holds nowhere: it says nothing. */
function alarmOf(set: BenchmarkSet, { predicates }: RuleForm, seed: number): (row: number) => boolean {
  const { encoding } = detectorsOf(set, seed).forest;
  const parts = predicates.map(({ column, above, most }) => ({
    values: numbers(set.test, encoding[column]!.feature.name),
    above,
    most,
  }));
  return (row) =>
    parts.length > 0 &&
    parts.every(
      ({ values, above, most }) => (above === null || values[row]! > above) && (most === null || values[row]! <= most),
    );
}

interface MeasuredRows {
  readonly rows: readonly number[];
  /** How many of them, the first, Anchor explained too. */
  readonly same: number;
}

function measureMethod(
  name: RuleMethodName,
  { set, seed }: SeededSet,
  { rows, same }: MeasuredRows,
): Result["ours"][RuleMethodName] {
  const { preset, method } = RULE_METHODS[name];
  const explainer = explainerOf(set, { preset, seed }, method);
  const tables = rows.map((row) => oneRow(set.test, row));
  const explanations = tables.map((table) => explainer(table)[0]!); // this also warms up
  const measured = rows.map((row, i) => ({
    ...transferOfRules(set.test, row, explanations[i]!.rules.slice(0, 5)),
    seconds: medianSeconds(() => explainer(tables[i]!)),
  }));
  return {
    same: meanMeasured(measured.slice(0, same)),
    all: meanMeasured(measured),
    learnSeconds: learnSet(set, { preset, seed }).seconds,
  };
}

/** Of calls of less than a millisecond a single one says little: whatever else the machine does falls on it. */
function medianSeconds(call: () => void): number {
  return median(
    Array.from({ length: TIMED_CALLS }, () => {
      const started = performance.now();
      call();
      return (performance.now() - started) / 1000;
    }),
  );
}

function meanMeasured(measured: readonly Measured[]): Measured {
  return { ...meanTransfer(measured), seconds: mean(measured.map(({ seconds }) => seconds)) };
}

function present(all: readonly SetResult<Result | null>[]): Report {
  const results = all.flatMap(({ set, result }) => (result === null ? [] : [{ set, ...result }]));
  return {
    tables: [meansTable(results), bySetTable(results), learningTable(results)],
    plots: [scorePlot(results)],
    claims: claimsOf(results),
  };
}

type NamedResult = Result & { readonly set: string };

function averageOf(results: readonly NamedResult[], of: (result: Result) => Measured): Measured {
  return meanMeasured(results.map(of));
}

function meansTable(results: readonly NamedResult[]): ReportTable {
  const ours = (name: RuleMethodName, which: "same" | "all"): Measured =>
    averageOf(results, (result) => result.ours[name][which]);
  const line = (title: string, { seconds, precision, recall, f1 }: Measured): Cell[] => [
    title,
    seconds,
    precision,
    recall,
    f1,
  ];
  return {
    file: "rules-means",
    title: "Averages over sets",
    heads: ["method", "seconds", "precision", "recall", "F1"],
    digits: 3,
    rows: [
      line("Anchor, in the paper", PAPER_MEANS.anchor),
      line(
        "Anchor",
        averageOf(results, ({ anchor }) => anchor),
      ),
      line("PAR, in the paper", PAPER_MEANS.par),
      ...METHOD_NAMES.map((name) => line(`${name}, same rows as Anchor`, ours(name, "same"))),
      ...METHOD_NAMES.map((name) => line(`${name}, all rows`, ours(name, "all"))),
    ],
  };
}

function bySetTable(results: readonly NamedResult[]): ReportTable {
  const methods = ["in the paper", "PAR", "in the paper", "diagnosis"];
  return {
    file: "rules-by-set",
    title: "By set",
    heads: ["set", "anomalies", ...["P", "R", "F1", "s"].flatMap((measure) => [`${measure}: Anchor`, ...methods])],
    digits: 2,
    rows: results.map(({ set, anomalies, anchor, ours: { PAR, diagnosis } }) => [
      set,
      anomalies,
      ...(["precision", "recall", "f1", "seconds"] as const).flatMap((measure) => [
        anchor[measure],
        PAPER_ANCHOR.get(set)?.[measure] ?? null,
        PAR.same[measure],
        PAPER_PAR.get(set)?.[measure] ?? null,
        diagnosis.same[measure],
      ]),
    ]),
    note: "All on the rows that Anchor explained.",
  };
}

function learningTable(results: readonly NamedResult[]): ReportTable {
  return {
    file: "rules-learning",
    title: "Anchors that reached precision .95, and seconds to learn",
    heads: ["set", "anchors that reached it", ...METHOD_NAMES.map((name) => `${name}: seconds to learn`)],
    digits: 2,
    rows: results.map(({ set, anchor: { reached }, ours }) => [
      set,
      reached,
      ...METHOD_NAMES.map((name) => ours[name].learnSeconds),
    ]),
  };
}

function scorePlot(results: readonly NamedResult[]): ReportPlot {
  const inPaper = (of: typeof PAPER_ANCHOR): (number | null)[] => results.map(({ set }) => of.get(set)?.f1 ?? null);
  return {
    file: "rules-f1",
    title: "F1 of one anomaly's rules on unseen rows",
    svg: drawBars({
      title: "F1 of one anomaly's rules on unseen rows",
      unit: "F1",
      groups: results.map(({ set }) => set),
      series: [
        { name: "Anchor", values: results.map(({ anchor }) => anchor.f1) },
        { name: "Anchor, in the paper", isPaper: true, values: inPaper(PAPER_ANCHOR) },
        { name: "PAR", values: results.map(({ ours }) => ours.PAR.same.f1) },
        { name: "PAR, in the paper", isPaper: true, values: inPaper(PAPER_PAR) },
        { name: "diagnosis", values: results.map(({ ours }) => ours.diagnosis.same.f1) },
      ],
    }),
  };
}

function claimsOf(results: readonly NamedResult[]): Claim[] {
  const anchor = averageOf(results, (result) => result.anchor);
  const same = (name: RuleMethodName): Measured => averageOf(results, ({ ours }) => ours[name].same);
  return [
    {
      text: "finding PARs takes less than a hundredth of the time of Anchor",
      holds: same("PAR").seconds < anchor.seconds / 100,
      on: "any",
    },
    {
      text: "our diagnosis takes less than a tenth of it",
      holds: same("diagnosis").seconds < anchor.seconds / 10,
      on: "any",
    },
    { text: "PARs have a higher F1 than anchors on the same rows", holds: same("PAR").f1 > anchor.f1, on: "any" },
  ];
}
