/**
 * The rivals written in Python: a virtual environment in the cache folder, made once for each list of versions, and a
 * process for each bench that answers requests, so that their runs can take turns with ours.
 *
 * Where there is no Python, or a package cannot be installed, that is an answer too: the rows say "not run" and why.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { ROOT } from "../project.js";

export type Rivals =
  | { readonly kind: "absent"; readonly reason: string }
  | {
      readonly kind: "present";
      readonly python: string;
      readonly pythonVersion: string;
      /** For each package its version, or "not installed: why". */
      readonly packages: ReadonlyMap<string, string>;
    };

const RIVALS = join(ROOT, "bench", "rivals");

/** Makes the environment if need be. `python` is the command to make it with. */
export function prepareRivals(say: (line: string) => void, python = "python3"): Rivals {
  const version = spawnSync(python, ["--version"], { encoding: "utf8" });
  if (version.status !== 0) return { kind: "absent", reason: `there is no ${python}` };
  const requirements = readFileSync(join(RIVALS, "requirements.txt"), "utf8");
  const key = createHash("sha256").update(version.stdout).update(requirements).digest("hex").slice(0, 12);
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parsight", `bench-rivals-${key}`);
  const outcome = join(folder, "outcome.json");
  if (!existsSync(outcome) || hasErrors(outcome)) {
    mkdirSync(folder, { recursive: true });
    say(`Installing the rivals into ${folder}`);
    const made = spawnSync(python, [join(RIVALS, "install.py"), folder], { stdio: ["ignore", "ignore", "inherit"] });
    if (made.status !== 0) return { kind: "absent", reason: "the virtual environment could not be made" };
  }
  return readOutcome(outcome);
}

interface InstallOutcome {
  readonly python: string;
  readonly pythonVersion: string;
  readonly packages: Readonly<Record<string, { readonly version: string } | { readonly error: string }>>;
}

function parseOutcome(path: string): InstallOutcome {
  return JSON.parse(readFileSync(path, "utf8")) as InstallOutcome;
}

function hasErrors(path: string): boolean {
  return Object.values(parseOutcome(path).packages).some((state) => "error" in state);
}

function readOutcome(path: string): Rivals {
  const { python, pythonVersion, packages } = parseOutcome(path);
  const states = Object.entries(packages).map(
    ([name, state]) => [name, "version" in state ? state.version : `not installed: ${state.error}`] as const,
  );
  return { kind: "present", python, pythonVersion, packages: new Map(states) };
}

/** Why a rival that needs these packages cannot run, or null when it can. */
export function whyNotRun(rivals: Rivals, ...packages: readonly string[]): string | null {
  if (rivals.kind === "absent") return rivals.reason;
  for (const name of packages) {
    const state = rivals.packages.get(name) ?? "not installed: it is not in the list";
    if (state.startsWith("not installed")) return `${name} ${state}`;
  }
  return null;
}

/** A script of research/bench/rivals that answers requests until it is closed. */
export interface PythonServer {
  readonly ask: <T>(call: string, parameters: Readonly<Record<string, unknown>>) => Promise<T>;
  readonly close: () => Promise<void>;
}

/** Libraries that would spread over all cores by themselves are held to one thread. */
const ONE_THREAD = Object.fromEntries(
  ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"].map((name) => [name, "1"]),
);

export function startPython(rivals: Rivals & { kind: "present" }, script: string): PythonServer {
  const child = spawn(rivals.python, ["-W", "ignore", join(RIVALS, script)], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...ONE_THREAD },
  });
  const errors = keepLast(child);
  const lines = createInterface({ input: child.stdout! });
  return {
    async ask<T>(call: string, parameters: Readonly<Record<string, unknown>>): Promise<T> {
      child.stdin!.write(`${JSON.stringify({ call, with: parameters })}\n`);
      const answer = JSON.parse(await nextLine(lines, child, errors)) as { result: T } | { error: string };
      if ("error" in answer) throw new Error(`${script}, ${call}: ${answer.error}`);
      return answer.result;
    },
    close: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null) return resolve();
        child.once("close", () => resolve());
        child.stdin!.end();
      }),
  };
}

/** The end of what a child says on standard error, for the message when it dies. */
function keepLast(child: ChildProcess): () => string {
  let text = "";
  child.stderr!.setEncoding("utf8").on("data", (chunk: string) => {
    text = (text + chunk).slice(-2000);
  });
  return () => text;
}

function nextLine(lines: Interface, child: ChildProcess, errors: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error(`Python ended: ${errors()}`));
    child.once("close", onExit);
    lines.once("line", (line) => {
      child.off("close", onExit);
      resolve(line);
    });
  });
}

/** The command that runs a script of research/bench/rivals once, in a process of its own. */
export function pythonCommand(rivals: Rivals & { kind: "present" }, script: string, args: readonly string[]): string[] {
  return [rivals.python, "-W", "ignore", join(RIVALS, script), ...args];
}
