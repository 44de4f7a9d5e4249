/**
 * Whether two paths lead to one file, whatever they are called: through links of both kinds, relative or not.
 *
 * A file that is not there yet is known by its folder's true path and its name.
 */
import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** What a path leads to. Two paths lead to the same file when they share one of these. */
type FileIdentity = readonly string[];

/** None for what is no regular file: a pipe or a device can be read and written at a time. */
export async function identifyFile(path: string): Promise<FileIdentity> {
  const stats = await orNull(stat(path, { bigint: true }));
  if (stats !== null && !stats.isFile()) return [];
  if (stats !== null) {
    const truePath = await orNull(realpath(path));
    return [`${stats.dev}:${stats.ino}`, ...(truePath === null ? [] : [truePath])];
  }
  const folder = await orNull(realpath(dirname(path)));
  return folder === null ? [] : [join(folder, basename(path))];
}

export function isSameFile(a: FileIdentity, b: FileIdentity): boolean {
  return a.some((each) => b.includes(each));
}

function orNull<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null);
}
