/** Learning all sets in one process, ours and Python's: what starting and warming up cost is paid once by either. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BenchContext, requireAnswer } from "./bench.js";
import type { PipelineModel } from "./compare-rules.js";
import {
  type FilePair,
  type InsideTiming,
  type PipelineMiner,
  runOursTogether,
  runPipelineTogether,
} from "./learn-runs.js";
import type { Rivals } from "./python.js";
import { type Medians, race } from "./timing.js";

/** A set, and the models that runs of its own have left, with which those of one process are compared. */
export interface AloneSet {
  readonly name: string;
  readonly source: string;
  readonly alone: { readonly ours: string; readonly theirs: string };
}

export interface Together {
  readonly ours: Medians<InsideTiming>;
  readonly theirs: Medians<InsideTiming>;
  /** One run. */
  readonly fpgrowth: InsideTiming;
}

export async function timeTogether(
  sets: readonly AloneSet[],
  rivals: Rivals & { kind: "present" },
  { scratch, runs, say }: BenchContext,
): Promise<Together> {
  const filesOf = (side: string): FilePair[] =>
    sets.map(({ name, source }) => [source, join(scratch, `${name}.together.${side}.json`)]);
  const [own, other] = [filesOf("ours"), filesOf("theirs")];
  const runOurs = (): Promise<InsideTiming> => runOursTogether(own, scratch);
  const runTheirs = (miner: PipelineMiner): Promise<InsideTiming> => runPipelineTogether(rivals, other, miner, scratch);
  say("learn all sets in one process: checking");
  await runOurs();
  for (const [place, set] of sets.entries()) requireSameFile(set, own[place]![1]);
  const fpgrowth = await runTheirs("fpgrowth");
  for (const [place, set] of sets.entries()) requireSamePipeline(set, other[place]![1]);
  const checked = await runTheirs("apriori");
  for (const [place, set] of sets.entries()) requireSamePipeline(set, other[place]![1]);
  say("learn all sets in one process");
  const [ours, theirs] = await race(
    [
      { name: "ours", run: runOurs },
      { name: "Python", run: () => runTheirs("apriori"), checked, isRival: true },
    ],
    runs,
  );
  return { ours: ours!, theirs: theirs!, fpgrowth };
}

export function requireSameFile({ name, alone }: AloneSet, model: string): void {
  requireAnswer(
    readFileSync(model).equals(readFileSync(alone.ours)),
    `${name}: our model is another when all sets are learnt in one process`,
  );
}

/** Miners find the same rules in orders of their own. */
export function requireSamePipeline({ name, alone }: AloneSet, model: string): void {
  requireAnswer(
    rulesIn(model) === rulesIn(alone.theirs),
    `${name}: the pipeline has other rules when all sets are learnt in one process`,
  );
}

function rulesIn(path: string): string {
  const { cutOffs, predicates, rules } = JSON.parse(readFileSync(path, "utf8")) as PipelineModel;
  const sorted = rules.map(([antecedent, ...rest]) => JSON.stringify([[...antecedent].sort((a, b) => a - b), ...rest]));
  return JSON.stringify([cutOffs, predicates, sorted.sort()]);
}
