/**
 * Builds a commit of this repository from its history, once, into the cache folder: what the code of today is compared
 * with. `.` is the working tree as it was last built.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export interface Build {
  /** As it appears in the report: a short hash, or "working tree". */
  readonly name: string;
  readonly folder: string;
}

export function openBuild(commit: string, root: string): Build {
  if (commit === ".") return { name: "working tree", folder: builtFolder(root) };
  const hash = resolveCommit(commit, root);
  const folder = join(cacheFolder(), "builds", hash);
  const finished = join(folder, "finished");
  if (!existsSync(finished)) {
    console.error(`Building ${commit} into ${folder}`);
    rmSync(folder, { recursive: true, force: true }); // an earlier build was interrupted
    mkdirSync(folder, { recursive: true });
    const files = execFileSync("git", ["archive", hash], { cwd: root, maxBuffer: 1 << 30 });
    execFileSync("tar", ["-x"], { cwd: folder, input: files });
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    writeFileSync(finished, "");
  }
  return { name: hash.slice(0, 8), folder };
}

function builtFolder(root: string): string {
  if (!existsSync(join(root, "dist", "program"))) throw new Error(`${root} is not built: run npm run build`);
  return root;
}

function resolveCommit(commit: string, root: string): string {
  try {
    return execFileSync("git", ["rev-parse", "--verify", "--quiet", `${commit}^{commit}`], {
      cwd: root,
      encoding: "utf8",
    }).trim();
  } catch {
    throw new Error(`commit ${commit} is not in this clone: fetch the whole history with git fetch --unshallow`);
  }
}

function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parsight");
}
