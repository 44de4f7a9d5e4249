/**
 * Where the ready-made pack is not there, one like it: all sets made from the raw ones by our protocol (make-set.ts)
 * and written in the pack's format into the data folder. Other rows are drawn than in the ready-made one, and its name
 * tells them apart.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Download } from "./adbench.js";
import type { BenchmarkSet } from "./benchmark-set.js";
import { dataFolder, packFolder } from "./data-folder.js";
import { rawSource, type SetSource } from "./find-sets.js";
import { PROTOCOL } from "./make-set.js";
import { toPlainCsv } from "./plain-csv.js";

/**
 * The pack's folder: the ready-made one, else one made before, else one made now, which takes minutes and may download.
 */
export async function findOrMakePack(say: (line: string) => void, download: Download = fetch): Promise<string> {
  const ready = packFolder();
  if (ready !== null) return ready;
  return makePack(join(dataFolder(), `made-pack-${PROTOCOL.seed}`), rawSource(PROTOCOL.seed, download), say);
}

/** A folder that is there is whole: it gets its name when all sets are written. */
export async function makePack(folder: string, source: SetSource, say: (line: string) => void): Promise<string> {
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  for (const name of source.names) {
    say(`making the set ${name} (${source.names.length} in all, once)`);
    writeSet(join(unfinished, name), await source.read(name));
  }
  renameSync(unfinished, folder);
  return folder;
}

function writeSet(folder: string, { train, test, perturbed, truth }: BenchmarkSet): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, table] of Object.entries({ train, test, perturbed })) {
    writeFileSync(join(folder, `${name}.csv`), toPlainCsv(table));
  }
  const placeOf = new Map(train.columns.map(({ name }, place) => [name, place]));
  const rows = truth.map(({ features, mode, flaggedBefore }) => ({
    features: features.map((feature) => placeOf.get(feature)!),
    mode,
    orig_if_flag: Number(flaggedBefore),
    orig_ae_flag: 0, // which of the two it was is not known
  }));
  writeFileSync(join(folder, "truth.json"), JSON.stringify(rows));
}
