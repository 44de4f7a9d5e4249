/** Where fixtures are cached: .cache/fixtures/<hash of the sources they depend on>. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CACHE = join(ROOT, ".cache", "fixtures");
/** Each kind of fixture has a folder, and another run may still use those of the state before. */
const KEPT_FOLDERS = 6;

const folders = new Map<string, string>();

/** `sources`: files, and folders with all their TypeScript but tests, as paths from the root of the project. */
export function cacheFolder(sources: readonly string[]): string {
  const key = sources.join();
  const known = folders.get(key);
  if (known !== undefined) return known;
  const folder = join(CACHE, hashOf(sources));
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    sweepFolders(CACHE, KEPT_FOLDERS);
  }
  folders.set(key, folder);
  return folder;
}

function hashOf(sources: readonly string[]): string {
  const hash = createHash("sha256");
  for (const source of sources) {
    const path = join(ROOT, source);
    const isFolder = statSync(path).isDirectory();
    const names = isFolder ? readdirSync(path, { recursive: true, encoding: "utf8" }).sort() : [""];
    for (const name of names) {
      if (isFolder && (!name.endsWith(".ts") || name.endsWith(".test.ts"))) continue;
      hash.update(`${source}/${name}`).update(readFileSync(join(path, name)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

/** Removes all folders but the newest. */
export function sweepFolders(path: string, keptCount: number): void {
  const found = readdirSync(path).map((name) => ({ name, changed: statSync(join(path, name)).mtimeMs }));
  found.sort((a, b) => b.changed - a.changed);
  for (const { name } of found.slice(keptCount)) rmSync(join(path, name), { recursive: true, force: true });
}
