/**
 * Rules of dependencies: product = P-117 → group = C, for every product, however rare, where each has its group; and
 * the other way round group = C → product ∈ {those of C}. They are found in a sample and counted in all rows. What a
 * mined rule says already is not said again.
 */
import { groupDigits } from "../../base/index.js";
import type { ResolvedLearnOptions, Warning } from "../../model/index.js";
import type { CategoryPredicate, Predicate } from "../../predicates/index.js";
import {
  type CountedInRows,
  confidenceOf,
  countDependencies,
  type Dependency,
  type Expected,
  type FoundDependencies,
  findDependencies,
  MOST_CATEGORIES,
} from "../../rules/index.js";
import { categoryCount, doneOnce, type EncodedTable, encodedRows } from "../../table/index.js";
import type { ListLearning } from "./list-learning.js";

/** Rules of dependencies, at most: of a large model's a small part. */
const MOST_RULES = 20_000;
/** Reasons that a warning names, at most. */
const NAMED = 3;

export function learnDependencies(learning: ListLearning): ResolvedLearnOptions {
  const { table, sample, options, warnings, hooks } = learning;
  if (options.trees === 0 || options.maxPredicates < 2) return options; // only the diagnosis asks for them
  const found = doneOnce(table, "dependencies", () =>
    findDependencies(encodedRows(table, sample), () => hooks.step(1, 1)),
  );
  const chosen = asManyAsFit(found.dependencies);
  warnings.push(...warnAboutRest(table, found, found.dependencies.length - chosen.length));
  const counts = countDependencies(table, chosen);
  if (chosen.length === 0) return options;
  const listed = findListed(learning);
  chosen.forEach((dependency, at) => {
    addRules(learning, { ...dependency, ...counts[at]! }, listed);
  });
  return options;
}

/** Those that come first. */
function asManyAsFit(found: readonly Dependency[]): Dependency[] {
  let rules = 0;
  return found.filter((dependency) => {
    rules += mostRules(dependency);
    return rules <= MOST_RULES;
  });
}

/** A rule for each category that expects something, and one that turns round those that expect the same. */
function mostRules({ expected }: Dependency): number {
  const [once, often] = [new Set<number>(), new Set<number>()];
  for (const wanted of expected) {
    if (wanted?.kind !== "in") continue;
    const [code] = wanted.codes;
    (once.has(code!) ? often : once).add(code!);
  }
  return expected.filter((wanted) => wanted !== null).length + often.size;
}

/** Says what is not looked for, and what is left out. */
function warnAboutRest(
  { features }: EncodedTable,
  { dependencies, rangesMissed, eligible, examined }: FoundDependencies,
  leftOut: number,
): Warning[] {
  const categoriesOf = (feature: number): string => {
    const described = features[feature]!;
    return `each of the ${groupDigits(categoryCount(described))} categories of ${JSON.stringify(described.name)}`;
  };
  const reasons: string[] = [];
  if (examined < eligible)
    reasons.push(
      `what categories fix, but for those of the first ${examined} of ${groupDigits(eligible)} columns that have enough (leave columns out to have all asked)`,
    );
  features.forEach((feature, index) => {
    if (categoryCount(feature) > MOST_CATEGORIES) reasons.push(`what ${categoriesOf(index)} fixes`);
  });
  for (const { from, to } of rangesMissed)
    reasons.push(`the range of ${JSON.stringify(features[to]!.name)} in ${categoriesOf(from)}`);
  if (leftOut > 0)
    reasons.push(
      `${groupDigits(leftOut)} of ${groupDigits(dependencies.length)} dependencies between features, which would make more than ${groupDigits(MOST_RULES)} rules`,
    );
  if (reasons.length === 0) return [];
  const more = reasons.length > NAMED ? `; and ${groupDigits(reasons.length - NAMED)} more` : "";
  const message = `not looked for: ${reasons.slice(0, NAMED).join("; ")}${more}; a wrong value may go unseen there, so join rare categories, or add a column that tells their kind`;
  return [{ code: "RARE_CATEGORIES", message }];
}

