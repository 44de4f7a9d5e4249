/**
 * A review applied to what was found about a row: muted suspects are passed over and the next ones move up, and a
 * broken approved rule takes the place of one that is no surer.
 *
 * What is found is changed afterwards, and the search is left as it is: without a review nothing costs anything.
 */
import type { Model } from "../model/index.js";
import {
  allHold,
  contains,
  FAILS,
  featuresOf,
  type NamedPredicate,
  namesIn,
  type PredicateTest,
  prepareNamed,
} from "../predicates/index.js";
import type { Review } from "../review/index.js";
import { confidenceOf, type Rule } from "../rules/index.js";
import type { Table } from "../table/index.js";
import { approvedRules, numberApproved } from "./approved-rules.js";
import type { Method } from "./explain-options.js";
import type { Finding, Suspect } from "./finding.js";

interface Reviewed {
  readonly finding: Finding;
  /** Suspects that were passed over. */
  readonly muted: number;
}

/** Of one table. */
interface RowReview {
  apply(finding: Finding, row: number): Reviewed;
  isMuted(feature: number, row: number): boolean;
}

interface ReviewerOptions {
  /** Most rules shown. */
  readonly top: number;
  readonly method: Method;
}

interface Reviewer {
  /** By which approved rules are worded (see numberApproved). */
  readonly model: Model;
  /** Whether suspects may be passed over: the rules of others are then needed, too. */
  readonly hasMutes: boolean;
  start(table: Table): RowReview;
}

/** null: there is nothing to apply. */
export function prepareReviewer(
  model: Model,
  review: Review | null,
  { top, method }: ReviewerOptions,
): Reviewer | null {
  const approved = approvedRules(model, review);
  const mutes = (review?.muted ?? []).flatMap((mute) => {
    const feature = model.features.findIndex(({ name }) => name === mute.feature);
    return feature < 0 ? [] : [{ feature, when: mute.when }];
  });
  if (approved.length === 0 && mutes.length === 0) return null;
  const numbered = numberApproved(model, approved);
  const asked: NamedPredicate[] = [];
  const place = (predicates: readonly NamedPredicate[]): readonly number[] =>
    predicates.map((predicate) => asked.push(predicate) - 1);
  const placedMutes = mutes.map(({ feature, when }) => ({ feature, when: place(when) }));
  const placedRules = approved.flatMap(({ antecedent, consequent }, index): PlacedRule[] => {
    const rule = numbered.rules[index]!;
    if (rule === null || namesIn(consequent).length !== 1) return [];
    return [{ rule, antecedent: place(antecedent), consequent: place([consequent])[0]! }];
  });
  const read = prepareNamed(asked);
  return {
    model: numbered.model,
    hasMutes: mutes.length > 0,
    start(table) {
      const test = read(table);
      const isMuted = (feature: number, row: number): boolean =>
        placedMutes.some((mute) => mute.feature === feature && allHold(test, mute.when, row));
      const apply = (finding: Finding, row: number): Reviewed => {
        const { finding: left, muted } = passOver(finding, (feature) => isMuted(feature, row), { top, method });
        return { finding: preferApproved(left, placedRules, { test, row, top }), muted };
      };
      return { apply, isMuted };
    },
  };
}

interface PlacedRule {
  readonly rule: Rule;
  /** Places among the predicates that are asked. */
  readonly antecedent: readonly number[];
  readonly consequent: number;
}

/** Something is said against it. */
export function isAccused({ rule, expected }: Pick<Suspect, "rule" | "expected">): boolean {
  return rule !== null || expected !== null;
}

/**
 * Blame is shared by those who are left; of the rules the first `top` that are about one of them stay. By the paper's
 * method suspects are what these rules are about.
 */
function passOver(finding: Finding, isMuted: (feature: number) => boolean, { top, method }: ReviewerOptions): Reviewed {
  const muted = finding.suspects.filter((suspect) => isMuted(suspect.feature) && isAccused(suspect)).length;
  const isAny = finding.suspects.some(({ feature }) => isMuted(feature));
  if (!isAny && finding.rules.length <= top) return { finding, muted };
  const rules = finding.rules.filter(({ consequent }) => !featuresOf(consequent).every(isMuted)).slice(0, top);
  const left = finding.suspects
    .filter(({ feature }) => !isMuted(feature))
    .map((suspect) => ({ ...suspect, rule: placeIn(rules, finding, suspect) }))
    .filter(({ rule }) => method === "diagnosis" || rule !== null);
  const total = left.reduce((sum, { blame }) => sum + blame, 0);
  const suspects = left.map((each): Suspect => ({ ...each, blame: total > 0 ? each.blame / total : 1 / left.length }));
  const isEither = finding.isEither && isSamePair(suspects, finding.suspects);
  return { finding: { ...finding, suspects, rules, isEither }, muted };
}

function placeIn(rules: readonly Rule[], finding: Finding, { rule }: Suspect): number | null {
  const place = rule === null ? -1 : rules.indexOf(finding.rules[rule]!);
  return place < 0 ? null : place;
}

/** Whether the first two are who they were. */
function isSamePair([first, second]: readonly Suspect[], [was, other]: readonly Suspect[]): boolean {
  return first !== undefined && first.feature === was?.feature && second?.feature === other?.feature;
}

interface ReviewedRow {
  readonly test: PredicateTest;
  readonly row: number;
  readonly top: number;
}

/** For each accused suspect, the surest approved rule that it breaks, unless the rule that was chosen is surer. */
function preferApproved(finding: Finding, approved: readonly PlacedRule[], { test, row, top }: ReviewedRow): Finding {
  const accused = new Set(finding.suspects.filter(isAccused).map(({ feature }) => feature));
  const broken = approved.filter(
    ({ rule, antecedent, consequent }) =>
      accused.has(featuresOf(rule.consequent)[0]!) &&
      !rule.antecedent.some((each) => featuresOf(each).some((feature) => accused.has(feature))) &&
      test(consequent, row) === FAILS &&
      allHold(test, antecedent, row),
  );
  if (broken.length === 0) return finding;
  const rules = [...finding.rules];
  const suspects = finding.suspects.map((suspect): Suspect => {
    const best = surest(broken.filter(({ rule }) => featuresOf(rule.consequent)[0] === suspect.feature));
    if (best === null) return suspect;
    const chosen = suspect.rule === null ? null : rules[suspect.rule]!;
    if (chosen === null ? rules.length >= top : sureness(chosen) > sureness(best)) return suspect;
    const place = suspect.rule ?? rules.length;
    rules[place] = best;
    return tellBy(suspect, best, place);
  });
  return { ...finding, suspects, rules };
}

/** The first of equals. */
function surest(rules: readonly PlacedRule[]): Rule | null {
  let best: Rule | null = null;
  for (const { rule } of rules) if (best === null || sureness(rule) > sureness(best)) best = rule;
  return best;
}

function sureness({ supportCount, antecedentCount }: Rule): number {
  return confidenceOf(supportCount, antecedentCount);
}

/** What is expected is now what the approved rule says; a suggestion stays where the rule allows it. */
function tellBy(suspect: Suspect, { consequent }: Rule, rule: number): Suspect {
  const { suggested } = suspect;
  const isAllowed =
    suggested !== null &&
    (consequent.kind === "interval"
      ? contains(consequent, suggested)
      : consequent.kind === "in"
        ? consequent.codes.includes(suggested)
        : true);
  return { ...suspect, rule, expected: consequent, level: null, seen: null, suggested: isAllowed ? suggested : null };
}
