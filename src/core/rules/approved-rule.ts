/** A rule that people approved, by the names of its features, with what was counted in the rows at hand. */
import type { RuleMeaning } from "../predicates/index.js";

export interface ApprovedRule extends RuleMeaning {
  /** Learning rows where the antecedent holds and the consequent is known. */
  readonly antecedentCount: number;
  /** Learning rows where both hold. */
  readonly supportCount: number;
}
