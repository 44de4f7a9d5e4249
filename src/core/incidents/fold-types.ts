/** What goes into a fold of incidents and what comes out. */
import type { Explanation } from "../presenting/explanation.js";
import type { CellValue } from "../table/table.js";
import type { Episode } from "./episode.js";

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

/** A fold that counts no rows. */
export type PlacedFold = Omit<IncidentFold, "counts"> & { counts(): Omit<IncidentCounts, "rows" | "strange"> };
