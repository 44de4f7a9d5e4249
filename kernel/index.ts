/** The compiled kernel: the hot loops on one memory that the caller lays out. Its exports are typed in src/core/kernel. */
export { blameFeatures, blameRecordBytes, largestWithout } from "./blame";
export { choiceRecordBytes, findListed, offerNodes, startChoosing } from "./choice";
export { cutOffRecordBytes } from "./cut-offs/fields";
export { cutOffFrameBytes } from "./cut-offs/frames";
export { growCutOffTree, rankCutOffInputs } from "./cut-offs/grow";
export { listCutOffInput } from "./cut-offs/lists";
export { countTerms } from "./cut-offs/node-measures";
export { forestNodeBytes, forestRecordBytes, histogramBytes } from "./forest/fields";
export { growForestTrees } from "./forest/grow";
export { scoreForestInputs } from "./forest/input-scores";
export {
  binCodes,
  binNumbers,
  countingRecordBytes,
  countTrees,
  rankCodes,
  rankNumbers,
} from "./forest-counts";
export { levelRecordBytes, miningRecordBytes } from "./mining/fields";
export { countItems, countPairsOf } from "./mining/pair-counts";
export { fillRowItems, startRowItems } from "./mining/row-items";
export { startItem, startMining, walk } from "./mining/walk";
export { dropFromMixture, mixtureRecordBytes, startMixture } from "./mixture";
export { clusterForMixture, maximiseMixture, measureFromMean, mixtureFitRecordBytes } from "./mixture-fit";
export { densityRecordBytes, startDensity } from "./near-density";
export { findNearest, neighbourRecordBytes } from "./neighbours";
export { countBits, countCommon, fillCode, fillInterval, intersect } from "./row-sets";
export { findViolatedRules, ruleSearchRecordBytes } from "./rule-index";
export { sortingBytes } from "./sorting";
export { addUpTrees, treeRecordBytes, weighTreeLeaves } from "./trees";
export { describeNumbers, valuesRecordBytes } from "./values";

/** First free byte of the memory. */
export function firstFreeByte(): usize {
  return __heap_base;
}
