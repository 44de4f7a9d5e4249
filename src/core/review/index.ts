/** Reviews of rules: approvals, mutes and notes. */
export { withApprovedKinds } from "./approved-kinds.js";
export { withEntry } from "./change-review.js";
export { countApproved } from "./count-approved.js";
export { parseCondition } from "./parse-condition.js";
export { isDay, parseReview, requireReview } from "./parse-review.js";
export {
  type Approval,
  activeReview,
  type Decision,
  EMPTY_REVIEW,
  isActive,
  type Mute,
  type Note,
  REVIEW_FORMAT,
  REVIEW_VERSION,
  type Review,
} from "./review.js";
export { columnsAsked } from "./review-columns.js";
export { hasFallen, warnAboutApproved } from "./warn-approved.js";
