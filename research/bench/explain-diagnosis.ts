/** Explaining one row by the diagnosis, against explainers that ask a detector many times, and against OutlierTree. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createExplainer, type LearnOptions, learn, type Table } from "../../src/index.js";
import { NO_PACK, readNumbers } from "../data/pack.js";
import { median } from "../measures/median.js";
import {
  atLeastTimes,
  atMost,
  type Bench,
  type BenchContext,
  formatMicroseconds,
  formatMs,
  type Line,
  requireAnswer,
} from "./bench.js";
import { oneRowTables, repeated } from "./data/one-row-tables.js";
import { mixedTable } from "./data/synthetic.js";
import { type HitRate, hitRate, rankedFeatures } from "./hit-rate.js";
import { type PythonServer, startPython, whyNotRun } from "./python.js";
import {
  checkBatch,
  medianBatch,
  medianBatchCpu,
  medianSingle,
  noTimes,
  type RowTimes,
  timeRound,
  warmUp,
} from "./row-times.js";
import { LONG_RUN_MS, type Timing } from "./timing.js";

export const explainDiagnosis: Bench = {
  name: "explain",
  title: "Explain one row, diagnosis, 36 features",
  about:
    "The perturbed rows of satellite, model at its defaults. “One call” is one row given to a prepared explainer, median over rows " +
    "and rounds after three seconds of warm-up; “batch” is a row's share of one call with 1,000 rows. KernelSHAP (20 k-means rows), LIME (5,000 samples) and Anchor (its " +
    "defaults) explain the score of the detector that flagged the row, as in the experiments: scikit-learn's autoencoder where it did, else its isolation forest " +
    "(research/bench/rivals/detectors.py); median of single rows. OutlierTree's `predict` runs over the same 1,000 rows " +
    "in one call. “Without trees” is a model learnt with `--trees 0`, in rounds of its own after the others. One thread each, wall time. Checked first: batch and single calls give the same explanations. As a " +
    "test of sense, the hit rate of each on the rows of satellite that it explained, the first of the file: the share of changed features among as many blamed first; for ours it must be above chance.",
  run: runExplain,
};

const MODEL_RIVALS = [
  { name: "KernelSHAP", rival: "shap", packages: ["shap"], rowsPerRound: 4 },
  { name: "LIME", rival: "lime", packages: ["lime"], rowsPerRound: 4 },
  { name: "Anchor", rival: "anchor", packages: ["anchor-exp", "lime"], rowsPerRound: 1 },
] as const;

const FASTEST = "≥ 500× the fastest of SHAP, LIME, Anchor";
const LEVEL = "level with OutlierTree per row";
const LEAN_LEVEL = `${LEVEL}, diagnosis without trees`;
const BATCH_ROWS = 1000;

interface ExplainTask {
  readonly train: Table;
  readonly rows: Table;
  /** Features changed in each row, by place; null where that is not known. */
  readonly truth: readonly (readonly number[])[] | null;
}

async function runExplain(context: BenchContext): Promise<Line[]> {
  const task = readRows(context);
  if (task === null) return MODEL_RIVALS.map(({ name }) => notRun({ name, reason: NO_PACK }, "–", FASTEST));
  context.say("explain: diagnosis");
  const ours = enter(task, {}, context);
  const server =
    context.rivals.kind === "present" && whyNotRun(context.rivals, "scikit-learn", "pandas") === null
      ? startPython(context.rivals, "explain.py")
      : null;
  try {
    const race = { server, task, context };
    const rivals = await runRivals(race, ours.round);
    return [...ourLines(ours), ...rivalLines(rivals, ours.times, context), await runWithoutTrees(race)];
  } finally {
    await server?.close();
  }
}

interface Race {
  /** Null where no rival in Python can run. */
  readonly server: PythonServer | null;
  readonly task: ExplainTask;
  readonly context: BenchContext;
}

/** A way of ours to explain the rows: checked, warmed up, and timed round by round. */
interface Entry {
  readonly times: RowTimes;
  /** Microseconds of a call before warming up. */
  readonly cold: number;
  readonly hits: HitRate | null;
  readonly round: () => void;
}

