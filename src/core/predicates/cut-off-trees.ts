/**
 * Proposes cut-offs for numeric features: decision trees that predict every other feature from the numeric ones
 * (Algorithm 2 of the paper, first half). Each inner node gives one proposal with its impurity decrease q_τ.
 *
 * A row without a value in the split feature takes no part in that split or below it. Ties go to the feature first by
 * name, then to the lower cut, so that the order of columns does not matter.
 * Beyond 100 numeric features a tree looks below its root only at the 100 inputs whose best single cut tells most.
 * Cost: O(targets × (features + depth × min(features, 100)) × rows), after sorting each numeric feature once.
 */
import type { EncodedTable } from "../table/encode-table.js";
import { compareNames } from "../table/names.js";
import { entropyImpurity, type Impurity, varianceImpurity } from "./impurity.js";

/** A cut anywhere in (low, high], two neighbouring values of the node it splits. */
export interface CutProposal {
  readonly feature: number;
  readonly low: number;
  readonly high: number;
  /** The paper's q_τ: impurity decrease of the node, weighted by its share of all rows. */
  readonly gain: number;
}

/** Splits that gain less are rounding noise. */
const LEAST_GAIN = 1e-9;

/** Called before each of the `total` trees. */
export type TreeStep = (done: number, total: number) => void;

export function proposeCuts(table: EncodedTable, minLeaf: number, onTree: TreeStep): CutProposal[] {
  const numeric = table.columns.flatMap((column, feature) => (column.kind === "numeric" ? [feature] : []));
  numeric.sort((a, b) => compareNames(table.features[a]!.name, table.features[b]!.name));
  const orders = numeric.map((feature) => ({ feature, values: numbersOf(table, feature) }));
  const sorted = orders.map(({ values }) => rowsByValue(values));
  const scratch = { side: new Uint8Array(table.rowCount), rows: new Int32Array(table.rowCount) };
  const hasMissing = sorted.some((rows) => rows.length < table.rowCount);
  const proposals: CutProposal[] = [];
  table.features.forEach((_, target) => {
    onTree(target, table.features.length);
    const impurity = targetImpurity(table, target);
    const isWhole = knowsAll(impurity, table.rowCount);
    const all = orders.flatMap((order, place) => {
      if (order.feature === target) return [];
      return [{ ...order, rows: isWhole ? sorted[place]! : sorted[place]!.filter(impurity.known) }];
    });
    // Each tree regroups rows of its own.
    const inputs = narrowInputs(all, impurity, minLeaf).map((input) => ({ ...input, rows: input.rows.slice() }));
    growTree({ impurity, minLeaf, rowCount: table.rowCount, hasMissing, inputs, scratch, proposals });
  });
  return proposals;
}

function knowsAll(impurity: Impurity, rowCount: number): boolean {
  for (let row = 0; row < rowCount; row++) if (!impurity.known(row)) return false;
  return true;
}

/** Trees look at no more inputs than this; a table has to be wide to have more. */
const MAX_INPUTS = 100;

/**
 * On wide tables the inputs whose best single cut tells most about the target, in the order of names; the first split of
 * the tree is the same as with all of them. Of equal ones the first by name.
 */
function narrowInputs(inputs: readonly Input[], impurity: Impurity, minLeaf: number): readonly Input[] {
  if (inputs.length <= MAX_INPUTS) return inputs;
  const gains = inputs.map(({ rows, values }) =>
    rows.length < 2 * minLeaf ? 0 : (impurity.bestCut(rows, values, minLeaf)?.decrease ?? 0),
  );
  const places = [...inputs.keys()].sort((a, b) => gains[b]! - gains[a]! || a - b).slice(0, MAX_INPUTS);
  return places.sort((a, b) => a - b).map((place) => inputs[place]!);
}

interface Tree {
  readonly impurity: Impurity;
  readonly minLeaf: number;
  /** Rows of the whole table. */
  readonly rowCount: number;
  /** Whether some row has no value of some input: then the inputs of a node may have different rows, even if equally many. */
  readonly hasMissing: boolean;
  readonly inputs: readonly Input[];
  readonly scratch: Scratch;
  readonly proposals: CutProposal[];
}

/** One input of a tree. Its rows ascend by value inside each node and are regrouped, in place, as nodes are split. */
interface Input {
  readonly feature: number;
  readonly values: Float64Array;
  readonly rows: Int32Array;
}

