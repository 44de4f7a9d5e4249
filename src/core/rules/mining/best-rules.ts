/**
 * The rules of one antecedent that say most: where there are too many to keep, what is true of most rows anyway goes
 * first. How much a rule says is by how much its confidence exceeds the share of rows that have its consequent at all;
 * of equal ones the more frequent, then the first.
 */
import type { MinedRules } from "./mining-task.js";
import type { MinedNumbers } from "./rule-records.js";

export interface BestRules {
  /** Rules of one antecedent that stay. */
  readonly most: number;
  /** For each predicate the share of rows in which it holds. */
  readonly shares: Float64Array;
}

/** Numbers of a record behind its antecedent: consequent, rows with both, rows with the antecedent. */
const BEHIND = 3;

interface Ranked {
  readonly from: number;
  readonly to: number;
  readonly gain: number;
  readonly supportCount: number;
}

/** In the order in which they came. Contract: rules of antecedents of one item, the same for all. */
export function keepBest<Numbers extends MinedNumbers>(
  { count, records }: MinedRules<Numbers>,
  { most, shares }: BestRules,
): MinedRules<Numbers> {
  if (count <= most) return { count, records };
  const ranked: Ranked[] = [];
  for (let from = 0; from < records.length; ) {
    const at = from + 1 + records[from]!;
    const [consequent, supportCount, antecedentCount] = [records[at]!, records[at + 1]!, records[at + 2]!];
    const gain = supportCount / antecedentCount - shares[consequent]!;
    ranked.push({ from, to: at + BEHIND, gain, supportCount });
    from = at + BEHIND;
  }
  ranked.sort((a, b) => b.gain - a.gain || b.supportCount - a.supportCount || a.from - b.from);
  const chosen = ranked.slice(0, most).sort((a, b) => a.from - b.from);
  const best = records.slice(
    0,
    chosen.reduce((sum, { from, to }) => sum + to - from, 0),
  ) as Numbers;
  let end = 0;
  for (const { from, to } of chosen) {
    best.set(records.subarray(from, to), end);
    end += to - from;
  }
  return { count: chosen.length, records: best };
}
