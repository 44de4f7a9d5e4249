/**
 * The compiled kernel: the hot loops on one memory that the caller lays out. Its exports are typed in src/core/compute.
 */
import { checkLayouts } from "./generated";

export { blameFeatures, largestWithout } from "./blame";
export { growBoostedTree } from "./boosting";
export { findListed, considerNodes, startChoosing } from "./choice";
export { startConditionals } from "./conditionals";
export { cutOffFrameBytes } from "./cut-offs/frames";
export { growCutOffTree, rankCutOffInputs } from "./cut-offs/grow";
export { listCutOffInput } from "./cut-offs/lists";
export { countTerms } from "./cut-offs/node-measures";
export { histogramBytes } from "./forest/fields";
export { growForestTrees } from "./forest/grow";
export { scoreForestInputs } from "./forest/input-scores";
export {
  binCodes,
  binNumbers,
  countTrees,
  rankCodes,
  rankNumbers,
} from "./forest-counts";
export { countItems, countPairsOf } from "./mining/pair-counts";
export { fillRowItems, startRowItems } from "./mining/row-items";
export { startItem, startMining, walk } from "./mining/walk";
export { dropFromMixture, startMixture } from "./mixture";
export { clusterForMixture, maximiseMixture, measureFromMean } from "./mixture-fit";
export { startDensity } from "./near-density";
export { findNearest } from "./neighbours";
export { weighByNetwork } from "./network";
export { countBits, countCommon, countCommonWithEach, fillCode, fillInterval, intersect } from "./row-sets";
export { findViolatedRules } from "./rule-index";
export { sortingBytes } from "./sorting";
export { addUpTrees, weighTreeLeaves } from "./trees";
export { describeNumbers } from "./values";

/** First free byte of the memory. */
export function firstFreeByte(): usize {
  checkLayouts();
  return __heap_base;
}
