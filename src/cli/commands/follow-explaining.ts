/**
 * Follows rows on their way from the reader to their explanation. Rows count once they are explained; how much is done is
 * the share of the input up to the last of them, since the reader is ahead, and may have left rows out in between.
 */
import { formatCount } from "../../core/presentation/format-number.js";
import type { Progress } from "../../node/progress.js";
import type { Batch, ReadProgress } from "../../node/read-table.js";
import type { ShownWarning } from "../screen/format-error.js";
import { followRead } from "./progress-on.js";

export interface ExplainingFollower {
  onRead(read: ReadProgress): void;
  onExplained(rows: ExplainedRows): void;
  /** What to say when no row was explained; otherwise nothing. `where` is the condition that was given, if any. */
  findings(where: string | undefined): readonly ShownWarning[];
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
  let reached = 0;
  const show = (): void => {
    const { phase, rows, share } = read;
    if (phase === "check") follow(read);
    else follow({ phase, rows: explained, share: share === null || rows === 0 ? null : (share * reached) / rows });
  };
  return {
    onRead(now) {
      read = now;
      show();
    },
    onExplained({ count, last }) {
      explained += count;
      reached = last + 1;
      show();
    },
    findings(where) {
      if (explained > 0) return [];
      const [message, hint] =
        read.rows === 0
          ? ["the table has no rows", "Check how it was written."]
          : [
              `none of the ${formatCount(read.rows)} rows satisfies ${where ?? "what was asked for"}`,
              "Try the condition in a wider form first.",
            ];
      return [{ code: "NOTHING_EXPLAINED", message: `${message}, so nothing was explained`, hint: hint! }];
    },
  };
}
