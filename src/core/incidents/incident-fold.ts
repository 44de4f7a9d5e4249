/**
 * Rows to incidents, one implementation for tables and for streams. Rows go in one by one, strange or not, in any
 * order; out come the incidents that are over. An incident is over when the latest row seen is later than its last one
 * by more than it may wait for another (Reach) and the lateness; with an endless lateness, as for tables, all are over
 * at the end. Their order is the same in either case: by the place where it was settled, then by machine and
 * beginning. What is over is forgotten, so memory holds what is open.
 *
 * Rows later than the lateness still count, but what was told is not told again: they are incidents of their own. Rows
 * without a moment come together, by machine and cause, at the end.
 */
import type { IncidentFold, IncidentFoldOptions } from "./fold-types.js";
import { createOrderFold } from "./order-fold.js";
import { isStrange } from "./strange-row.js";
import { createTimeFold } from "./time-fold.js";

export function createIncidentFold(options: IncidentFoldOptions): IncidentFold {
  const fold = options.axis === "time" ? createTimeFold(options) : createOrderFold(options);
  let [rows, strange] = [0, 0];
  return {
    ...fold,
    add(seen) {
      rows++;
      const explanation = seen.explanation !== null && isStrange(seen.explanation) ? seen.explanation : null;
      if (explanation !== null) strange++;
      return fold.add({ ...seen, explanation });
    },
    counts: () => ({ rows, strange, ...fold.counts() }),
  };
}
