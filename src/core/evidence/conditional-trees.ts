/**
 * Boosted trees as the kernel asks them (kernel/conditionals.ts): for each feature and bin, the leaves of each tree
 * that no row with this bin reaches, as bits.
 *
 * Cost: 1,024 bytes for each feature that one of eight trees asks for; a tree asks for about eight.
 */
import { f64, i32, type Laid, u16 } from "../compute/index.js";
import {
  type BoostedTrees,
  type Conditional,
  type Conditionals,
  conditionalClasses,
  LEAF,
} from "../densities/index.js";
import {
  CONDITIONAL_BINS,
  COUNT_BITS,
  MOST_TREE_LEAVES,
  TREE_BLOCK,
  TREE_NUMBERS,
  WIDTH_BITS,
} from "../schema/index.js";
import { type Feature, isRecorded, sensorOf } from "../table/index.js";

export interface ConditionalPlan {
  readonly known: Conditionals;
  readonly targets: readonly Target[];
  readonly trees: readonly PlannedTree[];
  /** For each feature the blocks of trees of which some ask for it, ascending. */
  readonly uses: readonly (readonly number[])[];
  /** For each feature the one whose past it tells, or itself; null: none tells another's. */
  readonly sensors: Int32Array | null;
}

interface Target {
  readonly feature: number;
  readonly conditional: Conditional;
  readonly starts: Float64Array;
  /** Where its sums begin. */
  readonly firstSum: number;
}

interface PlannedTree {
  readonly target: number;
  /** Where its sums begin, and how many there are. */
  readonly sum: number;
  readonly width: number;
  readonly splits: readonly Split[];
  readonly leafCount: number;
  /** As many for each leaf as there are sums. */
  readonly numbers: Float64Array;
}

interface Split {
  readonly feature: number;
  /** Bins that go left: those below 32, and the others. */
  readonly low: number;
  readonly high: number;
  /** Leaves on either side, as bits. */
  readonly left: number;
  readonly right: number;
}

/** `turns`: only what they learnt, to judge rows that they did not see; null: the mean of all. */
export function planConditionals(
  known: Conditionals | null,
  features: readonly Feature[],
  turns: readonly number[] | null,
): ConditionalPlan | null {
  if (known === null) return null;
  const targets: Target[] = [];
  const trees: PlannedTree[] = [];
  let sumCount = 0;
  known.features.forEach((conditional, feature) => {
    if (conditional === null) return;
    const isNumber = conditional.kind === "numeric";
    const starts = isNumber ? conditional.starts : conditionalClasses(conditional.counts).starts;
    const width = isNumber ? 1 : starts.length;
    conditional.trees.forEach((learnt, sequence) => {
      const asked = learnt.filter((_, turn) => turns === null || turns.includes(turn));
      const place = { target: targets.length, sum: sumCount + sequence, width };
      for (const each of asked)
        for (const tree of treesOf(each, width, asked.length)) trees.push({ ...place, ...tree });
    });
    targets.push({ feature, conditional, starts, firstSum: sumCount });
    sumCount += starts.length;
  });
  return { known, targets, trees, uses: usesOf(trees, known.features.length), sensors: sensorsOf(features) };
}

/** Of the clock, which is no feature itself, each tells its own. */
function sensorsOf(features: readonly Feature[]): Int32Array | null {
  if (features.every(isRecorded)) return null;
  const places = new Map(features.map(({ name }, place) => [name, place]));
  return Int32Array.from(features, (feature, place) => places.get(sensorOf(feature)) ?? place);
}

