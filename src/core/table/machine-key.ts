/** Which machine, account or the like a row is from, and as the key of a Map. */
import { type CellValue, type Column, cellValue } from "./table.js";

/** As JSON can write it, which has no infinite numbers; null: it is missing. */
export function machineAt(column: Column, row: number): CellValue {
  const value = cellValue(column, row);
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

/** Equal for the same machine; null: it is missing. */
export function keyOf(machine: CellValue): string {
  return JSON.stringify(machine);
}
