/**
 * Grows the Forest: for each feature `trees` small trees, the first from all features of its pool, the others from
 * random parts of it, so that some tree can always speak about a feature without leaning on a faulty one.
 *
 * Trees grow on a sample of rows; the counts of every node are then taken over all learning rows. Features are walked
 * in the order of their names, so neither the order of rows nor of columns changes a tree.
 * Cost: O(features × trees × depth × (inputs × sample + rows)).
 */
import type { Crew, Job } from "../crew/crew.js";
import { roundDigits } from "../numbers/decimal-exponent.js";
import { createRandom, hashText, mix32, randomPart } from "../random/random.js";
import { type EncodedTable, encodedRows } from "../table/encode-table.js";
import { compareNames } from "../table/names.js";
import { countForest } from "./count-forest.js";
import { expectedRange, type NumericTargetProfile } from "./expected-range.js";
import { type Forest, MAX_TREE_DEPTH } from "./forest.js";
import { type BinnedFeature, binFeatures, type Classes, classesOf } from "./forest-bins.js";
import { targetOf } from "./forest-target.js";
import type { GrownTrees, TreeMaterial } from "./grow-trees.js";
import { createCompiledGrower } from "./grow-trees-compiled.js";
import { createTwinGrower } from "./grow-trees-twin.js";
import { choosePool, WIDE } from "./input-pools.js";
import { prepareSampleRows, type SampleRows, type SeenRanges, seenRanges } from "./seen-ranges.js";

export interface ForestOptions {
  readonly trees: number;
  readonly seed: number;
  /** Rows to grow on. */
  readonly sample: Int32Array;
  /** Default: "rules". */
  readonly purpose?: ForestPurpose;
}

/** For "blame", which asks numeric trees for moments only, what their nodes expect and their counts stay 0. */
export type ForestPurpose = "rules" | "blame";

/** What is known of a feature before trees grow. */
export type TargetProfile = NumericTargetProfile | { readonly kind: "categorical"; readonly counts: ArrayLike<number> };

export interface ForestHooks {
  readonly crew: Crew;
  /** Called now and then with the number of features whose trees have grown. */
  readonly step: (done: number, total: number) => void;
}

/** Tables with more features get shallower trees, and pools of inputs instead of all features. */
const NARROW = { depth: MAX_TREE_DEPTH, share: 0.3 };
const BROAD = { depth: 4, share: 0.4 };

export function growForest(
  table: EncodedTable,
  profiles: readonly TargetProfile[],
  { trees, seed, sample, purpose = "rules" }: ForestOptions,
  { crew, step }: ForestHooks,
): Forest {
  const classes = profiles.map((profile) => (profile.kind === "categorical" ? classesOf(profile.counts) : null));
  if (trees === 0) return joinPieces([], classes);
  const rows = encodedRows(table, sample);
  const task: ForestTask = { sample: rows, profiles, classes, bins: binFeatures(rows, classes), trees, seed, purpose };
  const pieces = crew.run(forestJob, task, [...table.features.keys()], { onPart: step });
  const forest = joinPieces(pieces, classes);
  const tick = (): void => step(table.features.length, table.features.length);
  countForest({ forest, table, classes, onlyClasses: purpose === "blame" }, { crew, tick });
  return forest;
}

interface ForestTask {
  readonly sample: EncodedTable;
  readonly profiles: readonly TargetProfile[];
  /** One for each categorical feature. */
  readonly classes: readonly (Classes | null)[];
  readonly bins: readonly BinnedFeature[];
  readonly trees: number;
  readonly seed: number;
  readonly purpose: ForestPurpose;
}

/** The trees of one feature: those of the arrays of a Forest that have no counts, nodes numbered from the first tree's root. */
type ForestPiece = Pick<
  Forest,
  "roots" | "splitFeatures" | "splitValues" | "right" | "means" | "deviations" | "lows" | "highs"
>;

