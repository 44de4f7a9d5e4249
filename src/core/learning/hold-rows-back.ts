/** Which rows are held back from which part of learning, and by which order of the rows. */
import type { HistoryPlan } from "../history/plan.js";
import type { LearnOptions } from "../model/learn-options.js";
import type { Warning } from "../model/model.js";
import type { RowOrderName } from "../model/row-order.js";
import type { Checking } from "../rules/checking.js";
import type { Moments } from "../table/moments.js";
import type { DealInputs } from "./deal-rows.js";
import type { FoundRules } from "./find-rules.js";
import type { PreparedRows } from "./prepare-rows.js";
import { areSlow, findRowOrder, type OrderedRows } from "./row-order.js";
import { dealChecking } from "./rows-to-check.js";

interface HeldBack {
  readonly order: OrderedRows["order"];
  readonly dealing: DealInputs;
  readonly checking: Checking;
}

export function holdRowsBack(prepared: PreparedRows, { known, options }: FoundRules, asked: LearnOptions): HeldBack {
  const { encoded, samples, moments, past, warnings } = prepared;
  const order = asked.order ?? orderOfPast(past, moments);
  const ordered = findRowOrder(encoded, {
    quantiles: known.quantiles,
    moments,
    keys: samples.keys,
    asked: order,
  });
  if (asked.order === undefined) warnings.push(...warnOfOrder(ordered));
  if (ordered.rows !== null && areSlow(encoded, known.quantiles, ordered.rows)) warnings.push(SLOW_ROWS);
  const dealing = {
    ordered: ordered.rows,
    keys: samples.keys,
    repeats: samples.repeats,
    sample: samples.diagnosis,
    seed: options.seed,
  };
  return { order: ordered.order, dealing, checking: dealChecking(encoded, dealing) };
}

/** Rows with a past depend on those before them: they are held back in stretches of its order. */
function orderOfPast(past: HistoryPlan | null, moments: Moments | null): RowOrderName | null {
  if (past === null) return null;
  return past.time !== null && moments !== null ? "time" : "file";
}

/** A file that was sorted looks like one that was recorded in its order. */
function warnOfOrder({ order }: OrderedRows): Warning[] {
  if (order.by !== "file") return [];
  const message =
    'rows look like those next to them in the file, so they were taken in its order, as recorded one after the other, to say how sure an answer is; if the file was only sorted, say so (order "none")';
  return [{ code: "FILE_ORDER", message }];
}

/** What no calibration can know. */
const SLOW_ROWS: Warning = {
  code: "SLOW_ROWS",
  message:
    "rows change so slowly that all of them together show only a few independent situations: more fresh rows than stated may look strange, and rules may hold less often; learn from rows of a longer time",
};
