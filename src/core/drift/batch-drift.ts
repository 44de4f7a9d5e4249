/**
 * Whether rows that are explained are strange as a whole: many of them are, one feature leads most of these, and that
 * feature has drifted. A fault in some rows is for their explanations to tell; anomalies that somebody picked out have
 * many causes, and are no drift.
 */
import { compareText, visibleText } from "../base/index.js";
import type { Model, RuleBaselines } from "../model/index.js";
import { type Explanation, formatShare } from "../presenting/index.js";
import type { Table } from "../table/index.js";
import { placeWords } from "./change-words.js";
import type { DriftPlace } from "./drift.js";
import { createDriftWatcher } from "./watcher.js";

export interface BatchDrift {
  readonly feature: string;
  readonly since: DriftPlace;
  /** Share of the rows that are stranger than 95 % of normal ones. */
  readonly strange: number;
  readonly text: string;
}

interface BatchWatcher {
  /** Rows in their order; `rows` are their numbers in the input. */
  add(table: Table, rows: ArrayLike<number>): void;
  /** Their explanations, in whatever order. */
  tally(explanations: readonly Explanation[]): void;
  /** Null: nothing is strange as a whole. */
  finish(): BatchDrift | null;
}

const STRANGE = 0.95;
/** Share of the rows that are strange, and of these that one feature leads, at least. */
const MANY = 0.2;
const MOSTLY = 0.4;
const NO_RULES: RuleBaselines = { blockRows: [], levels: [] };

/** Null: the model says nothing of blocks of its rows. */
export function createBatchWatcher(model: Model, time: string | undefined): BatchWatcher | null {
  if (model.drift === null || model.drift.series.length === 0) return null;
  // Only features are reported: watching up to 2,000 rules would nearly double the time of explaining.
  const watcher = createDriftWatcher({ ...model, drift: { ...model.drift, rules: NO_RULES } }, { time });
  const leads = new Map<string, number>();
  let [seen, strange] = [0, 0];
  return {
    add(table, rows) {
      watcher.add(table, rows);
      seen += table.rowCount;
    },
    tally(explanations) {
      for (const { strength, features } of explanations) {
        if (strength === null || strength < STRANGE || features[0] === undefined) continue;
        strange++;
        leads.set(features[0].feature, (leads.get(features[0].feature) ?? 0) + 1);
      }
    },
    finish() {
      const [leader] = [...leads].sort(([one, a], [other, b]) => b - a || compareText(one, other));
      if (leader === undefined || strange < MANY * seen || leader[1] < MOSTLY * strange) return null;
      const drifted = watcher.finish().features.find(({ feature }) => feature === leader[0]);
      if (drifted === undefined) return null;
      const share = strange / seen;
      const { feature, since, changes } = drifted;
      return { feature, since, strange: share, text: batchWords(changes[0]!.text, { share, feature, since }) };
    },
  };
}

function batchWords(
  change: string,
  { share, feature, since }: { readonly share: number; readonly feature: string; readonly since: DriftPlace },
): string {
  return `${formatShare(share)} of these rows are strange, most of all in ${visibleText(feature)}, where 5 % would be usual: as a whole they are not as the rows that were learnt. Since ${placeWords(since)} ${change}`;
}
