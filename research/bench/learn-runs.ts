/** Runs of learning from a CSV to a saved model, each in a process of its own: ours, and the same steps in Python. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runParsight, runToEnd, TimedOut } from "./command-line.js";
import { pythonCommand, type Rivals } from "./python.js";
import type { Timing } from "./timing.js";

export interface InsideTiming extends Timing {
  /** Without starting the interpreter and, for Python, its imports. */
  readonly insideMs: number;
}

/** mlxtend's two miners. */
export type PipelineMiner = "apriori" | "fpgrowth";

interface LearnRun {
  readonly source: string;
  readonly model: string;
}

interface PipelineRun extends LearnRun {
  readonly miner: PipelineMiner;
  /** A file of cut-offs between which it finds rules, to compare them; it then learns no diagnosis. */
  readonly cutOffs?: string;
}

const RULES_ONLY = ["--trees", "0", "--neighbours", "0"];

export async function runOurs({ source, model }: LearnRun, scratch: string): Promise<InsideTiming> {
  return runParsight(["learn", source, "--quiet", "-o", model], scratch);
}

/** Learns all rules of up to three predicates, superfluous ones too: what others are compared with. */
export async function learnAllRules(source: string, model: string, scratch: string): Promise<void> {
  const words = [...RULES_ONLY, "--redundancy", "all", "--max-predicates", "3", "--max-rules", "20000000"];
  await runParsight(["learn", source, "--quiet", ...words, "-o", model], scratch);
}

/** A Python run is ended after this long. */
const CAP_MS = 300_000;

export async function runPipeline(
  rivals: Rivals & { kind: "present" },
  { source, model, miner, cutOffs }: PipelineRun,
  scratch: string,
): Promise<InsideTiming> {
  const timing = join(scratch, "timing.json");
  const words = cutOffs === undefined ? ["diagnosis", miner] : ["rules", miner, cutOffs];
  const command = pythonCommand(rivals, "pipeline.py", [source, model, timing, ...words]);
  const wallMs = await runToEnd(command, {}, CAP_MS);
  return { wallMs, ...(JSON.parse(readFileSync(timing, "utf8")) as Omit<InsideTiming, "wallMs">) };
}

/** As runPipeline; where it was ended for taking too long, that stands for its time. */
export async function runCapped(...args: Parameters<typeof runPipeline>): Promise<InsideTiming> {
  try {
    return await runPipeline(...args);
  } catch (error) {
    if (error instanceof TimedOut) return { wallMs: CAP_MS, insideMs: CAP_MS, cpuMs: CAP_MS };
    throw error;
  }
}

/** For each row the features that the pipeline's model blames, most suspect first. Not timed. */
export async function blameByPipeline(
  rivals: Rivals & { kind: "present" },
  files: { readonly train: string; readonly model: string; readonly rows: string },
  scratch: string,
): Promise<number[][]> {
  const ranking = join(scratch, "ranking.json");
  await runToEnd(pythonCommand(rivals, "blame.py", [files.train, files.model, files.rows, ranking]));
  return JSON.parse(readFileSync(ranking, "utf8")) as number[][];
}
