/**
 * Files that are read more than once, as by a name and a glob that stands for it, too: their rows count as often, and
 * what is learnt looks surer than it is. A link is the file that it leads to.
 */
import { stat } from "node:fs/promises";
import { listNames } from "../../core/base/index.js";
import type { ReadWarning } from "../csv/odd-cells.js";
import type { SourceFile } from "./source-files.js";

export async function warnAboutFilesTwice(files: readonly SourceFile[]): Promise<readonly ReadWarning[]> {
  const alike = new Map<string, SourceFile[]>();
  for (const file of files) {
    const stats = await stat(file.path, { bigint: true }).catch(() => null);
    if (stats === null) continue; // gone meanwhile: whoever reads it says so
    const key = `${stats.dev} ${stats.ino}`;
    alike.set(key, [...(alike.get(key) ?? []), file]);
  }
  return [...alike.values()].filter(({ length }) => length > 1).map(warnAboutFile);
}

/** Contract: one file, by each of its names that were given. */
function warnAboutFile(named: readonly SourceFile[]): ReadWarning {
  const times = named.length === 2 ? "twice" : `${named.length} times`;
  const names = [...new Set(named.map(({ shown }) => shown))];
  const read = names.length === 1 ? `${names[0]} is read ${times}` : `${listNames(names)} are one file, read ${times}`;
  return {
    code: "FILE_TWICE",
    message: `${read}: each of its rows counts ${times}`,
    hint: "Name each file once; a glob may stand for a file that is named as well.",
  };
}
