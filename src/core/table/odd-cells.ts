/**
 * Cells among numbers that are no numbers: one ERR in 300,000 readings does not make them categories. They count as
 * missing, and it is said which they are.
 */
import { groupDigits, quotedName } from "../base/index.js";

export interface OddCell {
  /** "plant.csv line 42", or "row 7" where there are no lines. */
  readonly place: string;
  readonly cell: string;
}

/** The cells of one column that are no numbers. */
export interface OddCells {
  readonly name: string;
  readonly odd: number;
  /** Cells that are numbers. */
  readonly numbers: number;
  /** The first odd ones, a few. */
  readonly first: readonly OddCell[];
}

/** Odd cells of a column that are named. */
export const FEW_CELLS = 3;
/** Columns whose odd cells are named. */
const FEW_COLUMNS = 5;

/** Whether at most one cell in twenty does not fit: a column with so few that are no numbers is numeric. */
export function areMostlyFit(fitting: number, values: number): boolean {
  return fitting > 0 && (values - fitting) * 20 <= values;
}

/** "2 cells are no numbers and count as missing: Level (2 of 300,000) plant.csv line 42 "ERR", line 77 "n.a."". */
export function warnAboutOddCells(columns: readonly OddCells[]): { readonly code: string; readonly message: string } {
  const count = columns.reduce((sum, column) => sum + column.odd, 0);
  const shown = columns.slice(0, FEW_COLUMNS).map(describeColumn);
  const more = columns.length - shown.length;
  if (more > 0) shown.push(`and ${groupDigits(more)} more ${more === 1 ? "column" : "columns"}`);
  const are = count === 1 ? "cell is no number and counts" : "cells are no numbers and count";
  return { code: "CELLS_ODD", message: `${groupDigits(count)} ${are} as missing: ${shown.join("; ")}` };
}

/** Whether a warning is about such cells. */
export function isAboutOddCells({ code }: { readonly code: string }): boolean {
  return code === "CELLS_ODD";
}

function describeColumn({ name, odd, numbers, first }: OddCells): string {
  const cells = first.map(({ place, cell }, at) => {
    const isSameFile = at > 0 && fileOf(place) === fileOf(first[at - 1]!.place);
    return `${isSameFile ? place.slice(fileOf(place).length).trim() : place} ${shownCell(cell)}`;
  });
  const more = odd > first.length ? ` and ${groupDigits(odd - first.length)} more` : "";
  return `${quotedName(name)} (${groupDigits(odd)} of ${groupDigits(odd + numbers)}) ${cells.join(", ")}${more}`;
}

/** What stands before the line or row. */
function fileOf(place: string): string {
  return /^(.*?) ?(?:line|row) \d+[^/]*$/s.exec(place)?.[1] ?? place;
}

function shownCell(cell: string): string {
  return JSON.stringify(cell.length > 40 ? `${cell.slice(0, 40)}…` : cell);
}
