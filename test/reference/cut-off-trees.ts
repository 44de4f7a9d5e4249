/** Grows cut-off trees in TypeScript, row by row: the same proposals as kernel/cut-offs/grow.ts, to the last bit. */
import {
  type CutOffTask,
  type CutProposal,
  LEAST_GAIN,
  MAX_INPUTS,
  mostTelling,
  type NumericInput,
  numericInputs,
} from "../../src/core/predicates/index.js";
import type { EncodedTable } from "../../src/core/table/index.js";
import { entropyImpurity, type Impurity, varianceImpurity } from "./impurity.js";

export function createReferenceTrees({
  table,
  minLeaf,
  related = null,
}: CutOffTask): (target: number) => CutProposal[] {
  const sorted = numericInputs(table).map((input) => ({ ...input, rows: rowsByValue(input.values) }));
  const scratch = { side: new Uint8Array(table.rowCount), rows: new Int32Array(table.rowCount) };
  const hasMissing = sorted.some(({ rows }) => rows.length < table.rowCount);
  return (target) => {
    const impurity = targetImpurity(table, target);
    const isWhole = knowsAll(impurity, table.rowCount);
    const mayAsk = (feature: number): boolean =>
      feature !== target && (related === null || related[target]!.includes(feature));
    const all = sorted.flatMap((input) =>
      !mayAsk(input.feature) ? [] : [isWhole ? input : { ...input, rows: input.rows.filter(impurity.known) }],
    );
    // Each tree regroups rows of its own.
    const inputs = narrowInputs(all, impurity, minLeaf).map((input) => ({ ...input, rows: input.rows.slice() }));
    return growTree({ impurity, minLeaf, rowCount: table.rowCount, hasMissing, inputs, scratch });
  };
}

function knowsAll(impurity: Impurity, rowCount: number): boolean {
  for (let row = 0; row < rowCount; row++) if (!impurity.known(row)) return false;
  return true;
}

function narrowInputs(inputs: readonly Input[], impurity: Impurity, minLeaf: number): readonly Input[] {
  if (inputs.length <= MAX_INPUTS) return inputs;
  const decreases = inputs.map(({ rows, values }) =>
    rows.length < 2 * minLeaf ? 0 : (impurity.bestCut(rows, values, minLeaf)?.decrease ?? 0),
  );
  return mostTelling(decreases).map((place) => inputs[place]!);
}

interface Tree {
  readonly impurity: Impurity;
  readonly minLeaf: number;
  /** Rows of the whole table. */
  readonly rowCount: number;
  /**
   * Whether some row has no value of some input: then the inputs of a node may have different rows, even if equally
   * many.
   */
  readonly hasMissing: boolean;
  readonly inputs: readonly Input[];
  readonly scratch: Scratch;
}

/** One input of a tree. Its rows ascend by value inside each node and are regrouped, in place, as nodes are split. */
interface Input extends NumericInput {
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

function growTree(tree: Tree): CutProposal[] {
  const proposals: CutProposal[] = [];
  const whole = {
    starts: new Int32Array(tree.inputs.length),
    ends: Int32Array.from(tree.inputs, ({ rows }) => rows.length),
  };
  const open: Node[] = [whole];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const split = bestSplit(tree, node);
    if (split === null) continue;
    proposals.push(split);
    open.push(...splitNode(tree, node, split));
  }
  return proposals;
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

/**
 * Moves the rows of [start, end) that go left to the front and those that go right behind them, each in their order.
 */
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

function targetImpurity(table: EncodedTable, target: number): Impurity {
  const column = table.columns[target]!;
  const feature = table.features[target]!;
  if (column.kind === "numeric") return varianceImpurity(column.values);
  return entropyImpurity(column.codes, feature.kind === "categorical" ? feature.categories.length : 0);
}

function rowsByValue(values: Float64Array): Int32Array {
  const rows = Int32Array.from(values.keys()).filter((row) => !Number.isNaN(values[row]!));
  return rows.sort((a, b) => (values[a]! < values[b]! ? -1 : values[a]! > values[b]! ? 1 : a - b));
}
