/** How often rules are true in rows that took no part in finding them, as columns of numbers and back. */
import { type CheckedCounts, MOST_IN_32_BITS, type RowCounts } from "../rules/index.js";
import { parseFiniteNumbers } from "./number-list.js";
import { type Fields, invalid, parseCounts } from "./parse-value.js";

/** The last one only where learning rows depend on one another; older files have none of them. */
export const CHECKED_FIELDS = ["checkedAntecedentCounts", "checkedSupportCounts", "confidenceLows"] as const;

type CheckedColumns = Partial<Record<(typeof CHECKED_FIELDS)[number], RowCounts>>;

export function checkedColumns(checked: CheckedCounts | null): CheckedColumns {
  if (checked === null) return {};
  const { antecedentCounts, supportCounts, lows } = checked;
  const counts = { checkedAntecedentCounts: antecedentCounts, checkedSupportCounts: supportCounts };
  return lows === null ? counts : { ...counts, confidenceLows: lows };
}

/** `counts` are those of the same rules over all learning rows. */
export function parseChecked(
  fields: Fields,
  path: string,
  counts: Pick<CheckedCounts, "antecedentCounts" | "supportCounts">,
): CheckedCounts | null {
  if (CHECKED_FIELDS.every((name) => !fields.has(name))) return null;
  const [antecedentName, supportName, lowName] = CHECKED_FIELDS;
  const antecedentCounts = parseAtMost(
    fields.get(antecedentName),
    `${path}.${antecedentName}`,
    counts.antecedentCounts,
  );
  const supportCounts = parseAtMost(fields.get(supportName), `${path}.${supportName}`, counts.supportCounts);
  for (let rule = 0; rule < supportCounts.length; rule++) {
    if (supportCounts[rule]! > antecedentCounts[rule]!) {
      throw invalid(`${path}.${supportName}[${rule}]`, `at most its ${antecedentName}`);
    }
  }
  const lows = fields.has(lowName)
    ? parseShares(fields.get(lowName), `${path}.${lowName}`, supportCounts.length)
    : null;
  return { antecedentCounts, supportCounts, lows };
}

/** Whole numbers, none above its limit. */
function parseAtMost(value: unknown, path: string, limits: RowCounts): RowCounts {
  const max = limits instanceof Float64Array ? Number.MAX_SAFE_INTEGER : MOST_IN_32_BITS;
  const counts = parseCounts(value, path, { max, length: limits.length });
  for (let rule = 0; rule < counts.length; rule++) {
    if (counts[rule]! > limits[rule]!) throw invalid(`${path}[${rule}]`, "at most the count of all learning rows");
  }
  return counts;
}

function parseShares(value: unknown, path: string, length: number): Float64Array {
  const shares = parseFiniteNumbers(value, path, length);
  const at = shares.findIndex((share) => share < 0 || share > 1);
  if (at >= 0) throw invalid(`${path}[${at}]`, "from 0 to 1");
  return shares;
}