/** What stands in the lists already: dependencies add to them, and say nothing twice. */
interface Listed {
  /** Where predicates about categories stand, and those that dependencies add. */
  readonly places: Map<string, number>;
  /** Rules with one condition, on a category (see ruleKey). */
  readonly rules: ReadonlySet<number>;
}

function findListed({ predicates, rules }: ListLearning): Listed {
  const places = new Map<string, number>();
  predicates.forEach((predicate, place) => {
    if (predicate.kind === "in") places.set(keyOf(predicate), place);
  });
  const { length, offsets, items, consequents } = rules.added();
  const withOneCondition = new Set<number>();
  for (let rule = 0; rule < length; rule++) {
    const item = items[offsets[rule]!]!;
    if (offsets[rule + 1] !== offsets[rule]! + 1 || predicates[item]!.kind !== "in") continue;
    withOneCondition.add(ruleKey(item, consequents[rule]!));
  }
  return { places, rules: withOneCondition };
}

/** More predicates than a model has. */
const MOST_PREDICATES = 2 ** 26;

function ruleKey(item: number, consequent: number): number {
  return item * MOST_PREDICATES + consequent;
}

function keyOf(predicate: Predicate): string {
  if (predicate.kind === "in") return `${predicate.feature} in ${predicate.codes}`;
  if (predicate.kind === "interval") return `${predicate.feature} from ${predicate.min} to ${predicate.max}`;
  throw new TypeError("a dependency asks for categories and expects categories or an interval");
}

function addRules(
  { predicates, rules, options }: ListLearning,
  dependency: Dependency & CountedInRows,
  listed: Listed,
): void {
  const placeOf = (predicate: Predicate): number => {
    const place = listed.places.get(keyOf(predicate)) ?? predicates.push(predicate) - 1;
    listed.places.set(keyOf(predicate), place);
    return place;
  };
  // Those of all categories, sure or not: together they tell how often rows break the dependency.
  const forward = forwardRules(dependency).filter(({ antecedentCount }) => antecedentCount > 0);
  const reversed = reversedRules(dependency).filter(
    ({ supportCount, antecedentCount }) => confidenceOf(supportCount, antecedentCount) > options.minConfidence,
  );
  for (const { condition, expected, antecedentCount, supportCount } of [...forward, ...reversed]) {
    const item = placeOf(condition);
    const consequent = placeOf(expected);
    if (listed.rules.has(ruleKey(item, consequent))) continue;
    rules.add({ source: "dependency", antecedent: [item], consequent, antecedentCount, supportCount });
  }
}

interface DependencyRule {
  readonly condition: CategoryPredicate;
  readonly expected: Expected;
  readonly antecedentCount: number;
  readonly supportCount: number;
}

/** For each category what it expects. */
function forwardRules({ from, expected, rows, asExpected }: Dependency & CountedInRows): DependencyRule[] {
  return expected.flatMap((wanted, code): DependencyRule[] => {
    if (wanted === null) return [];
    const condition = { kind: "in", feature: from, codes: [code] } as const;
    return [{ condition, expected: wanted, antecedentCount: rows[code]!, supportCount: asExpected[code]! }];
  });
}

/** Rows with a category that one row has are like those with one that was never seen: they break the rule. */
const ENOUGH_ROWS = 2;

/** For each category that is expected those that expect it; none where one does, or all do. None of numbers. */
function reversedRules({ from, to, expected, asExpected, targetRows }: Dependency & CountedInRows): DependencyRule[] {
  const expecting = new Map<number, number[]>();
  expected.forEach((wanted, code) => {
    if (wanted?.kind !== "in" || asExpected[code]! < ENOUGH_ROWS) return;
    const target = wanted.codes[0]!;
    const codes = expecting.get(target);
    if (codes === undefined) expecting.set(target, [code]);
    else codes.push(code);
  });
  return [...expecting]
    .filter(([, codes]) => codes.length > 1 && codes.length < expected.length)
    .sort(([a], [b]) => a - b)
    .map(([target, codes]) => ({
      condition: { kind: "in", feature: to, codes: [target] },
      expected: { kind: "in", feature: from, codes },
      antecedentCount: targetRows[target]!,
      supportCount: codes.reduce((sum, code) => sum + asExpected[code]!, 0),
    }));
}
