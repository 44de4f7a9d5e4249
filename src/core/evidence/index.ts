/** Evidence against each value of a row: blame, strength, probability and expected values. */
export { largestWithout } from "./blame.js";
export { contradictedProbability, contradictionOf, pairProbability } from "./dependency-evidence.js";
export { expectValue, joinPredictions, prepareExpecter, type ValueExpecter } from "./expected-value.js";
export { type FlatForest, leafNumber } from "./flat-forest.js";
export { findNear, neighbourLayout, prepareNeighbours, widthsAmong } from "./neighbours.js";
export { networkLayout, planNetwork, prepareNetwork, weighByNetwork } from "./network-evidence.js";
export {
  type NumberPrediction,
  noPrediction,
  type Predicted,
  predictByMixture,
  predictByTrees,
  predictShares,
  startPredicting,
} from "./predict-value.js";
export {
  firstInputs,
  laterInputs,
  logistic,
  type ProbabilityTeller,
  prepareProbability,
  type SuspectSums,
  tellProbabilities,
  type Usual,
} from "./probability.js";
export {
  type BlameParts,
  blameRow,
  type Judgement,
  judgeRow,
  layOutRowBlamer,
  nearestReferenceRows,
  prepareRowBlamer,
  type RowBlame,
  type RowBlamer,
} from "./row-blame.js";
export { prepareSeenValues, type Seen, seenValues } from "./seen-values.js";
export { prepareStandard } from "./standard-row.js";
export { scorerOf } from "./standard-values.js";
export { ENOUGH_MEASURED, greatestStrength, isAsStrange, shortenStrangeness, strengthOf } from "./strength.js";
export { exceptionSurprise, raritySurprise } from "./surprise.js";
export { planTrees, type TreePlan } from "./tree-evidence.js";
