/**
 * Tools of the Python world for tests, each in a virtual environment of its own, installed from PyPI when it is first
 * asked for and kept in a cache folder outside of the repository. Where one cannot be installed, the test says so and
 * is skipped.
 */
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { makeOnce } from "./make-once.js";

/** What pip installs, pinned so that a new release breaks no test; of pyspark, the newest release. */
export const PYTHON_TOOLS = {
  dbt: ["dbt-core==1.10.*", "dbt-duckdb==1.11.*"],
  gx: ["great_expectations==1.24.*", "pandas==3.*"],
  spark: ["pyspark"],
} as const;

export type PythonTool = keyof typeof PYTHON_TOOLS;

const CACHE = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "parsight-tests");

/** The folder of the tool's programs, or null, and then it has said why. */
export function pythonTool(tool: PythonTool): string | null {
  const folder = join(CACHE, tool);
  const wanted = PYTHON_TOOLS[tool].join(" ").replace(/[^\w.=-]+/g, "_");
  const mark = join(folder, `installed ${wanted}`);
  const programs = join(folder, "bin");
  const find = (): Found | null => (existsSync(mark) ? { programs } : null);
  const found = makeOnce(folder, find, (): Found => {
    const problem = install(tool, folder);
    if (problem !== null) return { problem };
    writeFileSync(mark, "");
    return { programs };
  });
  if ("programs" in found) return found.programs;
  console.warn(`SKIPPED: ${PYTHON_TOOLS[tool].join(" and ")} cannot be installed: ${found.problem}`);
  return null;
}

type Found = { readonly programs: string } | { readonly problem: string };

/** A Python that has Spark, or null, and then it has said why: Spark needs a Java, which no package of Python brings. */
export function sparkPython(): string | null {
  const { PARSIGHT_SPARK_PYTHON: named } = process.env;
  if (named !== undefined) return named;
  if (spawnSync("java", ["-version"]).status !== 0) {
    console.warn(
      "SKIPPED: Spark needs Java 17, and there is no java on the path; apt-get install openjdk-17-jre-headless",
    );
    return null;
  }
  const programs = pythonTool("spark");
  return programs === null ? null : join(programs, "python");
}

function install(tool: PythonTool, folder: string): string | null {
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
