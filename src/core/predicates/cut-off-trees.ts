/**
 * Proposes cut-offs for numeric features: decision trees that predict every other feature from the numeric ones
 * (Algorithm 2 of the paper, first half). Each inner node gives one proposal with its impurity decrease q_τ.
 *
 * A row without a value in the split feature takes no part in that split or below it. Ties go to the feature first by
 * name, then to the lower cut, so that the order of columns does not matter.
 * Cost: O(targets × depth × features × rows), after sorting each numeric feature once.
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
  const orders = numeric.map((feature) => ({ feature, rows: rowsByValue(numbersOf(table, feature)) }));
  const proposals: CutProposal[] = [];
  table.features.forEach((_, target) => {
    onTree(target, table.features.length);
    const impurity = targetImpurity(table, target);
    const inputs = orders
      .filter((order) => order.feature !== target)
      .map((order) => ({ feature: order.feature, rows: order.rows.filter(impurity.known) }));
    growTree({ table, impurity, minLeaf, side: new Uint8Array(table.rowCount), proposals }, inputs);
  });
  return proposals;
}

interface Tree {
  readonly table: EncodedTable;
  readonly impurity: Impurity;
  readonly minLeaf: number;
  /** Scratch: the child each row of the node at hand goes to. */
  readonly side: Uint8Array;
  readonly proposals: CutProposal[];
}

/** The rows of a node that have a value of the feature, ascending by it. */
interface Order {
  readonly feature: number;
  readonly rows: Int32Array;
}

const NEITHER = 0;
const LEFT = 1;
const RIGHT = 2;

function growTree(tree: Tree, node: readonly Order[]): void {
  const open: (readonly Order[])[] = [node];
  for (let orders = open.pop(); orders !== undefined; orders = open.pop()) {
    const split = bestSplit(tree, orders);
    if (split === null) continue;
    tree.proposals.push(split);
    assignSides(tree, orders, split);
    const children = [LEFT, RIGHT].map((side) =>
      orders.map((order) => ({ feature: order.feature, rows: rowsOnSide(order.rows, tree.side, side) })),
    );
    open.push(...children);
  }
}

function bestSplit(tree: Tree, orders: readonly Order[]): CutProposal | null {
  let best: CutProposal | null = null;
  for (const { feature, rows } of orders) {
    if (rows.length < 2 * tree.minLeaf) continue;
    const values = numbersOf(tree.table, feature);
    const cut = tree.impurity.bestCut(rows, values, tree.minLeaf);
    if (cut === null) continue;
    const gain = cut.decrease / tree.table.rowCount;
    if (gain <= (best === null ? LEAST_GAIN : best.gain)) continue;
    best = { feature, low: values[rows[cut.position - 1]!]!, high: values[rows[cut.position]!]!, gain };
  }
  return best;
}

function assignSides(tree: Tree, orders: readonly Order[], split: CutProposal): void {
  for (const { rows } of orders) for (const row of rows) tree.side[row] = NEITHER;
  const values = numbersOf(tree.table, split.feature);
  for (const { feature, rows } of orders) {
    if (feature !== split.feature) continue;
    for (const row of rows) tree.side[row] = values[row]! <= split.low ? LEFT : RIGHT;
  }
}

/** Keeps the order. */
function rowsOnSide(rows: Int32Array, side: Uint8Array, wanted: number): Int32Array {
  let kept = 0;
  const result = new Int32Array(rows.length);
  for (const row of rows) if (side[row] === wanted) result[kept++] = row;
  return result.slice(0, kept);
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
