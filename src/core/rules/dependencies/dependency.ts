/**
 * A category that fixes another feature: each product has its price group, each shop its city. Such a dependency may
 * have a thousand categories of ten rows each, which neither mining (support) nor trees (few classes) would see.
 */
import {
  type CategoryPredicate,
  contains,
  featuresOf,
  type IntervalPredicate,
  type Predicate,
} from "../../predicates/index.js";
import { type RuleList, sourceNumber } from "../rule-list.js";

/** What a category expects of another feature: one category, or an interval. */
export type Expected = CategoryPredicate | IntervalPredicate;

export interface Dependency {
  /** The feature whose categories fix the other one. */
  readonly from: number;
  readonly to: number;
  /** By the categories of `from`; null: nothing is expected. */
  readonly expected: readonly (Expected | null)[];
}

/** By categories of `from`: rows that have it and know `to`, and those of them that are as it expects. */
export interface DependencyCounts {
  readonly rows: Float64Array;
  readonly asExpected: Float64Array;
}

export interface CountedDependency extends Dependency, DependencyCounts {
  /**
   * Rows that are not as expected, by the category that they have instead; rows that expect nothing are among them.
   * None where `to` is a number.
   */
  readonly exceptions: Float64Array;
}

/** `value`: a number, or the code of a category; not missing. */
export function isAsExpected(expected: Expected, value: number): boolean {
  return expected.kind === "in" ? expected.codes[0] === value : contains(expected, value);
}

const DEPENDENCY = sourceNumber("dependency");
const MINED = sourceNumber("mined");

interface RulesOfModel {
  readonly predicates: readonly Predicate[];
  readonly rules: RuleList;
}

/** A rule that says what one category expects. */
interface CategoryRule {
  readonly rule: number;
  readonly from: number;
  readonly to: number;
  readonly code: number;
  readonly expected: Expected;
}

/** The rules of one dependency, one for each category that expects something. There is one at least. */
type RulesByCategory = ReadonlyMap<number, CategoryRule>;

/**
 * The dependencies that the rules of a model tell: those with one category before the arrow and one category or an
 * interval behind it. Of frequent categories such a rule is a mined one; which features it is about, rules of the
 * dependency say, if only those that turn it round. In the order of features.
 */
export function rulesByDependency(model: RulesOfModel): RulesByCategory[] {
  const { rules } = model;
  const found = new Map<string, Map<number, CategoryRule>>();
  for (const pair of dependentPairs(model)) found.set(pair, new Map());
  for (let rule = 0; rule < rules.length && found.size > 0; rule++) {
    if (rules.sources[rule] !== DEPENDENCY && rules.sources[rule] !== MINED) continue;
    const told = categoryRule(model, rule);
    const byCategory = told === null ? undefined : found.get(pairKey(told.from, told.to));
    if (told === null || byCategory === undefined) continue;
    const other = byCategory.get(told.code);
    if (other === undefined || isBefore(rules, told, other)) byCategory.set(told.code, told);
  }
  return [...found.values()]
    .filter(({ size }) => size > 0)
    .sort((a, b) => firstOf(a).from - firstOf(b).from || firstOf(a).to - firstOf(b).to);
}

/** The features that rules of dependencies are about, by their keys. A rule about several categories is reversed. */
function dependentPairs(model: RulesOfModel): Set<string> {
  const { rules, predicates } = model;
  const pairs = new Set<string>();
  for (let rule = 0; rule < rules.length; rule++) {
    if (rules.sources[rule] !== DEPENDENCY) continue;
    const [before] = featuresOf(predicates[rules.items[rules.offsets[rule]!]!]!);
    const [behind] = featuresOf(predicates[rules.consequents[rule]!]!);
    pairs.add(categoryRule(model, rule) === null ? pairKey(behind!, before!) : pairKey(before!, behind!));
  }
  return pairs;
}

function pairKey(from: number, to: number): string {
  return `${from} ${to}`;
}

/** Null: the rule asks for something else than one category, or expects something else. */
function categoryRule({ rules, predicates }: RulesOfModel, rule: number): CategoryRule | null {
  const start = rules.offsets[rule]!;
  if (rules.offsets[rule + 1] !== start + 1) return null;
  const condition = predicates[rules.items[start]!]!;
  const expected = predicates[rules.consequents[rule]!]!;
  if (condition.kind !== "in" || condition.codes.length !== 1) return null;
  if (expected.kind !== "interval" && (expected.kind !== "in" || expected.codes.length !== 1)) return null;
  return { rule, from: condition.feature, to: expected.feature, code: condition.codes[0]!, expected };
}

/**
 * Which of two rules tells what a category expects: that of the dependency, then the one with more support, then the
 * one whose consequent stands first. Not the one that stands first itself: ranking the rules must not change it.
 */
function isBefore(
  { sources, supportCounts, consequents }: RuleList,
  { rule }: CategoryRule,
  { rule: other }: CategoryRule,
): boolean {
  const bySource = Number(sources[other] === MINED) - Number(sources[rule] === MINED);
  const bySupport = supportCounts[rule]! - supportCounts[other]!;
  return (bySource || bySupport || consequents[other]! - consequents[rule]!) > 0;
}

function firstOf(byCategory: RulesByCategory): CategoryRule {
  const [first] = byCategory.values();
  return first!;
}

/** What is known of a feature by itself: of one with categories the rows that have each. */
type ValueCounts = { readonly kind: "numeric" } | { readonly kind: "categorical"; readonly counts: ArrayLike<number> };

interface CountedModel extends RulesOfModel {
  readonly profiles: readonly ValueCounts[];
  /** Where profiles are of fewer rows than the rules were counted in: those rows by the categories that they have. */
  readonly categoryCounts: readonly (ArrayLike<number> | null)[] | null;
}

/** The same with the counts of the rules, and of the exceptions that they leave. */
export function dependenciesOf(model: CountedModel): CountedDependency[] {
  return rulesByDependency(model).map((byCategory) => countedDependency(model, byCategory));
}

function countedDependency(model: CountedModel, byCategory: RulesByCategory): CountedDependency {
  const { rules } = model;
  const { antecedentCounts, supportCounts } = rules;
  const { from, to } = firstOf(byCategory);
  let last = 0;
  for (const code of byCategory.keys()) last = Math.max(last, code);
  const expected = new Array<Expected | null>(last + 1).fill(null);
  const rows = new Float64Array(last + 1);
  const asExpected = new Float64Array(last + 1);
  for (const [code, told] of byCategory) {
    expected[code] = told.expected;
    rows[code] = antecedentCounts[told.rule]!;
    asExpected[code] = supportCounts[told.rule]!;
  }
  const exceptions = exceptionsOf(countsOf(model, to), { expected, asExpected });
  return { from, to, expected, rows, asExpected, exceptions };
}

/** Rows with each category of a feature; null: it is a number. */
function countsOf({ profiles, categoryCounts }: CountedModel, feature: number): ArrayLike<number> | null {
  const profile = profiles[feature]!;
  return categoryCounts?.[feature] ?? (profile.kind === "categorical" ? profile.counts : null);
}

/** Rows with each category without those that are as expected. */
function exceptionsOf(
  counts: ArrayLike<number> | null,
  { expected, asExpected }: Pick<CountedDependency, "expected" | "asExpected">,
): Float64Array {
  if (counts === null) return new Float64Array();
  const exceptions = Float64Array.from(counts);
  expected.forEach((wanted, code) => {
    if (wanted?.kind === "in") exceptions[wanted.codes[0]!]! -= asExpected[code]!;
  });
  return exceptions.map((count) => Math.max(0, count)); // those of older models may be of fewer rows
}
