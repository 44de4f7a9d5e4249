/**
 * Grows the Forest: for each feature `trees` small trees, the first of each group from all features of its shortlist,
 * the others from random parts of it, so that some tree can always speak about a feature without leaning on a faulty
 * one.
 *
 * Trees grow on a sample of rows; the counts of every node are then taken over all learning rows, and once more over
 * those of its group, which took no part in growing it (see Checking). Features are walked in the order of their names,
 * so neither the order of rows nor of columns changes a tree. Cost: O(features × trees × depth × (inputs × sample +
 * rows)).
 */

import { compareNames, createRandom, hashText, mix32, randomPart, roundDigits } from "../../base/index.js";
import type { Job, Pool } from "../../compute/index.js";
import { findRelated, type RelatedFeatures } from "../../predicates/index.js";
import { MAX_TREE_DEPTH, MAX_TREE_ROWS } from "../../schema/index.js";
import { doneOnce, type EncodedTable, encodedRows, isOfClock, sensorOf } from "../../table/index.js";
import { type Checking, growingPlaces } from "../checking.js";
import { createCounts } from "../row-counts.js";
import { countAndCheck, countForest } from "./count-forest.js";
import { expectedRange, type NumericTargetProfile } from "./expected-range.js";
import type { Forest } from "./forest.js";
import { type BinnedFeature, binFeatures, type Classes, classesOf } from "./forest-bins.js";
import { targetOf } from "./forest-target.js";
import { createTreeGrower, type GrownTrees, type TreeGrower, type TreeMaterial } from "./grow-trees.js";
import { chooseShortlist, type Effort, WIDE } from "./input-shortlist.js";
import { findNodeRanges, type NodeRanges, prepareSampleRows, type SampleRows } from "./node-ranges.js";

interface ForestOptions {
  readonly profiles: readonly TargetProfile[];
  readonly trees: number;
  readonly seed: number;
  /** Rows to grow on. */
  readonly sample: Int32Array;
  /** Rows on which one tree grows, at most: the first of the sample. Default: all of them. */
  readonly treeRows?: number;
  /** Rows that take no part in growing some trees, and check them. Default: none. */
  readonly checking?: Checking | null;
  /** Default: "rules". */
  readonly purpose?: ForestPurpose;
  /** Default: "full". */
  readonly effort?: Effort;
  /** Where effort is reduced, what is known already of which features tell about which. Default: it is found out. */
  readonly related?: RelatedFeatures | null;
}

/** For "blame", which asks numeric trees for moments only, what their nodes expect and their counts stay 0. */
export type ForestPurpose = "rules" | "blame";

/** What is known of a feature before trees grow. */
export type TargetProfile = NumericTargetProfile | { readonly kind: "categorical"; readonly counts: ArrayLike<number> };

export interface ForestHooks {
  readonly pool: Pool;
  /** Called now and then with the number of features whose trees have grown. */
  readonly step: (done: number, total: number) => void;
}

/** Tables with more features get shallower trees, and shortlists of inputs instead of all features. */
const NARROW = { depth: MAX_TREE_DEPTH, share: 0.3 };
/** Rows of a leaf at least: fewer tell little, more hide what holds for few (a product's price, a shop's hours). */
const LEAST_LEAF = 12;
const BROAD = { depth: 4, share: 0.4 };

export function growForest(
  table: EncodedTable,
  {
    profiles,
    trees,
    seed,
    sample: all,
    treeRows = all.length,
    checking = null,
    purpose = "rules",
    effort = "full",
    related = null,
  }: ForestOptions,
  { pool, step }: ForestHooks,
): Forest {
  const classes = profiles.map((profile) => (profile.kind === "categorical" ? classesOf(profile.counts) : null));
  if (trees === 0) return joinPieces([], classes, table.rowCount);
  const sample = all.subarray(0, MAX_TREE_ROWS);
  const growing = growingPlaces(sample, checking, treeRows);
  const used = growing.reduce((end, places) => Math.max(end, (places[places.length - 1] ?? -1) + 1), 0);
  const rows = encodedRows(table, sample.subarray(0, used));
  const bins = binFeatures(rows, classes);
  const telling =
    effort === "full" ? null : (related ?? findRelated(table, sample, { pool, onPart: () => step(0, bins.length) }));
  const task: ForestTask = { sample: rows, growing, profiles, classes, bins, trees, seed, purpose, related: telling };
  const pieces = doneOnce(table, "forest", () =>
    pool.run(forestJob, task, [...table.features.keys()], { onPart: step }),
  );
  const forest = joinPieces(pieces, classes, table.rowCount);
  const tick = (): void => step(table.features.length, table.features.length);
  if (checking === null || purpose === "blame") {
    countForest({ forest, table, classes, onlyClasses: purpose === "blame" }, { pool, tick });
    return forest;
  }
  const groups = Uint8Array.from(pieces.flatMap((piece) => [...piece.groups]));
  return { ...forest, checked: countAndCheck({ forest, table, classes, checking, groups }, { pool, tick }) };
}

