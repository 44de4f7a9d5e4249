/**
 * Blames features by surprise drop: leaving out a wrong reading makes all the others fit normal behaviour better. That
 * is asked of three kinds of evidence: trees (rules about one feature that ask for others), the nearest normal rows,
 * and a mixture of linear regimes.
 *
 * In each step the feature with the largest weighted sum is blamed; trees that ask for it then have no say, and it no
 * longer counts elsewhere. Later steps listen more and more to how extreme a reading is by itself, the way
 * people do. Once the one blamed last tells little, those after it are taken in the order they were in.
 *
 * Weights: docs/experiments/diagnosis.md. Cost for a row: O(steps × (trees × depth + features × (rows + components))).
 */
import { type ArraysOf, f64, i32, type Kernel, type Laid, recordRoom, u8, writeRecord } from "../compute/index.js";
import { type Network, USUAL_WEIGHT } from "../densities/index.js";
import { BLAME, type BlameRecord, type Place } from "../schema/index.js";
import type { ConditionalEvidence } from "./conditional-evidence.js";
import type { DependencyEvidence } from "./dependency-evidence.js";
import type { MixtureEvidence } from "./mixture-evidence.js";
import type { NearDensity } from "./near-density.js";
import type { TreeEvidence } from "./tree-evidence.js";

/** What is known of the row at hand. Blaming leaves features out of trees, density and mixture. */
export interface GatheredEvidence {
  readonly trees: TreeEvidence;
  readonly density: NearDensity;
  /** Null where there is no mixture. */
  readonly mixture: MixtureEvidence | null;
  /** Null where there are no boosted trees. */
  readonly conditionals: ConditionalEvidence | null;
  readonly dependencies: DependencyEvidence;
}

/** Filled anew for each row. */
export interface Blame extends ArraysOf<BlameRecord, BlameArrays> {
  readonly evidence: GatheredEvidence;
  /** Surprise of each value by itself in deviations, as the trees know it. */
  readonly marginal: Float64Array<ArrayBuffer>;
  /** How many are blamed where all steps are taken; the rest of the order follows by how extreme values are. */
  readonly blamedCount: number;
  readonly kernel: Kernel;
  readonly pointer: Place<"Blame">;
  /** Whether boosted trees are asked, where there are some. */
  askConditionals(isAsked: boolean): void;
}

/** Those of the record Blame, and room for it. */
type BlameArrays = Laid<ReturnType<typeof blameLayout>>;

export function blameLayout(featureCount: number) {
  return {
    record: recordRoom(BLAME),
    tail: f64(featureCount),
    isCategorical: u8(featureCount),
    isMissing: u8(featureCount),
    isLeftOut: u8(featureCount),
    offsets: f64(featureCount),
    doubts: f64(featureCount),
    sums: f64(featureCount),
    isBlamed: u8(featureCount),
    order: i32(featureCount),
    rankedSums: f64(featureCount),
    strangeness: f64(2),
  };
}

/** Of dependencies that are broken, where there are no boosted trees whose weight they could have. */
const LONE_PAIR_WEIGHT = 1;

/** Features blamed at most. */
const BLAME_STEPS = 4;

interface BlameSettings {
  readonly isCategorical: Uint8Array;
  /** Fills `doubts`; null: the mixture does, if it is one that doubts. */
  readonly network: Network | null;
  readonly kernel: Kernel;
}

export function prepareBlame(
  evidence: GatheredEvidence,
  arrays: BlameArrays,
  { isCategorical, network, kernel }: BlameSettings,
): Blame {
  const featureCount = isCategorical.length;
  arrays.isCategorical.set(isCategorical);
  const { trees, density, mixture, conditionals, dependencies } = evidence;
  const { record, ...others } = arrays;
  const doubting = mixture?.mixture.doubtWeight ?? 0;
  const pairCount = dependencies.plan.pairs.length;
  const pairWeight = conditionals?.plan.known.weight ?? LONE_PAIR_WEIGHT;
  const { pointer, set } = writeRecord(BLAME, record, {
    trees: trees.pointer,
    density: density.pointer,
    mixture: mixture?.pointer ?? 0,
    conditionals: conditionals?.pointer ?? 0,
    treeSurprise: trees.surprise,
    drop: trees.drop,
    near: density.near,
    densityGains: density.gains,
    mixtureGains: mixture?.gains ?? 0,
    costs: density.costs,
    totals: density.totals,
    marginal: trees.marginal,
    ...others,
    pairs: dependencies.arrays.pairs,
    pairSurprises: dependencies.arrays.surprises,
    pairWeight,
    pairCount,
    mixtureWeight: mixture?.mixture.weight ?? USUAL_WEIGHT,
    doubtWeight: network?.weight ?? (pairCount > 0 ? pairWeight : doubting),
    isMixtureDoubting: network === null && pairCount === 0 && doubting > 0 ? 1 : 0,
    featureCount,
    stride: density.neighbours.stride,
  });
  const blamedCount = Math.min(featureCount, Math.max(1, Math.min(BLAME_STEPS, featureCount - 1)));
  const askConditionals = (isAsked: boolean): void => {
    set({ conditionals: isAsked ? (conditionals?.pointer ?? 0) : 0 });
  };
  return { ...arrays, evidence, marginal: trees.marginal, blamedCount, kernel, pointer, askConditionals };
}

/**
 * `steps` features are blamed: blamedCount for all that is to be known, 1 for how strange the row is and its first
 * suspect.
 */
export function blameFeatures({ kernel, pointer, evidence }: Blame, steps: number): void {
  kernel.run.blameFeatures(pointer, evidence.density.count, steps);
}

/**
 * The largest sum of all other features where one is left out, as in the step after the first. The row's evidence must
 * be as it was gathered, and is not any more.
 */
export function largestWithout({ kernel, pointer, evidence }: Blame, feature: number): number {
  return kernel.run.largestWithout(pointer, evidence.density.count, feature);
}
