/**
 * Calls the program from outside, as people and pipelines do: exit code, stdout, stderr. It runs what the last build
 * made.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
export const PROGRAM = join(ROOT, "bin", "parsight.js");
export const TANK = join(ROOT, "examples", "water-tank", "data");

export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

export function parsight(words: readonly string[], surroundings: Surroundings = {}): Promise<Outcome> {
  const child = start(words, surroundings);
  child.stdin?.end(surroundings.input ?? "");
  return outcomeOf(child);
}

export function start(words: readonly string[], { cwd, env }: Surroundings = {}): ChildProcess {
  const { NO_COLOR: _, ...inherited } = process.env;
  return spawn(process.execPath, [PROGRAM, ...words], { cwd, env: { ...inherited, ...env } });
}

export function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk));
  child.stdin?.on("error", () => {}); // it may end before it has read everything
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) =>
      resolve({ code, signal, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    );
  });
}

/** What a quiet machine takes to start Node, and more. */
const QUIET_START_MS = 50;

/** So many milliseconds of a quiet machine, in those of this one: as much more as Node takes longer to start now. */
export function asBusyAsNow(quietMs: number): number {
  const startedAt = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return quietMs * Math.max(1, (performance.now() - startedAt) / QUIET_START_MS);
}

export interface Folder {
  readonly path: string;
  at(name: string): string;
  remove(): void;
}

export function temporaryFolder(): Folder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "parsight-test-")));
  return { path, at: (name) => join(path, name), remove: () => rmSync(path, { recursive: true, force: true }) };
}
