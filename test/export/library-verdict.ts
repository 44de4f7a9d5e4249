/** What the library says about rows and rules, one by one: the measure of every export. */

import { openKernel } from "../../src/core/compute/index.js";
import { approvedRules, diagnoseRow, numberApproved, prepareDiagnosis } from "../../src/core/explaining/index.js";
import type { ExportedRule } from "../../src/core/export/index.js";
import type { Model } from "../../src/core/model/index.js";
import { FAILS, HOLDS, type NamedPredicate, type Predicate, predicateState } from "../../src/core/predicates/index.js";
import { type EncodedTable, encodeTable, type Table } from "../../src/core/table/index.js";

/** "id row" of each rule and row that breaks it, sorted. */
export function brokenByLibrary(model: Model, rules: readonly ExportedRule[], table: Table): string[] {
  const encoded = encodeTable(model.features, table);
  const told = asDiagnosed(model, encoded);
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
  const stateOf = (predicate: Predicate, row: number) =>
    predicateState(predicate, isOneNumber(predicate) ? told : encoded, row);
  return rules
    .flatMap(({ rule, exceptions }) => {
      const [consequent, ...antecedent] = number([rule.consequent, ...rule.antecedent]);
      const muted = exceptions.map((when) => number(when));
      const isBroken = (row: number): boolean =>
        stateOf(consequent!, row) === FAILS &&
        antecedent.every((each) => stateOf(each, row) === HOLDS) &&
        !muted.some((when) => when.every((each) => stateOf(each, row) === HOLDS));
      return Array.from({ length: table.rowCount }, (_, row) => row)
        .filter(isBroken)
        .map((row) => `${rule.id} ${row}`);
    })
    .sort();
}

/** Exports ask for one number as explaining does, and hold the ends of a range against numbers as they are written. */
function isOneNumber(predicate: Predicate): boolean {
  return predicate.kind === "interval" && predicate.min === predicate.max;
}

/** More than any rounding of a number: rows that are written with more decimals throughout. No export rounds them. */
const NO_ROUNDING = 1e-6;

/** The table with its numbers as explaining takes them: a rounding of one that it knows is that one. */
function asDiagnosed(model: Model, table: EncodedTable): EncodedTable {
  const diagnosis = prepareDiagnosis(model, { top: 1, isBlameOnly: true }, openKernel());
  const columns = table.columns.map((column) =>
    column.kind === "numeric" ? { kind: column.kind, values: column.values.slice() } : column,
  );
  for (let row = 0; row < table.rowCount; row++) {
    diagnoseRow(diagnosis, table, row);
    columns.forEach(({ kind, ...column }, feature) => {
      if (kind !== "numeric" || !("values" in column)) return;
      const [written, taken] = [column.values[row]!, diagnosis.blamer.values[feature]!];
      if (Math.abs(taken - written) <= NO_ROUNDING * Math.abs(written)) column.values[row] = taken;
    });
  }
  return { ...table, columns };
}
