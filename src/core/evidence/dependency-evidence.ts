/**
 * What dependencies say about a row. Where its product and its price group contradict each other, one of the two is
 * wrong. How surprising that is, is told by how rarely normal rows break the dependency: those of the category,
 * together with as many as PRIOR_ROWS that break it as often as rows of all categories do. Where exceptions have values
 * of their own (dollars are paid in every country), these are less surprising, and all others more.
 *
 * Which of the two it is, other features tell: one that contradicts only one of them, or agrees with it as it would by
 * chance only if that were wrong. That is weighed as a network weighs it, as logarithms of probabilities (`doubts`).
 * Cost for a row: O(dependencies + features).
 */
import { countBelow, countUpTo, exp, isSameNumber, log } from "../base/index.js";
import { f64, i32, type Laid } from "../compute/index.js";
import type { FeatureProfile } from "../model/index.js";
import { type CountedDependency, type Expected, isAsExpected } from "../rules/index.js";
import { MOST_DOUBT, MOST_SURPRISE } from "../schema/index.js";

/** Rows of all categories that count beside those of one. */
const PRIOR_ROWS = 100;

interface DependencyPlan {
  /** Pairs of features, each once: two numbers for each. */
  readonly pairs: readonly (readonly [number, number])[];
  readonly lists: readonly PlannedDependency[];
  /** Those whose categories fix numbers. */
  readonly ofNumbers: readonly PlannedDependency[];
}

interface PlannedDependency {
  readonly from: number;
  readonly to: number;
  /** Values of `to` that normal rows have: others are wrong by themselves, whatever is expected. */
  readonly least: number;
  readonly greatest: number;
  readonly expected: readonly (Expected | null)[];
  /** What breaking it says, by categories. */
  readonly surprises: Float64Array;
  /** How much more often exceptions have a category than wrong values do, as logarithms; none where it is a number. */
  readonly usualness: Float64Array;
  /** What agreeing with it says: minus the logarithm of the share of rows that would agree by chance. */
  readonly agreements: Float64Array;
  readonly pair: number;
}

export function planDependencies(
  dependencies: readonly CountedDependency[],
  profiles: readonly FeatureProfile[],
): DependencyPlan {
  const pairs: [number, number][] = [];
  const places = new Map<string, number>();
  const lists = dependencies.map((dependency): PlannedDependency => {
    const { from, to, expected } = dependency;
    const pair: [number, number] = [Math.min(from, to), Math.max(from, to)];
    const known = places.get(`${pair}`) ?? pairs.push(pair) - 1;
    places.set(`${pair}`, known);
    const profile = profiles[to]!;
    const [least, greatest] = profile.kind === "numeric" ? [profile.min, profile.max] : [0, Number.POSITIVE_INFINITY];
    return {
      ...{ from, to, least, greatest, expected, pair: known },
      surprises: surprisesOf(dependency),
      usualness: usualnessOf(dependency, profile),
      agreements: agreementsOf(dependency),
    };
  });
  return { pairs, lists, ofNumbers: lists.filter(({ to }) => profiles[to]!.kind === "numeric") };
}

/** Where no rows are left that tell it, a category says nothing. */
function surprisesOf({ expected, rows, asExpected }: CountedDependency): Float64Array {
  let [all, broken] = [0, 0];
  rows.forEach((count, code) => {
    all += count;
    broken += count - asExpected[code]!;
  });
  const usual = (broken + 0.5) / (all + 1);
  return Float64Array.from(expected, (wanted, code) => {
    if (wanted === null || asExpected[code] === 0) return 0;
    const share = (rows[code]! - asExpected[code]! + PRIOR_ROWS * usual) / (rows[code]! + PRIOR_ROWS);
    return Math.min(MOST_SURPRISE, -log(share));
  });
}

/**
 * Exceptions of normal rows, together with as many as there are categories that have what wrong values have: half as
 * normal rows, half any.
 */
