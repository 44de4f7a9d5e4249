/** What normal rows were seen with where a rule speaks, beside what the rule allows. */

import { prepareSeenValues, type Seen, seenValues } from "../evidence/index.js";
import { numberApproved } from "../explaining/index.js";
import type { Model } from "../model/index.js";
import { featuresOf } from "../predicates/index.js";
import type { PublicRule } from "./public-rule.js";
import { formatSeen } from "./suspect-words.js";

/** "seen 0.5 to 11.9 in 214 rows"; null for rules about categories, and where too few rows are known. */
export function describeSeen(rule: PublicRule, model: Model): string | null {
  const { consequent } = rule;
  if (!("min" in consequent)) return null;
  const seen = seenBy(rule, model);
  if (seen === null || (seen.min === consequent.min && seen.max === consequent.max)) return null;
  return formatSeen(seen);
}

function seenBy(written: PublicRule, model: Model): Seen | null {
  const [rule] = numberApproved(model, [written]).rules;
  if (rule === undefined || rule === null) return null;
  return seenValues(prepareSeenValues(model), featuresOf(rule.consequent)[0]!, rule);
}
