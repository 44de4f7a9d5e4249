/**
 * Rows to incidents, one implementation for tables and for streams. Rows go in one by one, strange or not, in any order; out
 * come the incidents that are over. An incident is over when the latest row seen is later than its last one by more than the gap
 * and the lateness; with an endless lateness, as for tables, all are over at the end. Their order is the same in either case: by
 * the place where it was settled, then by machine and beginning. What is over is forgotten, so memory holds what is open.
 *
 * Rows later than the lateness still count, but what was told is not told again: they are incidents of their own. Rows without a
 * moment come together, by machine and cause, at the end.
 */
import type { Explanation } from "../presenting/explanation.js";
import type { CellValue } from "../table/table.js";
import type { Episode } from "./episode.js";
import { createOrderFold } from "./order-fold.js";
import { isStrange } from "./strange-row.js";
import { createTimeFold } from "./time-fold.js";

export interface IncidentFoldOptions {
  /** Whether rows are placed by their moments, or by their order. */
  readonly axis: "time" | "order";
  /** How far apart two rows of one incident may be, in milliseconds or rows; null: by the first rows' own steps. */
  readonly gap: number | null;
  /** Milliseconds that a row may come later than one after it. */
  readonly lateness: number;
  /** An incident has a row at least so strange; other strange rows are passed over, and counted. */
  readonly sure: number;
}

export interface SeenRow {
  /** Its number in the input. */
  readonly row: number;
  /** Milliseconds since 1970, or its place among the rows of its machine; NaN: not known. */
  readonly place: number;
  /** Which machine; null: there is one, or it is missing. */
  readonly by: CellValue;
  /** null: not strange enough to be explained. */
  readonly explanation: Explanation | null;
}

/** By the moments of its rows, by their order, or not at all, since they have no moments. */
export type IncidentPlacing = "timed" | "ordered" | "timeless";

/** An incident before it is put into words. */
export interface FoundIncident {
  /** From 0, in the order in which they are over. */
  readonly number: number;
  readonly by: CellValue;
  readonly kind: IncidentPlacing;
  /** All of it. */
  readonly whole: Episode;
  /** Whose rows these are: first suspects, with the places of the first row and the last. */
  readonly parts: readonly { readonly lead: string | null; readonly from: number; readonly to: number }[];
}

export interface IncidentCounts {
  /** Rows seen, and those of them that are strange. */
  readonly rows: number;
  readonly strange: number;
  /** Told so far, and the rows in them. */
  readonly incidents: number;
  readonly told: number;
  /** Strange rows in no incident, since none around them is strange enough. */
  readonly passedOver: number;
  /** Strange rows without a moment, where rows have moments. */
  readonly timeless: number;
  /** Strange rows that came too late. */
  readonly late: number;
}

export interface IncidentFold {
  add(seen: SeenRow): readonly FoundIncident[];
  finish(): readonly FoundIncident[];
  counts(): IncidentCounts;
  /** In milliseconds or rows; null: not known yet. */
  gap(): number | null;
}

export function createIncidentFold(options: IncidentFoldOptions): IncidentFold {
  const fold = options.axis === "time" ? createTimeFold(options) : createOrderFold(options);
  let [rows, strange] = [0, 0];
  return {
    ...fold,
    add(seen) {
      rows++;
      const explanation = seen.explanation !== null && isStrange(seen.explanation) ? seen.explanation : null;
      if (explanation !== null) strange++;
      return fold.add({ ...seen, explanation });
    },
    counts: () => ({ rows, strange, ...fold.counts() }),
  };
}

/** A fold that counts no rows. */
export type PlacedFold = Omit<IncidentFold, "counts"> & { counts(): Omit<IncidentCounts, "rows" | "strange"> };
