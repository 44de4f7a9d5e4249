/** All experiments, in the order of the paper. */
import { agreement } from "./agreement.js";
import { contamination } from "./contamination.js";
import { cutOffs } from "./cut-offs.js";
import { featureIdentification, packIdentification } from "./feature-identification.js";
import { foundRules } from "./found-rules.js";
import { mixedTables } from "./mixed.js";
import { noise } from "./noise.js";
import { paperMethod } from "./paper-method.js";
import { ruleAccuracy } from "./rule-accuracy.js";
import type { AnyExperiment } from "./run-experiments.js";
import { structures } from "./structures.js";
import { tankExamples } from "./tank.js";

export const EXPERIMENTS: readonly AnyExperiment[] = [
  ruleAccuracy,
  featureIdentification,
  foundRules,
  noise,
  contamination,
  cutOffs,
  tankExamples,
  packIdentification,
  paperMethod,
  mixedTables,
  structures,
  agreement,
];

/** Small, and typical enough that the orderings which should hold do hold on them. */
export const QUICK_SETS: readonly string[] = ["breastw", "thyroid"];
