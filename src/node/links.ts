/** Links that lead nowhere: which files are meant by them, in words. */
import { readlink, realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";

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