function usualnessOf({ exceptions }: CountedDependency, profile: FeatureProfile): Float64Array {
  if (profile.kind === "numeric") return new Float64Array();
  const { counts } = profile;
  const sum = (list: ArrayLike<number>): number => Array.from(list).reduce((total, count) => total + count, 0);
  const [all, known, broken] = [counts.length, Math.max(1, sum(counts)), sum(exceptions)];
  return Float64Array.from(exceptions, (count, code) => {
    const wrong = (counts[code]! / known + 1 / all) / 2;
    return log((count + all * wrong) / ((broken + all) * wrong));
  });
}

/** A code, or the middle of an interval: its finite end where the other one is open, 0 where both are. */
function middleOf(wanted: Expected): number {
  if (wanted.kind === "in") return wanted.codes[0]!;
  const { min, max } = wanted;
  if (!Number.isFinite(min)) return Number.isFinite(max) ? max : 0;
  if (!Number.isFinite(max)) return min;
  return Math.min(max, Math.max(min, min / 2 + max / 2)); // halves do not overflow, but the least ones round
}

/** Rows agree by chance that expect the same, or an interval with its middle in this one, its ends included. */
function agreementsOf({ expected, asExpected }: CountedDependency): Float64Array {
  const total = asExpected.reduce((sum, count) => sum + count, 0);
  const order = [...expected.keys()].filter((code) => expected[code] !== null && asExpected[code]! > 0);
  order.sort((a, b) => middleOf(expected[a]!) - middleOf(expected[b]!));
  const middles = order.map((code) => middleOf(expected[code]!));
  const rowsBefore = [0];
  for (const code of order) rowsBefore.push(rowsBefore.at(-1)! + asExpected[code]!);
  return Float64Array.from(expected, (wanted, code) => {
    if (wanted === null || asExpected[code] === 0) return 0;
    const [low, high] = wanted.kind === "in" ? [wanted.codes[0]!, wanted.codes[0]!] : [wanted.min, wanted.max];
    const rows = rowsBefore[countUpTo(middles, high)]! - rowsBefore[countBelow(middles, low)]!;
    return -log(rows / total);
  });
}

export function dependencyLayout({ pairs }: DependencyPlan) {
  return { pairs: i32(2 * pairs.length), surprises: f64(pairs.length) };
}

export interface DependencyEvidence {
  readonly plan: DependencyPlan;
  readonly arrays: Laid<ReturnType<typeof dependencyLayout>>;
  /** Of the row at hand, for each pair: what its contradiction says, and what its agreement does. */
  readonly contradictions: Float64Array;
  readonly agreements: Float64Array;
}

export function prepareDependencies(plan: DependencyPlan, arrays: DependencyEvidence["arrays"]): DependencyEvidence {
  arrays.pairs.set(plan.pairs.flat());
  const count = plan.pairs.length;
  return { plan, arrays, contradictions: new Float64Array(count), agreements: new Float64Array(count) };
}

/** Replaces numbers of a row, in place, by those that its categories fix where a rounding alone tells them apart. */
export function roundToFixed({ plan: { ofNumbers } }: DependencyEvidence, values: Float64Array): void {
  for (const { from, to, expected } of ofNumbers) {
    const code = values[from]!;
    const wanted = code >= 0 ? (expected[code] ?? null) : null;
    if (wanted?.kind !== "interval" || wanted.min !== wanted.max) continue;
    if (isSameNumber(values[to]!, wanted.min)) values[to] = wanted.min;
  }
}

/**
 * Looks at a row: values, or codes of categories. What two features say about each other counts once. Where some
 * contradict each other, `doubts` (see the record Blame) are told anew.
 */
