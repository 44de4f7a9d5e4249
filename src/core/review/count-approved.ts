/** Counts approved rules in the rows of a table, by the values there: the same counts as those of learnt rules. */
import { allHold, HOLDS, prepareNamed, type RuleMeaning, UNKNOWN } from "../predicates/index.js";
import type { ApprovedRule } from "../rules/index.js";
import type { Table } from "../table/index.js";

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
