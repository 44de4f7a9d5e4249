/**
 * Isolation forest (Liu, Ting and Zhou, 2008; 2012): random trees isolate strange rows near their root.
 *
 * Definition and defaults are scikit-learn's: 100 trees, each grown on min(256, rows) rows drawn without replacement,
 * until ceil(log2(sample)) levels or a row alone; a split takes one random feature that is not constant in the node and
 * a uniform threshold between its least and greatest value there. The score is that of the paper, 2^(-E[h] /
 * c(sample)), in (0, 1], higher is stranger. Cost: O(trees × sample × depth) to grow, O(rows × trees × depth) to score.
 */
import { createRandom, type Random, randomInteger } from "../core/base/index.js";
import type { Matrix } from "./matrix.js";

export interface IsolationForest {
  /** Rows behind each tree. */
  readonly sampleSize: number;
  readonly width: number;
  /** The root node of each tree. */
  readonly roots: Int32Array;
  /** For each node: the column it splits, or -1 for a leaf. */
  readonly columns: Int32Array;
  /** For each inner node: rows with value <= threshold go to its left child. */
  readonly thresholds: Float64Array;
  /** For each inner node: its left child; the right child is the next node. */
  readonly children: Int32Array;
  /** For each leaf: its depth plus the expected depth of the rows left unsplit in it. */
  readonly pathLengths: Float64Array;
}

interface IsolationForestOptions {
  readonly trees?: number;
  readonly sampleSize?: number;
  readonly seed?: number;
}

export function growIsolationForest(matrix: Matrix, options: IsolationForestOptions = {}): IsolationForest {
  const { trees = 100, sampleSize = 256, seed = 1 } = options;
  const size = Math.min(sampleSize, matrix.rowCount);
  const random = createRandom(seed);
  const nodes = createNodes();
  const rows = Int32Array.from({ length: matrix.rowCount }, (_, row) => row);
  const roots = new Int32Array(trees);
  const maxDepth = Math.ceil(Math.log2(Math.max(size, 2)));
  for (let tree = 0; tree < trees; tree++) {
    drawToFront(rows, size, random);
    roots[tree] = addNodes(nodes, 1);
    growNode({ matrix, rows, nodes, random, maxDepth }, { node: roots[tree]!, from: 0, to: size, depth: 0 });
  }
  return {
    sampleSize: size,
    width: matrix.width,
    roots,
    columns: Int32Array.from(nodes.columns),
    thresholds: Float64Array.from(nodes.thresholds),
    children: Int32Array.from(nodes.children),
    pathLengths: Float64Array.from(nodes.pathLengths),
  };
}

/** One score for each row. Trees are the outer loop: one tree at a time stays in the cache. */
export function scoreIsolationForest(forest: IsolationForest, matrix: Matrix): Float64Array {
  const { columns, thresholds, children, pathLengths } = forest;
  const { values, width, rowCount } = matrix;
  const depths = new Float64Array(rowCount);
  for (const root of forest.roots) {
    for (let row = 0, start = 0; row < rowCount; row++, start += width) {
      let node = root;
      let column = columns[node]!;
      while (column >= 0) {
        node = children[node]! + Number(!(values[start + column]! <= thresholds[node]!));
        column = columns[node]!;
      }
      depths[row] = depths[row]! + pathLengths[node]!;
    }
  }
  const scale = forest.roots.length * averagePathLength(forest.sampleSize);
  return depths.map((depth) => (scale === 0 ? 0.5 : 2 ** (-depth / scale)));
}

/** c(n): the mean depth of an unsuccessful search in a binary search tree of n rows. */
export function averagePathLength(rows: number): number {
  if (rows <= 1) return 0;
  if (rows === 2) return 1;
  return 2 * (Math.log(rows - 1) + EULER_GAMMA) - (2 * (rows - 1)) / rows;
}

const EULER_GAMMA = 0.5772156649015329;

interface Nodes {
  readonly columns: number[];
  readonly thresholds: number[];
  readonly children: number[];
  readonly pathLengths: number[];
}

interface Growing {
  readonly matrix: Matrix;
  /** Each node owns a range of it, reordered as the node splits. */
  readonly rows: Int32Array;
  readonly nodes: Nodes;
  readonly random: Random;
  readonly maxDepth: number;
}

interface NodeRange {
  readonly node: number;
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

function createNodes(): Nodes {
  return { columns: [], thresholds: [], children: [], pathLengths: [] };
}

/** The first of `count` new leaves. */
function addNodes(nodes: Nodes, count: number): number {
  const first = nodes.columns.length;
  for (let i = 0; i < count; i++) {
    nodes.columns.push(-1);
    nodes.thresholds.push(0);
    nodes.children.push(-1);
    nodes.pathLengths.push(0);
  }
  return first;
}

/** Fisher–Yates, stopped after `size` draws. */
function drawToFront(rows: Int32Array, size: number, random: Random): void {
  for (let i = 0; i < size; i++) {
    const other = i + randomInteger(random, rows.length - i);
    const row = rows[i]!;
    rows[i] = rows[other]!;
    rows[other] = row;
  }
}

function growNode(growing: Growing, range: NodeRange): void {
  const { nodes, maxDepth } = growing;
  const { node, from, to, depth } = range;
  const split = to - from > 1 && depth < maxDepth ? drawSplit(growing, range) : null;
  if (split === null) {
    nodes.pathLengths[node] = depth + averagePathLength(to - from);
    return;
  }
  const left = addNodes(nodes, 2);
  nodes.columns[node] = split.column;
  nodes.thresholds[node] = split.threshold;
  nodes.children[node] = left;
  const middle = partition(growing, range, split);
  growNode(growing, { node: left, from, to: middle, depth: depth + 1 });
  growNode(growing, { node: left + 1, from: middle, to, depth: depth + 1 });
}

interface Split {
  readonly column: number;
  readonly threshold: number;
}

/** Columns are tried in random order until one is not constant in the node; null when all are. */
function drawSplit({ matrix, rows, random }: Growing, { from, to }: NodeRange): Split | null {
  const untried = Int32Array.from({ length: matrix.width }, (_, column) => column);
  for (let left = matrix.width; left > 0; left--) {
    const pick = randomInteger(random, left);
    const column = untried[pick]!;
    untried[pick] = untried[left - 1]!;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = from; i < to; i++) {
      const value = matrix.values[rows[i]! * matrix.width + column]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (low < high) return { column, threshold: thresholdBetween(low, high, random()) };
  }
  return null;
}

/** In [low, high): rounding must not send every row to the left. */
function thresholdBetween(low: number, high: number, share: number): number {
  const threshold = low * (1 - share) + high * share;
  return threshold >= low && threshold < high ? threshold : low;
}

/** Puts the rows that go left first; returns where those that go right begin. */
function partition({ matrix, rows }: Growing, { from, to }: NodeRange, { column, threshold }: Split): number {
  let middle = from;
  for (let i = from; i < to; i++) {
    const row = rows[i]!;
    if (matrix.values[row * matrix.width + column]! <= threshold) {
      rows[i] = rows[middle]!;
      rows[middle++] = row;
    }
  }
  return middle;
}
