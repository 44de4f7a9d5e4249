/**
 * The choice of the rule to show, by definition: write down every range, mined and tree rule about the feature, keep
 * those that the row breaks and that may be shown, sort.
 */
import type { Model } from "../../src/core/model/index.js";
import type { Predicate } from "../../src/core/predicates/index.js";
import type { CheckedCounts, Rule } from "../../src/core/rules/index.js";
import { cellsOf, classOfEach, goesLeft, rarity } from "./diagnosis-cells.js";
import { aboutFeatures, isTrue } from "./predicate-truth.js";
import type { Meaning } from "./raw-values.js";

export interface Candidate {
  readonly rule: Rule;
  /** Smaller is better, from the first number on. */
  readonly key: readonly number[];
}

export interface RuleQuestion {
  readonly model: Model;
  readonly row: readonly Meaning[];
  readonly feature: number;
  /** Other features that no rule may lean on. */
  readonly accused: readonly number[];
}

/**
 * Every rule that may be shown, best first: surer up to 0.95, naming one category, clearer up to 6 deviations, more
 * general, shorter, by source.
 */
export function rulesToShow(question: RuleQuestion): Candidate[] {
  return [...listedRules(question), ...nodeRules(question)]
    .filter(({ rule }) => mayBeShown(question, rule))
    .map(({ rule, clarity }) => ({
      rule,
      key: [
        -Math.min(0.95, sureness(rule)),
        vagueness(rule),
        -Math.min(6, clarity),
        -choosing(rule).antecedentCount,
        rule.antecedent.length,
        ["range", "mined", "dependency", "tree"].indexOf(rule.source),
        -choosing(rule).supportCount,
      ],
    }))
    .sort((a, b) => compareKeys(a.key, b.key));
}

/** Several categories, or one number of a list's rule. */
function vagueness({ source, consequent }: Rule): number {
  if (consequent.kind === "in") return consequent.codes.length > 1 ? 1 : 0;
  return consequent.kind === "interval" && consequent.min === consequent.max && source !== "tree" ? -1 : 0;
}

/**
 * The rules that may be shown in the end: the best, or, where simpler ones say the same, the simplest of those. Several
 * where nothing tells them apart.
 */
export function simplestToShow(question: RuleQuestion): Rule[] {
  const candidates = rulesToShow(question);
  const best = candidates.filter(({ key }) => compareKeys(key, candidates[0]!.key) === 0);
  return best.flatMap(({ rule: chosen }) => {
    const simpler = candidates
      .map(({ rule }) => ({ rule, key: [...lengths(rule), -choosing(rule).antecedentCount] }))
      .filter(({ rule }) => isSimpler(rule, chosen) && saysTheSame(rule, chosen))
      .sort((a, b) => compareKeys(a.key, b.key));
    const first = simpler.filter(({ key }) => compareKeys(key, simpler[0]!.key) === 0);
    return first.length === 0 ? [chosen] : first.map(({ rule }) => rule);
  });
}

/** Conditions, and values to read. */
function lengths({ antecedent, consequent }: Rule): [number, number] {
  const values = [...antecedent, consequent].flatMap((each): readonly unknown[] =>
    each.kind === "anyOf" ? each.parts.flatMap(({ codes }) => codes) : each.kind === "in" ? each.codes : [each],
  );
  return [antecedent.length, values.length];
}

function isSimpler(rule: Rule, chosen: Rule): boolean {
  const [[conditions, values], [most, mostValues]] = [lengths(rule), lengths(chosen)];
  return conditions <= most && values <= mostValues && conditions + values < most + mostValues;
}

/** A condition on no other feature, and on no narrower interval. */
function isAskedBy(own: Predicate, other: Predicate): boolean {
  if (!aboutFeatures(own).every((feature) => aboutFeatures(other).includes(feature))) return false;
  return own.kind !== "interval" || (other.kind === "interval" && own.min <= other.min && other.max <= own.max);
}

/**
 * Asks for the same, or expects fewer values, or asks for one category in place of several conditions; the same values or some of them, ends within a twentieth of the width;
 * true as often up to 0.005, as sure up to 0.1.
 */
