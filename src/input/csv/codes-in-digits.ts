/**
 * Whole numbers that lose something when they are read: of more digits than a number keeps (9007199254740993 would be
 * 9007199254740992), or with zeros before their digits (01234 would be 1234). A column that the caller takes for
 * categories is text as soon as it holds one, so that each is a category of its own, as it is written.
 */
import { wholeCell } from "./number-writing.js";

/** Digits alone; the same to DuckDB. */
export const MANY_DIGITS = " *[+-]?[0-9]{16,} *";
const HAS_MANY_DIGITS = wholeCell(MANY_DIGITS);
/** The same. */
export const ZEROS_BEFORE = " *[+-]?0[0-9]+ *";
const HAS_ZEROS_BEFORE = wholeCell(ZEROS_BEFORE);

export function isLongNumber(cell: string): boolean {
  return cell.length > 15 && HAS_MANY_DIGITS.test(cell) && Math.abs(Number(cell)) > Number.MAX_SAFE_INTEGER;
}

export function hasZerosBefore(cell: string): boolean {
  return cell.length > 1 && HAS_ZEROS_BEFORE.test(cell);
}

/** Whether a cell is a number that does not say all of it. */
export function isCodeInDigits(cell: string): boolean {
  return isLongNumber(cell) || hasZerosBefore(cell);
}
