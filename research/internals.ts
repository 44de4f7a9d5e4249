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

export {
  countBelow,
  createRandom,
  hashText,
  type Random,
  randomInteger,
  randomNormal,
  randomPart,
} from "../src/core/base/index.js";
export { openKernel, type Pool, soloPool } from "../src/core/compute/index.js";
export { normalShare } from "../src/core/densities/index.js";
export { createTableFold } from "../src/core/incidents/index.js";
export { CUT_OFF_SAMPLE, MIXTURE_ROWS, TREE_ROWS } from "../src/core/learning/index.js";
export { LEARN_OPTIONS } from "../src/core/model/index.js";
export {
  type CutProposal,
  FAILS,
  HOLDS,
  leastCountAbove,
  type Predicate,
  predicateState,
  proposeCuts,
} from "../src/core/predicates/index.js";
export { csvLine, escapeMarkdown, toPublicPredicate } from "../src/core/presenting/index.js";
export { mineRules, type RuleList, RuleListBuilder, ruleAt } from "../src/core/rules/index.js";
export { cellValue, type EncodedTable, encodeTable, HANDFUL, inferFeatures } from "../src/core/table/index.js";
export { type Detector, scoreTable, trainDetector } from "../src/detectors/detector.js";
export type { DetectorKind } from "../src/detectors/detector-kinds.js";
export { matrixRow } from "../src/detectors/matrix.js";
export { toMatrix } from "../src/detectors/matrix-encoding.js";
export { flagScores, thresholdByLabels } from "../src/detectors/thresholds.js";
