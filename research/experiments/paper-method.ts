/**
 * The paper's own method, understood: which of its choices decides how many wrong features it names? Each choice is
 * changed alone, on the ready-made pack, where the published code was measured, too.
 */
import { createExplainer, type Explanation, learn } from "../../src/index.js";
import { ADBENCH_SETS } from "../data/adbench.js";
import { type BenchmarkSet, firstRows, numbers } from "../data/benchmark-set.js";
import { type HitRates, hitRates, meanRates } from "../measures/hit-rate.js";
import { mean, standardError } from "../measures/mean.js";
import type { Experiment, SetResult } from "./experiment.js";
import type { Cell, Report, ReportTable } from "./output/report.js";
import {
  type BrokenRules,
  BY_COUNTS,
  LEARNINGS,
  type LearningName,
  RANKINGS,
  type RankingName,
  SHIPPED,
  suspectsBy,
  WITH_CONDITIONS,
} from "./paper-method/choices.js";

interface Settings extends Readonly<Record<string, number>> {
  readonly seed: number;
  readonly rows: number;
}

/** Of every ranking, for rules of each learning. */
type Result = Readonly<Record<LearningName, { readonly rules: number; readonly rates: Rates }>>;
type Rates = Readonly<Record<RankingName, HitRates>>;

const LEARNING_NAMES = Object.keys(LEARNINGS) as LearningName[];
const RANKING_NAMES = Object.keys(RANKINGS) as RankingName[];
const DEFAULT: LearningName = "preset default";
const PAPER: LearningName = "preset paper";

const ANSWER = `## What makes the difference

1. **Where range rules stand.** Before all others they name more than by their counts, on nine of seventeen sets, and on none less. This is what the published code does and the paper does not say, and it is how method \`paper\` ranks now.
   Ordered by how far out the value is, they do a little better than in the order of columns.
2. **What a range is.** μ ± 3σ, as in the text; the range of everything seen, as in the published package, costs more than any other choice about rules that are used at all.
3. **How many cells.** Algorithm 2 as intended keeps every cut-off whose cells are frequent enough, and rules become too rare to be broken: magic, satellite and skin lose by it. The rest of the distance between preset paper and the
   published code is most likely there: its search for the place of a cut-off does not stop where it should, so that it keeps other ones, and fewer; that slip was not rebuilt here. Two to six cells serve; the two cells that
   did best here were seen after the fact, and would change the rules that the diagnosis shows.
4. **Features of conditions** behind those of consequents add some, since lists get longer. Method \`paper\` leaves them out: its suspects are what a broken rule is about, and a condition that holds accuses nothing.

Ties, the weights of the score, thresholds and the number of rules looked at move little. So do longer rules.`;

/** Of the published code on these rows: as it is, and with its ranges mended. */
const PUBLISHED = { asItIs: [0.537, 0.547], mended: [0.672, 0.687] } as const;

export const paperMethod: Experiment<Settings, Result> = {
  name: "paper-method",
  title: "The paper's own method: which choice makes the difference?",
  about: `Method \`paper\` names the features of the consequents of the rules that a row breaks. On the pack it had .646/.675 with our cells and .612/.624 with the paper's settings, where the published code,
its range rules mended, has .672/.687. Its authors' experiments were read again, line by line, for what the paper's text does not say. Two things are in the code alone:

- **Range rules come before all others**, whatever their counts. By its text a range rule is a PAR like any other, with a confidence of .98 to 1 and a score of 5.2 to 6, and a mined rule that holds in every row of a large part
  stands before it. Five of them or more are ordered by how far out the value is; fewer stay in the order of columns.
- **Features of the conditions follow those of the consequents** in the list of suspects, so that it is longer.

The tables change one choice at a time: of the order and use of broken rules, with the rules of our preset; then of what is learnt. HitRate@100 and @150, mean over sets, on the first 40 rows of each; ± is one standard error
of the difference at @100 over sets. Lists are cut as the row says; what no broken rule speaks about is not named and counts as missed.`,
  sets: ADBENCH_SETS.map(({ name }) => name),
  settings: (_, seed) => ({ seed, rows: 40 }),
  measure: async (name, sources, settings) => {
    const set = await sources.pack(name);
    return Object.fromEntries(LEARNING_NAMES.map((learning) => [learning, measure(set, learning, settings)])) as Result;
  },
  present,
};

/** Broken rules of a row that are looked at. */
const LOOKED_AT = 1000;

function measure(set: BenchmarkSet, learning: LearningName, { seed, rows }: Settings): Result[LearningName] {
  const model = learn(set.train, { ...LEARNINGS[learning], seed, trees: 0, neighbours: 0 });
  const explained = createExplainer(model, { method: "paper", top: LOOKED_AT })(
    firstRows(set.perturbed, Math.min(rows, set.truth.length)),
  );
  const broken = explained.map((explanation) => brokenRules(set, explanation, model.options.minSupport));
  const rates = RANKING_NAMES.map((name) => [
    name,
    meanRates(broken.map((each, row) => hitRates(suspectsBy(name, each), set.truth[row]!.features))),
  ]);
  return { rules: model.rules.length, rates: Object.fromEntries(rates) as Rates };
}

