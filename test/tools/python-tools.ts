/**
 * Tools of the Python world for tests, each in a virtual environment of its own, installed from PyPI when it is first
 * asked for and kept in a cache folder outside of the repository. Where one cannot be installed, the test says so and
 * is skipped.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** What pip is asked for, pinned so that a new release breaks no test. */
export const PYTHON_TOOLS = {
  dbt: ["dbt-core==1.10.*", "dbt-duckdb==1.11.*"],
  gx: ["great_expectations==1.24.*", "pandas==3.*"],
} as const;

export type PythonTool = keyof typeof PYTHON_TOOLS;

const CACHE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "parsight-tests");

/** The folder of the tool's programs, or null, and then it has said why. */
export function pythonTool(tool: PythonTool): string | null {
  const folder = join(CACHE, tool);
  const wanted = PYTHON_TOOLS[tool].join(" ").replace(/[^\w.=-]+/g, "_");
  const mark = join(folder, `installed ${wanted}`);
  if (existsSync(mark)) return join(folder, "bin");
  const problem = install(tool, folder);
  if (problem === null) {
    writeFileSync(mark, "");
    return join(folder, "bin");
  }
  console.warn(`SKIPPED: ${PYTHON_TOOLS[tool].join(" and ")} cannot be installed: ${problem}`);
  return null;
}

function install(tool: PythonTool, folder: string): string | null {
  mkdirSync(CACHE, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  const steps: readonly (readonly [string, readonly string[]])[] = [
    ["python3", ["-m", "venv", folder]],
    [join(folder, "bin", "pip"), ["install", "--quiet", "--disable-pip-version-check", ...PYTHON_TOOLS[tool]]],
  ];
  for (const [program, words] of steps) {
    const { status, stderr, error } = spawnSync(program, words, { encoding: "utf8", timeout: 600_000 });
    if (status !== 0) return error?.message ?? stderr.trim().split("\n").at(-1) ?? "";
  }
  return null;
}
