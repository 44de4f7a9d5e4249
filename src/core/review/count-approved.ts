/** Counts approved rules in the rows of a table, by the values there: the same counts as those of learnt rules. */
import type { RuleMeaning } from "../predicates/named-predicate.js";
import { allHold, prepareNamed } from "../predicates/named-rows.js";
import { HOLDS, UNKNOWN } from "../predicates/predicate.js";
import type { ApprovedRule } from "../rules/approved-rule.js";
import type { Table } from "../table/table.js";

/** In the order of the rules. Cost: O(rows × predicates). */
export function countApproved(rules: readonly RuleMeaning[], table: Table): readonly ApprovedRule[] {
  return rules.map(({ antecedent, consequent }) => {
    const test = prepareNamed([...antecedent, consequent])(table);
    const places = antecedent.map((_, place) => place);
    let antecedentCount = 0;
    let supportCount = 0;
    for (let row = 0; row < table.rowCount; row++) {
      const state = test(antecedent.length, row);
      if (state === UNKNOWN || !allHold(test, places, row)) continue;
      antecedentCount++;
      if (state === HOLDS) supportCount++;
    }
    return { antecedent, consequent, antecedentCount, supportCount };
  });
}
