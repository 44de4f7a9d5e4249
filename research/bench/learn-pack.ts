/** Learning from CSV to saved model: the command line against the same steps written in Python, for every set. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createExplainer, loadModel, type Model } from "../../src/index.js";
import { NO_PACK, readNumbers } from "../data/pack.js";
import { toPlainCsv } from "../data/plain-csv.js";
import { median } from "../measures/median.js";
import { type Bench, type BenchContext, figure, formatMs, formatRatio, type Line, requireAnswer } from "./bench.js";
import {
  cutOffsOf,
  type PipelineModel,
  requireAllRules,
  requireProductive,
  requireSameRules,
} from "./compare-rules.js";
import { type NamedTable, trainingTables } from "./data/pack-tables.js";
import { type HitRate, hitRate, rankedFeatures } from "./hit-rate.js";
import {
  blameByPipeline,
  type InsideTiming,
  learnAllRules,
  type PipelineMiner,
  runCapped,
  runOurs,
  runPipeline,
} from "./learn-runs.js";
import { type Rivals, whyNotRun } from "./python.js";
import { type Medians, race } from "./timing.js";

export const learnPack: Bench = {
  name: "learn",
  title: "Learn all 17 sets, preset default, from CSV to saved model",
  about:
    "`parsight learn train.csv -o model.json` with its defaults (all cores) against research/bench/rivals/pipeline.py, each run a process of its own with the environment that it " +
    "finds. The pipeline does the same with pandas, scikit-learn and mlxtend: cut-offs by trees, at most 100 predicates (a courtesy), rules of up to three predicates, " +
    "range rules; and for the diagnosis eight trees for each feature, a Gaussian mixture, nearest rows, and a measure on rows held aside (research/bench/rivals/diagnosis.py says " +
    "what it leaves out). Both of mlxtend's miners are tried on every set, and the faster one is raced. " +
    "Checked first: between our cut-offs the pipeline finds the same rules with the same counts, every one (ours learnt with `--redundancy all`), and so it does between those " +
    "of its own cut-offs that are ours too; 90 % of them are (the others are ties, or lie on a value); the models that are timed lack exactly the rules " +
    "that a shorter one makes superfluous; and on the perturbed rows our diagnosis hits changed features as often as the pipeline's (less 0.05 at most, mean over the sets; " +
    "the pipeline ranks features in one step). Wall time; “inside” leaves out starting the interpreter and, for Python, its imports.",
  run: runLearn,
};

const RIVAL = "the same in Python";
const FIGURE = "all sets, against the faster of mlxtend's miners";
/** Least share of the pipeline's cut-offs that are ours too. */
const LEAST_COMMON = 0.9;
const HIT_SLACK = 0.05;
type Present = Rivals & { kind: "present" };

async function runLearn(context: BenchContext): Promise<Line[]> {
  const tables = trainingTables(context, "all");
  if (tables.length === 0) return [notRun("–", NO_PACK)];
  const reason = whyNotRun(context.rivals, "scikit-learn", "mlxtend", "pandas");
  const rivals = context.rivals.kind === "present" && reason === null ? context.rivals : null;
  const checked: CheckedSet[] = [];
  for (const table of tables) {
    context.say(`learn ${table.name}: checking`);
    checked.push(await checkSet(table, rivals, context));
  }
  if (rivals !== null) requireSense(checked.map(({ theirs }) => theirs!));
  const timed: TimedSet[] = [];
  for (const set of checked) {
    context.say(`learn ${set.name}`);
    timed.push({ ...set, sides: await timeSet(set, rivals, context) });
  }
  if (rivals === null) return [notRun(formatMs(total(timed, ({ sides }) => sides.ours.wallMs)), reason ?? "")];
  return toLines(timed);
}

interface CheckedSet {
  readonly name: string;
  readonly source: string;
  /** Null without Python. */
  readonly theirs: Checked | null;
}

/** What was seen of the pipeline before times are taken. */
export interface Checked {
  readonly name: string;
  /** The faster of mlxtend's miners on this set, and the run that showed it. */
  readonly miner: PipelineMiner;
  readonly run: InsideTiming;
  /**
   * Rules, all the same between the same cut-offs; the pipeline's own cut-offs, and those of them that are ours too.
   */
  readonly compared: { readonly rules: number; readonly cutOffs: number; readonly commonCutOffs: number };
  /** Null where there are no perturbed rows. */
  readonly hits: { readonly ours: HitRate; readonly theirs: HitRate } | null;
}

