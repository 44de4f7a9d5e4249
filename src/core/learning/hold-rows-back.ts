/** Which rows are held back from which part of learning, and by which order of the rows. */
import { groupDigits } from "../base/index.js";
import type { LearnOptions, Warning } from "../model/index.js";
import type { Checking } from "../rules/index.js";
import type { DealInputs } from "./deal-rows.js";
import type { PreparedRows } from "./prepare-rows.js";
import { areSlow, type OrderedRows } from "./row-order.js";
import { dealChecking } from "./rows-to-check.js";

interface HeldBack {
  readonly dealing: DealInputs;
  readonly checking: Checking;
}

export function holdRowsBack(prepared: PreparedRows, asked: LearnOptions, seed: number): HeldBack {
  const { encoded, samples, ordered, warnings } = prepared;
  const { keys, repeats, diagnosis: sample } = samples;
  const stretches = ordered.rows?.parts ?? null;
  if (asked.order === undefined) warnings.push(...warnOfOrder(ordered));
  warnings.push(...warnOfUnread(ordered));
  if (stretches !== null && areSlow(encoded, sample, stretches)) warnings.push(SLOW_ROWS);
  const dealing = { stretches, keys, repeats, sample, seed };
  return { dealing, checking: dealChecking(encoded, dealing) };
}

/** A file that was sorted looks like one that was recorded in its order. */
function warnOfOrder({ order }: OrderedRows): Warning[] {
  if (order.by !== "file") return [];
  const message =
    'rows look like those next to them in the file, so they were taken in its order, as recorded one after the other, to say how sure an answer is; if the file was only sorted, say so (order "none")';
  return [{ code: "FILE_ORDER", message }];
}

/** Rows that are of no place in the order. */
function warnOfUnread({ rows }: OrderedRows): Warning[] {
  const unread = rows?.time?.unread ?? null;
  if (unread === null) return [];
  const { cells, of, example } = unread;
  const message = `${groupDigits(cells)} of ${groupDigits(of)} cells of column ${JSON.stringify(rows!.time!.column)} cannot be read as moments: ${JSON.stringify(example)} is none; these rows come last in the order of time`;
  return [{ code: "TIMES_UNREAD", message }];
}

/** What no calibration can know. */
const SLOW_ROWS: Warning = {
  code: "SLOW_ROWS",
  message:
    "rows change so slowly that all of them together show only a few independent situations: more fresh rows than stated may look strange, and rules may hold less often; learn from rows of a longer time",
};
