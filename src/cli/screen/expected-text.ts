/** What a value should have been, in the few words that fit beside it: "Open", "7.1 to 7.3", "at least 10". */

import { formatBound, formatNumber } from "../../core/presentation/format-number.js";
import type { PublicPredicate } from "../../core/presentation/format-predicate.js";
import { formatCategory, formatPublicPredicate } from "../../core/presentation/format-predicate.js";
import type { CellValue } from "../../core/table/table.js";

const MAX_CHOICES = 5;

/** `spreads`: the standard deviation of each numeric feature; without it a range is measured by itself. */
export function formatExpected(
  predicate: PublicPredicate,
  observed: CellValue,
  spreads: ReadonlyMap<string, number>,
): string {
  if ("anyOf" in predicate) return formatPublicPredicate(predicate);
  if ("present" in predicate) return "any value";
  if ("in" in predicate) return joinChoices(predicate.in.map(formatCategory));
  return formatRange(predicate, typeof observed === "number" ? observed : null, spreads.get(predicate.feature));
}

function joinChoices(choices: readonly string[]): string {
  if (choices.length > MAX_CHOICES) {
    return `${choices.slice(0, MAX_CHOICES - 1).join(", ")} or ${choices.length - MAX_CHOICES + 1} others`;
  }
  return choices.length < 2 ? choices.join("") : `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}

type Interval = Extract<PublicPredicate, { readonly min: number | null }>;

/** Cut-offs are simple decimals and shown exactly; computed bounds (closed ranges) as precisely as they deserve. */
function formatRange({ min, max, maxInclusive }: Interval, observed: number | null, known?: number): string {
  const spread = known ?? (min === null || max === null ? 0 : (max - min) / 6);
  const format = (bound: number): string =>
    maxInclusive === true ? formatBound(bound, spread, observed) : formatNumber(bound, 17);
  if (min !== null && max !== null) return min === max ? format(min) : `${format(min)} to ${format(max)}`;
  if (min !== null) return `at least ${format(min)}`;
  if (max === null) return "any number";
  return `${maxInclusive === true ? "at most" : "less than"} ${format(max)}`;
}
