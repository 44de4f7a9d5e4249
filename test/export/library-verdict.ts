/** What the library says about rows and rules, one by one: the measure of every export. */

import { isSameNumber } from "../../src/core/base/numbers/is-same-number.js";
import { approvedRules, numberApproved } from "../../src/core/explaining/approved-rules.js";
import type { ExportedRule } from "../../src/core/export/exported-rules.js";
import type { Model } from "../../src/core/model/model.js";
import type { NamedPredicate } from "../../src/core/predicates/named-predicate.js";
import { contains, FAILS, HOLDS, type Predicate, predicateState } from "../../src/core/predicates/predicate.js";
import { type EncodedTable, encodeTable } from "../../src/core/table/encode-table.js";
import type { Table } from "../../src/core/table/table.js";

/** "id row" of each rule and row that breaks it, sorted. */
export function brokenByLibrary(model: Model, rules: readonly ExportedRule[], table: Table): string[] {
  const encoded = encodeTable(model.features, table);
  const number = (predicates: readonly NamedPredicate[]) => {
    const meaning = {
      antecedent: predicates.slice(1),
      consequent: predicates[0]!,
      antecedentCount: 0,
      supportCount: 0,
    };
    const rule = numberApproved(model, approvedRules({ approved: [meaning] }, null)).rules[0]!;
    return [rule.consequent, ...rule.antecedent];
  };
  return rules
    .flatMap(({ rule, exceptions }) => {
      const [consequent, ...antecedent] = number([rule.consequent, ...rule.antecedent]);
      const muted = exceptions.map((when) => number(when));
      const isBroken = (row: number): boolean =>
        stateOf(consequent!, encoded, row) === FAILS &&
        antecedent.every((each) => stateOf(each, encoded, row) === HOLDS) &&
        !muted.some((when) => when.every((each) => stateOf(each, encoded, row) === HOLDS));
      return Array.from({ length: table.rowCount }, (_, row) => row)
        .filter(isBroken)
        .map((row) => `${rule.id} ${row}`);
    })
    .sort();
}

/** Where one number is asked for, a rounding of it is that number. */
function stateOf(predicate: Predicate, table: EncodedTable, row: number): ReturnType<typeof predicateState> {
  const column = predicate.kind === "interval" ? table.columns[predicate.feature]! : null;
  if (predicate.kind !== "interval" || column?.kind !== "numeric" || Number.isNaN(column.values[row]!))
    return predicateState(predicate, table, row);
  const value = column.values[row]!;
  const isOne = predicate.min === predicate.max && isSameNumber(value, predicate.min);
  return contains(predicate, isOne ? predicate.min : value) ? HOLDS : FAILS;
}
