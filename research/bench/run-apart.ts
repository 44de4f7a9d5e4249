/**
 * Runs each bench in a process of its own: what one leaves in memory, and how its calls were compiled, is not the next
 * one's.
 */
import { fork } from "node:child_process";
import type { Bench } from "./bench.js";
import type { Outcome } from "./report.js";
import type { RunOptions } from "./run-benches.js";

/** What such a process is sent. */
export interface ApartTask extends Omit<RunOptions, "say"> {
  readonly name: string;
}

/** What it tells. */
export type ApartOutcome = Omit<Outcome, "bench">;

/** What benches say goes to standard error. */
export async function runApart(benches: readonly Bench[], options: Omit<RunOptions, "say">): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const bench of benches) outcomes.push({ bench, ...(await runOne({ name: bench.name, ...options })) });
  return outcomes;
}

function runOne(task: ApartTask): Promise<ApartOutcome> {
  return new Promise((resolve, reject) => {
    // Rivals hold a Map, of which JSON would leave nothing.
    const child = fork(new URL("./bench-process.js", import.meta.url), { serialization: "advanced" });
    child.send(task);
    child.on("message", (outcome) => resolve(outcome as ApartOutcome));
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve({ lines: [], failure: `its process ended with ${signal ?? code}` }));
  });
}
