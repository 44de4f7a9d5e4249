/**
 * Rules as an expectation suite for Great Expectations 1.x: one expectation for each rule, on the rows where its
 * conditions hold. It refuses OR inside AND, so a rule about joined categories becomes several expectations, which all
 * must hold; a mute under a condition does, too. A single number is asked for as the model does, where a rounding
 * is no difference (same-numbers.ts), so several that are categories are joined in the same way.
 */
import type { NamedInterval, NamedMembership, NamedPredicate } from "../predicates/index.js";
import type { ColumnTypes } from "./column-types.js";
import type { ExportedRule, LeftOut } from "./exported-rules.js";
import { alikeToEnd } from "./same-numbers.js";

interface SuiteTarget {
  readonly name: string;
  readonly head: readonly string[];
}

/** As GX serialises its conditions. */
type Condition =
  | { readonly type: "comparison"; readonly column: Named; readonly operator: string; readonly parameter: unknown }
  | { readonly type: "nullity"; readonly column: Named; readonly is_null: boolean };
interface Named {
  readonly name: string;
}

/** All of these hold. */
type Conditions = readonly Condition[];

interface Expectation {
  readonly type: string;
  readonly kwargs: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

export function expectationSuite(rules: readonly ExportedRule[], target: SuiteTarget, types: ColumnTypes): string {
  const suite = {
    name: target.name,
    expectations: rules.flatMap((exported) => expectationsOf(exported, types)),
    meta: { parsight: target.head },
  };
  return `${JSON.stringify(suite, null, 2)}\n`;
}

/** More would be a suite that nobody can read. */
const MOST_PARTS = 64;

export function sayableAsExpectation(
  rules: readonly ExportedRule[],
  types: ColumnTypes,
): { readonly said: readonly ExportedRule[]; readonly unsaid: readonly LeftOut[] } {
  const reasons = rules.map((exported) => reasonAgainst(exported, types));
  return {
    said: rules.filter((_, place) => reasons[place] === null),
    unsaid: rules.flatMap(({ rule }, place) => (reasons[place] === null ? [] : [{ rule, reason: reasons[place]! }])),
  };
}

function reasonAgainst(exported: ExportedRule, types: ColumnTypes): string | null {
  const { rule, exceptions } = exported;
  for (const predicate of [...rule.antecedent, rule.consequent, ...exceptions.flat()].flatMap(joinedParts)) {
    if (!("feature" in predicate)) continue;
    if (predicate.feature.includes("`")) return "a condition of pandas cannot name a column with a backtick";
    if ("in" in predicate && predicate.in.some((value) => !canBeJson(types.asColumn(predicate.feature, value)))) {
      return "JSON has no infinite numbers";
    }
  }
  return situationsOf(exported, types).length > MOST_PARTS ? `it would be more than ${MOST_PARTS} expectations` : null;
}

function canBeJson(value: unknown): boolean {
  return typeof value !== "number" || Number.isFinite(value);
}

function joinedParts(predicate: NamedPredicate): readonly NamedPredicate[] {
  return "anyOf" in predicate ? predicate.anyOf : [predicate];
}

/** What is asked one by one: joined categories, and each number that is one, from where to where it is alike. */
function partsOf(predicate: NamedPredicate, types: ColumnTypes): readonly NamedPredicate[] {
  return joinedParts(predicate).flatMap((part) => {
    if (!("in" in part) || types.of(part.feature) !== "number") return [part];
    return part.in.map((value): NamedInterval => {
      const number = Number(types.asColumn(part.feature, value));
      return { feature: part.feature, min: number, max: number, maxInclusive: true };
    });
  });
}

/** The bounds of an interval: what is alike to one belongs where that does. */
function boundsOf(interval: NamedInterval): { readonly min: number | null; readonly max: number | null } {
  const { min, max, maxInclusive } = interval;
  const least = (end: number): number => {
    const { low, single } = alikeToEnd(end, interval);
    return Math.min(low, single ?? low);
  };
  const greatest = (end: number): number => {
    const { high, single } = alikeToEnd(end, interval);
    return Math.max(high, single ?? high);
  };
  return {
    min: min === null ? null : least(min),
    max: max === null ? null : maxInclusive ? greatest(max) : least(max),
  };
}

/** The lists of conditions under which the rule is to be checked: in one situation or another. */
function situationsOf({ rule, exceptions }: ExportedRule, types: ColumnTypes): readonly Conditions[] {
  const holding = rule.antecedent.map((predicate) => partsOf(predicate, types).map((part) => holdsOf(part, types)));
  const failing = partsOf(rule.consequent, types)
    .slice(0, -1)
    .map((part) => failsOf(part, types));
  const unmuted = exceptions.map((when) => when.flatMap((predicate) => notTrueOf(predicate, types)));
  return [...holding, ...failing, ...unmuted].reduce<readonly Conditions[]>(
    (sofar, choices) => sofar.flatMap((before) => choices.map((more) => [...before, ...more])),
    [[]],
  );
}

/** Of joined categories the last must hold where all others fail. */
function expectationsOf(exported: ExportedRule, types: ColumnTypes): Expectation[] {
  const { rule } = exported;
  const claimed = partsOf(rule.consequent, types).at(-1)!;
  const { type, kwargs } = claimOf(claimed, types);
  const meta = { rule: rule.id, text: rule.text, confidence: rule.confidence, source: rule.source };
  return situationsOf(exported, types).map((conditions) => {
    const row_condition =
      conditions.length === 0
        ? {}
        : { row_condition: { type: "and", conditions }, condition_parser: "great_expectations" };
    return { type, kwargs: { ...kwargs, ...row_condition }, meta };
  });
}

function claimOf(predicate: NamedPredicate, types: ColumnTypes): Pick<Expectation, "type" | "kwargs"> {
  if ("anyOf" in predicate) throw new Error("joined categories have no joined categories among them");
  const { feature: column } = predicate;
  if ("present" in predicate) return { type: "expect_column_values_to_not_be_null", kwargs: { column } };
  if ("in" in predicate) {
    const value_set = predicate.in.map((value) => types.asColumn(column, value));
    return { type: "expect_column_values_to_be_in_set", kwargs: { column, value_set } };
  }
  const { maxInclusive = false } = predicate;
  const { min, max } = boundsOf(predicate);
  const kwargs = { column, min_value: min, max_value: max, strict_max: max !== null && !maxInclusive };
  return min === null && max === null
    ? { type: "expect_column_values_to_not_be_null", kwargs: { column, mostly: 0 } }
    : { type: "expect_column_values_to_be_between", kwargs };
}

const compare = (name: string, operator: string, parameter: unknown): Condition => ({
  type: "comparison",
  column: { name },
  operator,
  parameter,
});
const nullity = (name: string, is_null: boolean): Condition => ({ type: "nullity", column: { name }, is_null });

function holdsOf(predicate: NamedPredicate, types: ColumnTypes): Conditions {
  if ("anyOf" in predicate) throw new Error("joined categories are asked one by one");
  if ("present" in predicate) return [nullity(predicate.feature, false)];
  return "in" in predicate ? memberOf(predicate, types) : withinOf(predicate);
}

function memberOf({ feature, in: values }: NamedMembership, types: ColumnTypes): Conditions {
  const members = values.map((value) => types.asColumn(feature, value));
  if (types.of(feature) !== "boolean") return [compare(feature, "IN", members)];
  return members.length > 1 ? [nullity(feature, false)] : [compare(feature, "==", members[0])];
}

function withinOf(interval: NamedInterval): Conditions {
  const { feature, maxInclusive } = interval;
  const { min, max } = boundsOf(interval);
  if (min === null && max === null) return [nullity(feature, false)];
  return [
    ...(min === null ? [] : [compare(feature, ">=", min)]),
    ...(max === null ? [] : [compare(feature, maxInclusive ? "<=" : "<", max)]),
  ];
}

/** The ways in which a predicate is known to fail. */
function failsOf(predicate: NamedPredicate, types: ColumnTypes): readonly Conditions[] {
  if ("anyOf" in predicate) throw new Error("joined categories are asked one by one");
  const { feature } = predicate;
  if ("present" in predicate) return [[nullity(feature, true)]];
  if ("in" in predicate) {
    const members = predicate.in.map((value) => types.asColumn(feature, value));
    if (types.of(feature) !== "boolean") return [[nullity(feature, false), compare(feature, "NOT_IN", members)]];
    return members.length > 1 ? [] : [[nullity(feature, false), compare(feature, "!=", members[0])]];
  }
  const { maxInclusive } = predicate;
  const { min, max } = boundsOf(predicate);
  return [
    ...(min === null ? [] : [[compare(feature, "<", min)]]),
    ...(max === null ? [] : [[compare(feature, maxInclusive ? ">" : ">=", max)]]),
  ];
}

/** It fails, or its value is missing. */
function notTrueOf(predicate: NamedPredicate, types: ColumnTypes): readonly Conditions[] {
  const parts = partsOf(predicate, types);
  if (parts.length > 1 || "anyOf" in predicate) {
    const ways = parts.map((part) => notTrueOf(part, types));
    return ways.reduce<readonly Conditions[]>(
      (sofar, choices) => sofar.flatMap((before) => choices.map((more) => [...before, ...more])),
      [[]],
    );
  }
  const fails = failsOf(parts[0]!, types);
  return "present" in predicate ? fails : [...fails, [nullity(predicate.feature, true)]];
}