export function weighDependencies(
  { plan: { lists, pairs }, arrays, contradictions, agreements }: DependencyEvidence,
  values: Float64Array,
  doubts: Float64Array,
): void {
  if (lists.length === 0) return;
  contradictions.fill(0);
  agreements.fill(0);
  let isBroken = false;
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i]!;
    const code = values[list.from]!;
    const value = values[list.to]!;
    // Missing, or never seen.
    if (!(code >= 0 && value >= list.least && value <= list.greatest)) continue;
    const wanted = list.expected[code] ?? null;
    if (wanted === null) continue;
    if (isAsExpected(wanted, value)) {
      agreements[list.pair] = Math.max(agreements[list.pair]!, list.agreements[code]!);
    } else {
      const surprise = surpriseBy(list, code, value);
      contradictions[list.pair] = Math.max(contradictions[list.pair]!, surprise);
      isBroken ||= surprise > 0;
    }
  }
  arrays.surprises.set(contradictions); // blame takes away those that it has resolved
  if (isBroken) doubtPairs({ contradictions, agreements, pairs }, doubts);
}

/** What it says that a category has this value, which is not the one that it expects. */
function surpriseBy({ surprises, usualness }: PlannedDependency, code: number, value: number): number {
  const surprise = surprises[code]!;
  if (surprise === 0 || usualness.length === 0) return surprise;
  return Math.max(0, Math.min(MOST_SURPRISE, surprise - usualness[value]!));
}

interface WeighedPairs {
  readonly contradictions: Float64Array;
  readonly agreements: Float64Array;
  readonly pairs: DependencyPlan["pairs"];
}

/** Who is in contradictions is doubted for them, less where it agrees with others; who is in none is as it was. */
function doubtPairs({ contradictions, agreements, pairs }: WeighedPairs, doubts: Float64Array): void {
  const isIn = new Set<number>();
  pairs.forEach((pair, at) => {
    if (contradictions[at] === 0) return;
    for (const feature of pair) {
      isIn.add(feature);
      doubts[feature]! += contradictions[at]!;
    }
  });
  pairs.forEach((pair, at) => {
    for (const feature of pair) if (contradictions[at] === 0 && isIn.has(feature)) doubts[feature]! -= agreements[at]!;
  });
  const most = doubts.reduce((greatest, doubt) => Math.max(greatest, doubt));
  for (let feature = 0; feature < doubts.length; feature++) {
    doubts[feature] = Math.max(-MOST_DOUBT, doubts[feature]! - most);
  }
}

/** What two features say by contradicting each other in the row at hand; 0 where they do not. */
export function contradictionOf(
  { plan: { pairs }, contradictions }: DependencyEvidence,
  one: number,
  other: number,
): number {
  const isThese = ([a, b]: readonly [number, number]): boolean =>
    (a === one && b === other) || (a === other && b === one);
  return contradictions[pairs.findIndex(isThese)] ?? 0;
}

/**
 * Normal rows for each one whose wrong value breaks a dependency. As in fit-probability.ts rows with a wrong value are
 * twice as many as normal ones; about one in four of them breaks a dependency that its feature is in.
 */
const NORMAL_ODDS = 2;

/** How probable it is that one of two features is wrong that contradict each other so. */
export function pairProbability(contradiction: number): number {
  return contradiction === 0 ? 0 : 1 / (1 + NORMAL_ODDS * exp(-contradiction));
}

/** How probable it is that a feature is wrong, by the others that it contradicts; 0 where it contradicts none. */
export function contradictedProbability(
  { plan: { pairs }, contradictions }: DependencyEvidence,
  doubts: Float64Array,
  feature: number,
): number {
  let most = 0;
  let other = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < pairs.length; at++) {
    const [a, b] = pairs[at]!;
    if (contradictions[at] === 0 || (a !== feature && b !== feature)) continue;
    most = Math.max(most, contradictions[at]!);
    other = Math.max(other, doubts[a === feature ? b : a]!);
  }
  if (most === 0) return 0;
  return pairProbability(most) / (1 + exp(other - doubts[feature]!));
}
