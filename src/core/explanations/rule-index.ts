/**
 * Finds the best rules that a row breaks without looking at every rule.
 *
 * Rules are numbered best first. Each is filed under its rarest antecedent predicate, so only rules whose anchor holds
 * in the row are looked at; each list ascends, so it is left as soon as it can no longer improve the best k.
 */
import { FAILS, HOLDS, type Predicate, predicateState } from "../predicates/predicate.js";
import type { RuleList } from "../rules/rule-list.js";
import type { EncodedTable } from "../table/encode-table.js";

export interface RuleIndex {
  readonly rules: RuleList;
  readonly predicates: readonly Predicate[];
  /** Rule numbers filed under predicate p stand at filed[offsets[p]] … filed[offsets[p + 1] - 1], ascending. */
  readonly offsets: Uint32Array;
  readonly filed: Uint32Array;
}

/** Rules without antecedent are filed under the place behind the last predicate, which always holds. */
export function buildRuleIndex(rules: RuleList, predicates: readonly Predicate[]): RuleIndex {
  const anchors = chooseAnchors(rules, predicates.length);
  const offsets = new Uint32Array(predicates.length + 2);
  for (const anchor of anchors) offsets[anchor + 1]!++;
  for (let p = 0; p <= predicates.length; p++) offsets[p + 1]! += offsets[p]!;
  const next = offsets.slice();
  const filed = new Uint32Array(rules.length);
  anchors.forEach((anchor, rule) => {
    filed[next[anchor]!++] = rule;
  });
  return { rules, predicates, offsets, filed };
}

/** The state of every predicate in one row. */
export function fillStates(index: RuleIndex, table: EncodedTable, row: number, states: Int8Array): void {
  for (let p = 0; p < index.predicates.length; p++) states[p] = predicateState(index.predicates[p]!, table, row);
}

/** The best `limit` rules whose antecedent holds and whose consequent fails, best first. */
export function findViolated(index: RuleIndex, states: Int8Array, limit: number): number[] {
  const found: number[] = [];
  const always = index.predicates.length;
  for (let anchor = 0; anchor <= always; anchor++) {
    if (anchor < always && states[anchor] !== HOLDS) continue;
    for (let at = index.offsets[anchor]!; at < index.offsets[anchor + 1]!; at++) {
      const rule = index.filed[at]!;
      if (found.length >= limit && rule > found[found.length - 1]!) break;
      if (isViolated(index.rules, rule, states)) insertBest(found, rule, limit);
    }
  }
  return found;
}

/** Contract: `states` has one entry for each predicate. */
export function isViolated(rules: RuleList, rule: number, states: Int8Array): boolean {
  if (states[rules.consequents[rule]!] !== FAILS) return false;
  for (let at = rules.offsets[rule]!; at < rules.offsets[rule + 1]!; at++) {
    if (states[rules.items[at]!] !== HOLDS) return false;
  }
  return true;
}

/** A predicate used by many rules makes long lists: the anchor is the antecedent predicate that the fewest rules use. */
function chooseAnchors(rules: RuleList, predicateCount: number): Uint32Array {
  const uses = new Uint32Array(predicateCount);
  for (const item of rules.items.subarray(0, rules.offsets[rules.length]!)) uses[item]!++;
  return Uint32Array.from({ length: rules.length }, (_, rule) => {
    let anchor = predicateCount;
    for (let at = rules.offsets[rule]!; at < rules.offsets[rule + 1]!; at++) {
      const item = rules.items[at]!;
      if (anchor === predicateCount || uses[item]! < uses[anchor]!) anchor = item;
    }
    return anchor;
  });
}

function insertBest(found: number[], rule: number, limit: number): void {
  let at = found.length;
  while (at > 0 && found[at - 1]! > rule) at--;
  found.splice(at, 0, rule);
  if (found.length > limit) found.pop();
}