interface ForestTask {
  readonly sample: EncodedTable;
  /** The rows of the sample on which the trees of each group grow, ascending. */
  readonly growing: readonly Int32Array[];
  readonly profiles: readonly TargetProfile[];
  /** One for each categorical feature. */
  readonly classes: readonly (Classes | null)[];
  readonly bins: readonly BinnedFeature[];
  readonly trees: number;
  readonly seed: number;
  readonly purpose: ForestPurpose;
  /** What trees may lean on; null: on all features. */
  readonly related: RelatedFeatures | null;
}

/** Those of the arrays of a Forest that have no counts, nodes numbered from the first tree's root. */
type GroupPiece = Pick<
  Forest,
  "roots" | "splitFeatures" | "splitValues" | "right" | "means" | "deviations" | "lows" | "highs"
>;

/** The trees of one feature. */
interface ForestPiece extends GroupPiece {
  /** The group of each tree. */
  readonly groups: Uint8Array;
}

/** A part is a feature to predict. */
export const forestJob: Job<ForestTask, number, ForestPiece> = {
  name: "forest",
  prepare: (task, { kernel }) => prepareForest(task, (material) => createTreeGrower(kernel, material)),
};

/** Grows the trees of one feature after the other. */
export function prepareForest(
  { sample, growing, profiles, classes, bins, trees, seed, purpose, related }: ForestTask,
  createGrower: (material: TreeMaterial) => TreeGrower,
): (feature: number) => ForestPiece {
  const { features } = sample;
  const names = features.map((feature) => feature.name);
  const order = [...names.keys()].sort((a, b) => compareNames(names[a]!, names[b]!));
  const shape = names.length > WIDE ? BROAD : NARROW;
  const material: TreeMaterial = {
    rowCount: sample.rowCount,
    features: bins,
    depth: shape.depth,
    minLeaf: LEAST_LEAF,
    maxShortlist: Math.min(WIDE, names.length),
    maxTrees: trees,
  };
  const grower = createGrower(material);
  let rows: SampleRows | null = null; // made when the first numeric target asks for them
  return (feature) => {
    const target = targetOf(sample, feature, { profile: profiles[feature]!, classes: classes[feature]! });
    if (bins[feature]!.binCount < 2 || target.rows.length === 0 || isOfClock(features[feature]!)) return noTrees();
    // Of so few rows no tree has a split, whatever it may ask; to choose what takes long on wide tables.
    const canSplit = target.rows.length >= 2 * material.minLeaf;
    const sensor = sensorOf(features[feature]!);
    // What was made of a feature's own past says nothing about it that its sensor does not say.
    const others = [...(related?.[feature] ?? order)].filter(
      (other) => canSplit && sensorOf(features[other]!) !== sensor && bins[other]!.binCount > 1,
    );
    const shortlist = chooseShortlist(names[feature]!, others, {
      count: names.length,
      seed,
      effort: related === null ? "full" : "reduced",
      explainedShares: (inputs, rowCount) => grower.explainedShares(target, inputs, rowCount),
    });
    const inputs = Array.from({ length: trees }, (_, tree) => {
      const random = createRandom(mix32(hashText(names[feature]!, seed) + tree) >>> 0);
      return tree < growing.length
        ? shortlist
        : randomPart(shortlist, Math.ceil(shape.share * shortlist.length), random);
    });
    const profile = profiles[feature]!;
    const pieces = growing.map((places, group) => {
      const present = { ...target, rows: commonPlaces(target.rows, places) };
      const asked = present.rows.length === 0 ? [] : everyNth(inputs, growing.length, group);
      const grown = grower.growTrees(present, shortlist, asked);
      if (purpose === "blame" || profile.kind === "categorical") return pieceOf(grown, null);
      rows ??= prepareSampleRows(sample);
      const seen = findNodeRanges(grown, rowsAt(rows, places), feature);
      return pieceOf(grown, { profile, seen, isWhole: isWhole(rows, feature) });
    });
    return joinGroups(pieces);
  };
}

