/** Learns, lists rules and explains one case by the command line of a build; measures processor seconds and memory. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Build } from "./build.js";
import type { Case } from "./cases.js";

export interface Answer {
  /** One JSON object a line: rules, best first. */
  readonly rules: readonly string[];
  /** One JSON object a line: explained rows or incidents. */
  readonly explanations: readonly string[];
  /** What was printed besides results. */
  readonly messages: string;
  readonly learn: Cost;
  readonly explain: Cost;
}

export interface Cost {
  /** User and system time of the process with its threads. */
  readonly seconds: number;
  readonly megabytes: number;
}

export function runCase(build: Build, { train, rows, options }: Case): Answer {
  const folder = mkdtempSync(join(tmpdir(), "parsight-differential-"));
  try {
    const model = join(folder, "model.json");
    const run = (...words: string[]): Outcome => runProgram(build, [...words, "--no-color"], folder);
    const learnt = run("learn", train, "-o", model);
    const rules = run("rules", model, "--format", "ndjson");
    const explained = run("explain", model, rows, "--format", "ndjson", ...options);
    return {
      rules: linesOf(rules.stdout),
      explanations: linesOf(explained.stdout),
      messages: [learnt, rules, explained].map(({ stderr }) => withoutTimes(stderr)).join(""),
      learn: learnt.cost,
      explain: explained.cost,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly cost: Cost;
}

/** Loaded into the measured process: writes what it used when it exits. */
const METER = `data:text/javascript,${encodeURIComponent(`
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
if (isMainThread) process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(process.env.PARSIGHT_METER, JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }));
});`)}`;

function runProgram({ name, folder }: Build, words: readonly string[], temporary: string): Outcome {
  const meter = join(temporary, "cost.json");
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    ["--import", METER, join(folder, "bin", "parsight.js"), ...words],
    { encoding: "utf8", maxBuffer: 1 << 30, env: { ...process.env, PARSIGHT_METER: meter } },
  );
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${name}: parsight ${words.join(" ")} ended with ${status}: ${stderr.slice(-400)}`);
  return { stdout, stderr, cost: JSON.parse(readFileSync(meter, "utf8")) as Cost };
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}

/** Messages name temporary files and durations. */
function withoutTimes(text: string): string {
  return text
    .replace(/\S*parsight-differential-\S*?\//g, "")
    .replace(/\d+(?:\.\d+)? m?s\b/g, "… s")
    .replace(/ \([\d,]+ rows\/s\)/g, ""); // printed only where a phase takes a while
}
