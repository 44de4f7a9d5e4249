/**
 * What research imports of the product beyond its public entries, by room. No other file of research imports from
 * `src`, so a change in the product shows here what depends on it.
 */

export { createAnchor } from "../src/compare/anchor.js";
export { hitRate } from "../src/compare/hit-rate.js";
export {
  createPeerContext,
  type Peer,
  type PeerContext,
  type PeerExplanation,
  type RuleForm,
} from "../src/compare/peer.js";
export type { PeerName } from "../src/compare/peer-names.js";
export { PEERS } from "../src/compare/peers.js";
export { rememberFor } from "../src/compare/remember-for.js";

export { countBelow } from "../src/core/base/numbers/search-sorted.js";
export {
  createRandom,
  hashText,
  type Random,
  randomInteger,
  randomNormal,
  randomPart,
} from "../src/core/base/random/random.js";
export { openKernel } from "../src/core/compute/kernel.js";
export { type Pool, soloPool } from "../src/core/compute/pool.js";
export { normalShare } from "../src/core/densities/normal-distribution.js";
export { createTableFold } from "../src/core/incidents/table-fold.js";
export { TREE_ROWS } from "../src/core/learning/diagnosis-inputs.js";
export { MIXTURE_ROWS } from "../src/core/learning/learn-mixture.js";
export { CUT_OFF_SAMPLE } from "../src/core/learning/prepare-rows.js";
export { LEARN_OPTIONS } from "../src/core/model/learn-options.js";
export type { CutProposal } from "../src/core/predicates/cut-off-task.js";
export { proposeCuts } from "../src/core/predicates/cut-off-trees.js";
export { leastCountAbove } from "../src/core/predicates/least-count.js";
export { FAILS, HOLDS, type Predicate, predicateState } from "../src/core/predicates/predicate.js";
export { toPublicPredicate } from "../src/core/presenting/format-predicate.js";
export { csvLine } from "../src/core/presenting/formats/csv.js";
export { escapeMarkdown } from "../src/core/presenting/formats/markdown.js";
export { mineRules } from "../src/core/rules/mining/mine-rules.js";
export { type RuleList, RuleListBuilder, ruleAt } from "../src/core/rules/rule-list.js";
export { type EncodedTable, encodeTable } from "../src/core/table/encode-table.js";
export { inferFeatures } from "../src/core/table/features.js";
export { HANDFUL } from "../src/core/table/number-facts.js";
export { cellValue } from "../src/core/table/table.js";
export { type Detector, scoreTable, trainDetector } from "../src/detectors/detector.js";
export type { DetectorKind } from "../src/detectors/detector-kinds.js";
export { matrixRow } from "../src/detectors/matrix.js";
export { toMatrix } from "../src/detectors/matrix-encoding.js";
export { flagScores, thresholdByLabels } from "../src/detectors/thresholds.js";
