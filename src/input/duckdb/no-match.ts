/**
 * A filter by value that no row passes: what was asked for, and what is there instead. To learn from such rows is an
 * error; to explain them is nothing to do, as on a day without alarms.
 */
import { InputError } from "../../core/base/index.js";
import { formatCount, quoted } from "../../core/presenting/index.js";
import type { ValueFilter } from "./read-options.js";

export interface NoMatch {
  readonly filter: ValueFilter;
  /** The values that rows have in the column, most frequent first, at most ten; null is a missing one. */
  readonly values: readonly { readonly value: string | null; readonly rows: number }[];
  /** How many other values there are. */
  readonly otherValues: number;
}

/** "flag = 1". */
export function describeFilter({ column, value }: ValueFilter): string {
  return `${quoted(column)} = ${value === "" ? "(missing)" : quoted(value)}`;
}

/** "Values seen, with their number of rows: "0" (300)." */
export function describeValuesSeen({ values, otherValues }: NoMatch): string {
  const shown = values.map(
    ({ value, rows }) => `${value === null ? "missing" : inQuotes(value)} (${formatCount(rows)})`,
  );
  const rest = otherValues > 0 ? ` and ${formatCount(otherValues)} more` : "";
  return `Values seen, with their number of rows: ${shown.join(", ")}${rest}.`;
}

export function noMatchError(missed: NoMatch, shown: string): InputError {
  return new InputError(
    "NO_ROW_MATCHES",
    `no row of ${shown} has ${describeFilter(missed.filter)}`,
    describeValuesSeen(missed),
  );
}

const MAX_LENGTH = 60;

function inQuotes(value: string): string {
  return JSON.stringify(value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH - 3)}…` : value);
}