async function checkSet(set: NamedTable, rivals: Present | null, context: BenchContext): Promise<CheckedSet> {
  const { name, table } = set;
  const { scratch, pack } = context;
  const source = pack === null ? join(scratch, "train.csv") : join(pack, name, "train.csv");
  if (pack === null) writeFileSync(source, toPlainCsv(table));
  const file = join(scratch, `${name}.ours.json`);
  await learnAllRules(source, file, scratch);
  const all = readModel(file);
  await runOurs({ source, model: file }, scratch);
  const model = readModel(file);
  requireProductive(model, all, name);
  requireAnswer(model.rowCount === table.rowCount, `${name}: the model says ${model.rowCount} rows`);
  requireAnswer(model.forest.targets.length > 0, `${name}: the model has no trees`);
  if (rivals === null || pack === null) return { name, source, theirs: null };
  const work = { rivals, source, folder: join(pack, name), scratch };
  const theirs = await checkPipeline(set, { all, model }, work);
  const { compared, hits } = theirs;
  context.say(
    `  ${compared.rules} rules are the same, and ${compared.commonCutOffs} of ${compared.cutOffs} cut-offs; ` +
      `hit rate ${hits!.ours.rate.toFixed(3)}, theirs ${hits!.theirs.rate.toFixed(3)}`,
  );
  return { name, source, theirs };
}

/** Of one set: a model with all rules, and the one that is timed. */
interface OurModels {
  readonly all: Model;
  readonly model: Model;
}

interface PipelineWork {
  readonly rivals: Present;
  /** The learning rows. */
  readonly source: string;
  /** Where the pack has the set. */
  readonly folder: string;
  readonly scratch: string;
}

/** Runs the pipeline in all its ways and compares what it finds. */
async function checkPipeline(set: NamedTable, { all, model }: OurModels, work: PipelineWork): Promise<Checked> {
  const { rivals, source, folder, scratch } = work;
  const file = join(scratch, `${set.name}.theirs.json`);
  const run = { source, model: file };
  const cutOffs = join(scratch, "cut-offs.json");
  writeFileSync(cutOffs, JSON.stringify(cutOffsOf(all)));
  await runPipeline(rivals, { ...run, miner: "apriori", cutOffs }, scratch);
  const between = requireAllRules(all, readPipeline(file), set);
  const fpgrowth = await runCapped(rivals, { ...run, miner: "fpgrowth" }, scratch);
  const apriori = await runPipeline(rivals, { ...run, miner: "apriori" }, scratch);
  const faster =
    fpgrowth.wallMs < apriori.wallMs
      ? ({ miner: "fpgrowth", run: fpgrowth } as const)
      : ({ miner: "apriori", run: apriori } as const);
  const common = requireSameRules(all, readPipeline(file), set);
  const rows = join(folder, "perturbed.csv");
  const theirs = await blameByPipeline(rivals, { train: source, model: file, rows }, scratch);
  const ours = createExplainer(model)(readNumbers(rows)).map(rankedFeatures(set.table));
  const truth = readTruth(join(folder, "truth.json"));
  const hitsOf = (ranked: typeof theirs): HitRate => hitRate(ranked, truth, set.table.columns.length);
  return {
    name: set.name,
    ...faster,
    compared: { rules: between.commonRules, cutOffs: common.cutOffs, commonCutOffs: common.commonCutOffs },
    hits: { ours: hitsOf(ours), theirs: hitsOf(theirs) },
  };
}

/** The features changed in each row. */
function readTruth(path: string): number[][] {
  const rows = JSON.parse(readFileSync(path, "utf8")) as { features: number[] }[];
  return rows.map(({ features }) => features);
}

/** Enough was compared, and what was learnt makes sense. */
export function requireSense(checked: readonly Checked[]): void {
  const { cutOffs, commonCutOffs } = addCompared(checked);
  requireAnswer(
    commonCutOffs >= LEAST_COMMON * cutOffs,
    `of the pipeline's ${cutOffs} cut-offs only ${commonCutOffs} are ours too`,
  );
  for (const { name, hits } of checked)
    requireAnswer(
      hits === null || hits.ours.rate > hits.ours.chance,
      `${name}: our diagnosis is no better than chance`,
    );
  const { ours, theirs } = meanHits(checked);
  requireAnswer(
    ours >= theirs - HIT_SLACK,
    `our diagnosis hits ${ours.toFixed(2)} of the changed features, the pipeline's ${theirs.toFixed(2)}`,
  );
}

