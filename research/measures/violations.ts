/** Rules of explanations, asked about the rows of a table of numbers. */
import type { PublicPredicate, Rule, Table } from "../../src/index.js";
import { numbers } from "../data/benchmark-set.js";

export type State = "holds" | "fails" | "missing";

export function stateOf(predicate: PublicPredicate, table: Table, row: number): State {
  if ("anyOf" in predicate) {
    const states = predicate.anyOf.map((part) => stateOf(part, table, row));
    if (states.includes("holds")) return "holds";
    return states.includes("missing") ? "missing" : "fails";
  }
  const value = numbers(table, predicate.feature)[row]!;
  if ("present" in predicate) return Number.isNaN(value) ? "fails" : "holds";
  if (Number.isNaN(value)) return "missing";
  if ("in" in predicate) return predicate.in.includes(value) ? "holds" : "fails";
  const { min, max } = predicate;
  const isBelow = max === null || value < max || (predicate.maxInclusive === true && value === max);
  return (min === null || value >= min) && isBelow ? "holds" : "fails";
}

export function applies(rule: Rule, table: Table, row: number): boolean {
  return rule.antecedent.every((predicate) => stateOf(predicate, table, row) === "holds");
}

export function isBroken(rule: Rule, table: Table, row: number): boolean {
  return stateOf(rule.consequent, table, row) === "fails" && applies(rule, table, row);
}
