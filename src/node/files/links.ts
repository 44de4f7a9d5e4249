/** Links that lead nowhere: which files are meant by them, in words. */
import { readdir, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

/** "a.csv is a link to b.csv, which is not there"; null for what is no link, or one that leads to a file. */
export async function describeDeadLink(path: string): Promise<string | null> {
  const target = await readlink(path).catch(() => null);
  if (target === null) return null;
  const failure = await realpath(path).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (failure === null) return null;
  const how = failure === "ELOOP" ? "leads in a circle" : "is not there";
  return `${path} is a link to ${target}, which ${how}`;
}

/** Most links that one follows to its end, as the system has it. */
const MAX_LINKS = 40;

/** Where a path leads that may be a link to a file yet to be written; a path that is no link leads to itself. */
export async function followDeadLink(path: string): Promise<string> {
  let target = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    const next = await readlink(target).catch(() => null);
    if (next === null) break;
    const folder = await realpath(dirname(target)).catch(() => dirname(target));
    target = resolve(folder, next);
  }
  return target;
}

/**
 * The first link that leads nowhere among those that a glob stands for, in words; null when there is none. DuckDB
 * leaves them out. Looked at is one folder: of a glob with wildcards before its last / nothing is said.
 */
export async function describeDeadLinkIn(glob: string): Promise<string | null> {
  const folder = dirname(glob);
  if (/[*?[]/.test(folder)) return null;
  const pattern = toPattern(basename(glob));
  const names = pattern === null ? [] : await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => pattern!.test(each)).sort()) {
    const link = await describeDeadLink(join(folder, name));
    if (link !== null) return link;
  }
  return null;
}

/** A name with *, ? and [a-z] as a regular expression; null for what is none. */
function toPattern(name: string): RegExp | null {
  const parts = name.match(/\[!?\]?[^\]]*\]|[\s\S]/g) ?? [];
  const source = parts.map((part) => {
    if (part === "*") return ".*";
    if (part === "?") return ".";
    if (part.length > 1) return part.replace(/^\[!/, "[^").replaceAll("\\", "\\\\");
    return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  try {
    return new RegExp(`^${source.join("")}$`, "s");
  } catch {
    return null; // [z-a]
  }
}