function brokenRules(set: BenchmarkSet, { row, rules }: Explanation, minSupport: number): BrokenRules {
  const names = set.train.columns.map(({ name }) => name);
  return {
    ranges: rules.filter(({ source }) => source === "range"),
    mined: rules.filter(({ source }) => source === "mined"),
    minSupport,
    placeOf: (feature) => names.indexOf(feature),
    isBeyondSeen: (feature) => {
      const value = numbers(set.perturbed, feature)[row]!;
      const seen = numbers(set.train, feature);
      return seen.every((other) => other < value) || seen.every((other) => other > value);
    },
  };
}

type Results = readonly SetResult<Result>[];

const HEADS = ["@100", "@150", "difference", "±"];

function present(results: Results): Report {
  const shipped = meanRates(ratesOf(results, DEFAULT, SHIPPED));
  const before = meanRates(ratesOf(results, DEFAULT, BY_COUNTS));
  return {
    tables: [rankingTable(results), learningTable(results), publishedTable(results), setTable(results)],
    plots: [],
    text: ANSWER,
    claims: [
      {
        text: "preset default's method paper reaches .67/.69",
        holds: shipped.at100 >= 0.67 && shipped.at150 >= 0.69,
        on: "all",
      },
      {
        text: "ranges first name more wrong features than ranges by their counts",
        holds: shipped.at100 > before.at100,
        on: "all",
      },
    ],
  };
}

function rankingTable(results: Results): ReportTable {
  return {
    file: "paper-method-rankings",
    title: "What is made of broken rules",
    heads: ["changed alone", ...HEADS],
    digits: 3,
    rows: RANKING_NAMES.map((name) => [name, ...figuresOf(results, DEFAULT, name)]),
  };
}

function learningTable(results: Results): ReportTable {
  return {
    file: "paper-method-learnings",
    title: "What is learnt, ranked as shipped",
    heads: ["changed alone", ...HEADS, "rules"],
    digits: 3,
    rows: LEARNING_NAMES.map((name) => [
      name,
      ...figuresOf(results, name, SHIPPED),
      String(Math.round(mean(results.map(({ result }) => result[name].rules)))),
    ]),
  };
}

function publishedTable(results: Results): ReportTable {
  const ours = (title: string, learning: LearningName, name: RankingName): Cell[] => [
    title,
    ...figuresOf(results, learning, name),
  ];
  return {
    file: "paper-method-published",
    title: "Beside the published code, on the same rows",
    heads: ["", ...HEADS],
    digits: 3,
    rows: [
      ["the published package as it is", ...PUBLISHED.asItIs, null, null],
      ["the published code, ranges μ ± 3σ as in the text", ...PUBLISHED.mended, null, null],
      ours("preset paper, ranges by their counts (ours before)", PAPER, BY_COUNTS),
      ours("preset paper, ranges first (as shipped)", PAPER, SHIPPED),
      ours("preset paper, and conditions behind consequents", PAPER, WITH_CONDITIONS),
      ours("preset default, ranges by their counts (ours before)", DEFAULT, BY_COUNTS),
      ours("preset default, ranges first (as shipped)", DEFAULT, SHIPPED),
      ours("preset default, and conditions behind consequents", DEFAULT, WITH_CONDITIONS),
    ],
  };
}

function setTable(results: Results): ReportTable {
  return {
    file: "paper-method-by-set",
    title: "By set, @100",
    heads: ["set", "by counts", "as shipped", "with conditions", "preset paper as shipped"],
    digits: 3,
    rows: results.map(({ set, result }) => [
      set,
      ...[BY_COUNTS, SHIPPED, WITH_CONDITIONS].map((name) => result[DEFAULT].rates[name].at100),
      result[PAPER].rates[SHIPPED].at100,
    ]),
  };
}

/** Mean rates, and their difference from what ships with its standard error. */
function figuresOf(results: Results, learning: LearningName, name: RankingName): Cell[] {
  const rates = ratesOf(results, learning, name);
  const { at100, at150 } = meanRates(rates);
  if (learning === DEFAULT && name === SHIPPED) return [at100, at150, null, null];
  const shipped = ratesOf(results, DEFAULT, SHIPPED);
  const differences = rates.map((rate, set) => rate.at100 - shipped[set]!.at100);
  return [at100, at150, mean(differences), standardError(differences)];
}

function ratesOf(results: Results, learning: LearningName, name: RankingName): HitRates[] {
  return results.map(({ result }) => result[learning].rates[name]);
}
