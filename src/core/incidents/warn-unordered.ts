/** Incidents join rows that follow one another; where rows have no order, what stands together is chance. */
import type { Model, Warning } from "../model/index.js";
import type { PlacedBy } from "./table-fold.js";

/** What is said where rows have no time, and the learning rows did not depend on those next to them. */
export function warnOfUnordered({ order }: Pick<Model, "order">, placed: PlacedBy | null): Warning[] {
  if (order?.by !== "none" || placed === null || placed.axis === "time" || placed.time !== null) return [];
  const message =
    "no column says when rows were, and learning rows did not depend on those next to them; an incident joins strange rows that happen to stand near one another";
  return [{ code: "ROWS_UNORDERED", message }];
}

/** What to do about it. */
export const UNORDERED_HINT =
  "Rows by what is wrong with them: --summary without --incidents. A column of times: --time.";
