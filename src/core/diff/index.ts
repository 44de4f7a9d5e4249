/** Compares two models: rules gained, lost and changed, and verdicts on rows. */
export { diffModels } from "./diff-models.js";
export { diffText } from "./diff-text.js";
export { createVerdictTally, type VerdictDiff } from "./diff-verdicts.js";
