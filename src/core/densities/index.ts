/** Quantiles, known values, and the fitted densities of numbers and categories. */
export { choleskyOf, inverseOf, logDeterminant, solveLower } from "./cholesky.js";
export { chooseScale } from "./choose-scale.js";
export {
  areWholeTrees,
  type BoostedTrees,
  type CategoryConditional,
  type Classes,
  type Conditional,
  type Conditionals,
  categoryBins,
  conditionalClasses,
  LEAF,
  MOST_CLASSES,
  MOST_CONDITIONAL_FEATURES,
  type NumberConditional,
  numberBin,
} from "./conditionals.js";
export {
  CLUSTER_ROUNDS,
  type ComponentFitter,
  createFitter,
  type Estimate,
  type MixtureRows,
  ROUNDS,
} from "./fit-components.js";
export {
  findKnownAgain,
  findKnownValues,
  isFiner,
  type KnownValues,
  MOST_KNOWN_DECIMALS,
  MOST_KNOWN_VALUES,
  newChanceOf,
  placeAmong,
  roundToKnown,
} from "./known-values.js";
export { fitMixture, MAX_MIXTURE_FEATURES, type Mixture, standardScore, USUAL_WEIGHT } from "./mixture.js";
export { type Factor, MOST_NETWORK_FEATURES, type Network } from "./network.js";
export { type NetworkScale, networkScales, stateCount, stateWidth } from "./network-scales.js";
export { normalShare } from "./normal-distribution.js";
export { type NormalScorer, prepareNormalScores } from "./normal-scores.js";
export {
  codeQuantiles,
  curveAt,
  knotPlaces,
  MAX_KNOTS,
  placeOf,
  type Quantiles,
  quantilesAt,
  quantilesOf,
  withoutRepeats,
} from "./quantiles.js";