function addCompared(checked: readonly Checked[]): Checked["compared"] {
  const sum = (part: keyof Checked["compared"]): number => total(checked, ({ compared }) => compared[part]);
  return { rules: sum("rules"), cutOffs: sum("cutOffs"), commonCutOffs: sum("commonCutOffs") };
}

/** Mean over the sets. */
function meanHits(checked: readonly Checked[]): { readonly ours: number; readonly theirs: number } {
  const known = checked.flatMap(({ hits }) => (hits === null ? [] : [hits]));
  const mean = (part: "ours" | "theirs"): number =>
    known.reduce((sum, hits) => sum + hits[part].rate, 0) / Math.max(1, known.length);
  return { ours: mean("ours"), theirs: mean("theirs") };
}

interface Sides {
  readonly ours: Medians<InsideTiming>;
  /** Null without Python. */
  readonly theirs: Medians<InsideTiming> | null;
}

type TimedSet = CheckedSet & { readonly sides: Sides };

async function timeSet(
  { source, theirs: checked }: CheckedSet,
  rivals: Present | null,
  { scratch, runs }: BenchContext,
): Promise<Sides> {
  const files = { source, model: join(scratch, "ours.json") };
  const ourself = { name: "ours", run: () => runOurs(files, scratch) };
  if (rivals === null || checked === null) return { ours: (await race([ourself], runs))[0]!, theirs: null };
  const other = { source, model: join(scratch, "theirs.json"), miner: checked.miner };
  const rival = { name: RIVAL, run: () => runPipeline(rivals, other, scratch), checked: checked.run, isRival: true };
  const [ours, theirs] = await race([ourself, rival], runs);
  return { ours: ours!, theirs: theirs! };
}

function toLines(timed: readonly TimedSet[]): Line[] {
  const checked = timed.map(({ theirs }) => theirs!);
  const { rules, cutOffs, commonCutOffs } = addCompared(checked);
  const hits = meanHits(checked);
  const sum = (side: "ours" | "theirs", part: (medians: Medians<InsideTiming>) => number): number =>
    total(timed, ({ sides }) => part(sides[side]!));
  const wall = ({ wallMs }: Medians<InsideTiming>): number => wallMs;
  const ratio = sum("theirs", wall) / sum("ours", wall);
  return [
    ...timed.map(setLine),
    {
      ...lineOf("all sets", sum("ours", wall), sum("theirs", wall)),
      goal: figure(FIGURE, ratio),
      remark:
        `${rules.toLocaleString("en-US")} rules the same, ${commonCutOffs} of the pipeline's ${cutOffs} cut-offs; ` +
        `hit rate ${hits.ours.toFixed(3)}, theirs ${hits.theirs.toFixed(3)}`,
    },
    {
      ...lineOf("all sets, inside", sum("ours", inside), sum("theirs", inside)),
      remark: "without starting the interpreters",
    },
  ];
}

function setLine({ name, sides: { ours, theirs }, theirs: checked }: TimedSet): Line {
  const { hits, miner } = checked!;
  const remarks = [
    `inside ${formatRatio(inside(theirs!) / inside(ours))}`,
    miner === "fpgrowth" ? "mined by fpgrowth" : "",
    theirs!.runs < ours.runs ? `${theirs!.runs} Python run${theirs!.runs === 1 ? "" : "s"}` : "",
    hits === null ? "" : `hit rate ${hits.ours.rate.toFixed(2)}, theirs ${hits.theirs.rate.toFixed(2)}`,
  ];
  return { ...lineOf(name, ours.wallMs, theirs!.wallMs), remark: remarks.filter(Boolean).join("; ") };
}

function lineOf(what: string, ours: number, theirs: number): Line {
  return {
    what,
    ours: formatMs(ours),
    rival: RIVAL,
    theirs: formatMs(theirs),
    ratio: theirs / ours,
    goal: null,
    remark: "",
  };
}

function inside({ timings }: Medians<InsideTiming>): number {
  return median(timings.map(({ insideMs }) => insideMs));
}

function total<T>(sets: readonly T[], part: (set: T) => number): number {
  return sets.reduce((sum, set) => sum + part(set), 0);
}

function readModel(path: string): Model {
  return loadModel(readFileSync(path, "utf8"));
}

function readPipeline(path: string): PipelineModel {
  return JSON.parse(readFileSync(path, "utf8")) as PipelineModel;
}

function notRun(ours: string, reason: string): Line {
  return {
    what: "all sets",
    ours,
    rival: RIVAL,
    theirs: `not run: ${reason}`,
    ratio: null,
    goal: figure(FIGURE, null),
    remark: "",
  };
}
