/**
 * A review as its file holds it: sorted, each rule with its id and text beside what is read back, so that people can
 * read it.
 */

import { compareText } from "../base/index.js";
import { meaningOf, namesIn, type RuleMeaning } from "../predicates/index.js";
import {
  type Approval,
  type Decision,
  type Mute,
  type Note,
  REVIEW_FORMAT,
  REVIEW_VERSION,
  type Review,
} from "../review/index.js";
import { ruleIdOf } from "../rules/index.js";
import { formatPublicPredicate } from "./format-predicate.js";

export interface ReviewJson {
  readonly format: string;
  readonly version: number;
  readonly approved: readonly object[];
  readonly muted: readonly object[];
  readonly notes: readonly object[];
}

export function reviewToJson(review: Review): ReviewJson {
  return {
    format: REVIEW_FORMAT,
    version: REVIEW_VERSION,
    approved: sorted(review.approved, keyOfApproval).map(approvalToJson),
    muted: sorted(review.muted, keyOfMute).map(muteToJson),
    notes: sorted(review.notes, keyOfNote).map(noteToJson),
  };
}

/** Entries with the same key are about the same thing. */
export function keyOfApproval({ rule }: Approval): string {
  return `${namesIn(rule.consequent).join()} ${ruleIdOf(rule)}`;
}

export function keyOfMute({ feature, when }: Mute): string {
  return `${feature} ${JSON.stringify(when.map(meaningOf).sort(compareText))}`;
}

export function keyOfNote({ about, text }: Note): string {
  return `${"feature" in about ? about.feature : keyOfApproval({ ...about, antecedentCount: 0, supportCount: 0 })} ${text}`;
}

/** "Level ≥ 10, Pump = ON → Valve = Open", with whole sets. */
export function describeMeaning({ antecedent, consequent }: RuleMeaning): string {
  const conditions = antecedent.map((each) => formatPublicPredicate(each, { sets: "whole" })).join(", ");
  return `${conditions || "always"} → ${formatPublicPredicate(consequent, { sets: "whole" })}`;
}

/** "Valve where Mode = Cleaning". */
export function describeMute({ feature, when }: Mute): string {
  const conditions = when.map((each) => formatPublicPredicate(each, { sets: "whole" })).join(" and ");
  return conditions === "" ? feature : `${feature} where ${conditions}`;
}

function sorted<T>(entries: readonly T[], keyOf: (entry: T) => string): readonly T[] {
  return [...entries].sort((a, b) => compareText(keyOf(a), keyOf(b)));
}

function ruleToJson(rule: RuleMeaning): object {
  return { id: ruleIdOf(rule), text: describeMeaning(rule), antecedent: rule.antecedent, consequent: rule.consequent };
}

function approvalToJson({ rule, antecedentCount, supportCount, ...decision }: Approval): object {
  return { ...ruleToJson(rule), antecedentCount, supportCount, ...decisionToJson(decision) };
}

function muteToJson({ feature, when, ...decision }: Mute): object {
  return { feature, ...(when.length === 0 ? {} : { when }), ...decisionToJson(decision) };
}

function noteToJson({ about, text, ...decision }: Note): object {
  return { ...("feature" in about ? about : ruleToJson(about.rule)), note: text, ...decisionToJson(decision) };
}

function decisionToJson({ reason, by, on, until }: Decision): Decision {
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(by === undefined ? {} : { by }),
    ...(on === undefined ? {} : { on }),
    ...(until === undefined ? {} : { until }),
  };
}