function enter(task: ExplainTask, options: LearnOptions, context: BenchContext): Entry {
  const explain = createExplainer(learn(task.train, options));
  const singles = oneRowTables(task.rows);
  const explanations = checkBatch({ explain, rows: singles, all: task.rows });
  const hits =
    task.truth === null
      ? null
      : hitRate(explanations.map(rankedFeatures(task.train)), task.truth, task.train.columns.length);
  requireAnswer(hits === null || hits.rate > hits.chance, "our diagnosis is no better than chance");
  const all = repeated(task.rows, Math.ceil((context.isQuick ? 1 : BATCH_ROWS) / task.rows.rowCount));
  const timed = { explain, rows: singles, all };
  const times = noTimes();
  const cold = warmUp(timed, context.isQuick ? 0 : undefined);
  return { times, cold, hits, round: () => timeRound(timed, times) };
}

/** A diagnosis by nearest rows and mixture alone, whole tables against OutlierTree's. */
async function runWithoutTrees({ server, task, context }: Race): Promise<Line> {
  context.say("explain: diagnosis without trees");
  const ours = enter(task, { trees: 0 }, context);
  const tables: TableAnswer[] = [];
  for (let at = 0; at < context.runs; at++) {
    ours.round();
    if (server !== null && whyNotRun(context.rivals, "outliertree") === null) {
      tables.push(await askOutlierTree(server, task));
    }
  }
  const outcome = outlierTreeOutcome(tables, task, context);
  const sense = ours.hits === null ? "" : `ours: ${describeHits(ours.hits)}; theirs: `;
  return {
    ...rivalLine(outcome, medianBatch(ours.times), { text: LEAN_LEVEL, least: 1 }),
    what: "batch, without trees",
    remark: outcome.remark === "" ? "" : `${sense}${outcome.remark}`,
  };
}

function readRows({ pack, isQuick }: BenchContext): ExplainTask | null {
  if (isQuick) {
    const train = mixedTable({ rows: 300, numeric: 6, categorical: 1, seed: 1 });
    return { train, rows: mixedTable({ rows: 20, numeric: 6, categorical: 1, seed: 2 }), truth: null };
  }
  if (pack === null) return null;
  const file = (name: string): string => join(pack, "satellite", name);
  const truth = JSON.parse(readFileSync(file("truth.json"), "utf8")) as { features: number[] }[];
  return {
    train: readNumbers(file("train.csv")),
    rows: readNumbers(file("perturbed.csv")),
    truth: truth.map(({ features }) => features),
  };
}

interface RivalOutcome {
  readonly name: string;
  /** Microseconds for a row, or why there are none. */
  readonly perRow: number | { readonly reason: string };
  readonly remark: string;
}

interface Answer extends Timing {
  readonly features: number[];
}

/** Of all rows in one call; what is blamed in each of them. */
interface TableAnswer extends Timing {
  readonly rows: number;
  readonly features: number[][];
}

function askOutlierTree(server: PythonServer, task: ExplainTask): Promise<TableAnswer> {
  return server.ask("outlier_tree", { repeat: BATCH_ROWS / task.rows.rowCount });
}

async function runRivals({ server, task, context }: Race, round: () => void): Promise<RivalOutcome[]> {
  const answers = MODEL_RIVALS.map((): { row: number; answer: Answer }[] => []);
  const tables: TableAnswer[] = [];
  if (server !== null && context.pack !== null) {
    const file = (name: string): string => join(context.pack!, "satellite", name);
    await server.ask("load", { train: file("train.csv"), test: file("test.csv"), rows: file("perturbed.csv") });
  }
  for (let at = 0; at < context.runs; at++) {
    round();
    if (server === null) continue;
    context.say(`explain: round ${at + 1}`);
    for (const [place, rival] of MODEL_RIVALS.entries()) {
      if (whyNotRun(context.rivals, ...rival.packages) !== null) continue;
      const soFar = answers[place]!;
      if (soFar.length >= 5 && soFar.some(({ answer }) => answer.wallMs > LONG_RUN_MS)) continue;
      for (let i = 0; i < rival.rowsPerRound; i++) {
        const row = (at * rival.rowsPerRound + i) % task.rows.rowCount;
        soFar.push({ row, answer: await server.ask<Answer>("explain", { rival: rival.rival, row }) });
      }
    }
    if (whyNotRun(context.rivals, "outliertree") !== null) continue;
    tables.push(await askOutlierTree(server, task));
  }
  const outcomes = MODEL_RIVALS.map(({ name, packages }, place) => {
    const reason = whyNotRun(context.rivals, ...packages);
    return reason === null ? outcomeOf(name, answers[place]!, task) : { name, perRow: { reason }, remark: "" };
  });
  return [...outcomes, outlierTreeOutcome(tables, task, context)];
}

