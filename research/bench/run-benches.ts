/** Runs benches one after the other. A wrong answer or a crash of one is its outcome; the others still run. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bench, type BenchContext, WrongAnswer } from "./bench.js";
import type { Outcome } from "./report.js";

export type RunOptions = Omit<BenchContext, "scratch">;

export async function runBenches(benches: readonly Bench[], options: RunOptions): Promise<Outcome[]> {
  const scratch = mkdtempSync(join(tmpdir(), "parsight-bench-"));
  try {
    const outcomes: Outcome[] = [];
    for (const bench of benches) outcomes.push(await runBench(bench, { ...options, scratch }));
    return outcomes;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

async function runBench(bench: Bench, context: BenchContext): Promise<Outcome> {
  try {
    return { bench, lines: await bench.run(context), failure: null };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    context.say(error instanceof Error ? (error.stack ?? text) : text);
    return { bench, lines: [], failure: error instanceof WrongAnswer ? `wrong answer: ${text}` : text };
  }
}
