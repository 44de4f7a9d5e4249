/** What goes into a fold of incidents and what comes out. */
import type { Explanation } from "../presenting/index.js";
import type { CellValue } from "../table/index.js";
import type { Episode, EpisodeSpan } from "./episode.js";

export interface IncidentFoldOptions {
  /** Whether rows are placed by their moments, or by their order. */
  readonly axis: "time" | "order";
  /** How far apart two rows of one incident may be, in milliseconds or rows; null: by the first rows' own steps. */
  readonly gap: number | null;
  /** Whether the same suspect may return after more than the gap. */
  readonly mayReturn: boolean;
  /** Milliseconds that a row may come later than one after it. */
  readonly lateness: number;
  /** Whether rows depend on those next to them: what goes wrong then lasts, and shows in one way after another. */
  readonly areDependent: boolean;
  /** Whether it is remembered which rows an incident has; memory then grows with the episodes of one that goes on. */
  readonly hasParts: boolean;
  /** What is told as an incident; other strange rows are passed over, and counted. */
  readonly bar: IncidentBar;
}

/** How much must speak for an incident: one row by itself, or all of its rows together. */
export interface IncidentBar {
  /** The worst row is enough if it is at least so strange, and its first suspect so likely wrong. */
  readonly strength: number;
  readonly probability: number;
  /** Rows are enough together if their excess (see strange-row.ts) sums up to this. */
  readonly excess: number;
}

/** How far apart rows of one incident may be, in milliseconds or rows. */
export interface Reach {
  /** Two suspects that accuse each other, and rows in which none stands out. */
  readonly gap: number;
  /** Rows of the same first suspect. */
  readonly again: number;
  /** Any rows: what goes on at once or right after is one trouble. Below 0: none are for that alone. */
  readonly beside: number;
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
  /** Whose rows these are; empty where nobody asked for it. */
  readonly parts: readonly EpisodeSpan[];
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
