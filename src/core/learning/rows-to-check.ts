/**
 * Chooses the rows that check rules. Trees are checked by groups of rows in turn (see Checking); range and mined rules
 * by half of all rows, and by no more than tell it well enough.
 */
import type { Checking } from "../rules/index.js";
import { type AnyNumbers, type EncodedTable, rowsOfLeast } from "../table/index.js";
import { type DealInputs, dealRows, groupParts, PART_COUNT } from "./deal-rows.js";
import { checkingGroups } from "./diagnosis-inputs.js";

/** Rows that check, at most. */
export const CHECKING_ROWS = 20_000;

/** Of each sixteenth, where rows stand in an order. */
export const CHECKING_ROWS_OF_PART = (2 * CHECKING_ROWS) / PART_COUNT;

export function dealChecking(table: EncodedTable, dealing: DealInputs): Checking {
  const groupCount = checkingGroups(table.rowCount);
  return {
    parts: dealRows(table, dealing),
    groupOf: groupParts(groupCount, dealing.seed),
    groupCount,
    areDependent: dealing.stretches !== null,
  };
}

interface RowsToCheck {
  /** Of independent rows there is one stretch. */
  readonly stretches: readonly Int32Array[];
  readonly areDependent: boolean;
}

/** `keys`: one for each row, by lot. */
export function rowsToCheck(
  { parts, areDependent }: Checking,
  { keys, seed }: Pick<DealInputs, "keys" | "seed">,
): RowsToCheck {
  const groupOf = checkingHalf(seed);
  const isFirst = (row: number): boolean => groupOf[parts[row]!] === 0;
  if (!areDependent) return { stretches: [leastRows(keys, CHECKING_ROWS, isFirst)], areDependent };
  const checking = Array.from(groupOf.keys()).filter((part) => groupOf[part] === 0);
  const ofPart = (part: number) => leastRows(keys, CHECKING_ROWS_OF_PART, (row) => parts[row] === part);
  return { stretches: checking.map(ofPart), areDependent };
}

/** Parts of group 0 check. */
export function checkingHalf(seed: number): Uint8Array {
  return groupParts(2, seed);
}

/** All that are wanted, or so many with the least keys. */
function leastRows(keys: AnyNumbers, most: number, isWanted: (row: number) => boolean): Int32Array {
  let count = 0;
  for (let row = 0; row < keys.length; row++) if (isWanted(row)) count++;
  if (count > most) return rowsOfLeast(keys, most, isWanted);
  const rows = new Int32Array(count);
  for (let row = 0, place = 0; row < keys.length; row++) if (isWanted(row)) rows[place++] = row;
  return rows;
}
