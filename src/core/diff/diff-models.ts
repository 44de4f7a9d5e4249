/**
 * What changed between two models: features and their kinds, the values that were seen, rules. A rule is moved when one
 * about the same features, of the same form, took its place with other bounds or values; such rules are paired best
 * first.
 */
import type { FeatureProfile, Model } from "../model/index.js";
import { type NamedPredicate, namesIn } from "../predicates/index.js";
import { listRules, type PublicRule } from "../presenting/index.js";
import type { Feature } from "../table/index.js";

export interface ModelDiff {
  readonly rows: { readonly old: number; readonly new: number };
  readonly features: {
    readonly gained: readonly string[];
    readonly lost: readonly string[];
    /** Those of another kind. */
    readonly changed: readonly string[];
  };
  /** Of features that both have. */
  readonly ranges: readonly ChangedRange[];
  readonly rules: {
    readonly same: number;
    readonly gained: readonly DiffRule[];
    readonly lost: readonly DiffRule[];
    readonly moved: readonly { readonly old: DiffRule; readonly new: DiffRule }[];
  };
}

export type ChangedRange =
  | { readonly feature: string; readonly old: Span; readonly new: Span }
  | { readonly feature: string; readonly gained: readonly string[]; readonly lost: readonly string[] };

interface Span {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
}

export type DiffRule = Pick<PublicRule, "id" | "source" | "text" | "confidence" | "supportCount" | "antecedentCount">;

export function diffModels(before: Model, after: Model): ModelDiff {
  return {
    rows: { old: before.rowCount, new: after.rowCount },
    features: diffFeatures(before.features, after.features),
    ranges: diffRanges(before, after),
    rules: diffRules(before, after),
  };
}

function diffFeatures(before: readonly Feature[], after: readonly Feature[]): ModelDiff["features"] {
  const kinds = new Map(before.map(({ name, kind }) => [name, kind]));
  const now = new Set(after.map(({ name }) => name));
  return {
    gained: after.filter(({ name }) => !kinds.has(name)).map(({ name }) => name),
    lost: before.filter(({ name }) => !now.has(name)).map(({ name }) => name),
    changed: after.filter(({ name, kind }) => kinds.has(name) && kinds.get(name) !== kind).map(({ name }) => name),
  };
}

function diffRanges(before: Model, after: Model): ChangedRange[] {
  const places = new Map(before.features.map(({ name }, place) => [name, place]));
  return after.features.flatMap((feature, place): ChangedRange[] => {
    const old = places.get(feature.name);
    if (old === undefined) return [];
    const earlier = before.features[old]!;
    if (earlier.kind === "categorical" && feature.kind === "categorical") return diffCategories(earlier, feature);
    return diffNumbers(feature.name, before.profiles[old]!, after.profiles[place]!);
  });
}

function diffCategories(
  before: Feature & { readonly kind: "categorical" },
  after: Feature & { readonly kind: "categorical" },
): ChangedRange[] {
  const gained = after.categories.filter((each) => !before.categories.includes(each)).map(String);
  const lost = before.categories.filter((each) => !after.categories.includes(each)).map(String);
  return gained.length + lost.length === 0 ? [] : [{ feature: after.name, gained, lost }];
}

/** Deviations by which a mean must have moved to be told where both ends have stayed. */
const MOVED = 0.1;

function diffNumbers(feature: string, before: FeatureProfile, after: FeatureProfile): ChangedRange[] {
  if (before.kind !== "numeric" || after.kind !== "numeric") return [];
  const hasMoved = Math.abs(after.mean - before.mean) > MOVED * before.deviation;
  if (before.min === after.min && before.max === after.max && !hasMoved) return [];
  const span = ({ min, max, mean }: Span): Span => ({ min, max, mean });
  return [{ feature, old: span(before), new: span(after) }];
}

function diffRules(before: Model, after: Model): ModelDiff["rules"] {
  const old = rulesById(before);
  const now = rulesById(after);
  const lost = [...old.values()].filter(({ rule }) => !now.has(rule.id));
  const gained = [...now.values()].filter(({ rule }) => !old.has(rule.id));
  const heirs = byForm(gained);
  const moved: { old: DiffRule; new: DiffRule }[] = [];
  const taken = new Set<string>();
  const gone = lost.filter(({ rule, form }) => {
    const heir = heirs.get(form)?.shift();
    if (heir === undefined) return true;
    moved.push({ old: rule, new: heir.rule });
    taken.add(heir.rule.id);
    return false;
  });
  return {
    same: now.size - gained.length,
    gained: gained.filter(({ rule }) => !taken.has(rule.id)).map(({ rule }) => rule),
    lost: gone.map(({ rule }) => rule),
    moved,
  };
}

function byForm(rules: readonly FormedRule[]): ReadonlyMap<string, FormedRule[]> {
  const groups = new Map<string, FormedRule[]>();
  for (const each of rules) {
    const group = groups.get(each.form);
    if (group === undefined) groups.set(each.form, [each]);
    else group.push(each);
  }
  return groups;
}

interface FormedRule {
  readonly rule: DiffRule;
  /** The same for rules about the same features in the same way. */
  readonly form: string;
}

/** Best first. */
function rulesById(model: Model): Map<string, FormedRule> {
  const found = new Map<string, FormedRule>();
  for (const { id, source, text, confidence, supportCount, antecedentCount, antecedent, consequent } of listRules(
    model,
  )) {
    const form = JSON.stringify([antecedent.map(formOf).sort(), formOf(consequent)]);
    const rule = { id, source, text, confidence, supportCount, antecedentCount };
    if (!found.has(id)) found.set(id, { rule, form });
  }
  return found;
}

function formOf(predicate: NamedPredicate): string {
  const kind =
    "anyOf" in predicate ? "any of" : "in" in predicate ? "in" : "present" in predicate ? "present" : "between";
  return `${kind} ${JSON.stringify(namesIn(predicate))}`;
}
