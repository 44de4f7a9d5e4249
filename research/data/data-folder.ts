/**
 * Where benchmark data is found: the folder named by PARSIGHT_DATA, else the cache folder (XDG_CACHE_HOME or ~/.cache,
 * then parsight/data). The data is not ours to redistribute, so it is never part of the project.
 */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export function dataFolder(): string {
  const named = process.env.PARSIGHT_DATA;
  if (named !== undefined && named !== "") return named;
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parsight", "data");
}

/** The pack of perturbed rows, or null when it is not there. */
export function packFolder(): string | null {
  const folder = join(dataFolder(), "perturbed");
  return existsSync(folder) ? folder : null;
}