function saysTheSame(rule: Rule, chosen: Rule): boolean {
  const [mine, theirs] = [choosing(rule), choosing(chosen)];
  const share = ({ supportCount, antecedentCount }: Counts): number => supportCount / antecedentCount;
  if (share(mine) < share(theirs) - 0.005 || sureness(rule) < sureness(chosen) - 0.1) return false;
  const [own, wanted] = [rule.consequent, chosen.consequent];
  const isShorter = own.kind === "in" && wanted.kind === "in" && own.codes.length < wanted.codes.length;
  const [only] = rule.antecedent;
  const isPlain = rule.antecedent.length === 1 && only!.kind === "in" && only!.codes.length === 1;
  const isOneForSeveral = isPlain && chosen.antecedent.length > 1 && !(own.kind === "in" && own.codes.length > 1);
  if (
    !isShorter &&
    !isOneForSeveral &&
    !rule.antecedent.every((each) => chosen.antecedent.some((other) => isAskedBy(each, other)))
  ) {
    return false;
  }
  if (own.kind === "in" && wanted.kind === "in") return own.codes.every((code) => wanted.codes.includes(code));
  if (own.kind !== "interval" || wanted.kind !== "interval") return false;
  const width = wanted.max - wanted.min;
  const isNear = (a: number, b: number): boolean =>
    a === b || (Number.isFinite(width) && Math.abs(a - b) <= 0.05 * width);
  return isNear(own.min, wanted.min) && isNear(own.max, wanted.max);
}

/** Sure range and mined rules that a row breaks. */
export function brokenRules(model: Model, row: readonly Meaning[]): Rule[] {
  return allListed(model).filter((rule) => sureness(rule) >= 0.95 && isBroken(model, rule, row));
}

export function isBroken({ features }: Pick<Model, "features">, rule: Rule, row: readonly Meaning[]): boolean {
  const holds = rule.antecedent.every((predicate) => isTrue(predicate, features, row) === true);
  return holds && isTrue(rule.consequent, features, row) === false;
}

type Counts = Pick<Rule, "antecedentCount" | "supportCount">;

/** Counts of the rows that do not check the rule; of models that know of none, all. */
function choosing({ antecedentCount, supportCount, checked }: Rule): Counts {
  if (checked === null) return { antecedentCount, supportCount };
  const others = antecedentCount - checked.antecedentCount;
  return { antecedentCount: others, supportCount: Math.min(others, supportCount - checked.supportCount) };
}

/** 0 where rows that check the rule leave it open whether it is true in half of them. */
export function sureness(rule: Rule): number {
  return Math.max(ownSureness(rule), raised.get(rule) ?? 0);
}

function ownSureness(rule: Rule): number {
  if (rule.checked === null) return wilsonLow(rule, 1.959963984540054);
  return rule.checked.confidenceLow < 0.5 ? 0 : wilsonLow(choosing(rule), 1.6448536269514722);
}

/** The lower root p of (share − p)² = z² · p (1 − p) / rows. */
export function wilsonLow({ antecedentCount: n, supportCount: s }: Counts, z: number): number {
  if (n === 0) return 0;
  return (2 * s + z * z - z * Math.sqrt(z * z + 4 * s * (1 - s / n))) / (2 * (n + z * z));
}

export function compareKeys(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => Math.abs(value - b[i]!) > 1e-12 * Math.max(1, Math.abs(value)));
  return at < 0 ? 0 : a[at]! - b[at]!;
}

function mayBeShown({ model, row, accused, feature }: RuleQuestion, rule: Rule): boolean {
  const leansOn = rule.antecedent.flatMap(aboutFeatures).filter((other) => other !== feature);
  return sureness(rule) >= 0.8 && isBroken(model, rule, row) && !leansOn.some((other) => accused.includes(other));
}

interface Broken {
  readonly rule: Rule;
  /** How clearly the row breaks the rule, in deviations. */
  readonly clarity: number;
}

/** Range and mined rules about the feature alone. */
function listedRules({ model, feature, row }: RuleQuestion): Broken[] {
  const profile = model.profiles[feature]!;
  const deviation = profile.kind === "numeric" ? profile.deviation : 0;
  return allListed(model)
    .filter(({ consequent }) => consequent.kind !== "anyOf" && consequent.feature === feature)
    .map((rule) => {
      const { consequent } = rule;
      if (consequent.kind !== "interval") return { rule, clarity: exceptionRarity(rule) };
      const outside = distanceOutside(consequent.min, consequent.max, row[feature]!);
      return { rule, clarity: 3 + (deviation > 0 ? outside / deviation : 6) };
    });
}

/** How sure rules of dependencies are together. */
const raised = new WeakMap<Rule, number>();

