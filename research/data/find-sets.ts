/** Benchmark sets by name, from the raw sets by our protocol or from the ready-made pack. */
import { ADBENCH_SETS, type Download, readRawSet } from "./adbench.js";
import type { BenchmarkSet } from "./benchmark-set.js";
import { dataFolder, packFolder } from "./data-folder.js";
import { makeSet, PROTOCOL } from "./make-set.js";
import { NO_PACK, packNames, readPackSet } from "./pack.js";

export interface SetSource {
  readonly names: readonly string[];
  read(name: string): Promise<BenchmarkSet>;
}

export function rawSource(seed: number, download: Download = fetch): SetSource {
  return {
    names: ADBENCH_SETS.map(({ name }) => name),
    read: async (name) => makeSet(await readRawSet(name, dataFolder(), download), { ...PROTOCOL, seed }),
  };
}

export function packSource(): SetSource {
  const folder = packFolder();
  if (folder === null) throw new Error(NO_PACK);
  return { names: packNames(folder), read: async (name) => readPackSet(folder, name) };
}

/** Those of the pack that are named, "a,b", or all; null, and a word about it, where there is no pack. */
export function packSetsNamed(names: string): readonly BenchmarkSet[] | null {
  const folder = packFolder();
  if (folder === null) {
    console.error(NO_PACK);
    process.exitCode = 1;
    return null;
  }
  return (names === "" ? packNames(folder) : names.split(",")).map((name) => readPackSet(folder, name));
}
