/** The root of the repository, found from research/ and from dist/research/. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

function findRoot(folder: string): string {
  if (existsSync(join(folder, "bin", "parsight.js"))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error("no folder above research contains bin/parsight.js");
  return findRoot(above);
}
