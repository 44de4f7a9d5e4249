/**
 * Mixed tables (numbers and categories) with wrong cells that are known: who is blamed first, what is caught, and
 * whether a rule says why. By table and by kind of fault. The rows are a pack in the folder `mixed` of the data.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createExplainer, type Explanation, learn, type Table } from "../src/index.js";
import { readTable } from "../src/node/index.js";
import { dataFolder } from "./data/data-folder.js";
import type { Experiment, SetResult } from "./experiment.js";
import { type HitRates, hitRates, meanRates } from "./measures/hit-rate.js";
import { mean } from "./measures/mean.js";
import type { Cell, Report } from "./output/report.js";

interface Settings extends Readonly<Record<string, number>> {
  readonly seed: number;
}

interface Fault {
  readonly features: readonly string[];
  readonly mode: string;
  /** Whether normal rows have such values, too. */
  readonly inside: boolean;
}

/** A row with wrong cells. */
interface JudgedRow extends HitRates {
  readonly mode: string;
  readonly inside: boolean;
  /** Whether the first suspect is wrong, and whether a rule is shown for it. */
  readonly isFirstRight: boolean;
  readonly hasRule: boolean;
}

interface Result {
  readonly rows: readonly JudgedRow[];
  /** Shares of wrong and of untouched rows with a strength of .95 and more; how well strength tells them apart. */
  readonly caught: number;
  readonly falseAlarms: number;
  readonly area: number;
}

const FOLDER = join(dataFolder(), "mixed");

export const mixedTables: Experiment<Settings, Result> = {
  name: "mixed",
  title: "Mixed tables with wrong cells",
  about: `Eight tables of numbers and categories, four of them public, four simulated; about 100 rows of each have one or two wrong cells (another category, ten times the number, another
unit, a value that is rare in its group, exchanged cells, defaults, typos). HitRate as in the paper; *caught* and *false alarms* are the shares of wrong and of untouched rows at a strength
of .95 and more, *AUC* is the chance that a wrong row is stronger than an untouched one. *With a rule*: of first suspects that are right, those for which a broken rule is shown.`,
  sets: existsSync(FOLDER) ? tableNames() : [],
  settings: (_, seed) => ({ seed }),
  measure: async (set, _, settings) => measureTable(set, settings),
  present,
};

function tableNames(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => existsSync(join(FOLDER, name, "truth.json")))
    .sort();
}

async function measureTable(set: string, { seed }: Settings): Promise<Result> {
  const read = async (name: string): Promise<Table> => (await readTable([join(FOLDER, set, name)])).table;
  const truth = JSON.parse(readFileSync(join(FOLDER, set, "truth.json"), "utf8")) as Fault[];
  const explainer = createExplainer(learn(await read("train.csv"), { seed }));
  const wrong = explainer(await read("perturbed.csv"));
  const untouched = explainer(await read("normal.csv")).map(strengthOf);
  const strengths = wrong.map(strengthOf);
  return {
    rows: wrong.map((explanation, row) => judgeRow(explanation, truth[row]!)),
    caught: shareAt(strengths, STRANGE),
    falseAlarms: shareAt(untouched, STRANGE),
    area: areaUnderCurve(strengths, untouched),
  };
}

const STRANGE = 0.95;

function strengthOf({ strength }: Explanation): number {
  return strength ?? Number.NaN;
}

function shareAt(strengths: readonly number[], least: number): number {
  return mean(strengths.map((strength) => Number(strength >= least)));
}

/** Equal strengths count half. */
function areaUnderCurve(wrong: readonly number[], untouched: readonly number[]): number {
  return mean(wrong.map((one) => mean(untouched.map((other) => (Math.sign(one - other) + 1) / 2))));
}

function judgeRow({ features }: Explanation, { features: wrong, mode, inside }: Fault): JudgedRow {
  const ranked = features.map(({ feature }) => feature);
  return {
    ...hitRates(ranked, wrong),
    mode,
    inside,
    isFirstRight: wrong.includes(ranked[0]!),
    hasRule: features[0]!.rule !== null,
  };
}

function present(results: readonly SetResult<Result>[]): Report {
  const all = results.flatMap(({ result }) => result.rows);
  const modes = [...new Set(all.map(({ mode }) => mode))].sort();
  const groups: [string, JudgedRow[]][] = [
    ...modes.map((mode): [string, JudgedRow[]] => [mode, all.filter((row) => row.mode === mode)]),
    ["all cells hold values that normal rows have", all.filter(({ inside }) => inside)],
    ["a cell beyond them", all.filter(({ inside }) => !inside)],
  ];
  const bySet = results.map(({ set, result }): [string, ...number[]] => [
    set,
    ...rowFigures(result.rows),
    result.area,
    result.caught,
    result.falseAlarms,
  ]);
  const columns = bySet[0]?.slice(1) ?? [];
  const means = columns.map((_, i) => mean(bySet.map((row) => Number(row[i + 1]))));
  const heads = ["@100", "@150", "first suspect right", "with a rule"];
  return {
    tables: [
      {
        file: "mixed-by-set",
        title: "By table",
        heads: ["table", ...heads, "AUC", "caught", "false alarms"],
        rows: means.length === 0 ? [] : [...bySet, ["mean", ...means]],
        digits: 3,
      },
      {
        file: "mixed-by-fault",
        title: "By kind of fault",
        heads: ["fault", "rows", ...heads],
        rows: groups.map(([name, rows]): Cell[] => [name, String(rows.length), ...rowFigures(rows)]),
        digits: 3,
      },
    ],
    plots: [],
    claims: [],
  };
}

function rowFigures(rows: readonly JudgedRow[]): number[] {
  const { at100, at150 } = meanRates(rows);
  const right = rows.filter(({ isFirstRight }) => isFirstRight);
  return [at100, at150, right.length / rows.length, mean(right.map(({ hasRule }) => Number(hasRule)))];
}
