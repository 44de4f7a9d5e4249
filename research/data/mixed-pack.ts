/** Mixed tables with wrong cells that are known: the folder `mixed` of the data, where it is there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Table } from "../../src/index.js";
import { readTable } from "../../src/node/index.js";
import { dataFolder } from "./data-folder.js";

export interface MixedFault {
  readonly features: readonly string[];
  readonly mode: string;
  /** Whether normal rows have such values, too. */
  readonly inside: boolean;
  /** How probable so odd a value is in each changed cell, given all other true cells. */
  readonly p: readonly number[];
}

interface MixedTable {
  readonly train: Table;
  readonly perturbed: Table;
  /** Of each perturbed row. */
  readonly truth: readonly MixedFault[];
  /** Untouched rows. */
  readonly normal: Table;
}

const FOLDER = join(dataFolder(), "mixed");

export function isMixedTable(name: string): boolean {
  return existsSync(join(FOLDER, name, "truth.json"));
}

/** None where the data are not there. */
export function mixedNames(): string[] {
  return existsSync(FOLDER) ? readdirSync(FOLDER).filter(isMixedTable).sort() : [];
}

export async function readMixed(name: string): Promise<MixedTable> {
  const read = async (file: string): Promise<Table> => (await readTable([join(FOLDER, name, file)])).table;
  return {
    train: await read("train.csv"),
    perturbed: await read("perturbed.csv"),
    truth: JSON.parse(readFileSync(join(FOLDER, name, "truth.json"), "utf8")) as MixedFault[],
    normal: await read("normal.csv"),
  };
}
