/**
 * What a proof picture shows: the values that reference rows have where the rule's antecedent holds, beside the range
 * or categories that the rule expects and the value that was observed.
 *
 * The rule's own counts are over all learning rows; the picture is drawn from the rows that the model keeps, and says
 * so.
 */
import { formatCategory, type PublicPredicate, type PublicRule } from "../core/presenting/index.js";
import type { CellValue } from "../core/table/index.js";
import type { PublicInterval } from "./expected-text.js";
import { shownText } from "./expected-text.js";
import type { KeptCell, Report, ReportFeature } from "./report.js";

/** The part of a report that pictures are drawn from. */
export type NormalRows = Pick<Report, "features" | "reference" | "learningRows" | "compared">;

/** What is to be proven about one feature of a row; without an observed value: what the rule says. */
export interface Claim {
  readonly expected: PublicPredicate;
  /** null: the expectation comes from the most similar rows alone. */
  readonly rule: PublicRule | null;
  /** undefined: no row is at hand. */
  readonly observed: CellValue | undefined;
  /** Kept rows that are most like the row. */
  readonly nearest: readonly number[];
}

export type Proof = NumberProof | CategoryProof;

export interface NumberProof {
  readonly kind: "numbers";
  readonly feature: string;
  readonly interval: PublicInterval;
  /** Of all reference rows; finite values only. */
  readonly all: readonly number[];
  /** Of the reference rows where the antecedent holds. */
  readonly like: readonly number[];
  /** Of the most similar rows. */
  readonly nearest: readonly number[];
  /** null: missing or none at hand. */
  readonly observed: number | null;
  readonly observedText: string | null;
}

export interface CategoryProof {
  readonly kind: "categories";
  readonly feature: string;
  /** Expected ones first, then by count; the observed one is always among them. */
  readonly bars: readonly CategoryBar[];
  readonly total: number;
  /** Whether the counts are of reference rows, or of all learning rows. */
  readonly basis: "reference" | "learning";
}

interface CategoryBar {
  readonly label: string;
  readonly count: number;
  readonly isExpected: boolean;
  readonly isObserved: boolean;
}

const MAX_BARS = 8;

export function proveClaim(claim: Claim, normal: NormalRows): Proof | null {
  const { expected, rule, observed } = claim;
  if ("anyOf" in expected || "present" in expected) return rule === null ? null : proveCounts(expected, rule, observed);
  const feature = normal.features.findIndex(({ name }) => name === expected.feature);
  if (feature < 0) return null;
  const like = findLikeRows(rule?.antecedent ?? [], normal);
  if ("in" in expected) return proveCategories(claim, normal, { categories: expected.in, feature, like });
  const column = normal.reference.columns[feature]!;
  const valuesOf = (rows: readonly number[]): number[] => rows.map((row) => column[row]!).filter(isFiniteNumber);
  return {
    kind: "numbers",
    feature: expected.feature,
    interval: expected,
    all: valuesOf(allRows(normal)),
    like: rule === null ? [] : valuesOf(like),
    nearest: valuesOf(rule === null ? claim.nearest : []),
    observed: typeof observed === "number" ? observed : null,
    observedText: observed === undefined ? null : observed === null ? "missing" : String(observed),
  };
}

/** Kept rows for which every predicate holds. */
export function findLikeRows(antecedent: readonly PublicPredicate[], normal: NormalRows): number[] {
  const tests = antecedent.map((predicate) => predicateTest(predicate, normal));
  return allRows(normal).filter((row) => tests.every((test) => test(row)));
}

function allRows({ reference }: NormalRows): number[] {
  return Array.from({ length: reference.rowCount }, (_, row) => row);
}

