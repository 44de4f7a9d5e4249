/**
 * Finds the columns by which people know a row: an identifier, and when it was. They are none of the features: learning
 * left them out, and its reasons say which they are. So a model knows them without a field of its own, also an older
 * one.
 */

import { wordsOf } from "../base/index.js";
import type { Exclusion } from "./features.js";
import { type DayReading, WRITTEN_DAYS } from "./parse-moment.js";

export interface NamingColumns {
  readonly id: readonly string[];
  /** null: none. */
  readonly time: string | null;
}

/** The order in which the learning rows depended on one another. */
interface KnownOrder {
  readonly by: string;
  readonly column: string | null;
}

/** What the reasons of features.ts and of the readers say of values that differ from row to row. */
const IDENTIFIER = /\bidentif|differs in nearly every row|different texts/;
const ROW_NUMBER = /^it numbers the rows/;
const MOMENTS = /\bmoments in time\b/;
/** How the reason for a column begins that the caller named as the one that says when. */
export const ASKED_MOMENTS = "it holds moments in time, as was said";
/** Words by which a column says that it names something. */
const NAMING_WORD = /^(id|ids|uid|uuid|guid|key|no|nr|number|serial|reference|ref|index)$/;

/**
 * The first identifier, of several one that is called so; where there is none, what numbers the rows; and the column of
 * moments that was named in learning, else the one in whose order rows depend on one another, else the first.
 */
export function findNamingColumns(excluded: readonly Exclusion[], order: KnownOrder | null = null): NamingColumns {
  const called = (pattern: RegExp): string[] =>
    excluded.filter(({ reason }) => pattern.test(reason)).map(({ name }) => name);
  const identifiers = called(IDENTIFIER);
  const candidates = identifiers.length > 0 ? identifiers : called(ROW_NUMBER);
  const id = candidates.find((name) => wordsOf(name).some((word) => NAMING_WORD.test(word))) ?? candidates[0];
  const moments = called(MOMENTS);
  const ordering = order?.by === "time" ? moments.find((name) => name === order.column) : undefined;
  const asked = excluded.find(({ reason }) => reason.startsWith(ASKED_MOMENTS))?.name;
  const time = asked ?? ordering ?? moments[0] ?? null;
  return { id: id === undefined ? [] : [id], time };
}

/** How days were written in a column of the learning rows; null: nothing was to be told. */
export function dayOrderOf(excluded: readonly Exclusion[], column: string | null): DayReading | null {
  const reason = excluded.find(({ name }) => name === column)?.reason ?? "";
  if (reason.includes("written as numbers")) return "as numbers"; // as calendar-numbers.ts says it, too
  const orders = ["day first", "month first"] as const;
  return orders.find((days) => reason.includes(WRITTEN_DAYS[days])) ?? null;
}
