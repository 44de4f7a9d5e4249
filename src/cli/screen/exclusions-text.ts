/**
 * Columns that are no features, each with its reason. Reasons may hold brackets and commas, so neither sets them apart.
 */
import { quoted } from "../../core/presenting/index.js";
import type { Exclusion } from "../../core/table/index.js";

/** "Time: it holds moments in time; id: it looks like an identifier (40 distinct values in 40 rows)". */
export function formatExclusions(excluded: readonly Exclusion[]): string {
  return excluded.map(({ name, reason }) => `${quoted(name)}: ${reason}`).join("; ");
}
