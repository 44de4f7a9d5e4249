/**
 * Mixed tables (numbers and categories) with wrong cells that are known: who is blamed first, what is caught, and
 * whether a rule says why. By table and by kind of fault. The rows are a pack in the folder `mixed` of the data.
 */
import { createExplainer, type Explanation, learn } from "../../src/index.js";
import { type MixedFault, mixedNames, readMixed } from "../data/mixed-pack.js";
import { type HitRates, hitRates, meanRates } from "../measures/hit-rate.js";
import { mean } from "../measures/mean.js";
import type { Experiment, SetResult } from "./experiment.js";
import type { Cell, Report } from "./output/report.js";

interface Settings extends Readonly<Record<string, number>> {
  readonly seed: number;
}

/** A row with wrong cells. */
interface JudgedRow extends HitRates {
  readonly mode: string;
  /** Whether all wrong values are such as normal rows have, too; and whether they are, besides, odd in their row. */
  readonly inside: boolean;
  readonly isKnowable: boolean;
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

export const mixedTables: Experiment<Settings, Result> = {
  name: "mixed",
  title: "Mixed tables with wrong cells",
  about: `Eight tables of numbers and categories, four of them public, four simulated; about 100 rows of each have one or two wrong cells (another category, ten times the number, another
unit, a value that is rare in its group, exchanged cells, defaults, typos). HitRate as in the paper; *caught* and *false alarms* are the shares of wrong and of untouched rows at a strength
of .95 and more, *AUC* is the chance that a wrong row is stronger than an untouched one. *With a rule*: of first suspects that are right, those for which a broken rule is shown.`,
  sets: mixedNames(),
  settings: (_, seed) => ({ seed }),
  measure: async (set, _, settings) => measureTable(set, settings),
  present,
};

async function measureTable(set: string, { seed }: Settings): Promise<Result> {
  const { train, perturbed, truth, normal } = await readMixed(set);
  const model = learn(train, { seed });
  const explainer = createExplainer(model);
  const wrong = explainer(perturbed);
  const untouched = explainer(normal).map(strengthOf);
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

/** Wrong values that one true value in fifty or fewer is as odd as, given all other cells. */
const KNOWABLE = 0.02;

function judgeRow({ features }: Explanation, { features: wrong, mode, inside, p }: MixedFault): JudgedRow {
  const ranked = features.map(({ feature }) => feature);
  return {
    ...hitRates(ranked, wrong),
    mode,
    inside,
    isKnowable: inside && p.every((chance) => chance < KNOWABLE),
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
    ["– and each is odd in its row (knowable)", all.filter(({ isKnowable }) => isKnowable)],
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
