/**
 * Sets of values in a text: all of them, or the first few and how many others there are. A row's value that is in
 * the set is always among those shown, or nobody could see that the set speaks about the row.
 */
import type { CellValue } from "../table/index.js";

/** Sets of more values are shortened to this many words, the last of which counts the others. */
export const MAX_LISTED = 5;

/** `observed` is the row's value; null: there is none, or no row. */
export function shortenSet<T extends Exclude<CellValue, null>>(
  values: readonly T[],
  observed: CellValue,
): { readonly shown: readonly T[]; readonly others: number } {
  if (values.length <= MAX_LISTED) return { shown: values, others: 0 };
  const shown = values.slice(0, MAX_LISTED - 1);
  if (isHidden(values, observed)) shown[shown.length - 1] = values.find((value) => isSame(value, observed))!;
  return { shown, others: values.length - shown.length };
}

/** Whether a shortened set would leave this value out, were it not looked for. */
export function isHidden(values: readonly Exclude<CellValue, null>[], observed: CellValue): boolean {
  if (observed === null || values.length <= MAX_LISTED) return false;
  const place = values.findIndex((value) => isSame(value, observed));
  return place >= MAX_LISTED - 1;
}

/** A category that is a number may come as text. */
function isSame(value: Exclude<CellValue, null>, observed: CellValue): boolean {
  return value === observed || String(value) === String(observed);
}
