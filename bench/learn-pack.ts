/** Learning from CSV to saved model: the command line against the same steps written in Python, for every set. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NO_PACK } from "../experiments/data/pack.js";
import { loadModel, type Model } from "../src/index.js";
import {
  atLeastTimes,
  type Bench,
  type BenchContext,
  formatMs,
  formatRatio,
  type Line,
  requireAnswer,
} from "./bench.js";
import { runParsight, runToEnd, TimedOut } from "./command-line.js";
import { type NamedTable, trainingTables } from "./data/pack-tables.js";
import { pythonCommand, type Rivals, whyNotRun } from "./python.js";
import { type Contestant, median, race, type Timing } from "./timing.js";

/** A Python run is ended after this long and counted as this long. */
const CAP_MS = 300_000;

export const learnPack: Bench = {
  name: "learn",
  title: "Learn all 17 sets, preset default, from CSV to saved model",
  about:
    "`parsight learn train.csv -o model.json` with its defaults (all cores) against bench/rivals/pipeline.py: pandas, scikit-learn trees for " +
    "cut-offs, at most 100 predicates, mlxtend for rules of up to three predicates, range rules, JSON. Each run is a process of its " +
    "own. Ours also learns what a diagnosis needs (trees, neighbours, a mixture, a calibration), the Python pipeline does not. Checked first: of " +
    "the pipeline's cut-offs at least 80 % over all sets are ours too (the rest are ties). Wall time; “inside” leaves out starting the " +
    "interpreter and, for Python, its imports. " +
    `A Python run over ${CAP_MS / 1000} s is ended and counted as that long.`,
  run: runLearn,
};

const RIVAL = "pandas + scikit-learn + mlxtend";
const GOAL = "≥ 30× in total";

interface SetTiming {
  readonly name: string;
  readonly ours: Sides;
  readonly theirs: Sides;
  readonly remark: string;
}

interface Sides {
  readonly wallMs: number;
  readonly insideMs: number;
}

async function runLearn(context: BenchContext): Promise<Line[]> {
  const tables = trainingTables(context, "all");
  if (tables.length === 0) return [notRun("–", NO_PACK)];
  const reason = whyNotRun(context.rivals, "scikit-learn", "mlxtend", "pandas");
  const timings: SetTiming[] = [];
  const cutOffs = { common: 0, all: 0 };
  for (const table of tables) {
    context.say(`learn ${table.name}`);
    const timing = await runSet(table, context, reason === null ? context.rivals : null, cutOffs);
    timings.push(timing);
  }
  if (reason !== null) return [notRun(formatMs(total(timings, ({ ours }) => ours.wallMs)), reason)];
  requireAnswer(
    cutOffs.common >= 0.8 * cutOffs.all,
    `of the pipeline's ${cutOffs.all} cut-offs only ${cutOffs.common} are ours too`,
  );
  return toLines(timings, `${cutOffs.common} of the pipeline's ${cutOffs.all} cut-offs are ours too`);
}

async function runSet(
  { name, table }: NamedTable,
  context: BenchContext,
  rivals: Rivals | null,
  cutOffs: { common: number; all: number },
): Promise<SetTiming> {
  const { scratch, pack } = context;
  const source = pack === null ? join(scratch, "train.csv") : join(pack, name, "train.csv");
  if (pack === null) writeFileSync(source, toCsv(table));
  const [ourFile, theirFile, timingFile] = ["ours.json", "theirs.json", "timing.json"].map((file) =>
    join(scratch, file),
  );
  const inside = { ours: [] as number[], theirs: [] as number[] };
  let isCapped = false;
  const contestants: Contestant[] = [
    {
      name: "ours",
      run: async () => {
        const timing = await runParsight(["learn", source, "--quiet", "-o", ourFile!], scratch);
        inside.ours.push(timing.insideMs);
        return timing;
      },
    },
  ];
  if (rivals?.kind === "present") {
    const command = pythonCommand(rivals, "pipeline.py", [source, theirFile!, timingFile!]);
    contestants.push({
      name: RIVAL,
      run: async () => {
        const timing = await runPipeline(command, timingFile!);
        isCapped ||= timing === null;
        inside.theirs.push(timing?.insideMs ?? CAP_MS);
        return timing ?? { wallMs: CAP_MS, cpuMs: CAP_MS };
      },
    });
  }
  const [ours, theirs] = await race(contestants, context.runs);
  const model = loadModel(readFileSync(ourFile!, "utf8"));
  requireAnswer(model.rowCount === table.rowCount, `${name}: the model says ${model.rowCount} rows`);
  if (theirs !== undefined && !isCapped) countCommon(model, readPipeline(theirFile!), table, cutOffs);
  return {
    name,
    ours: { wallMs: ours!.wallMs, insideMs: median(inside.ours) },
    theirs: { wallMs: theirs?.wallMs ?? 0, insideMs: theirs === undefined ? 0 : median(inside.theirs) },
    remark: isCapped
      ? `ended after ${CAP_MS / 1000} s`
      : (theirs?.runs ?? 0) < ours!.runs
        ? `${theirs?.runs} Python run`
        : "",
  };
}

