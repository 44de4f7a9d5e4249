/** The columns that a review asks about. */
import { namesIn } from "../predicates/index.js";
import type { Review } from "./review.js";

export function columnsAsked({ approved, muted }: Review): readonly string[] {
  const predicates = [
    ...approved.flatMap(({ rule }) => [...rule.antecedent, rule.consequent]),
    ...muted.flatMap(({ when }) => when),
  ];
  return [...new Set(predicates.flatMap(namesIn))];
}
