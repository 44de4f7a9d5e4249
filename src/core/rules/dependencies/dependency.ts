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
} from "../../predicates/predicate.js";
import type { RowCounts } from "../row-counts.js";
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

/** Rows that have a category and know the other feature, and those of them that are as it expects; by categories. */
export interface DependencyCounts {
  readonly rows: Float64Array;
  readonly kept: Float64Array;
}

export type CountedDependency = Dependency & DependencyCounts;

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

/** One rule of a dependency: what one category expects. */
interface Member {
  readonly rule: number;
  readonly from: number;
  readonly to: number;
  readonly code: number;
  readonly expected: Expected;
}

/** The rules of one dependency, by the category that they ask for. */
type MembersByCode = ReadonlyMap<number, Member>;

/**
 * The dependencies that the rules of a model tell: those with one category before the arrow and one category or an
 * interval behind it. Of frequent categories such a rule is a mined one; which features it is about, rules of the
 * dependency say, if only those that turn it round. In the order of features.
 */
export function dependencyMembers({ predicates, rules }: RulesOfModel): MembersByCode[] {
  const found = new Map<string, Map<number, Member>>();
  const members: Member[] = [];
  const mined: Member[] = [];
  for (let rule = 0; rule < rules.length; rule++) {
    const source = rules.sources[rule];
    if (source !== DEPENDENCY && source !== MINED) continue;
    const member = memberOf(rules, predicates, rule);
    if (member !== null) (source === DEPENDENCY ? members : mined).push(member);
    if (source !== DEPENDENCY) continue;
    const [before] = featuresOf(predicates[rules.items[rules.offsets[rule]!]!]!);
    const [behind] = featuresOf(predicates[rules.consequents[rule]!]!);
    const key = member === null ? `${behind} ${before}` : `${before} ${behind}`;
    if (!found.has(key)) found.set(key, new Map());
  }
  for (const member of [...members, ...mined]) {
    const known = found.get(`${member.from} ${member.to}`);
    if (known === undefined) continue;
    const other = known.get(member.code);
    if (other === undefined || isBefore(rules, member, other)) known.set(member.code, member);
  }
  return [...found.values()]
    .filter(({ size }) => size > 0)
    .sort((a, b) => firstOf(a).from - firstOf(b).from || firstOf(a).to - firstOf(b).to);
}

/**
 * Which of two rules tells what a category expects: that of the dependency, then the one with more support, then the
 * one whose consequent stands first. Not the one that stands first itself: ranking the rules must not change it.
 */
function isBefore(
  { sources, supportCounts, consequents }: RuleList,
  { rule }: Member,
  { rule: other }: Member,
): boolean {
  const bySource = Number(sources[other] === MINED) - Number(sources[rule] === MINED);
  const bySupport = supportCounts[rule]! - supportCounts[other]!;
  return (bySource || bySupport || consequents[other]! - consequents[rule]!) > 0;
}

/** There is one at least. */
function firstOf(byCode: MembersByCode): Member {
  const [first] = byCode.values();
  return first!;
}

function memberOf(rules: RuleList, predicates: readonly Predicate[], rule: number): Member | null {
  const start = rules.offsets[rule]!;
  if (rules.offsets[rule + 1] !== start + 1) return null;
  const condition = predicates[rules.items[start]!]!;
  const expected = predicates[rules.consequents[rule]!]!;
  if (condition.kind !== "in" || condition.codes.length !== 1) return null;
  if (expected.kind !== "interval" && (expected.kind !== "in" || expected.codes.length !== 1)) return null;
  return { rule, from: condition.feature, to: expected.feature, code: condition.codes[0]!, expected };
}

/** The same with the counts of the rules. */
export function dependenciesOf(model: RulesOfModel): CountedDependency[] {
  const { antecedentCounts, supportCounts } = model.rules;
  return dependencyMembers(model).map((byCode) => {
    const { from, to } = firstOf(byCode);
    let last = 0;
    for (const code of byCode.keys()) last = Math.max(last, code);
    const members = Array.from({ length: last + 1 }, (_, code) => byCode.get(code) ?? null);
    const countOf = (counts: RowCounts, member: Member | null): number => (member === null ? 0 : counts[member.rule]!);
    return {
      from,
      to,
      expected: members.map((member) => member?.expected ?? null),
      rows: Float64Array.from(members, (member) => countOf(antecedentCounts, member)),
      kept: Float64Array.from(members, (member) => countOf(supportCounts, member)),
    };
  });
}
