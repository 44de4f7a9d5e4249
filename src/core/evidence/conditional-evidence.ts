/**
 * What boosted trees say about one row: how surprising each value is given the others, and how much less surprising the
 * others are where it is hidden.
 *
 * Prepared once for a model; a row fills buffers, and the kernel does the rest (kernel/conditionals.ts). Features on
 * the way of each tree are remembered, so that only trees that asked for a feature are walked again without it.
 */

import { log } from "../base/numbers/logarithm.js";
import type { Kernel } from "../compute/kernel.js";
import { f64, i32, type Laid, u8 } from "../compute/lay-out.js";
import type { NumberTables } from "../compute/number-tables.js";
import { recordRoom, writeRecord } from "../compute/record.js";
import {
  type BoostedTrees,
  type Conditional,
  type Conditionals,
  categoryBins,
  conditionalClasses,
  LEAF,
  numberBin,
  type TreeShapes,
  treeShapes,
} from "../densities/conditionals.js";
import type { FeatureProfile } from "../model/model.js";
import {
  CONDITIONAL_NODE,
  CONDITIONALS,
  HIDDEN_BIN,
  MOST_CANDIDATES,
  MOST_SURPRISE,
  SURPRISE_KNOTS,
} from "../schema/kernel-schema.js";
import type { Place } from "../schema/record-shape.js";
import { bend } from "../table/value-scale.js";

/** Trees of one kind about one target, of all turns. */
interface Sequence {
  readonly width: number;
  readonly trees: readonly (BoostedTrees & TreeShapes)[];
}

interface Target {
  readonly feature: number;
  readonly conditional: Conditional;
  readonly starts: Float64Array;
  readonly sequences: readonly Sequence[];
}

interface ConditionalPlan {
  readonly known: Conditionals;
  readonly targets: readonly Target[];
}

/** `turn`: only what it learnt, to judge rows that it did not see; null: the mean of all. */
export function planConditionals(known: Conditionals | null, turn: number | null): ConditionalPlan | null {
  if (known === null) return null;
  const targets = known.features.flatMap((conditional, feature): Target[] => {
    if (conditional === null) return [];
    const starts = conditional.kind === "numeric" ? conditional.starts : conditionalClasses(conditional.counts).starts;
    const width = conditional.kind === "numeric" ? 1 : starts.length;
    const sequences = conditional.trees.map((turns) => ({
      width,
      trees: turns.filter((_, each) => turn === null || each === turn).map(withShapes),
    }));
    return [{ feature, conditional, starts, sequences }];
  });
  return { known, targets };
}

function withShapes(trees: BoostedTrees): BoostedTrees & TreeShapes {
  const shapes = treeShapes(trees.features);
  if (shapes === null) throw new RangeError("the last tree is not complete");
  return { ...trees, ...shapes };
}

/** A place for each feature on which numbers stand for what is known of its value. */
export interface ConditionalEvidence extends ConditionalArrays {
  readonly plan: ConditionalPlan;
  readonly describe: readonly ValueDescriber[];
  readonly pointer: Place<"Conditionals">;
  readonly kernel: Kernel;
}

type ConditionalArrays = Laid<ReturnType<typeof conditionalLayout>>;

export function conditionalLayout(plan: ConditionalPlan | null) {
  const targets = plan?.targets ?? [];
  const sequences = targets.flatMap((target) => target.sequences);
  const ofTrees = sequences.flatMap(({ trees }) => trees);
  const count = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
  const treeCount = count(ofTrees.map(({ roots }) => roots.length));
  const featureCount = plan?.known.features.length ?? 0;
  const sumCount = count(targets.map(({ starts }) => starts.length));
  const sumRoom = Math.max(1, ...targets.map(({ starts }) => starts.length));
  return {
    record: recordRoom(CONDITIONALS),
    nodes: i32(CONDITIONAL_NODE * count(ofTrees.map(({ features }) => features.length))),
    roots: i32(treeCount),
    firstTrees: i32(sequences.length + 1),
    widths: i32(sequences.length),
    firstSequences: i32(targets.length + 1),
    firstSums: i32(targets.length + 1),
    targets: i32(targets.length),
    isClasses: u8(targets.length),
    hasAtom: u8(targets.length),
    leaves: f64(count(ofTrees.map(({ leaves }) => leaves.length))),
    starts: f64(sumCount),
    sums: f64(sumCount),
    shares: f64(sumCount),
    blends: f64(targets.length),
    curves: f64(targets.length * SURPRISE_KNOTS),
    treeLeaves: i32(treeCount),
    treeMasks: f64(treeCount),
    bins: u8(featureCount),
    values: f64(featureCount),
    states: u8(featureCount),
    parts: f64(featureCount),
    extras: f64(featureCount),
    isHidden: u8(featureCount),
    surprise: f64(featureCount),
    places: i32(featureCount),
    candidates: i32(MOST_CANDIDATES),
    against: f64(MOST_CANDIDATES),
    without: f64((MOST_CANDIDATES + 1) * sumRoom),
  };
}

interface ConditionalParts {
  readonly plan: ConditionalPlan;
  /** Of the rows that were learnt. */
  readonly profiles: readonly FeatureProfile[];
  readonly tables: NumberTables;
  readonly kernel: Kernel;
}

/** A category has this part of a row's chance at least; one that was never seen has less. */
const LEAST_ROW = 0.3;
const UNSEEN_ROW = 0.1;

