/**
 * Grows the Forest: for each feature `trees` small trees, the first from all features of its pool, the others from
 * random parts of it, so that some tree can always speak about a feature without leaning on a faulty one.
 *
 * Trees grow on a sample of rows; the counts of every node are then taken over all learning rows. Features are walked
 * in the order of their names, so neither the order of rows nor of columns changes a tree.
 * Cost: O(features × trees × depth × (inputs × sample + rows)).
 */
import { simplestDecimal } from "../predicates/simplest-decimal.js";
import { createRandom, hashText, mix32, randomPart } from "../random/random.js";
import { type EncodedTable, encodedRows } from "../table/encode-table.js";
import { compareNames } from "../table/names.js";
import { standardised } from "../table/number-summary.js";
import { countForest } from "./count-forest.js";
import { EXPECTED_DEVIATIONS, type Forest, MAX_TREE_DEPTH, widened } from "./forest.js";
import { binFeatures, type Classes, classesOf, NO_BIN } from "./forest-bins.js";
import { type GrownTree, growTree, type Moments, momentsOf, type Target } from "./grow-tree.js";
import { choosePools } from "./input-pools.js";

export interface ForestOptions {
  readonly trees: number;
  readonly seed: number;
  /** Rows to grow on. */
  readonly sample: Int32Array;
}

/** What is known of a numeric feature before trees grow. */
interface NumericTargetProfile extends Moments {
  readonly kind: "numeric";
  readonly min: number;
  readonly max: number;
}

/** What is known of a feature before trees grow. */
export type TargetProfile = NumericTargetProfile | { readonly kind: "categorical"; readonly counts: ArrayLike<number> };

/** Tables with more features get shallower trees, and pools of inputs instead of all features. */
const WIDE = 40;
const NARROW = { depth: MAX_TREE_DEPTH, share: 0.3 };
const BROAD = { depth: 4, share: 0.4 };
/** Room beyond the least and greatest normal value, as a share of the deviation. */
const EDGE_SLACK = 0.3;
/** Bounds may be moved by this share of the deviation to a number that reads better. */
const BOUND_SLACK = 0.1;

export function growForest(
  table: EncodedTable,
  profiles: readonly TargetProfile[],
  options: ForestOptions,
  onFeature: (done: number, total: number) => void,
): Forest {
  const sample = encodedRows(table, options.sample);
  const isWide = table.features.length > WIDE;
  const shape = isWide ? BROAD : NARROW;
  const limits = { depth: shape.depth, minLeaf: Math.floor(Math.max(10, 0.01 * sample.rowCount)) + 1 };
  const classes = profiles.map((profile) => (profile.kind === "categorical" ? classesOf(profile.counts) : null));
  const features = binFeatures(sample, classes);
  const targets = profiles.map((profile, feature) => targetOf(sample, feature, profile, classes[feature]!));
  const names = sample.features.map((feature) => feature.name);
  const order = [...names.keys()].sort((a, b) => compareNames(names[a]!, names[b]!));
  const pools = choosePools(targets, features, { isWide, seed: options.seed, names, order });
  const builder = new ForestBuilder();
  targets.forEach((target, feature) => {
    onFeature(feature, targets.length);
    const rows = knownRows(target);
    if (features[feature]!.binCount < 2 || rows.length === 0) return;
    for (let tree = 0; tree < options.trees; tree++) {
      const pool = pools[feature]!;
      const random = createRandom(mix32(hashText(names[feature]!, options.seed) + tree) >>> 0);
      const inputs = tree === 0 ? pool : randomPart(pool, Math.ceil(shape.share * pool.length), random);
      builder.addTree(feature, target, profiles[feature]!, growTree(target, inputs, features, rows, limits));
    }
  });
  const forest = builder.build();
  countForest(forest, table, classes);
  return forest;
}

function targetOf(sample: EncodedTable, feature: number, profile: TargetProfile, classes: Classes | null): Target {
  const column = sample.columns[feature]!;
  if (column.kind === "numeric" && profile.kind === "numeric") {
    return { kind: "numeric", values: column.values.map((value) => standardised(value, profile)) };
  }
  const codes = column.kind === "categorical" ? column.codes : new Int32Array();
  const own = Uint8Array.from(codes, (code) => (code < 0 ? NO_BIN : classes!.classOf[code]!));
  return { kind: "classes", classes: own, classCount: classes!.classes.length };
}

