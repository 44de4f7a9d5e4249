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
import type { GrownTree, TreeMaterial } from "./grow-trees.js";
import { createCompiledGrower } from "./grow-trees-compiled.js";
import { createTwinGrower } from "./grow-trees-twin.js";
import { choosePool, WIDE } from "./input-pools.js";

export interface ForestOptions {
  readonly trees: number;
  readonly seed: number;
  /** Rows to grow on. */
  readonly sample: Int32Array;
}

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
  { trees, seed, sample }: ForestOptions,
  { crew, step }: ForestHooks,
): Forest {
  const classes = profiles.map((profile) => (profile.kind === "categorical" ? classesOf(profile.counts) : null));
  const rows = encodedRows(table, sample);
  const task: ForestTask = { sample: rows, profiles, classes, bins: binFeatures(rows, classes), trees, seed };
  const pieces = crew.run(forestJob, task, [...table.features.keys()], { onPart: step });
  const forest = joinPieces(pieces, classes);
  const tick = (): void => step(table.features.length, table.features.length);
  countForest(forest, table, classes, { crew, tick });
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
}

/** The trees of one feature: those of the arrays of a Forest that have no counts, nodes numbered from the first tree's root. */
type ForestPiece = Pick<
  Forest,
  "roots" | "splitFeatures" | "splitValues" | "right" | "means" | "deviations" | "lows" | "highs"
>;

/** A part is a feature to predict. */
export const forestJob: Job<ForestTask, number, ForestPiece> = {
  name: "forest",
  prepare({ sample, profiles, classes, bins, trees, seed }, { kernel }) {
    const names = sample.features.map((feature) => feature.name);
    const order = [...names.keys()].sort((a, b) => compareNames(names[a]!, names[b]!));
    const shape = names.length > WIDE ? BROAD : NARROW;
    const material: TreeMaterial = {
      rowCount: sample.rowCount,
      features: bins,
      depth: shape.depth,
      minLeaf: Math.floor(Math.max(10, 0.01 * sample.rowCount)) + 1,
      maxPool: Math.min(WIDE, names.length),
    };
    const grower = (kernel === null ? null : createCompiledGrower(kernel, material)) ?? createTwinGrower(material);
    return (feature) => {
      const target = targetOf(sample, feature, profiles[feature]!, classes[feature]!);
      if (bins[feature]!.binCount < 2 || target.rows.length === 0 || trees === 0)
        return pieceOf([], profiles[feature]!);
      const others = order.filter((other) => other !== feature && bins[other]!.binCount > 1);
      const pool = choosePool(names[feature]!, others, {
        count: names.length,
        seed,
        explainedShares: (inputs, rowCount) => grower.explainedShares(target, inputs, rowCount),
      });
      const inputs = Array.from({ length: trees }, (_, tree) => {
        const random = createRandom(mix32(hashText(names[feature]!, seed) + tree) >>> 0);
        return tree === 0 ? pool : randomPart(pool, Math.ceil(shape.share * pool.length), random);
      });
      return pieceOf(grower.growTrees(target, pool, inputs), profiles[feature]!);
    };
  },
};

function pieceOf(trees: readonly GrownTree[], profile: TargetProfile): ForestPiece {
  const nodes = trees.flat();
  const roots = startsOf(trees);
  const ranges = nodes.map((node) => (profile.kind === "numeric" ? expectedRange(node, profile) : ([0, 0] as const)));
  return {
    roots: Uint32Array.from(roots),
    splitFeatures: Int32Array.from(nodes, ({ splitFeature }) => splitFeature),
    splitValues: Float64Array.from(nodes, ({ splitValue }) => splitValue),
    right: Uint32Array.from(trees.flatMap((tree, t) => tree.map(({ right }) => (right === 0 ? 0 : roots[t]! + right)))),
    means: Float64Array.from(nodes, ({ mean }) => shorten(mean)),
    deviations: Float64Array.from(nodes, ({ deviation }) => shorten(deviation)),
    lows: Float64Array.from(ranges, ([low]) => low),
    highs: Float64Array.from(ranges, ([, high]) => high),
  };
}

/** Six digits are plenty for what a sample tells, and keep model files small. */
function shorten(value: number): number {
  return roundDigits(value, 6);
}

/** Where each list starts when they stand behind one another, and where the last one ends. */
function startsOf(lists: readonly { readonly length: number }[]): number[] {
  const starts = [0];
  for (const { length } of lists) starts.push(starts[starts.length - 1]! + length);
  return starts;
}

/** One piece for each feature. Counts are zero. */
function joinPieces(pieces: readonly ForestPiece[], classes: readonly (Classes | null)[]): Forest {
  const starts = startsOf(pieces.map((piece) => piece.splitFeatures));
  const nodeCount = starts[pieces.length]!;
  const numbers = (name: "splitValues" | "means" | "deviations" | "lows" | "highs"): Float64Array => {
    const all = new Float64Array(nodeCount);
    pieces.forEach((piece, feature) => {
      all.set(piece[name], starts[feature]!);
    });
    return all;
  };
  const classCounts = pieces.flatMap((piece, feature) =>
    Array.from(piece.splitFeatures, () => ({ length: classes[feature]?.classes.length ?? 0 })),
  );
  const classOffsets = startsOf(classCounts);
  return {
    targets: Int32Array.from(pieces.flatMap(({ roots }, feature) => Array.from(roots.subarray(1), () => feature))),
    roots: Uint32Array.from([
      0,
      ...pieces.flatMap(({ roots }, feature) => Array.from(roots.subarray(1), (root) => starts[feature]! + root)),
    ]),
    splitFeatures: Int32Array.from(pieces.flatMap(({ splitFeatures }) => [...splitFeatures])),
    splitValues: numbers("splitValues"),
    right: Uint32Array.from(
      pieces.flatMap(({ right }, feature) => Array.from(right, (node) => (node === 0 ? 0 : starts[feature]! + node))),
    ),
    means: numbers("means"),
    deviations: numbers("deviations"),
    lows: numbers("lows"),
    highs: numbers("highs"),
    classOffsets: Uint32Array.from(classOffsets),
    classCounts: new Uint32Array(classOffsets[nodeCount]!),
    antecedentCounts: new Uint32Array(nodeCount),
    supportCounts: new Uint32Array(nodeCount),
  };
}
