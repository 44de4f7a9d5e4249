/**
 * All rules by definition: every set of predicates on different features is tried as an antecedent with every other
 * predicate as consequent, and counted row by row.
 */
import type { Predicate } from "../../src/core/predicates/index.js";
import type { Feature } from "../../src/core/table/index.js";
import { aboutFeatures, isTrue, type Truth } from "./predicate-truth.js";
import type { Meaning } from "./raw-values.js";

export interface CountedRule {
  /** Places in the list of predicates, ascending. */
  readonly antecedent: readonly number[];
  readonly consequent: number;
  /** Rows where the antecedent holds and the consequent is not missing. */
  readonly antecedentCount: number;
  /** Rows where both hold. */
  readonly supportCount: number;
}

export interface MiningQuestion {
  readonly features: readonly Feature[];
  readonly predicates: readonly Predicate[];
  readonly rows: readonly Meaning[][];
  readonly minSupport: number;
  readonly minConfidence: number;
  readonly maxPredicates: number;
}

export function allRules(question: MiningQuestion): CountedRule[] {
  const { predicates, rows, minSupport, minConfidence, maxPredicates } = question;
  const truths = truthTable(question);
  return itemsets(predicates, maxPredicates).flatMap((itemset) =>
    itemset
      .map((consequent) => {
        const antecedent = itemset.filter((item) => item !== consequent);
        return { antecedent, consequent, ...countRule(truths, antecedent, consequent) };
      })
      .filter((rule) => rule.supportCount / rows.length > minSupport)
      .filter((rule) => rule.supportCount / rule.antecedentCount > minConfidence),
  );
}

/**
 * Of these rules those that say more than every shorter one: no non-empty proper part of the antecedent gives the
 * consequent with at least the same confidence. The empty part counts where its rule is a range rule: where the
 * consequent is true of every category there is.
 */
export function productiveRules(question: MiningQuestion): CountedRule[] {
  const truths = truthTable(question);
  return allRules(question).filter((rule) => {
    if (isCertain(question, rule.consequent)) return false;
    return properParts(rule.antecedent).every((part) => {
      const shorter = countRule(truths, part, rule.consequent);
      const { supportCount, antecedentCount } = shorter;
      // supportCount / antecedentCount < rule's, without rounding
      return supportCount * rule.antecedentCount < rule.supportCount * antecedentCount;
    });
  });
}

/** truths[item][row] */
function truthTable({ predicates, features, rows }: MiningQuestion): Truth[][] {
  return predicates.map((predicate) => rows.map((row) => isTrue(predicate, features, row)));
}

export function countRule(truths: readonly (readonly Truth[])[], antecedent: readonly number[], consequent: number) {
  const own = truths[consequent]!;
  let antecedentCount = 0;
  let supportCount = 0;
  own.forEach((truth, row) => {
    if (truth === null || !antecedent.every((item) => truths[item]![row] === true)) return;
    antecedentCount++;
    if (truth) supportCount++;
  });
  return { antecedentCount, supportCount };
}

/** Sets of two or more predicates, at most `most`, no feature twice. */
function itemsets(predicates: readonly Predicate[], most: number): number[][] {
  const features = predicates.map(aboutFeatures);
  const grow = (itemset: number[]): number[][] => {
    if (itemset.length === most) return [itemset];
    const next = predicates.flatMap((_, item) => {
      const isLater = item > (itemset.at(-1) ?? -1);
      const isNew = !itemset.some((other) => features[other]!.some((feature) => features[item]!.includes(feature)));
      return isLater && isNew ? grow([...itemset, item]) : [];
    });
    return [itemset, ...next];
  };
  return grow([]).filter((itemset) => itemset.length >= 2);
}

/** Non-empty and not the whole. */
function properParts(items: readonly number[]): number[][] {
  const parts: number[][] = [[]];
  for (const item of items) parts.push(...parts.map((part) => [...part, item]));
  return parts.filter((part) => part.length > 0 && part.length < items.length);
}

function isCertain({ predicates, features }: MiningQuestion, item: number): boolean {
  const predicate = predicates[item]!;
  if (predicate.kind !== "in") return false;
  const feature = features[predicate.feature]!;
  return feature.kind === "categorical" && feature.categories.every((_, code) => predicate.codes.includes(code));
}
