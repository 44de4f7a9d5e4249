/** How many rows each mute hides a suspect in, read batch by batch. */
import { createExplainer } from "../../../core/explain.js";
import type { Model } from "../../../core/model/index.js";
import { allHold, prepareNamed } from "../../../core/predicates/index.js";
import { wantedNames } from "../../../core/presenting/index.js";
import type { Review } from "../../../core/review/index.js";
import { nameColumns } from "../../shared/explain-options-of.js";
import { pause } from "../../shared/pause.js";
import { readRows } from "../../shared/read-rows.js";
import type { Io } from "../../system/io.js";

const BATCH_ROWS = 256;

/** In the order of the mutes; those that ended are counted as if they had not. */
export async function countHidden(
  { model, review }: { readonly model: Model; readonly review: Review },
  tables: readonly string[],
  io: Io,
): Promise<readonly number[]> {
  const explainer = createExplainer(model, { top: model.features.length });
  const read = prepareNamed(review.muted.flatMap(({ when }) => when));
  let next = 0;
  const places = review.muted.map(({ when }) => when.map(() => next++));
  const hidden = review.muted.map(() => 0);
  const reading = {
    names: nameColumns(wantedNames(model, {}), { review, features: model.features }),
    batchRows: BATCH_ROWS,
    stdin: io.stdin,
    shouldStop: () => io.stop.aborted,
  };
  const batches = readRows(tables, reading, model);
  for await (const { table } of batches) {
    const test = read(table);
    for (const { row, features } of explainer(table)) {
      const accused = new Set(
        features.filter(({ rule, expected }) => rule !== null || expected !== null).map(({ feature }) => feature),
      );
      review.muted.forEach(({ feature }, mute) => {
        if (accused.has(feature) && allHold(test, places[mute]!, row)) hidden[mute]!++;
      });
    }
    await pause(io.stop);
  }
  return hidden;
}