/** Null when it was ended for taking too long. */
async function runPipeline(command: readonly string[], timingFile: string): Promise<(Timing & Sides) | null> {
  try {
    const wallMs = await runToEnd(command, {}, CAP_MS);
    const told = JSON.parse(readFileSync(timingFile, "utf8")) as { insideMs: number; cpuMs: number };
    return { wallMs, ...told };
  } catch (error) {
    if (error instanceof TimedOut) return null;
    throw error;
  }
}

interface PipelineModel {
  readonly cutOffs: Readonly<Record<string, readonly number[]>>;
}

function readPipeline(path: string): PipelineModel {
  return JSON.parse(readFileSync(path, "utf8")) as PipelineModel;
}

/** Cut-offs are the same when they have the same learning rows below them. */
function countCommon(
  model: Model,
  pipeline: PipelineModel,
  table: NamedTable["table"],
  counts: { common: number; all: number },
): void {
  for (const [name, cuts] of Object.entries(pipeline.cutOffs)) {
    const column = table.columns.find((one) => one.name === name);
    if (column?.type !== "number") throw new TypeError(`${name} is no numeric column`);
    const below = (cut: number): number => column.values.reduce((count, value) => count + Number(value < cut), 0);
    const own = new Set(
      model.predicates.flatMap((predicate) =>
        predicate.kind === "interval" && model.features[predicate.feature]!.name === name && !predicate.maxInclusive
          ? [below(predicate.min), below(predicate.max)]
          : [],
      ),
    );
    counts.all += cuts.length;
    counts.common += cuts.filter((cut) => own.has(below(cut))).length;
  }
}

function toLines(timings: readonly SetTiming[], remark: string): Line[] {
  const line = (what: string, ours: number, theirs: number, more: string): Line => ({
    what,
    ours: formatMs(ours),
    rival: RIVAL,
    theirs: formatMs(theirs),
    ratio: theirs / ours,
    goal: null,
    remark: more,
  });
  const wall = {
    ours: total(timings, ({ ours }) => ours.wallMs),
    theirs: total(timings, ({ theirs }) => theirs.wallMs),
  };
  const inside = {
    ours: total(timings, ({ ours }) => ours.insideMs),
    theirs: total(timings, ({ theirs }) => theirs.insideMs),
  };
  return [
    ...timings.map(({ name, ours, theirs, remark: own }) =>
      line(
        name,
        ours.wallMs,
        theirs.wallMs,
        [`inside ${formatRatio(theirs.insideMs / ours.insideMs)}`, own].filter(Boolean).join("; "),
      ),
    ),
    {
      ...line("all sets", wall.ours, wall.theirs, remark),
      goal: atLeastTimes(GOAL, 30, wall.theirs / wall.ours),
    },
    line("all sets, inside", inside.ours, inside.theirs, "without starting the interpreters"),
  ];
}

function total(timings: readonly SetTiming[], part: (timing: SetTiming) => number): number {
  return timings.reduce((sum, timing) => sum + part(timing), 0);
}

function notRun(ours: string, reason: string): Line {
  return {
    what: "all sets",
    ours,
    rival: RIVAL,
    theirs: `not run: ${reason}`,
    ratio: null,
    goal: atLeastTimes(GOAL, 30, null),
    remark: "",
  };
}

function toCsv(table: NamedTable["table"]): string {
  const cells = (row: number): string[] =>
    table.columns.map((column) => {
      if (column.type === "number") return String(column.values[row]);
      if (column.type === "text") return column.dictionary[column.codes[row]!]!;
      throw new TypeError(`column ${column.name} is neither number nor text`);
    });
  const lines = Array.from({ length: table.rowCount }, (_, row) => cells(row).join(","));
  return `${[table.columns.map(({ name }) => name).join(","), ...lines].join("\n")}\n`;
}