export function prepareConditionals(
  { plan, profiles, tables, kernel }: ConditionalParts,
  arrays: ConditionalArrays,
): ConditionalEvidence {
  const { known, targets } = plan;
  const { record, ...own } = arrays;
  fillTrees(plan, arrays);
  targets.forEach(({ feature, conditional, starts }, target) => {
    const first = arrays.firstSums[target]!;
    arrays.firstSums[target + 1] = first + starts.length;
    arrays.targets[target] = feature;
    arrays.starts.set(starts, first);
    arrays.isClasses[target] = Number(conditional.kind === "categorical");
    if (conditional.kind === "numeric") {
      arrays.hasAtom[target] = Number(conditional.atom !== null);
      arrays.curves.set(conditional.curve, target * SURPRISE_KNOTS);
    } else {
      const { frequencies } = conditionalClasses(conditional.counts);
      arrays.blends[target] = conditional.blend;
      arrays.shares.set(
        frequencies.map((share) => share * conditional.blend),
        first,
      );
    }
  });
  const { pointer } = writeRecord(CONDITIONALS, record, {
    ...own,
    roots64: tables.roots,
    centres: tables.centres,
    weight: known.weight,
    least: LEAST_ROW / Math.max(1, known.rowCount),
    featureCount: known.features.length,
    targetCount: targets.length,
    treeCount: arrays.roots.length,
    sumCount: arrays.sums.length,
    sumRoom: arrays.without.length / (MOST_CANDIDATES + 1),
  });
  const describe = profiles.map((profile, feature) => describerOf(known, feature, profile));
  return { ...arrays, plan, describe, pointer, kernel };
}

/** Leaves of several turns are divided by their number, so that sums are means. */
function fillTrees({ targets }: ConditionalPlan, arrays: ConditionalArrays): void {
  const { nodes, roots, firstTrees, widths, firstSequences, leaves } = arrays;
  const words = new Uint32Array(nodes.buffer, nodes.byteOffset, nodes.length);
  let node = 0;
  let tree = 0;
  let leaf = 0;
  let sequence = 0;
  targets.forEach(({ sequences }, target) => {
    for (const { width, trees } of sequences) {
      widths[sequence] = width;
      for (const each of trees) {
        roots.set(
          each.roots.map((root) => node + root),
          tree,
        );
        each.features.forEach((feature, i) => {
          const at = CONDITIONAL_NODE * (node + i);
          nodes[at] = feature;
          nodes[at + 1] = feature === LEAF ? leaf : node + each.rights[i]!;
          words[at + 2] = each.low[i]!;
          words[at + 3] = each.high[i]!;
          if (feature === LEAF) leaf += width;
        });
        leaves.set(
          each.leaves.map((number) => number / trees.length),
          leaf - each.leaves.length,
        );
        node += each.features.length;
        tree += each.roots.length;
      }
      firstTrees[++sequence] = tree;
    }
    firstSequences[target + 1] = sequence;
  });
}

/** What is to be judged of a value: see the record Conditionals. */
type ValueDescriber = (value: number, evidence: ConditionalArrays) => void;

/** Numbers are at most so many deviations from the mean. */
const FARTHEST = 1e6;

/** Values that are judged by trees, those whose surprise is fixed, and those that many rows have. */
const JUDGED = 0;
const FIXED = 1;
const AT_ATOM = 2;

function describerOf(known: Conditionals, feature: number, profile: FeatureProfile): ValueDescriber {
  const conditional = known.features[feature]!;
  const rows = Math.max(1, known.rowCount);
  const missing = -log(Math.max(UNSEEN_ROW, profile.missingCount) / rows);
  const fix = (evidence: ConditionalArrays, surprise: number): void => {
    evidence.bins[feature] = HIDDEN_BIN;
    evidence.states[feature] = FIXED;
    evidence.extras[feature] = evidence.surprise[feature] = surprise;
  };
  if (profile.kind === "categorical") {
    const counts = conditional?.kind === "categorical" ? conditional.counts : profile.counts;
    const bins = categoryBins(counts);
    const { classOf, parts } = conditionalClasses(counts);
    const unseen = -log(UNSEEN_ROW / rows);
    return (value, evidence) => {
      if (!(value >= 0)) return fix(evidence, Number.isNaN(value) ? missing : unseen);
      evidence.bins[feature] = bins[value]!;
      evidence.states[feature] = JUDGED;
      evidence.extras[feature] = 0;
      evidence.values[feature] = classOf[value]!;
      evidence.parts[feature] = parts[value]!;
    };
  }
  const cuts = known.cuts[feature]!;
  const { unit, mean, deviation } = conditional?.kind === "numeric" ? conditional.scale : profile.scale;
  const atom = conditional?.kind === "numeric" ? conditional.atom : null;
  const beyond = log(rows);
  return (value, evidence) => {
    if (Number.isNaN(value)) return fix(evidence, missing);
    if (!Number.isFinite(value)) return fix(evidence, MOST_SURPRISE + beyond);
    evidence.bins[feature] = numberBin(cuts, value);
    evidence.states[feature] = value === atom ? AT_ATOM : JUDGED;
    evidence.extras[feature] = value < profile.min || value > profile.max ? beyond : 0;
    const standardised = (bend(value, unit) - mean) / deviation;
    evidence.values[feature] = Math.max(-FARTHEST, Math.min(FARTHEST, standardised));
  };
}

/** Looks at a row: values, or codes of categories. */
export function startConditionals(evidence: ConditionalEvidence, values: Float64Array): void {
  const { describe, surprise, kernel, pointer } = evidence;
  surprise.fill(0);
  for (let feature = 0; feature < describe.length; feature++) describe[feature]!(values[feature]!, evidence);
  kernel.run.startConditionals(pointer);
}
