/**
 * What a value should have been, in the few words that fit beside it ("Open", "7.1 to 7.3", "at least 10"), or in a
 * sentence.
 */
import type { Category, CellValue } from "../table/index.js";

import { formatBound, formatNumber, formatSingle } from "./format-number.js";
import {
  type ExpectedPredicate,
  formatCategory,
  formatPublicPredicate,
  type PublicPredicate,
} from "./format-predicate.js";
import { shortenSet } from "./shorten-set.js";

export type PublicInterval = Extract<PublicPredicate, { readonly min: number | null }>;

/**
 * `spread`: the feature's standard deviation; 0: a range is measured by itself, as all are that were measured on normal
 * rows.
 */
export function formatExpected(predicate: ExpectedPredicate, observed: CellValue, spread: number): string {
  if ("anyOf" in predicate) return formatPublicPredicate(predicate);
  if ("present" in predicate) return "any value";
  if ("in" in predicate) return joinChoices(predicate.in, observed);
  const known = predicate.level === undefined ? spread : 0;
  return formatExpectedRange(predicate, typeof observed === "number" ? observed : null, known);
}

/** As in a sentence after "should be": "between 7.1 and 7.3", "present". In the words of `writeExpectation`. */
export function sayExpected(predicate: ExpectedPredicate, observed: CellValue, spread: number): string {
  if ("anyOf" in predicate) return `such that ${formatPublicPredicate(predicate)}`;
  if ("present" in predicate) return "present";
  const text = formatExpected(predicate, observed, spread);
  return "min" in predicate ? text.replace(/^(.+) to (.+)$/, "between $1 and $2") : text;
}

/**
 * Cut-offs are simple decimals and shown exactly, single numbers as rows have them; computed bounds (closed ranges) as
 * precisely as they deserve.
 */
export function formatExpectedRange(
  { min, max, maxInclusive }: PublicInterval,
  observed: number | null,
  known: number,
): string {
  const spread = known > 0 ? known : min === null || max === null ? 0 : (max - min) / 6;
  const format = (bound: number): string =>
    maxInclusive === true ? formatBound(bound, spread, observed) : formatNumber(bound, 17);
  if (min !== null && min === max) return formatSingle(min, observed);
  if (min !== null && max !== null) return `${format(min)} to ${format(max)}`;
  if (min !== null) return `at least ${format(min)}`;
  if (max === null) return "any number";
  return `${maxInclusive === true ? "at most" : "less than"} ${format(max)}`;
}

function joinChoices(categories: readonly Category[], observed: CellValue): string {
  const { shown, others } = shortenSet(categories, observed);
  const choices = [...shown.map(formatCategory), ...(others === 0 ? [] : [`${others} others`])];
  return choices.length < 2 ? choices.join("") : `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}
