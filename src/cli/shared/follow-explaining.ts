/**
 * Follows rows on their way from the reader to their explanation. Rows count once they are explained; how much is done
 * is the share of the input up to the last of them, since the reader is ahead, and may have left rows out in between.
 */
import { formatCountOf } from "../../core/presenting/index.js";
import { describeFilter, describeValuesSeen } from "../../input/duckdb/no-match.js";
import type { Batch, NoMatch, ReadProgress, ReadWarning } from "../../input/read-table.js";
import type { Progress } from "../../node/progress.js";
import type { ShownWarning } from "../screen/format-error.js";
import { followRead } from "./progress-on.js";

export interface ExplainingFollower {
  onRead(read: ReadProgress): void;
  onNoMatch(missed: NoMatch): void;
  onWarning(warning: ReadWarning): void;
  /** `leftOut`: those of them that are not strange enough; absent: none. */
  onExplained(rows: ExplainedRows & { readonly leftOut?: number }): void;
  /** What was noticed as rows were read. */
  warnings(): readonly ReadWarning[];
  /** Why no row was read, and what to do about it; for a reader that got none. */
  whyNoRows(where: string | undefined): readonly [reason: string, hint: string];
  /** What to say when no row was explained; otherwise nothing. */
  findings(asked: AskedRows): readonly ShownWarning[];
  /** Rows that were looked at, and those of them that were not strange enough. */
  counts(): { readonly rows: number; readonly leftOut: number };
}

/** Which rows were asked for. */
interface AskedRows {
  /** The condition that was asked for, if any. */
  readonly where: string | undefined;
  /** How strange they had to be, if that was said. */
  readonly minStrength: number | undefined;
}

/** What is left to know about a batch when its memory has been handed on. */
export interface ExplainedRows {
  readonly count: number;
  /** Number of the last row in the input. */
  readonly last: number;
}

/** Contract: a batch of at least one row. */
export function rowsOf({ rows }: Batch): ExplainedRows {
  return { count: rows.length, last: rows[rows.length - 1]! };
}

export function followExplaining(progress: Progress): ExplainingFollower {
  const follow = followRead(progress, "Explaining");
  let read: ReadProgress = { phase: "check", rows: 0, share: null };
  let explained = 0;
  let leftOut = 0;
  let reached = 0;
  let missed: NoMatch | null = null;
  const warnings: ReadWarning[] = [];
  const show = (): void => {
    const { phase, rows, share } = read;
    if (phase === "check") follow(read);
    else follow({ phase, rows: explained, share: share === null || rows === 0 ? null : (share * reached) / rows });
  };
  return {
    onRead(now) {
      if (now.phase === "check" && read.phase === "read") return; // looking for values after the last row; no row goes
      read = now;
      show();
    },
    onNoMatch(filter) {
      missed = filter;
    },
    onWarning(warning) {
      warnings.push(warning);
    },
    onExplained({ count, last, leftOut: weak = 0 }) {
      explained += count;
      leftOut += weak;
      reached = last + 1;
      show();
    },
    warnings: () => warnings,
    whyNoRows: (where) => whyNothing({ where, minStrength: undefined }, { read: read.rows, seen: 0, missed }),
    findings(asked) {
      if (explained > leftOut) return [];
      const [message, hint] = whyNothing(asked, { read: read.rows, seen: explained, missed });
      return [{ code: "NOTHING_EXPLAINED", message: `${message}, so nothing was explained`, hint }];
    },
    counts: () => ({ rows: explained, leftOut }),
  };
}

interface Found {
  /** Rows of the input. */
  readonly read: number;
  /** Those of them that were asked for. */
  readonly seen: number;
  readonly missed: NoMatch | null;
}

function whyNothing({ where, minStrength }: AskedRows, { read, seen, missed }: Found): readonly [string, string] {
  if (read === 0) return ["the table has no rows", "Check how it was written."];
  if (seen > 0) {
    const rows = seen === 1 ? "the row is not" : `none of ${formatCountOf(seen, "row")} is`;
    return [
      `${rows} as strange as --min-strength ${minStrength} asks for`,
      "That is good news, or the share is too high: without it every row is explained.",
    ];
  }
  if (missed !== null) {
    const those = where === undefined ? `of the ${formatCountOf(read, "row")}` : `of the rows that satisfy ${where}`;
    const rows = read === 1 ? "the row does not have" : `none ${those} has`;
    return [`${rows} ${describeFilter(missed.filter)}`, describeValuesSeen(missed)];
  }
  const rows = read === 1 ? "the row does not satisfy" : `none of the ${formatCountOf(read, "row")} satisfies`;
  return [`${rows} ${where ?? "what was asked for"}`, "Try the condition in a wider form first."];
}
