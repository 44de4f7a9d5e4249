/** A model without trees. */
import type { Forest } from "../src/core/rules/index.js";

export const NO_FOREST: Forest = {
  targets: new Int32Array(),
  roots: new Uint32Array(1),
  splitFeatures: new Int32Array(),
  splitValues: new Float64Array(),
  right: new Uint32Array(),
  means: new Float64Array(),
  deviations: new Float64Array(),
  lows: new Float64Array(),
  highs: new Float64Array(),
  classOffsets: new Uint32Array(1),
  classCounts: new Uint32Array(),
  antecedentCounts: new Uint32Array(),
  supportCounts: new Uint32Array(),
  checked: null,
};