/** Both ascend. */
function commonPlaces(a: Int32Array, b: Int32Array): Int32Array {
  let at = 0;
  return a.filter((place) => {
    while (b[at]! < place) at++;
    return b[at] === place;
  });
}

/** From `first` on. */
function everyNth<T>(list: readonly T[], step: number, first: number): T[] {
  return list.filter((_, place) => place % step === first);
}

function rowsAt({ rows, readings }: SampleRows, places: Int32Array): SampleRows {
  return { rows: Array.from(places, (place) => rows[place]!), readings };
}

/** Made anew each time: the arrays of a result are handed to another thread. */
function noTrees(): ForestPiece {
  return {
    groups: new Uint8Array(),
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
  readonly seen: NodeRanges;
  readonly isWhole: boolean;
}

/** `numbers` null: what nodes expect is not asked for. */
function pieceOf(trees: GrownTrees, numbers: NumbersSeen | null): GroupPiece {
  const { means, deviations } = trees;
  const lows = new Float64Array(means.length);
  const highs = new Float64Array(means.length);
  if (numbers !== null) {
    const { mins, maxes, counts } = numbers.seen;
    means.forEach((mean, node) => {
      const seen = { min: mins[node]!, max: maxes[node]!, count: counts[node]! };
      const moments = { mean, deviation: deviations[node]! };
      [lows[node], highs[node]] = expectedRange(moments, seen, numbers);
    });
  }
  return { ...trees, means: means.map(shorten), deviations: deviations.map(shorten), lows, highs };
}

/** The trees of one group after the other. */
function joinGroups(pieces: readonly GroupPiece[]): ForestPiece {
  const firsts = [0];
  for (const { right } of pieces) firsts.push(firsts[firsts.length - 1]! + right.length);
  const nodeCount = firsts[pieces.length]!;
  const numbers = (name: "splitValues" | "means" | "deviations" | "lows" | "highs"): Float64Array => {
    const all = new Float64Array(nodeCount);
    pieces.forEach((piece, group) => {
      all.set(piece[name], firsts[group]);
    });
    return all;
  };
  return {
    groups: Uint8Array.from(pieces.flatMap(({ roots }, group) => new Array<number>(roots.length - 1).fill(group))),
    roots: Uint32Array.from([
      0,
      ...pieces.flatMap(({ roots }, group) => Array.from(roots.subarray(1), (end) => firsts[group]! + end)),
    ]),
    splitFeatures: Int32Array.from(pieces.flatMap(({ splitFeatures }) => [...splitFeatures])),
    right: Uint32Array.from(
      pieces.flatMap(({ right }, group) => Array.from(right, (node) => (node === 0 ? 0 : firsts[group]! + node))),
    ),
    splitValues: numbers("splitValues"),
    means: numbers("means"),
    deviations: numbers("deviations"),
    lows: numbers("lows"),
    highs: numbers("highs"),
  };
}

/** Six digits are plenty for what a sample tells, and keep model files small. */
function shorten(value: number): number {
  return roundDigits(value, 6);
}

/** One piece for each feature. Counts are zero, and go up to `rowCount`. */
function joinPieces(pieces: readonly ForestPiece[], classes: readonly (Classes | null)[], rowCount: number): Forest {
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
    antecedentCounts: createCounts(nodeCount, rowCount),
    supportCounts: createCounts(nodeCount, rowCount),
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
  return { ...forest, classCounts: createCounts(forest.classOffsets[nodeCount]!, rowCount), checked: null };
}