/** By "from one feature to another": the rules with one category that are about both. */
function raiseDependencies(listed: readonly Rule[]): void {
  const isOne = (predicate: Predicate | undefined): boolean =>
    predicate?.kind === "interval" || (predicate?.kind === "in" && predicate.codes.length === 1);
  const isMember = ({ source, antecedent, consequent }: Rule): boolean =>
    source !== "range" &&
    antecedent.length === 1 &&
    antecedent[0]!.kind === "in" &&
    [antecedent[0], consequent].every(isOne);
  const wayOf = (rule: Rule): string => `${aboutFeatures(rule.antecedent[0]!)} ${aboutFeatures(rule.consequent)}`;
  const backOf = (rule: Rule): string => `${aboutFeatures(rule.consequent)} ${aboutFeatures(rule.antecedent[0]!)}`;
  const ofSource = listed.filter(({ source }) => source === "dependency");
  for (const way of new Set(ofSource.map((rule) => (isMember(rule) ? wayOf(rule) : backOf(rule))))) {
    const all = listed.filter((rule) => isMember(rule) && wayOf(rule) === way);
    const codeOf = ({ antecedent: [only] }: Rule): number => (only!.kind === "in" ? only!.codes[0]! : -1);
    // Of one category what the dependency says comes before what is mined.
    const members = [...new Set(all.map(codeOf))].map((code) => {
      const ofCode = all.filter((rule) => codeOf(rule) === code);
      return ofCode.find(({ source }) => source === "dependency") ?? ofCode[0]!;
    });
    const clean = members.filter((rule) => choosing(rule).antecedentCount > 0 && isClean(choosing(rule)));
    if (clean.some(({ checked }) => checked === null)) continue;
    const total = (of: (counts: Counts) => number): number => clean.reduce((sum, { checked }) => sum + of(checked!), 0);
    const categories = clean.filter(({ checked }) => checked!.antecedentCount > 0).length;
    const share =
      total(({ supportCount }) => supportCount) /
      Math.max(
        1,
        total((counts) => counts.antecedentCount),
      );
    const together = wilsonLow({ antecedentCount: categories, supportCount: categories * share }, 1.6448536269514722);
    for (const rule of clean) if (isClean(rule.checked!)) raised.set(rule, Math.min(0.95, together));
  }
}

function isClean({ antecedentCount, supportCount }: Counts): boolean {
  return antecedentCount === supportCount;
}

/** The range of a number is what the root of its first tree expects, where it has one. */
function allListed(model: Model): Rule[] {
  const listed = asListed(model);
  raiseDependencies(listed);
  return listed;
}

function asListed(model: Model): Rule[] {
  const { rules, predicates } = model;
  return Array.from({ length: rules.length }, (_, number): Rule => {
    const rule = {
      source: (["range", "mined", "dependency"] as const)[rules.sources[number]!]!,
      antecedent: [...rules.items.slice(rules.offsets[number]!, rules.offsets[number + 1]!)].map(
        (item) => predicates[item]!,
      ),
      consequent: predicates[rules.consequents[number]!]!,
      antecedentCount: rules.antecedentCounts[number]!,
      supportCount: rules.supportCounts[number]!,
      checked: checkedOf(rules.checked, number),
    };
    if (rule.source !== "range" || rule.consequent.kind !== "interval") return rule;
    return rangeOfRoot(model, rule.consequent.feature) ?? rule;
  });
}

function rangeOfRoot(model: Model, feature: number): Rule | null {
  const { forest } = model;
  const tree = forest.targets.indexOf(feature);
  if (tree < 0) return null;
  const root = forest.roots[tree]!;
  return {
    source: "range",
    antecedent: [],
    consequent: expectationOf(model, feature, root),
    antecedentCount: forest.antecedentCounts[root]!,
    supportCount: forest.supportCounts[root]!,
    checked: checkedOf(forest.checked, root),
  };
}

/** The bound is in the file where rows depend on one another; else the counts tell it. */
function checkedOf(checked: CheckedCounts | null, number: number): Rule["checked"] {
  if (checked === null) return null;
  const counts = {
    antecedentCount: checked.antecedentCounts[number]!,
    supportCount: checked.supportCounts[number]!,
  };
  return { ...counts, confidenceLow: checked.lows?.[number] ?? wilsonLow(counts, 1.6448536269514722) };
}

/** Every node below a root of the feature's trees that says more than all nodes above it. */
function nodeRules({ model, feature, row }: RuleQuestion): Broken[] {
  const { forest, profiles } = model;
  const profile = profiles[feature]!;
  return treePaths(model, feature).flatMap((path) => {
    const node = path[path.length - 1]!;
    if (path.length === 1 || forest.antecedentCounts[node] === 0) return [];
    if (!path.slice(0, -1).every((above) => saysMore(model, feature, node, above))) return [];
    const rule: Rule = {
      source: "tree",
      antecedent: pathPredicates(model, path),
      consequent: expectationOf(model, feature, node),
      antecedentCount: forest.antecedentCounts[node]!,
      supportCount: forest.supportCounts[node]!,
      checked: checkedOf(forest.checked, node),
    };
    const deviation = profile.kind === "numeric" ? profile.deviation : 0;
    if (deviation === 0) return [{ rule, clarity: exceptionRarity(rule) }];
    const spread = Math.sqrt(forest.deviations[node]! ** 2 + 0.1 ** 2) * deviation;
    const outside = distanceOutside(forest.lows[node]!, forest.highs[node]!, row[feature]!);
    return [{ rule, clarity: 3 + outside / spread }];
  });
}

