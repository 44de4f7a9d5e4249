/**
 * Chooses the rows that check rules. Trees are checked by groups of rows in turn (see Checking); range and mined rules
 * by half of all rows, and by no more than tell it well enough.
 */
import type { Checking } from "../rules/checking.js";
import type { EncodedTable } from "../table/encode-table.js";
import { rowsOfLeast } from "../table/sample-rows.js";
import { type DealInputs, dealRows, groupParts, PART_COUNT } from "./deal-rows.js";
import { checkingGroups } from "./diagnosis-inputs.js";

/** Rows that check, at most. */
const CHECKING_ROWS = 20_000;

/** Rows by which it is told whether equal rows are copies. */
const COPIES_SAMPLE = 2000;

export function dealChecking(table: EncodedTable, { ordered, keys, sample, seed }: DealInputs): Checking {
  const groupCount = checkingGroups(table.rowCount);
  return {
    parts: dealRows(table, { ordered, keys, sample: sample.subarray(0, COPIES_SAMPLE), seed }),
    groupOf: groupParts(groupCount, seed),
    groupCount,
    areDependent: ordered !== null,
  };
}

interface RowsToCheck {
  /** Of independent rows there is one stretch. */
  readonly stretches: readonly Int32Array[];
  readonly areDependent: boolean;
}

/** `ordered`: all rows in their order, where they depend on one another; `keys`: one for each row, by lot. */
export function rowsToCheck(
  { parts, areDependent }: Checking,
  { ordered, keys, seed }: Pick<DealInputs, "ordered" | "keys" | "seed">,
): RowsToCheck {
  const groupOf = groupParts(2, seed);
  if (ordered === null) return { stretches: [leastRows(parts, groupOf, keys)], areDependent };
  const first = (part: number): number => Math.ceil((part * ordered.length) / PART_COUNT);
  const stretches = Array.from({ length: PART_COUNT }, (_, part) => ordered.subarray(first(part), first(part + 1)));
  const most = (2 * CHECKING_ROWS) / PART_COUNT;
  return {
    stretches: stretches.filter((_, part) => groupOf[part] === 0).map((rows) => thinned(rows, most)),
    areDependent,
  };
}

function leastRows(parts: Uint8Array, groupOf: Uint8Array, keys: Float64Array): Int32Array {
  const rows = Int32Array.from(parts.keys()).filter((row) => groupOf[parts[row]!] === 0);
  if (rows.length <= CHECKING_ROWS) return rows;
  const own = Float64Array.from(rows, (row) => keys[row]!);
  return rowsOfLeast(own, CHECKING_ROWS).map((place) => rows[place]!);
}

/** So many rows at most, spread evenly. */
function thinned(rows: Int32Array, most: number): Int32Array {
  if (rows.length <= most) return rows;
  return Int32Array.from({ length: most }, (_, i) => rows[Math.floor((i * rows.length) / most)]!);
}