/** Numbers of several turns are divided by how many there are, so that sums are means. */
function treesOf(
  { features, low, high, leaves }: BoostedTrees,
  width: number,
  turns: number,
): Pick<PlannedTree, "splits" | "leafCount" | "numbers">[] {
  const trees: Pick<PlannedTree, "splits" | "leafCount" | "numbers">[] = [];
  let node = 0;
  let splits: Split[] = [];
  let leafCount = 0;
  /** Reads the next node and all below it; returns their leaves as bits. */
  const read = (): number => {
    const at = node++;
    const feature = features[at]!;
    if (feature === LEAF) return 1 << leafCount++;
    const left = read();
    const right = read();
    splits.push({ feature, low: low[at]!, high: high[at]!, left, right });
    return left | right;
  };
  let first = 0;
  while (node < features.length) {
    splits = [];
    leafCount = 0;
    read();
    const numbers = leaves.slice(first, first + leafCount * width).map((number) => number / turns);
    first += leafCount * width;
    trees.push({ splits, leafCount, numbers });
  }
  return trees;
}

function usesOf(trees: readonly PlannedTree[], featureCount: number): number[][] {
  const uses = Array.from({ length: featureCount }, (): number[] => []);
  trees.forEach(({ splits }, tree) => {
    const block = blockOf(tree);
    for (const { feature } of splits) if (uses[feature]!.at(-1) !== block) uses[feature]!.push(block);
  });
  return uses;
}

function blockOf(tree: number): number {
  return Math.floor(tree / TREE_BLOCK);
}

type ConditionalTreeArrays = Laid<ReturnType<typeof conditionalTreeLayout>>;

export function conditionalTreeLayout(plan: ConditionalPlan | null) {
  const { trees, uses } = plan ?? { trees: [], uses: [] };
  const useCount = uses.reduce((sum, { length }) => sum + length, 0);
  const inBlocks = TREE_BLOCK * Math.ceil(trees.length / TREE_BLOCK);
  return {
    firstUses: i32(uses.length + 1),
    uses: i32(useCount),
    ruledOut: u16(CONDITIONAL_BINS * useCount * TREE_BLOCK),
    absent: u16(COUNT_BITS * inBlocks),
    trees: i32(TREE_NUMBERS * trees.length),
    leaves: f64(trees.reduce((sum, { numbers }) => sum + numbers.length, 0)),
    outCounts: u16(COUNT_BITS * inBlocks),
    out: u16(inBlocks),
  };
}

export function fillConditionalTrees({ trees, uses }: ConditionalPlan, arrays: ConditionalTreeArrays): void {
  uses.forEach((numbers, feature) => {
    const first = arrays.firstUses[feature]!;
    arrays.uses.set(numbers, first);
    arrays.firstUses[feature + 1] = first + numbers.length;
  });
  const next = Int32Array.from(arrays.firstUses);
  let leaf = 0;
  trees.forEach(({ target, sum, width, splits, leafCount, numbers }, tree) => {
    arrays.trees.set([leaf, 0, sum, (target << WIDTH_BITS) | width], TREE_NUMBERS * tree);
    const twos = COUNT_BITS * blockOf(tree) + 1;
    arrays.absent[TREE_BLOCK * twos + (tree % TREE_BLOCK)] = ALL_LEAVES & ~((1 << leafCount) - 1);
    arrays.leaves.set(numbers, leaf);
    leaf += numbers.length;
    for (const split of splits) {
      if (arrays.uses[next[split.feature]!] !== blockOf(tree)) next[split.feature]!++;
      ruleOut(arrays, split, { use: next[split.feature]!, tree });
    }
  });
}

/** All bits of a tree's leaves. */
const ALL_LEAVES = (1 << MOST_TREE_LEAVES) - 1;

/** Notes what each bin rules out of a tree, in its block at the place of that among those that ask for the feature. */
function ruleOut(
  { firstUses, ruledOut }: ConditionalTreeArrays,
  split: Split,
  { use, tree }: { readonly use: number; readonly tree: number },
): void {
  const first = firstUses[split.feature]!;
  const count = firstUses[split.feature + 1]! - first;
  for (let bin = 0; bin < CONDITIONAL_BINS; bin++) {
    const isLeft = (((bin < 32 ? split.low : split.high) >>> (bin & 31)) & 1) === 1;
    const block = CONDITIONAL_BINS * first + bin * count + (use - first);
    ruledOut[TREE_BLOCK * block + (tree % TREE_BLOCK)]! |= isLeft ? split.right : split.left;
  }
}
