/** What the numbers were measured on. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";
import { basename, join } from "node:path";
import { ROOT } from "../project.js";
import type { Rivals } from "./python.js";

export interface Machine {
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

interface RunFacts {
  readonly rivals: Rivals;
  readonly runs: number;
  readonly date: Date;
  /** The pack's folder, or null. */
  readonly pack: string | null;
}

export function describeMachine({ rivals, runs, date, pack }: RunFacts): Machine {
  const cpus = os.cpus();
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  return {
    facts: [
      { name: "date", value: date.toISOString().slice(0, 16).replace("T", " ") },
      { name: "processor", value: `${cpus.length} × ${cpus[0]?.model.trim() ?? "unknown"}` },
      { name: "memory", value: `${(os.totalmem() / 2 ** 30).toFixed(0)} GiB` },
      { name: "system", value: `${os.type()} ${os.release()} ${os.arch()}` },
      { name: "Node", value: process.versions.node },
      { name: "parsight", value: `${manifest.version}, ${commit()}` },
      { name: "rivals", value: describeRivals(rivals) },
      { name: "sets", value: pack === null ? "none" : `the pack “${basename(pack)}”` },
      { name: "load before the run", value: os.loadavg()[0]!.toFixed(2) },
      { name: "rounds", value: `${runs}, medians` },
    ],
  };
}

function describeRivals(rivals: Rivals): string {
  if (rivals.kind === "absent") return `not run: ${rivals.reason}`;
  return [`Python ${rivals.pythonVersion}`, ...[...rivals.packages].map(([name, state]) => `${name} ${state}`)].join(
    ", ",
  );
}

/** The commit at hand; a copy without git has none. */
function commit(): string {
  try {
    const git = (...args: string[]): string =>
      execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    const isChanged = git("status", "--porcelain", "--untracked-files=no", "src", "bench") !== "";
    return `commit ${git("rev-parse", "--short", "HEAD")}${isChanged ? " with changes" : ""}`;
  } catch {
    return "commit unknown";
  }
}
