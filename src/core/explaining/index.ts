/** From encoded rows to findings: suspects, shown rules, repair, the paper's method. */
export { refuseFeature } from "./anomaly-column.js";
export { prepareReviewer } from "./apply-review.js";
export { approvedRules, numberApproved, withApprovedValues } from "./approved-rules.js";
export {
  choiceLayout,
  chooseRule,
  countBroken,
  planChoice,
  prepareRuleChooser,
  type RuleChooser,
  startChoosing,
} from "./choice/choose-rule.js";
export { memoize, weightOfRule } from "./choice/memoize.js";
export { buildRuleIndex, findViolated, type IndexOptions } from "./choice/rule-index.js";
export { SAME_CONFIDENCE, saysTheSame } from "./choice/simplest-rule.js";
export { type DiagnosisOptions, diagnoseRow, prepareDiagnosis, type VerifiedRow, verifyRow } from "./diagnosis.js";
export {
  EXPLAIN_OPTIONS,
  type ExplainOptionSpec,
  type ExplainOptions,
  METHODS,
  type Method,
  type ResolvedExplainOptions,
  resolveExplainOptions,
  SET_TEXTS,
  type SetText,
} from "./explain-options.js";
export { type Finding, isDoubted, type Repaired, type Suspect, suspectsToRepair } from "./finding.js";
export { findByRules, preparePaperMethod } from "./paper/paper-method.js";
export { respell } from "./respell.js";
export { createRowHistory, type PastOptions, type RowHistory, withPastOf } from "./rows-with-past.js";
