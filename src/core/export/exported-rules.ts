/**
 * Which rules are exported: those that people approved, else the best ones, each at most once for a feature and a set
 * of conditions, without those that the review mutes. What is left out is named, with the reason.
 */

import { compareText } from "../base/index.js";
import { meaningOf, type NamedPredicate, namesIn } from "../predicates/index.js";
import type { PublicRule } from "../presenting/index.js";
import type { Mute } from "../review/index.js";
import type { ExportChoice } from "./export-options.js";

/** A rule to write, and where it is not to be checked. */
export interface ExportedRule {
  readonly rule: PublicRule;
  /** Conditions under which its feature is muted, each a list of predicates that all hold. */
  readonly exceptions: readonly (readonly NamedPredicate[])[];
}

export interface LeftOut {
  readonly rule: PublicRule;
  readonly reason: string;
}

export interface ExportedRules {
  readonly rules: readonly ExportedRule[];
  readonly leftOut: readonly LeftOut[];
  /** Rules that were no better than others about the same, or beyond the limit. */
  readonly passedOver: number;
}

export interface ExportWish {
  /** undefined: approved rules where there are any, else the best. */
  readonly choice: ExportChoice | undefined;
  readonly limit: number;
  readonly mutes: readonly Mute[];
  /** Features that are made of the past of rows: no single row has them. */
  readonly ofPast?: ReadonlySet<string>;
}

/** `rules`: best first. */
export function chooseExported(rules: Iterable<PublicRule>, wish: ExportWish): ExportedRules {
  const { choice, limit, mutes, ofPast = new Set() } = wish;
  const all = [...rules];
  const approved = all.filter(({ source }) => source === "approved");
  const chosen = choice ?? (approved.length > 0 ? "approved" : "best");
  const candidates = chosen === "approved" ? approved : chosen === "best" ? bestOf(all) : all;
  const leftOut: LeftOut[] = [];
  const exported: ExportedRule[] = [];
  for (const rule of candidates) {
    if (exported.length >= limit) break;
    if ([rule.consequent, ...rule.antecedent].flatMap(namesIn).some((name) => ofPast.has(name))) {
      leftOut.push({ rule, reason: "it is about the past of rows" });
      continue;
    }
    const muting = mutes.filter((mute) => namesIn(rule.consequent).includes(mute.feature));
    const whole = muting.find(({ when }) => when.length === 0);
    if (whole === undefined) exported.push({ rule, exceptions: muting.map(({ when }) => when) });
    else leftOut.push({ rule, reason: `the review mutes ${whole.feature}` });
  }
  return { rules: exported, leftOut, passedOver: all.length - exported.length - leftOut.length };
}

/** The first of each feature, kind of claim and set of conditions. */
function bestOf(rules: readonly PublicRule[]): PublicRule[] {
  const seen = new Set<string>();
  return rules.filter(({ antecedent, consequent }) => {
    const claim = "present" in consequent ? "is there" : "";
    const conditions = antecedent.map(meaningOf).sort(compareText);
    const key = JSON.stringify([namesIn(consequent), claim, conditions]);
    return !seen.has(key) && seen.add(key);
  });
}