/** All nodes of the trees of a feature, each as the way from its root. */
export function treePaths({ forest }: Pick<Model, "forest">, feature: number): number[][] {
  const below = (path: readonly number[]): number[][] => {
    const node = path[path.length - 1]!;
    const children = forest.splitFeatures[node]! < 0 ? [] : [node + 1, forest.right[node]!];
    return [[...path], ...children.flatMap((child) => below([...path, child]))];
  };
  return [...forest.targets.keys()].flatMap((tree) =>
    forest.targets[tree] === feature ? below([forest.roots[tree]!]) : [],
  );
}

/** For each feature asked on the way, all that the answers allow. */
function pathPredicates({ forest, features }: Model, path: readonly number[]): Predicate[] {
  const steps = path.slice(0, -1).map((node, i) => ({
    feature: forest.splitFeatures[node]!,
    split: forest.splitValues[node]!,
    isLeft: path[i + 1] === node + 1,
  }));
  const asked = [...new Set(steps.map((step) => step.feature))].sort((a, b) => a - b);
  return asked.map((feature): Predicate => {
    const own = steps.filter((step) => step.feature === feature);
    const meant = features[feature]!;
    if (meant.kind === "categorical") {
      const codes = [...meant.categories.keys()].filter((code) =>
        own.every(({ split, isLeft }) => goesLeft(meant, code, split) === isLeft),
      );
      return { kind: "in", feature, codes };
    }
    const min = Math.max(-Infinity, ...own.filter(({ isLeft }) => !isLeft).map(({ split }) => split));
    const max = Math.min(Infinity, ...own.filter(({ isLeft }) => isLeft).map(({ split }) => split));
    return { kind: "interval", feature, min, max, maxInclusive: false };
  });
}

/** Both ends included; or the categories of all classes with at least a hundredth of the node's rows. */
export function expectationOf(model: Pick<Model, "forest" | "profiles">, feature: number, node: number): Predicate {
  const { forest, profiles } = model;
  const profile = profiles[feature]!;
  if (profile.kind === "numeric") {
    return { kind: "interval", feature, min: forest.lows[node]!, max: forest.highs[node]!, maxInclusive: true };
  }
  const counts = classCounts(model, node);
  const isExpected = counts.map((count) => count > 0 && count >= 0.01 * forest.antecedentCounts[node]!);
  const codes = classOfEach(profile.counts).flatMap((own, code) => (isExpected[own] ? [code] : []));
  return { kind: "in", feature, codes };
}

function classCounts({ forest }: Pick<Model, "forest">, node: number): number[] {
  return [...forest.classCounts.slice(forest.classOffsets[node]!, forest.classOffsets[node + 1]!)];
}

function saysMore(model: Model, feature: number, node: number, above: number): boolean {
  const { forest } = model;
  if (model.features[feature]!.kind === "numeric") {
    return forest.highs[node]! - forest.lows[node]! < 0.95 * (forest.highs[above]! - forest.lows[above]!);
  }
  const expected = (at: number): number =>
    classCounts(model, at).filter((count) => count > 0 && count >= 0.01 * forest.antecedentCounts[at]!).length;
  return expected(node) < expected(above);
}

function distanceOutside(min: number, max: number, value: Meaning): number {
  return typeof value === "number" ? Math.max(min - value, value - max) : 0;
}

/** Exceptions to a rule about categories are as rare as a number that many deviations away. */
function exceptionRarity(rule: Rule): number {
  const { antecedentCount, supportCount } = choosing(rule);
  return rarity((antecedentCount - supportCount + 0.5) / (antecedentCount + 1));
}

/** Whether a row, by its cells, is led to the last node of a way. */
export function reaches(
  model: Pick<Model, "forest" | "features">,
  path: readonly number[],
  row: readonly Meaning[],
): boolean {
  const cells = cellsOf(model.features, row);
  return path.slice(0, -1).every((node, i) => {
    const asked = model.forest.splitFeatures[node]!;
    const isLeft = goesLeft(model.features[asked]!, cells[asked]!, model.forest.splitValues[node]!);
    return isLeft !== null && (isLeft ? node + 1 : model.forest.right[node]!) === path[i + 1];
  });
}
