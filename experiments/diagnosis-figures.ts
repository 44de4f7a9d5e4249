/**
 * Figures of the diagnosis beside its HitRate, by set and on average:
 * - share of perturbed rows whose first shown rule names a truly changed feature;
 * - nominal confidence of those rules against their confidence on unseen normal rows;
 * - share of rows that look strange (stranger than 95 % of normal rows): flagged true and false positives, unflagged normal rows;
 * - precision, recall and F1 of the rules shown for one flagged anomaly as a detector of the other test rows.
 * Then HitRate when 0, 5, 10 and 20 % of the learning rows are anomalies.
 *
 *   node dist/experiments/diagnosis-figures.js [--sets a,b]
 */
import { parseArgs } from "node:util";
import { createRandom, randomInteger } from "../src/core/random/random.js";
import { createExplainer, type Explanation, learn, type PublicRule, type Table } from "../src/index.js";
import { packFolder } from "./data-folder.js";
import { formatRates, type HitRates, hitRates, mean, meanRates } from "./hit-rate.js";
import { numbers, type PackSet, packNames, pickRows, readPackSet } from "./pack.js";
import { applies, isBroken, stateOf } from "./violations.js";

const { values: args } = parseArgs({ options: { sets: { type: "string", default: "" } } });
const STRANGE = 0.95;
/** Flagged anomalies of a set whose rules are tried as detectors. */
const TRANSFERRED = 60;
const CONTAMINATIONS = [0, 0.05, 0.1, 0.2];

main();

function main(): void {
  const folder = packFolder();
  if (folder === null) {
    console.error("The pack of perturbed rows is not there: set PARSIGHT_DATA to the folder that holds perturbed/.");
    process.exitCode = 1;
    return;
  }
  const names = args.sets === "" ? packNames(folder) : args.sets.split(",");
  const sets = names.map((name) => readPackSet(folder, name));
  printFigures(sets);
  printContamination(sets);
}

function printFigures(sets: readonly PackSet[]): void {
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
  const means = heads.map((_, column) => mean(rows.map((row) => row[column]!).filter((value) => !Number.isNaN(value))));
  console.log(`| **mean** | ${means.map(formatFigure).join(" | ")} |\n`);
}

function figuresOf(set: PackSet): number[] {
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
    ...transfer(set.test, test),
  ];
}

/** Nominal and actual confidence, over rules that apply to some unseen normal row. */
function confidences(rules: readonly PublicRule[], test: Table): [nominal: number, actual: number] {
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
  const flagged = flags(test);
  const share = (wanted: (row: number) => boolean): number =>
    mean(explanations.filter(({ row }) => wanted(row)).map(({ strength }) => Number((strength ?? 0) >= STRANGE)));
  return [
    share((row) => flagged[row]! && label[row] === 1),
    share((row) => flagged[row]! && label[row] === 0),
    share((row) => !flagged[row]! && label[row] === 0),
  ];
}

/** A row without a rule counts 0. */
function transfer(test: Table, explanations: readonly Explanation[]): number[] {
  const label = numbers(test, "label");
  const flagged = flags(test);
  const anomalies = explanations.filter(({ row }) => flagged[row]! && label[row] === 1).slice(0, TRANSFERRED);
  const scores = anomalies.map(({ row: own, rules }) => {
    let hits = 0;
    let alarms = 0;
    let positives = 0;
    for (let row = 0; row < test.rowCount; row++) {
      if (row === own) continue;
      const isAlarm = rules.some((rule) => isBroken(rule, test, row));
      if (label[row] === 1) positives++;
      if (isAlarm) alarms++;
      if (isAlarm && label[row] === 1) hits++;
    }
    const precision = alarms === 0 ? 0 : hits / alarms;
    const recall = positives === 0 ? 0 : hits / positives;
    return [precision, recall, hits === 0 ? 0 : (2 * precision * recall) / (precision + recall)];
  });
  return [0, 1, 2].map((which) => mean(scores.map((score) => score[which]!)));
}

function flags(test: Table): boolean[] {
  const other = numbers(test, "ae_flag");
  return Array.from(numbers(test, "if_flag"), (flag, row) => flag === 1 || other[row] === 1);
}

function printContamination(sets: readonly PackSet[]): void {
  console.log("| anomalies among the learning rows | HitRate@100/@150 |\n| ---: | --- |");
  for (const share of CONTAMINATIONS) {
    const rates = sets.map((set) => contaminatedRates(set, share));
    console.log(`| ${share * 100} % | ${formatRates(meanRates(rates))} |`);
  }
}

function contaminatedRates(set: PackSet, share: number): HitRates {
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
function contaminate({ train, test, name }: PackSet, share: number): Table {
  const random = createRandom(name.length);
  const anomalies = [...numbers(test, "label").entries()].flatMap(([row, label]) => (label === 1 ? [row] : []));
  const count = anomalies.length === 0 ? 0 : Math.round((share * train.rowCount) / (1 - share));
  const drawn = Array.from({ length: count }, () => anomalies[randomInteger(random, anomalies.length)]!);
  const added = pickRows(test, drawn);
  return {
    rowCount: train.rowCount + count,
    columns: train.columns.map((column) => ({
      name: column.name,
      type: "number" as const,
      values: Float64Array.of(...numbers(train, column.name), ...numbers(added, column.name)),
    })),
  };
}

function formatFigure(value: number): string {
  return Number.isNaN(value) ? "n.a." : value.toFixed(3);
}
