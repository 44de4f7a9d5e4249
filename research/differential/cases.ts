/** The tables on which two builds are compared by their command lines: benchmark sets, real servers, the water tank. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { dataFolder } from "../data/data-folder.js";

export interface Case {
  readonly name: string;
  /** Normal rows, to learn from. */
  readonly train: string;
  /** Rows to explain. */
  readonly rows: string;
  /** Options of `explain`. */
  readonly options: readonly string[];
}

const GROUPS: Readonly<
  Record<string, { readonly train: string; readonly rows: string; readonly options: readonly string[] }>
> = {
  perturbed: { train: "train.csv", rows: "perturbed.csv", options: [] },
  mixed: { train: "train.csv", rows: "perturbed.csv", options: [] },
  real: { train: "train.csv", rows: "perturbed.csv", options: [] },
  machines: { train: "train.csv.gz", rows: "test.csv.gz", options: ["--incidents"] },
};

export const GROUP_NAMES = ["tank", ...Object.keys(GROUPS), "nasty"] as const;

export function findCases(groups: readonly string[], root: string): readonly Case[] {
  return groups.flatMap((group) => (group === "tank" ? [tankCase(root)] : casesOf(group)));
}

function tankCase(root: string): Case {
  const tank = join(root, "examples", "water-tank", "data");
  return { name: "tank", train: join(tank, "normal.csv"), rows: join(tank, "anomalies.csv"), options: [] };
}

function casesOf(group: string): readonly Case[] {
  const files = GROUPS[group];
  if (files === undefined) return [];
  const folder = join(dataFolder(), group);
  if (!existsSync(folder)) {
    console.error(`${folder} does not exist: ${group} is skipped. PARSIGHT_DATA names the folder of benchmark data`);
    return [];
  }
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, files.train)))
    .sort()
    .map((name) => ({
      name: `${group}/${name}`,
      train: join(folder, name, files.train),
      rows: join(folder, name, files.rows),
      options: files.options,
    }));
}
