/**
 * A Python with all that the tests of the Python package need, made once and kept in the user's cache: its name is a
 * hash of the requirements and of the Python it was made by.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, platform } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeOnce } from "../tools/make-once.js";

export const PACKAGE = fileURLToPath(new URL("../../python", import.meta.url));
const REQUIREMENTS = join(PACKAGE, "requirements-test.txt");
const LEAST_VERSION = [3, 10] as const;

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

export function run(command: string, words: readonly string[], environment: NodeJS.ProcessEnv = process.env): Ran {
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    cwd: PACKAGE,
    encoding: "utf8",
    env: environment,
    maxBuffer: 1 << 26,
  });
  return { code: status, output: error === undefined ? `${stdout}${stderr}` : String(error) };
}

/** A Python to make the environment with, or why there is none. */
export function findPython(): { readonly python: string } | { readonly reason: string } {
  const question = "import sys, venv, ensurepip; print(*sys.version_info[:2])";
  const reasons: string[] = [];
  for (const python of platform() === "win32" ? ["python", "py"] : ["python3", "python"]) {
    const { code, output } = run(python, ["-c", question]);
    const [major = 0, minor = 0] = output.trim().split(" ").map(Number);
    if (code !== 0) reasons.push(`${python}: ${output.trim().split("\n").at(-1)}`);
    else if (major === LEAST_VERSION[0] && minor >= LEAST_VERSION[1]) return { python };
    else reasons.push(`${python} is ${major}.${minor}, needed is ${LEAST_VERSION.join(".")}`);
  }
  return { reason: reasons.join("; ") };
}

/** The interpreter of the environment, which is made where it is not yet; of several who ask at once, one makes it. */
export function openEnvironment(python: string): string {
  const version = run(python, ["-VV"]).output;
  const hash = createHash("sha256").update(readFileSync(REQUIREMENTS)).update(version).digest("hex").slice(0, 16);
  const folder = join(cacheFolder(), `python-tests-${hash}`);
  const inside = join(folder, platform() === "win32" ? "Scripts/python.exe" : "bin/python");
  const finished = join(folder, "finished");
  const find = (): string | null => (existsSync(finished) ? inside : null);
  return makeOnce(folder, find, () => {
    rmSync(folder, { recursive: true, force: true }); // left behind by one that was interrupted
    must(run(python, ["-m", "venv", folder]));
    must(run(inside, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS]));
    writeFileSync(finished, "");
    return inside;
  });
}

/** In which the package is found as it stands here, and its interpreter as python3. */
export function environmentOf(python: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${join(python, "..")}${delimiter}${process.env.PATH}`,
    PYTHONPATH: join(PACKAGE, "src"),
    PYTHONDONTWRITEBYTECODE: "1",
  };
}

function cacheFolder(): string {
  const { XDG_CACHE_HOME: chosen, LOCALAPPDATA: local } = process.env;
  if (platform() === "win32" && local !== undefined) return join(local, "parsight");
  if (platform() === "darwin") return join(homedir(), "Library", "Caches", "parsight");
  return join(chosen ?? join(homedir(), ".cache"), "parsight");
}

function must({ code, output }: Ran): void {
  if (code !== 0) throw new Error(`the environment for Python's tests could not be made:\n${output}`);
}