function knownRows(target: Target): Int32Array {
  const count = target.kind === "numeric" ? target.values.length : target.classes.length;
  const rows = Int32Array.from({ length: count }, (_, row) => row);
  return rows.filter((row) =>
    target.kind === "numeric" ? !Number.isNaN(target.values[row]!) : target.classes[row] !== NO_BIN,
  );
}

/** Collects trees node by node. */
class ForestBuilder {
  private readonly targets: number[] = [];
  private readonly roots: number[] = [0];
  private readonly splitFeatures: number[] = [];
  private readonly splitValues: number[] = [];
  private readonly right: number[] = [];
  private readonly means: number[] = [];
  private readonly deviations: number[] = [];
  private readonly lows: number[] = [];
  private readonly highs: number[] = [];
  private readonly classOffsets: number[] = [0];

  addTree(feature: number, target: Target, profile: TargetProfile, { nodes, rows }: GrownTree): void {
    const root = this.splitFeatures.length;
    for (const node of nodes) {
      this.splitFeatures.push(node.splitFeature);
      this.splitValues.push(node.splitValue);
      this.right.push(node.splitFeature < 0 ? 0 : root + node.right);
      const moments =
        target.kind === "numeric"
          ? momentsOf(target.values, rows.subarray(node.start, node.end))
          : { mean: 0, deviation: 0 };
      this.means.push(shorten(moments.mean));
      this.deviations.push(shorten(moments.deviation));
      const [low, high] = profile.kind === "numeric" ? expectedRange(moments, profile) : [0, 0];
      this.lows.push(low);
      this.highs.push(high);
      const classCount = target.kind === "classes" ? target.classCount : 0;
      this.classOffsets.push(this.classOffsets[this.classOffsets.length - 1]! + classCount);
    }
    this.targets.push(feature);
    this.roots.push(this.splitFeatures.length);
  }

  /** Counts are zero. */
  build(): Forest {
    const nodeCount = this.splitFeatures.length;
    return {
      targets: Int32Array.from(this.targets),
      roots: Uint32Array.from(this.roots),
      splitFeatures: Int32Array.from(this.splitFeatures),
      splitValues: Float64Array.from(this.splitValues),
      right: Uint32Array.from(this.right),
      means: Float64Array.from(this.means),
      deviations: Float64Array.from(this.deviations),
      lows: Float64Array.from(this.lows),
      highs: Float64Array.from(this.highs),
      classOffsets: Uint32Array.from(this.classOffsets),
      classCounts: new Uint32Array(this.classOffsets[nodeCount]!),
      antecedentCounts: new Uint32Array(nodeCount),
      supportCounts: new Uint32Array(nodeCount),
    };
  }
}

/** Six digits are plenty for what a sample tells, and keep model files small. */
function shorten(value: number): number {
  return Number(value.toPrecision(6));
}

/**
 * mean ± 3 deviations in the feature's own unit, at numbers that read well, and no further than normal rows go at all:
 * a flow that is never negative is expected from 0 on.
 */
function expectedRange(node: Moments, profile: NumericTargetProfile): readonly [low: number, high: number] {
  const spread = limited(widened(node.deviation) * profile.deviation);
  if (!(spread > 0)) return [profile.mean, profile.mean];
  const middle = limited(profile.mean + node.mean * profile.deviation);
  const slack = BOUND_SLACK * spread;
  const edge = EDGE_SLACK * spread;
  const low = limited(middle - EXPECTED_DEVIATIONS * spread);
  const high = limited(middle + EXPECTED_DEVIATIONS * spread);
  return [
    low < profile.min - edge
      ? simplestDecimal(profile.min - edge, profile.min)
      : simplestDecimal(low - slack, low + slack),
    high > profile.max + edge
      ? simplestAtLeast(profile.max, profile.max + edge)
      : simplestDecimal(high - slack, high + slack),
  ];
}

/** The nearest finite number: sums of the largest numbers overflow. */
function limited(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}

/** The simplest decimal in [low, high). */
function simplestAtLeast(low: number, high: number): number {
  return -simplestDecimal(-high, -low) + 0;
}
