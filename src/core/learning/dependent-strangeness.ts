/**
 * How strange normal rows look that depend on those next to them. Stretches of such rows look strange together, or not
 * at all: n of them tell what m < n independent ones would, by how far shares of strange rows differ between stretches.
 *
 * Of m independent rows, the ⌈q (m + 1)⌉-th is the limit that a fresh row stays below with probability q; of few rows
 * it lies farther out among them than q does. So it does among the n: each takes the place of one less strange, and
 * where the limit would lie beyond them all it is the strangest.
 */
import { addStretch, designEffect, startTally } from "../rules/index.js";
import { PART_COUNT } from "./deal-rows.js";

/** Rows stranger than this share of all tell how far stretches differ. */
const STRANGE_SHARE = 0.9;

/** Ascending; `parts`: the stretch of each row. */
export function spreadStrangeness(strangeness: Float64Array, parts: Uint8Array): Float64Array {
  const sorted = strangeness.slice().sort();
  const count = sorted.length;
  const limit = sorted[Math.floor(STRANGE_SHARE * count)]!;
  const effect = stretchEffect(
    strangeness.map((value) => Number(value > limit)),
    parts,
  );
  const independent = count / effect;
  const outwards = ((count / (count + 1)) * (independent + 1)) / independent;
  return sorted.map((_, i) => sorted[Math.min(count, Math.ceil((i + 1) * outwards - 1e-6)) - 1]!);
}

/** As many rows tell what one independent row tells; 1 where stretches differ as chance makes them. */
function stretchEffect(isStrange: Float64Array, parts: Uint8Array): number {
  const [rows, strange] = [new Float64Array(PART_COUNT), new Float64Array(PART_COUNT)];
  parts.forEach((part, i) => {
    rows[part]!++;
    strange[part]! += isStrange[i]!;
  });
  const tally = startTally(1, parts.length);
  for (const [part, count] of rows.entries()) addStretch(tally, 0, { rows: count, support: count - strange[part]! });
  return Math.max(1, designEffect(tally, 0) || 1);
}