function outcomeOf(name: string, answers: readonly { row: number; answer: Answer }[], task: ExplainTask): RivalOutcome {
  const ranked = answers.map(({ answer }) => answer.features);
  const truth = answers.map(({ row }) => task.truth![row]!);
  const hits = hitRate(ranked, truth, task.train.columns.length);
  if (name !== "Anchor") {
    const isWhole = (features: readonly number[]): boolean => new Set(features).size === task.train.columns.length;
    requireAnswer(ranked.every(isWhole), `${name} does not rank all features`);
  }
  return {
    name,
    perRow: median(answers.map(({ answer }) => answer.wallMs)) * 1000,
    remark: `${answers.length} rows; ${describeHits(hits)}`,
  };
}

function outlierTreeOutcome(tables: readonly TableAnswer[], task: ExplainTask, { rivals }: BenchContext): RivalOutcome {
  const reason = whyNotRun(rivals, "outliertree");
  const [first] = tables;
  if (reason !== null || first === undefined) {
    return { name: "OutlierTree", perRow: { reason: reason ?? "no table" }, remark: "" };
  }
  const explained = first.features.filter((features) => features.length > 0).length;
  return {
    name: "OutlierTree",
    perRow: median(tables.map(({ wallMs, rows }) => (wallMs * 1000) / rows)),
    remark:
      `whole table; CPU ${formatMicroseconds(median(tables.map(({ cpuMs, rows }) => (cpuMs * 1000) / rows)))}; ` +
      `finds something in ${explained} of ${first.features.length} rows; ` +
      describeHits(hitRate(first.features, task.truth!, task.train.columns.length)),
  };
}

function describeHits({ rate, chance }: HitRate): string {
  return `hit rate ${rate.toFixed(2)} (chance ${chance.toFixed(2)})`;
}

function ourLines({ times, cold, hits }: Entry): Line[] {
  const first = `before warming up: ${formatMicroseconds(cold)}`;
  const sense = hits === null ? first : `${describeHits(hits)}; ${first}`;
  const line = (what: string, us: number, { goal, remark }: Pick<Line, "goal" | "remark">): Line => ({
    what,
    ours: formatMicroseconds(us),
    rival: "–",
    theirs: "–",
    ratio: null,
    goal,
    remark,
  });
  return [
    line("one call", medianSingle(times), {
      goal: atMost({ text: "median ≤ 150 µs", most: 150 }, medianSingle(times), formatMicroseconds),
      remark: sense,
    }),
    line("batch", medianBatch(times), { goal: null, remark: `CPU ${formatMicroseconds(medianBatchCpu(times))}` }),
  ];
}

function rivalLines(outcomes: readonly RivalOutcome[], times: RowTimes, { runs }: BenchContext): Line[] {
  const perRows = outcomes.flatMap(({ name, perRow }) =>
    name !== "OutlierTree" && typeof perRow === "number" ? [perRow] : [],
  );
  const fastest = Math.min(...perRows);
  return outcomes.map((outcome) => {
    const isTable = outcome.name === "OutlierTree";
    const ours = isTable ? medianBatch(times) : medianSingle(times);
    const line = rivalLine(outcome, ours, isTable ? { text: LEVEL, least: 1 } : { text: FASTEST, least: 500 });
    if (typeof outcome.perRow !== "number") return line;
    const isFastest = outcome.perRow === fastest;
    return {
      ...line,
      goal: isTable || isFastest ? line.goal : null,
      remark: `${outcome.remark}${isFastest && !isTable ? "; the fastest of three" : ""}${runs < 5 ? "; few rounds" : ""}`,
    };
  });
}

interface SpeedGoal {
  readonly text: string;
  /** So many times as fast, at least. */
  readonly least: number;
}

/** Against `ours`, the microseconds of a row. */
function rivalLine({ name, perRow, remark }: RivalOutcome, ours: number, goal: SpeedGoal): Line {
  if (typeof perRow !== "number") return notRun({ name, reason: perRow.reason }, formatMicroseconds(ours), goal.text);
  const ratio = perRow / ours;
  return {
    what: name === "OutlierTree" ? "batch" : "one call",
    ours: formatMicroseconds(ours),
    rival: name,
    theirs: formatMs(perRow / 1000),
    ratio,
    goal: atLeastTimes(goal.text, goal.least, ratio),
    remark,
  };
}

interface AbsentRival {
  readonly name: string;
  readonly reason: string;
}

function notRun({ name, reason }: AbsentRival, ours: string, goal: string): Line {
  return {
    what: name === "OutlierTree" ? "batch" : "one call",
    ours,
    rival: name,
    theirs: `not run: ${reason}`,
    ratio: null,
    goal: atLeastTimes(goal, 1, null),
    remark: "",
  };
}