/** A predicate as a question about a reference row. One about a missing value does not hold. */
function predicateTest(predicate: PublicPredicate, normal: NormalRows): (row: number) => boolean {
  if ("anyOf" in predicate) {
    const tests = predicate.anyOf.map((part) => predicateTest(part, normal));
    return (row) => tests.some((test) => test(row));
  }
  const feature = normal.features.findIndex(({ name }) => name === predicate.feature);
  const column = normal.reference.columns[feature];
  if (column === undefined) return () => false;
  if ("present" in predicate) return (row) => column[row] !== null;
  if ("in" in predicate) {
    const codes = new Set(codesOf(normal.features[feature]!, predicate.in));
    return (row) => codes.has(column[row]!);
  }
  return (row) => column[row] !== null && isInside(predicate, Number(column[row]));
}

function isInside({ min, max, maxInclusive }: PublicInterval, value: number): boolean {
  if (min !== null && value < min) return false;
  return max === null || (maxInclusive === true ? value <= max : value < max);
}

function codesOf(feature: ReportFeature, categories: readonly unknown[]): readonly KeptCell[] {
  const all = feature.categories ?? [];
  return categories.map((category) => all.indexOf(category as never)).filter((code) => code >= 0);
}

function isFiniteNumber(value: KeptCell): value is number {
  return typeof value === "number";
}

function proveCategories(
  { expected, observed }: Claim,
  normal: NormalRows,
  {
    categories,
    feature,
    like,
  }: { readonly categories: readonly unknown[]; readonly feature: number; readonly like: readonly number[] },
): CategoryProof {
  const described = normal.features[feature]!;
  const codes = new Set(codesOf(described, categories));
  const counts = new Map<KeptCell, number>();
  for (const row of like) {
    const code = normal.reference.columns[feature]![row]!;
    if (code !== null) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const all = described.categories ?? [];
  const seen = all.flatMap((category, code): CategoryBar[] => {
    const bar = {
      label: shownText(formatCategory(category)),
      count: counts.get(code) ?? 0,
      isExpected: codes.has(code),
      isObserved: isSame(category, observed),
    };
    return bar.count > 0 || bar.isExpected || bar.isObserved ? [bar] : [];
  });
  if (observed !== undefined && !seen.some(({ isObserved }) => isObserved))
    seen.push({ label: observedLabel(observed), count: 0, isExpected: false, isObserved: true });
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const name = "feature" in expected ? expected.feature : described.name;
  return { kind: "categories", feature: name, bars: shorten(seen), total, basis: "reference" };
}

function isSame(category: CellValue, observed: CellValue | undefined): boolean {
  return observed !== undefined && observed !== null && String(category) === String(observed);
}

function observedLabel(observed: CellValue): string {
  return observed === null ? "missing" : shownText(String(observed));
}

/** Expected first, then by count, then as they come; what does not fit becomes one bar. */
function shorten(bars: readonly CategoryBar[]): readonly CategoryBar[] {
  const sorted = [...bars].sort((a, b) => Number(b.isExpected) - Number(a.isExpected) || b.count - a.count);
  if (sorted.length <= MAX_BARS) return sorted;
  const shown = sorted.filter((bar, place) => place < MAX_BARS - 1 || bar.isObserved);
  const rest = sorted.filter((bar) => !shown.includes(bar));
  if (rest.length === 0) return shown;
  const count = rest.reduce((sum, bar) => sum + bar.count, 0);
  const others = {
    label: `${rest.length} others`,
    count,
    isExpected: rest.every((bar) => bar.isExpected),
    isObserved: false,
  };
  return [...shown, others];
}

/** Presence and joined categories: the rule's own counts say it all. */
function proveCounts(expected: PublicPredicate, rule: PublicRule, observed: CellValue | undefined): CategoryProof {
  const isPresence = "present" in expected;
  const isBroken = observed !== undefined;
  return {
    kind: "categories",
    feature: "feature" in expected ? expected.feature : "",
    bars: [
      { label: isPresence ? "present" : "holds", count: rule.supportCount, isExpected: true, isObserved: false },
      {
        label: isPresence ? "missing" : "fails",
        count: rule.antecedentCount - rule.supportCount,
        isExpected: false,
        isObserved: isBroken,
      },
    ],
    total: rule.antecedentCount,
    basis: "learning",
  };
}
