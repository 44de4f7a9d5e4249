/** Tables of the pack as benches want them, or tiny seeded ones in their place. */
import { join } from "node:path";
import type { Table } from "../../../src/index.js";
import { packNames, readNumbers } from "../../data/pack.js";
import { mixedTable } from "./synthetic.js";

export interface NamedTable {
  readonly name: string;
  readonly table: Table;
}

/** As the context of benches has it. */
interface PackChoice {
  /** The pack of 17 sets, or null when it is not there. */
  readonly pack: string | null;
  /** Tiny seeded tables instead of real ones. */
  readonly isQuick: boolean;
}

/** The learning rows of the sets named, or of all. None without the pack. */
export function trainingTables({ pack, isQuick }: PackChoice, sets: readonly string[] | "all"): NamedTable[] {
  if (isQuick) return [{ name: "tiny", table: mixedTable({ rows: 300, numeric: 5, categorical: 2, seed: 1 }) }];
  if (pack === null) return [];
  const names = sets === "all" ? packNames(pack) : sets;
  return names.map((name) => ({ name, table: readNumbers(join(pack, name, "train.csv")) }));
}
