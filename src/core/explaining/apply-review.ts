/**
 * A review applied to what was found about a row: muted suspects are passed over and the next ones move up, and a broken
 * approved rule takes the place of one that is no surer.
 *
 * What is found is changed afterwards, and the search is left as it is: without a review nothing costs anything.
 */
import type { Model } from "../model/model.js";
import { type NamedPredicate, namesIn } from "../predicates/named-predicate.js";
import { allHold, type PredicateTest, prepareNamed } from "../predicates/named-rows.js";
import { contains, FAILS, featuresOf } from "../predicates/predicate.js";
import type { Review } from "../review/review.js";
import { confidenceOf } from "../rules/measures.js";
import type { Rule } from "../rules/rule-list.js";
import type { Table } from "../table/table.js";
import { approvedRules, numberApproved } from "./approved-rules.js";
import type { Finding, Suspect } from "./finding.js";

export interface Reviewed {
  readonly finding: Finding;
  /** Suspects that were passed over. */
  readonly muted: number;
}

export type ReviewRow = (finding: Finding, row: number) => Reviewed;

export interface Reviewer {
  /** By which approved rules are worded (see numberApproved). */
  readonly model: Model;
  /** Whether suspects may be passed over: the rules of others are then needed, too. */
  readonly hasMutes: boolean;
  start(table: Table): ReviewRow;
}

/** null: there is nothing to apply. */
export function prepareReviewer(model: Model, review: Review | null, top: number): Reviewer | null {
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
      return (finding, row) => {
        const isMuted = (feature: number): boolean =>
          placedMutes.some((mute) => mute.feature === feature && allHold(test, mute.when, row));
        const { finding: left, muted } = passOver(finding, isMuted, top);
        return { finding: preferApproved(left, placedRules, { test, row, top }), muted };
      };
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

/** Blame is shared by those who are left; of the rules only theirs stay, the first `top`. */
function passOver(finding: Finding, isMuted: (feature: number) => boolean, top: number): Reviewed {
  const left = finding.suspects.filter(({ feature }) => !isMuted(feature));
  const muted = finding.suspects.filter((suspect) => isMuted(suspect.feature) && isAccused(suspect)).length;
  if (left.length === finding.suspects.length && finding.rules.length <= top) return { finding, muted };
  const total = left.reduce((sum, { blame }) => sum + blame, 0);
  const rules: Rule[] = [];
  const suspects = left.map((suspect): Suspect => {
    const rule = suspect.rule !== null && rules.length < top ? rules.push(finding.rules[suspect.rule]!) - 1 : null;
    return { ...suspect, rule, blame: total > 0 ? suspect.blame / total : 1 / left.length };
  });
  const isEither = finding.isEither && suspects[0] !== undefined && left[1] === finding.suspects[1];
  return { finding: { ...finding, suspects, rules, isEither }, muted };
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
