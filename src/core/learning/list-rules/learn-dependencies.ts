/**
 * Rules of dependencies: product = P-117 → group = C, for every product, however rare, where each has its group; and
 * the other way round group = C → product ∈ {those of C}. They are found in a sample and counted in all rows. What a
 * mined rule says already is not said again.
 */
import { groupDigits } from "../../base/numbers/group-digits.js";
import type { ResolvedLearnOptions } from "../../model/learn-options.js";
import type { Warning } from "../../model/model.js";
import type { CategoryPredicate, Predicate } from "../../predicates/predicate.js";
import { type CountedInRows, countDependencies } from "../../rules/dependencies/count-dependencies.js";
import type { Dependency, Expected } from "../../rules/dependencies/dependency.js";
import { findDependencies, MOST_CATEGORIES } from "../../rules/dependencies/find-dependencies.js";
import { confidenceOf } from "../../rules/measures.js";
import { type EncodedTable, encodedRows } from "../../table/encode-table.js";
import { doneOnce } from "../../table/fold-rows.js";
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
  const known = findKnown(learning);
  chosen.forEach((dependency, at) => {
    addRules(learning, { ...dependency, ...counts[at]! }, known);
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
  { dependencies, untold, askable, asked }: ReturnType<typeof findDependencies>,
  leftOut: number,
): Warning[] {
  const nameOf = (feature: number): string => JSON.stringify(features[feature]!.name);
  const countOf = (feature: number): string => {
    const described = features[feature]!;
    return groupDigits(described.kind === "categorical" ? described.categories.length : 0);
  };
  const large = [...features.keys()].filter((feature) => {
    const described = features[feature]!;
    return described.kind === "categorical" && described.categories.length > MOST_CATEGORIES;
  });
  const reasons = [
    ...(asked === askable
      ? []
      : [
          `what categories fix, but for those of the first ${asked} of ${groupDigits(askable)} columns that have enough (leave columns out to have all asked)`,
        ]),
    ...large.map((feature) => `what each of the ${countOf(feature)} categories of ${nameOf(feature)} fixes`),
    ...untold.map(
      ({ from, to }) => `the range of ${nameOf(to)} in each of the ${countOf(from)} categories of ${nameOf(from)}`,
    ),
    ...(leftOut === 0
      ? []
      : [
          `${groupDigits(leftOut)} of ${groupDigits(dependencies.length)} dependencies between features, which would make more than ${groupDigits(MOST_RULES)} rules`,
        ]),
  ];
  if (reasons.length === 0) return [];
  const more = reasons.length > NAMED ? `; and ${groupDigits(reasons.length - NAMED)} more` : "";
  const message = `not looked for: ${reasons.slice(0, NAMED).join("; ")}${more}; a wrong value may go unseen there, so join rare categories, or add a column that tells their kind`;
  return [{ code: "RARE_CATEGORIES", message }];
}

/** What is there already. */
interface Known {
  /** Where predicates about categories stand, and those that dependencies add. */
  readonly places: Map<string, number>;
  /** Rules with one condition (see ruleKey). */
  readonly rules: ReadonlySet<number>;
}

function findKnown({ predicates, rules }: ListLearning): Known {
  const places = new Map<string, number>();
  predicates.forEach((predicate, place) => {
    if (predicate.kind === "in") places.set(keyOf(predicate), place);
  });
  const { length, offsets, items, consequents } = rules.added();
  const short = new Set<number>();
  for (let rule = 0; rule < length; rule++) {
    const item = items[offsets[rule]!]!;
    if (offsets[rule + 1] !== offsets[rule]! + 1 || predicates[item]!.kind !== "in") continue;
    short.add(ruleKey(item, consequents[rule]!));
  }
  return { places, rules: short };
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
  known: Known,
): void {
  const place = (predicate: Predicate): number => {
    const at = known.places.get(keyOf(predicate)) ?? predicates.push(predicate) - 1;
    known.places.set(keyOf(predicate), at);
    return at;
  };
  // Those of all categories, sure or not: together they tell how often rows break the dependency.
  const told = forward(dependency).filter(({ counts }) => counts.antecedentCount > 0);
  const turned = turnedRound(dependency).filter(
    ({ counts }) => confidenceOf(counts.supportCount, counts.antecedentCount) > options.minConfidence,
  );
  for (const { condition, consequent, counts } of [...told, ...turned]) {
    const item = place(condition);
    const expected = place(consequent);
    if (known.rules.has(ruleKey(item, expected))) continue;
    rules.add({ source: "dependency", antecedent: [item], consequent: expected, ...counts });
  }
}

interface Counts {
  readonly antecedentCount: number;
  readonly supportCount: number;
}

interface DependencyRule {
  readonly condition: CategoryPredicate;
  readonly consequent: Expected;
  readonly counts: Counts;
}

/** For each category what it expects. */
function forward({ from, expected, rows, kept }: Dependency & CountedInRows): DependencyRule[] {
  return expected.flatMap((consequent, code): DependencyRule[] => {
    if (consequent === null) return [];
    const counts = { antecedentCount: rows[code]!, supportCount: kept[code]! };
    return [{ condition: { kind: "in", feature: from, codes: [code] }, consequent, counts }];
  });
}

/** Rows with a category that one row has are like those with one that was never seen: they break the rule. */
const ENOUGH_ROWS = 2;

/** For each value that is expected the categories that expect it; none where it is one, and none of numbers. */
function turnedRound({ from, to, expected, kept, values }: Dependency & CountedInRows): DependencyRule[] {
  const byCode = new Map<number, number[]>();
  expected.forEach((wanted, code) => {
    if (wanted?.kind !== "in" || kept[code]! < ENOUGH_ROWS) return;
    const known = byCode.get(wanted.codes[0]!);
    if (known === undefined) byCode.set(wanted.codes[0]!, [code]);
    else known.push(code);
  });
  return [...byCode]
    .filter(([, codes]) => codes.length > 1 && codes.length < expected.length)
    .sort(([a], [b]) => a - b)
    .map(([code, codes]) => ({
      condition: { kind: "in", feature: to, codes: [code] },
      consequent: { kind: "in", feature: from, codes },
      counts: { antecedentCount: values[code]!, supportCount: codes.reduce((sum, each) => sum + kept[each]!, 0) },
    }));
}
