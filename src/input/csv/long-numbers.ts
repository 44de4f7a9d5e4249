/**
 * Whole numbers of more digits than a number keeps: 9007199254740993 would be read as 9007199254740992. A column that
 * the caller takes for categories is text as soon as it holds one, so that each is a category of its own.
 */
import { wholeCell } from "./number-writing.js";

/** Digits alone; the same to DuckDB. */
export const MANY_DIGITS = " *[+-]?[0-9]{16,} *";
const HAS_MANY_DIGITS = wholeCell(MANY_DIGITS);

export function isLongNumber(cell: string): boolean {
  return cell.length > 15 && HAS_MANY_DIGITS.test(cell) && Math.abs(Number(cell)) > Number.MAX_SAFE_INTEGER;
}
