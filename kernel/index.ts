/** The compiled kernel: the hot loops on one memory that the caller lays out. Its exports are typed in src/core/kernel. */
export {
  countTerms,
  cutOffBytes,
  cutOffFrameBytes,
  growCutOffTree,
  listCutOffInput,
  rankCutOffInputs,
} from "./cut-offs";
export { forestBytes, forestNodeBytes, growForestTrees, histogramBytes, scoreForestInputs } from "./forest";
export {
  binCodes,
  binNumbers,
  countingBytes,
  countingNodeBytes,
  countTrees,
  rankCodes,
  rankNumbers,
} from "./forest-counts";
export {
  countItems,
  countPairsOf,
  fillOccurrences,
  levelBytes,
  miningBytes,
  startItem,
  startMining,
  startOccurrences,
  walk,
} from "./mining";

export { blameFeatures } from "./blame";
export { dropFromMixture, startMixture } from "./mixture";
export { startDensity } from "./near-density";
export { findNearest } from "./neighbours";
export { findViolatedRules } from "./rule-index";
export { addUpTrees, weighTreeLeaves } from "./trees";

/** First free byte of the memory. */
export function firstFreeByte(): usize {
  return __heap_base;
}

export { countBits, fillCode, fillInterval } from "./row-sets";
export { sortingBytes } from "./sorting";