interface Scratch {
  /** The child each row of the node at hand goes to. */
  readonly side: Uint8Array;
  readonly rows: Int32Array;
}

/** A node: for each input its rows are [start, end); the ranges differ where values are missing. */
interface Node {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const NEITHER = 0;
const LEFT = 1;
const RIGHT = 2;

function growTree(tree: Tree): void {
  const whole = {
    starts: new Int32Array(tree.inputs.length),
    ends: Int32Array.from(tree.inputs, ({ rows }) => rows.length),
  };
  const open: Node[] = [whole];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const split = bestSplit(tree, node);
    if (split === null) continue;
    tree.proposals.push(split);
    open.push(...splitNode(tree, node, split));
  }
}

function bestSplit(tree: Tree, node: Node): CutProposal | null {
  let best: CutProposal | null = null;
  tree.inputs.forEach(({ feature, values, rows }, place) => {
    const own = rows.subarray(node.starts[place]!, node.ends[place]!);
    if (own.length < 2 * tree.minLeaf) return;
    const cut = tree.impurity.bestCut(own, values, tree.minLeaf);
    if (cut === null) return;
    const gain = cut.decrease / tree.rowCount;
    if (gain <= (best === null ? LEAST_GAIN : best.gain)) return;
    best = { feature, low: values[own[cut.position - 1]!]!, high: values[own[cut.position]!]!, gain };
  });
  return best;
}

/** The two children, left first. Rows without a value of the split feature fall out. */
function splitNode(tree: Tree, node: Node, split: CutProposal): [Node, Node] {
  const { side } = tree.scratch;
  const place = tree.inputs.findIndex(({ feature }) => feature === split.feature);
  if (tree.hasMissing) forgetSides(tree, node);
  const { values, rows } = tree.inputs[place]!;
  for (let at = node.starts[place]!; at < node.ends[place]!; at++) {
    const row = rows[at]!;
    side[row] = values[row]! <= split.low ? LEFT : RIGHT;
  }
  const left = { starts: node.starts, ends: new Int32Array(tree.inputs.length) };
  const right = { starts: left.ends, ends: new Int32Array(tree.inputs.length) };
  tree.inputs.forEach((input, other) => {
    const { leftEnd, rightEnd } = regroup(input.rows, node.starts[other]!, node.ends[other]!, tree.scratch);
    left.ends[other] = leftEnd;
    right.ends[other] = rightEnd;
  });
  return [left, right];
}

function forgetSides(tree: Tree, node: Node): void {
  tree.inputs.forEach(({ rows }, place) => {
    for (let at = node.starts[place]!; at < node.ends[place]!; at++) tree.scratch.side[rows[at]!] = NEITHER;
  });
}

/** Moves the rows of [start, end) that go left to the front and those that go right behind them, each in their order. */
function regroup(
  rows: Int32Array,
  start: number,
  end: number,
  scratch: Scratch,
): { leftEnd: number; rightEnd: number } {
  let leftEnd = start;
  let rightCount = 0;
  for (let at = start; at < end; at++) {
    const row = rows[at]!;
    const side = scratch.side[row]!;
    if (side === LEFT) rows[leftEnd++] = row;
    else if (side === RIGHT) scratch.rows[rightCount++] = row;
  }
  rows.set(scratch.rows.subarray(0, rightCount), leftEnd);
  return { leftEnd, rightEnd: leftEnd + rightCount };
}

function rowsByValue(values: Float64Array): Int32Array {
  const rows = Int32Array.from(values.keys()).filter((row) => !Number.isNaN(values[row]!));
  return rows.sort((a, b) => (values[a]! < values[b]! ? -1 : values[a]! > values[b]! ? 1 : a - b));
}

function targetImpurity(table: EncodedTable, target: number): Impurity {
  const column = table.columns[target]!;
  const feature = table.features[target]!;
  if (column.kind === "numeric") return varianceImpurity(column.values);
  return entropyImpurity(column.codes, feature.kind === "categorical" ? feature.categories.length : 0);
}

function numbersOf(table: EncodedTable, feature: number): Float64Array {
  const column = table.columns[feature]!;
  if (column.kind !== "numeric") throw new TypeError(`feature ${feature} is not numeric`);
  return column.values;
}
