/** Runs a program in a process of its own: wall time as seen from outside, and what the process says about itself. */
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../project.js";
import type { Timing } from "./timing.js";

export interface ChildTiming extends Timing {
  /** From when its own first line could run to its end: without the start of the process. */
  readonly insideMs: number;
  readonly peakBytes: number;
}

/**
 * Loaded into the child before anything else: at its end it writes down its time and its peak of memory. Required, not
 * imported, and with nothing of Node's that the child may not have loaded itself: what takes time here is taken for the
 * child's. It removes the variable that it reads, so that in a worker thread, whose environment is a copy, it does
 * nothing.
 */
const RECORDER = `
const { writeFileSync } = require("node:fs");
const start = process.hrtime();
const usageFile = process.env.PARSIGHT_BENCH_USAGE;
delete process.env.PARSIGHT_BENCH_USAGE;
if (usageFile !== undefined) process.on("exit", () => {
  const [seconds, nanoseconds] = process.hrtime(start);
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpuMs = (userCPUTime + systemCPUTime) / 1000;
  const usage = { insideMs: seconds * 1000 + nanoseconds / 1e6, cpuMs, peakBytes: maxRSS * 1024 };
  writeFileSync(usageFile, JSON.stringify(usage));
});`;

/** Runs `parsight` with these words; fails when it fails. */
export function runParsight(args: readonly string[], scratch: string): Promise<ChildTiming> {
  return runNode(join(ROOT, "bin", "parsight.js"), args, scratch);
}

/** Runs a script; fails when it fails. */
export async function runNode(script: string, args: readonly string[], scratch: string): Promise<ChildTiming> {
  const usage = join(scratch, "usage.json");
  const recorder = join(scratch, "recorder.cjs");
  writeFileSync(recorder, RECORDER);
  const command = [process.execPath, "--require", recorder, script, ...args];
  const wallMs = await runToEnd(command, { PARSIGHT_BENCH_USAGE: usage });
  const told = JSON.parse(readFileSync(usage, "utf8")) as Omit<ChildTiming, "wallMs">;
  rmSync(usage);
  return { wallMs, ...told };
}

/** The command did not end in the time it was given. */
export class TimedOut extends Error {}

/** Milliseconds from start to end; an error with the child's last words when it fails. */
export function runToEnd(
  [program, ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
  timeoutMs = 0,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(program!, args, {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, ...env },
      timeout: timeoutMs,
    });
    let words = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      words = (words + chunk).slice(-2000);
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      const ms = performance.now() - start;
      if (code === 0) resolve(ms);
      else if (signal !== null && timeoutMs > 0 && ms >= timeoutMs)
        reject(new TimedOut(`${program} took over ${ms} ms`));
      else reject(new Error(`${[program, ...args].join(" ")} ended with ${code ?? signal}: ${words}`));
    });
  });
}
