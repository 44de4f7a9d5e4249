/** Values and what they should have been, in the few words that fit beside them: "Open", "7.1 to 7.3", "at least 10". */
import { formatBound, formatNumber, formatReading } from "../core/presentation/format-number.js";
import { formatCategory, formatPublicPredicate, type PublicPredicate } from "../core/presentation/format-predicate.js";
import type { CellValue } from "../core/table/table.js";

const MAX_CHOICES = 5;
const MAX_TEXT = 80;

/** A cell as people read it; long text is cut. */
export function shownCell(value: CellValue): string {
  if (value === null) return "missing";
  if (typeof value === "number") return formatReading(value);
  return shownText(String(value));
}

export function shownText(text: string): string {
  if (text.trim() === "") return JSON.stringify(text);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}

/** `spread`: the feature's standard deviation; 0: a range is measured by itself. */
export function shownExpectation(predicate: PublicPredicate, observed: CellValue, spread: number): string {
  if ("anyOf" in predicate) return formatPublicPredicate(predicate);
  if ("present" in predicate) return "any value";
  if ("in" in predicate) return joinChoices(predicate.in.map(formatCategory));
  return shownRange(predicate, typeof observed === "number" ? observed : null, spread);
}

export type PublicInterval = Extract<PublicPredicate, { readonly min: number | null }>;

/** Cut-offs are simple decimals and shown exactly; computed bounds (closed ranges) as precisely as they deserve. */
export function shownRange({ min, max, maxInclusive }: PublicInterval, observed: number | null, known: number): string {
  const spread = known > 0 ? known : min === null || max === null ? 0 : (max - min) / 6;
  const format = (bound: number): string =>
    maxInclusive === true ? formatBound(bound, spread, observed) : formatNumber(bound, 17);
  if (min !== null && max !== null) return min === max ? format(min) : `${format(min)} to ${format(max)}`;
  if (min !== null) return `at least ${format(min)}`;
  if (max === null) return "any number";
  return `${maxInclusive === true ? "at most" : "less than"} ${format(max)}`;
}

function joinChoices(choices: readonly string[]): string {
  if (choices.length > MAX_CHOICES)
    return `${choices.slice(0, MAX_CHOICES - 1).join(", ")} or ${choices.length - MAX_CHOICES + 1} others`;
  return choices.length < 2 ? choices.join("") : `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}
