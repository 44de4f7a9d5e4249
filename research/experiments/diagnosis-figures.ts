/**
 * Figures of the diagnosis beside its HitRate, by set and on average:
 * - share of perturbed rows whose first shown rule names a truly changed feature;
 * - nominal confidence of those rules against their confidence on unseen normal rows;
 * - share of rows that look strange (stranger than 95 % of normal rows): flagged true and false positives, unflagged
 *   normal rows;
 * - precision, recall and F1 of the rules shown for one flagged anomaly as a detector of the other test rows.
 * Then HitRate when 0, 5, 10 and 20 % of the learning rows are anomalies.
 *
 *   npm run research -- diagnosis-figures [--sets a,b]
 */
import { parseArgs } from "node:util";
import { createExplainer, type Explanation, learn, type Rule, type Table } from "../../src/index.js";
import { type BenchmarkSet, flaggedRows, isFlagged, joinRows, numbers, pickRows } from "../data/benchmark-set.js";
import { packSetsNamed } from "../data/find-sets.js";
import { createRandom, randomInteger } from "../internals.js";
import { formatRates, type HitRates, hitRates, meanRates } from "../measures/hit-rate.js";
import { mean, meanKnown } from "../measures/mean.js";
import { meanTransfer, transferOfRules } from "../measures/transfer.js";
import { applies, stateOf } from "../measures/violations.js";

const { values: args } = parseArgs({ options: { sets: { type: "string", default: "" } } });
const STRANGE = 0.95;
/** Flagged anomalies of a set whose rules are tried as detectors. */
const TRANSFERRED = 60;
const CONTAMINATIONS = [0, 0.05, 0.1, 0.2];

main();

function main(): void {
  const sets = packSetsNamed(args.sets);
  if (sets === null) return;
  printFigures(sets);
  printContamination(sets);
}

function printFigures(sets: readonly BenchmarkSet[]): void {
  const heads = [
    "rule names a changed feature",
    "confidence",
    "on unseen rows",
    "strange: TPs",
    "FPs",
    "unflagged normal",
    "P",
    "R",
    "F1",
  ];
  console.log(`| set | ${heads.join(" | ")} |\n| --- |${" ---: |".repeat(heads.length)}`);
  const rows = sets.map((set) => {
    const figures = figuresOf(set);
    console.log(`| ${set.name} | ${figures.map(formatFigure).join(" | ")} |`);
    return figures;
  });
  const means = heads.map((_, column) => meanKnown(rows.map((row) => row[column]!)));
  console.log(`| **mean** | ${means.map(formatFigure).join(" | ")} |\n`);
}

function figuresOf(set: BenchmarkSet): number[] {
  const explainer = createExplainer(learn(set.train));
  const perturbed = explainer(set.perturbed);
  const test = explainer(set.test);
  const shown = perturbed.flatMap((explanation, row) => {
    const first = explanation.features.find((suspect) => suspect.rule !== null);
    if (first === undefined) return [];
    return [{ rule: explanation.rules[first.rule!]!, isRight: set.truth[row]!.features.includes(first.feature) }];
  });
  const rules = shown.map(({ rule }) => rule);
  return [
    mean(shown.map(({ isRight }) => Number(isRight))),
    ...confidences(rules, set.test),
    ...strangeShares(set.test, test),
    ...transfer(set, test),
  ];
}

/** Nominal and actual confidence, over rules that apply to some unseen normal row. */
function confidences(rules: readonly Rule[], test: Table): [nominal: number, actual: number] {
  const label = numbers(test, "label");
  const measured = rules.flatMap((rule) => {
    let known = 0;
    let held = 0;
    for (let row = 0; row < test.rowCount; row++) {
      if (label[row] !== 0 || !applies(rule, test, row)) continue;
      const state = stateOf(rule.consequent, test, row);
      if (state !== "missing") known++;
      if (state === "holds") held++;
    }
    return known === 0 ? [] : [{ nominal: rule.confidence, actual: held / known }];
  });
  return [mean(measured.map(({ nominal }) => nominal)), mean(measured.map(({ actual }) => actual))];
}

function strangeShares(test: Table, explanations: readonly Explanation[]): number[] {
  const label = numbers(test, "label");
  const share = (wanted: (row: number) => boolean): number =>
    mean(explanations.filter(({ row }) => wanted(row)).map(({ strength }) => Number((strength ?? 0) >= STRANGE)));
  return [
    share((row) => isFlagged(test, row) && label[row] === 1),
    share((row) => isFlagged(test, row) && label[row] === 0),
    share((row) => !isFlagged(test, row) && label[row] === 0),
  ];
}

/** A row without a rule counts 0. */
function transfer(set: BenchmarkSet, explanations: readonly Explanation[]): number[] {
  const anomalies = flaggedRows(set, 1).slice(0, TRANSFERRED);
  const { precision, recall, f1 } = meanTransfer(
    anomalies.map((row) => transferOfRules(set.test, row, explanations[row]!.rules)),
  );
  return [precision, recall, f1];
}

function printContamination(sets: readonly BenchmarkSet[]): void {
  console.log("| anomalies among the learning rows | HitRate@100/@150 |\n| ---: | --- |");
  for (const share of CONTAMINATIONS) {
    const rates = sets.map((set) => contaminatedRates(set, share));
    console.log(`| ${share * 100} % | ${formatRates(meanRates(rates))} |`);
  }
}

function contaminatedRates(set: BenchmarkSet, share: number): HitRates {
  const explainer = createExplainer(learn(contaminate(set, share), { maxPredicates: 1 }));
  return meanRates(
    explainer(set.perturbed).map((explanation, row) =>
      hitRates(
        explanation.features.map((suspect) => suspect.feature),
        set.truth[row]!.features,
      ),
    ),
  );
}

/** Learning rows of which the given share are anomalies of the test rows, drawn with replacement. */
function contaminate({ train, test, name }: BenchmarkSet, share: number): Table {
  const random = createRandom(name.length);
  const anomalies = [...numbers(test, "label").entries()].flatMap(([row, label]) => (label === 1 ? [row] : []));
  const count = anomalies.length === 0 ? 0 : Math.round((share * train.rowCount) / (1 - share));
  const drawn = Array.from({ length: count }, () => anomalies[randomInteger(random, anomalies.length)]!);
  return joinRows(train, pickRows(test, drawn));
}

function formatFigure(value: number): string {
  return Number.isNaN(value) ? "n.a." : value.toFixed(3);
}
