/**
 * The state of every predicate in one row. Intervals stand feature by feature in flat arrays and are compared one by
 * one, which takes a nanosecond each; for a category the predicates that hold are listed beforehand. Cost for a row:
 * O(predicates).
 */
import { nextBelow } from "../../base/index.js";
import {
  type AnyOfPredicate,
  type CategoryPredicate,
  FAILS,
  HOLDS,
  type IntervalPredicate,
  type Predicate,
  UNKNOWN,
} from "../../predicates/index.js";
import type { CategoricalFeature, Feature } from "../../table/index.js";

export interface PredicateStates {
  /** HOLDS, FAILS or UNKNOWN for each predicate, in the row at hand. */
  readonly states: Int8Array;
  readonly intervals: Intervals;
  readonly categories: readonly FeatureCategories[];
  readonly present: readonly { readonly item: number; readonly feature: number }[];
  readonly joined: readonly JoinedPredicate[];
}

/** Interval i is predicate items[i]; it holds for values of its feature from lows[i] to highs[i], both included. */
export interface Intervals {
  readonly items: Int32Array;
  readonly features: Int32Array;
  readonly lows: Float64Array;
  readonly highs: Float64Array;
}

/** The predicates about categories of one feature. */
interface FeatureCategories {
  readonly feature: number;
  readonly items: Int32Array;
  /** Those that hold for a code stand at [offsets[code], offsets[code + 1]) of `holding`. */
  readonly offsets: Int32Array;
  readonly holding: Int32Array;
}

/** A predicate about several features: any part that holds decides it; it fails when all parts fail. */
interface JoinedPredicate {
  readonly item: number;
  readonly parts: readonly { readonly feature: number; readonly hasCode: Uint8Array }[];
}

export function preparePredicateStates(
  predicates: readonly Predicate[],
  features: readonly Feature[],
  states = new Int8Array(predicates.length),
): PredicateStates {
  const numbered = predicates.map((predicate, item) => ({ predicate, item }));
  const present = numbered.flatMap(({ predicate, item }) =>
    predicate.kind === "present" ? [{ item, feature: predicate.feature }] : [],
  );
  const joined = numbered.flatMap(({ predicate, item }) =>
    predicate.kind === "anyOf" ? [{ item, parts: joinedParts(predicate, features) }] : [],
  );
  return {
    states,
    intervals: intervalsOf(predicates),
    categories: categoriesOf(predicates, features),
    present,
    joined,
  };
}

/** `values` is a row as fillRow gives it. */
export function fillStates(prepared: PredicateStates, values: Float64Array): void {
  fillIntervals(prepared.intervals, values, prepared.states);
  fillOtherStates(prepared, values);
}

/** Of all predicates but intervals. */
export function fillOtherStates({ states, categories, present, joined }: PredicateStates, values: Float64Array): void {
  for (let i = 0; i < categories.length; i++) fillCategories(categories[i]!, values, states);
  for (let i = 0; i < present.length; i++) {
    states[present[i]!.item] = Number.isNaN(values[present[i]!.feature]!) ? FAILS : HOLDS;
  }
  for (let i = 0; i < joined.length; i++) states[joined[i]!.item] = joinedState(joined[i]!, values);
}

/** By arithmetic on states as they are numbered: a branch that depends on values is one that nobody could foresee. */
function fillIntervals({ items, features, lows, highs }: Intervals, values: Float64Array, states: Int8Array): void {
  for (let i = 0; i < items.length; i++) {
    const value = values[features[i]!]!;
    const isInside = Number(value >= lows[i]!) & Number(value <= highs[i]!);
    states[items[i]!] = isInside - Number(Number.isNaN(value));
  }
}

function fillCategories(categories: FeatureCategories, values: Float64Array, states: Int8Array): void {
  const { feature, items, offsets, holding } = categories;
  const code = values[feature]!;
  const otherwise = Number.isNaN(code) ? UNKNOWN : FAILS;
  for (let i = 0; i < items.length; i++) states[items[i]!] = otherwise;
  if (!(code >= 0)) return; // missing, or a category never seen
  for (let at = offsets[code]!; at < offsets[code + 1]!; at++) states[holding[at]!] = HOLDS;
}

function joinedState({ parts }: JoinedPredicate, values: Float64Array): number {
  let state: number = FAILS;
  for (let i = 0; i < parts.length; i++) {
    const code = values[parts[i]!.feature]!;
    if (Number.isNaN(code)) state = UNKNOWN;
    else if (code >= 0 && parts[i]!.hasCode[code] === 1) return HOLDS;
  }
  return state;
}

function intervalsOf(predicates: readonly Predicate[]): Intervals {
  const items = [...predicates.keys()].filter((item) => predicates[item]!.kind === "interval");
  const at = (item: number): IntervalPredicate => predicates[item] as IntervalPredicate;
  items.sort((a, b) => at(a).feature - at(b).feature || a - b);
  return {
    items: Int32Array.from(items),
    features: Int32Array.from(items, (item) => at(item).feature),
    lows: Float64Array.from(items, (item) => at(item).min),
    highs: Float64Array.from(items, (item) => lastInside(at(item))),
  };
}

/** The greatest number that is not above the interval. */
function lastInside({ max, maxInclusive }: IntervalPredicate): number {
  return maxInclusive || max === Number.POSITIVE_INFINITY ? max : nextBelow(max);
}

function categoriesOf(predicates: readonly Predicate[], features: readonly Feature[]): FeatureCategories[] {
  const itemsOf: number[][] = features.map(() => []);
  predicates.forEach((predicate, item) => {
    if (predicate.kind === "in") itemsOf[predicate.feature]!.push(item);
  });
  return features.flatMap((feature, j) => {
    const items = itemsOf[j]!;
    return feature.kind === "numeric" || items.length === 0
      ? []
      : [codeLists(feature, predicates, { index: j, items })];
  });
}

function codeLists(
  feature: CategoricalFeature,
  predicates: readonly Predicate[],
  { index: j, items }: { readonly index: number; readonly items: readonly number[] },
): FeatureCategories {
  const codesOf = (item: number): readonly number[] => (predicates[item] as CategoryPredicate).codes;
  const offsets = new Int32Array(feature.categories.length + 1);
  for (const item of items) for (const code of codesOf(item)) offsets[code + 1]!++;
  for (let code = 0; code < feature.categories.length; code++) offsets[code + 1]! += offsets[code]!;
  const next = offsets.slice();
  const holding = new Int32Array(offsets[feature.categories.length]!);
  for (const item of items) for (const code of codesOf(item)) holding[next[code]!++] = item;
  return { feature: j, items: Int32Array.from(items), offsets, holding };
}

function joinedParts({ parts }: AnyOfPredicate, features: readonly Feature[]): JoinedPredicate["parts"] {
  return parts.map(({ feature, codes }) => {
    const askedFeature = features[feature]!;
    const hasCode = new Uint8Array(askedFeature.kind === "categorical" ? askedFeature.categories.length : 0);
    for (const code of codes) hasCode[code] = 1;
    return { feature, hasCode };
  });
}