/** A part is a feature to predict. */
export const forestJob: Job<ForestTask, number, ForestPiece> = {
  name: "forest",
  prepare({ sample, profiles, classes, bins, trees, seed, purpose }, { kernel }) {
    const names = sample.features.map((feature) => feature.name);
    const order = [...names.keys()].sort((a, b) => compareNames(names[a]!, names[b]!));
    const shape = names.length > WIDE ? BROAD : NARROW;
    const material: TreeMaterial = {
      rowCount: sample.rowCount,
      features: bins,
      depth: shape.depth,
      minLeaf: Math.floor(Math.max(10, 0.01 * sample.rowCount)) + 1,
      maxPool: Math.min(WIDE, names.length),
      maxTrees: trees,
    };
    const grower = (kernel === null ? null : createCompiledGrower(kernel, material)) ?? createTwinGrower(material);
    let rows: SampleRows | null = null; // made when the first numeric target asks for them
    return (feature) => {
      const target = targetOf(sample, feature, profiles[feature]!, classes[feature]!);
      if (bins[feature]!.binCount < 2 || target.rows.length === 0) return noTrees();
      // Of so few rows no tree has a split, whatever it may ask; to choose what takes long on wide tables.
      const canSplit = target.rows.length >= 2 * material.minLeaf;
      const others = order.filter((other) => canSplit && other !== feature && bins[other]!.binCount > 1);
      const pool = choosePool(names[feature]!, others, {
        count: names.length,
        seed,
        explainedShares: (inputs, rowCount) => grower.explainedShares(target, inputs, rowCount),
      });
      const inputs = Array.from({ length: trees }, (_, tree) => {
        const random = createRandom(mix32(hashText(names[feature]!, seed) + tree) >>> 0);
        return tree === 0 ? pool : randomPart(pool, Math.ceil(shape.share * pool.length), random);
      });
      const grown = grower.growTrees(target, pool, inputs);
      const profile = profiles[feature]!;
      if (purpose === "blame" || profile.kind === "categorical") return pieceOf(grown, null);
      rows ??= prepareSampleRows(sample);
      return pieceOf(grown, { profile, seen: seenRanges(grown, rows, feature), isWhole: isWhole(rows, feature) });
    };
  },
};

/** Made anew each time: the arrays of a result are handed to another thread. */
function noTrees(): ForestPiece {
  return {
    roots: new Uint32Array(1),
    splitFeatures: new Int32Array(),
    splitValues: new Float64Array(),
    right: new Uint32Array(),
    means: new Float64Array(),
    deviations: new Float64Array(),
    lows: new Float64Array(),
    highs: new Float64Array(),
  };
}

function isWhole({ rows }: SampleRows, feature: number): boolean {
  return rows.every((row) => !Number.isFinite(row[feature]!) || Number.isInteger(row[feature]!));
}

interface NumbersSeen {
  readonly profile: NumericTargetProfile;
  readonly seen: SeenRanges;
  readonly isWhole: boolean;
}

/** `numbers` null: what nodes expect is not asked for. */
function pieceOf(trees: GrownTrees, numbers: NumbersSeen | null): ForestPiece {
  const { means, deviations } = trees;
  const lows = new Float64Array(means.length);
  const highs = new Float64Array(means.length);
  if (numbers !== null) {
    const { mins, maxes, counts } = numbers.seen;
    means.forEach((mean, node) => {
      const seen = { min: mins[node]!, max: maxes[node]!, count: counts[node]! };
      const moments = { mean, deviation: deviations[node]! };
      [lows[node], highs[node]] = expectedRange(moments, seen, numbers.profile, numbers);
    });
  }
  return { ...trees, means: means.map(shorten), deviations: deviations.map(shorten), lows, highs };
}

/** Six digits are plenty for what a sample tells, and keep model files small. */
function shorten(value: number): number {
  return roundDigits(value, 6);
}

/** One piece for each feature. Counts are zero. */
function joinPieces(pieces: readonly ForestPiece[], classes: readonly (Classes | null)[]): Forest {
  const treeCount = pieces.reduce((count, { roots }) => count + roots.length - 1, 0);
  const nodeCount = pieces.reduce((count, { right }) => count + right.length, 0);
  const forest = {
    targets: new Int32Array(treeCount),
    roots: new Uint32Array(treeCount + 1),
    splitFeatures: new Int32Array(nodeCount),
    splitValues: new Float64Array(nodeCount),
    right: new Uint32Array(nodeCount),
    means: new Float64Array(nodeCount),
    deviations: new Float64Array(nodeCount),
    lows: new Float64Array(nodeCount),
    highs: new Float64Array(nodeCount),
    classOffsets: new Uint32Array(nodeCount + 1),
    antecedentCounts: new Uint32Array(nodeCount),
    supportCounts: new Uint32Array(nodeCount),
  };
  let tree = 0;
  let first = 0;
  pieces.forEach((piece, feature) => {
    for (const name of ["splitFeatures", "splitValues", "means", "deviations", "lows", "highs"] as const) {
      forest[name].set(piece[name], first);
    }
    const classCount = classes[feature]?.classes.length ?? 0;
    piece.right.forEach((right, node) => {
      forest.right[first + node] = right === 0 ? 0 : first + right;
      forest.classOffsets[first + node + 1] = forest.classOffsets[first + node]! + classCount;
    });
    for (const end of piece.roots.subarray(1)) {
      forest.targets[tree++] = feature;
      forest.roots[tree] = first + end;
    }
    first += piece.right.length;
  });
  return { ...forest, classCounts: new Uint32Array(forest.classOffsets[nodeCount]!) };
}
