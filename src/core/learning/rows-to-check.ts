/**
 * Chooses the rows that check rules. Trees are checked by groups of rows in turn (see Checking); range and mined rules
 * by half of all rows, and by no more than tell it well enough.
 */
import type { Checking } from "../rules/checking.js";
import type { EncodedTable } from "../table/encode-table.js";
import { rowsOfLeast } from "../table/sample-rows.js";
import type { AnyNumbers } from "../table/stored-values.js";
import { type DealInputs, dealRows, groupParts, PART_COUNT } from "./deal-rows.js";
import { checkingGroups } from "./diagnosis-inputs.js";

/** Rows that check, at most. */
export const CHECKING_ROWS = 20_000;

export function dealChecking(table: EncodedTable, dealing: DealInputs): Checking {
  const groupCount = checkingGroups(table.rowCount);
  return {
    parts: dealRows(table, dealing),
    groupOf: groupParts(groupCount, dealing.seed),
    groupCount,
    areDependent: dealing.ordered !== null,
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
  dealing: Pick<DealInputs, "ordered" | "keys" | "seed">,
): RowsToCheck {
  const { ordered, seed } = dealing;
  const groupOf = checkingHalf(seed);
  if (ordered === null) return { stretches: [leastRows(parts, groupOf, dealing.keys)], areDependent };
  const first = (part: number): number => Math.ceil((part * ordered.length) / PART_COUNT);
  const stretches = Array.from({ length: PART_COUNT }, (_, part) => ordered.subarray(first(part), first(part + 1)));
  const most = (2 * CHECKING_ROWS) / PART_COUNT;
  return {
    stretches: stretches.filter((_, part) => groupOf[part] === 0).map((rows) => thinned(rows, most)),
    areDependent,
  };
}

/** Parts of group 0 check. */
export function checkingHalf(seed: number): Uint8Array {
  return groupParts(2, seed);
}

function leastRows(parts: Uint8Array, groupOf: Uint8Array, keys: AnyNumbers): Int32Array {
  const isFirst = (row: number): boolean => groupOf[parts[row]!] === 0;
  let count = 0;
  for (let row = 0; row < parts.length; row++) if (isFirst(row)) count++;
  if (count > CHECKING_ROWS) return rowsOfLeast(keys, CHECKING_ROWS, isFirst);
  const rows = new Int32Array(count);
  for (let row = 0, place = 0; row < parts.length; row++) if (isFirst(row)) rows[place++] = row;
  return rows;
}

/** So many rows at most, spread evenly. */
function thinned(rows: Int32Array, most: number): Int32Array {
  if (rows.length <= most) return rows;
  return Int32Array.from({ length: most }, (_, i) => rows[Math.floor((i * rows.length) / most)]!);
}
