/**
 * A sum-product network: a density over all features from which the density of any subset of them is read off directly.
 *
 * Learnt as by Gens and Domingos (2013): features that do not depend on each other become factors of a product; else
 * rows are clustered in two and become terms of a sum; a single feature is a leaf, normal for quantities, shares with
 * one added row for categories. Dependence is the largest correlation between ranks, or squared centred ranks, of two
 * features (a cheap stand-in for the randomised dependence coefficient of the authors' library). Few rows are taken as
 * independent. To marginalise a feature its leaves answer 1. Cost of one density: O(nodes).
 */
import { createRandom, type Random } from "../core/base/index.js";
import { type Matrix, selectMatrixRows } from "../detectors/matrix.js";
import { meanAndDeviation } from "../detectors/numeric-inputs.js";
import { clusterRows } from "./kmeans.js";
import { featureDependence } from "./rank-dependence.js";

export type DensityNode =
  | { readonly kind: "sum"; readonly terms: readonly { readonly logWeight: number; readonly node: DensityNode }[] }
  | { readonly kind: "product"; readonly factors: readonly DensityNode[] }
  | { readonly kind: "normal"; readonly column: number; readonly mean: number; readonly deviation: number }
  | {
      readonly kind: "categories";
      readonly column: number;
      readonly logShares: ReadonlyMap<number, number>;
      readonly otherwise: number;
    };

interface DensityOptions {
  /** For each column whether it holds categories. */
  readonly categorical: readonly boolean[];
  /** Nodes with fewer rows are not split. */
  readonly minRows: number;
  /** Features whose dependence is below this are taken as independent. */
  readonly independence: number;
  /** Least deviation of a leaf, in the columns' unit. */
  readonly minDeviation: number;
  readonly seed: number;
}

/** `rows` holds standardised quantities and codes of categories. */
export function learnDensity(rows: Matrix, options: DensityOptions): DensityNode {
  const columns = Array.from({ length: rows.width }, (_, column) => column);
  return learnNode({ options, random: createRandom(options.seed) }, rows, columns);
}

/** log of the density of those values whose column is included; 0 when none is. */
export function logDensity(node: DensityNode, row: Float64Array, included: Uint8Array): number {
  switch (node.kind) {
    case "sum": {
      let greatest = Number.NEGATIVE_INFINITY;
      const logs = node.terms.map((term) => {
        const log = term.logWeight + logDensity(term.node, row, included);
        greatest = Math.max(greatest, log);
        return log;
      });
      if (greatest === Number.NEGATIVE_INFINITY) return greatest;
      return greatest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - greatest), 0));
    }
    case "product": {
      let sum = 0;
      for (const factor of node.factors) sum += logDensity(factor, row, included);
      return sum;
    }
    case "normal": {
      if (included[node.column] === 0) return 0;
      const z = (row[node.column]! - node.mean) / node.deviation;
      return -0.5 * z * z - Math.log(node.deviation) - HALF_LOG_TWO_PI;
    }
    case "categories":
      return included[node.column] === 0 ? 0 : (node.logShares.get(row[node.column]!) ?? node.otherwise);
  }
}

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

interface Learning {
  readonly options: DensityOptions;
  readonly random: Random;
}

function learnNode(learning: Learning, rows: Matrix, columns: readonly number[]): DensityNode {
  const { options, random } = learning;
  if (columns.length === 1) return learnLeaf(options, rows, columns[0]!);
  if (rows.rowCount < options.minRows) return learnFactors(learning, rows, singles(columns));
  const groups = dependentGroups(rows, columns, options.independence);
  if (groups.length > 1) return learnFactors(learning, rows, groups);
  const { labels, sizes } = clusterRows(selectColumns(rows, columns), 2, random);
  if (sizes.length < 2) return learnFactors(learning, rows, singles(columns));
  const terms = Array.from(sizes, (size, cluster) => {
    const members = selectMatrixRows(rows, rowsWith(labels, cluster));
    return { logWeight: Math.log(size / rows.rowCount), node: learnNode(learning, members, columns) };
  });
  return { kind: "sum", terms };
}

function singles(columns: readonly number[]): number[][] {
  return columns.map((column) => [column]);
}

function learnFactors(learning: Learning, rows: Matrix, groups: readonly (readonly number[])[]): DensityNode {
  return { kind: "product", factors: groups.map((group) => learnNode(learning, rows, group)) };
}

function learnLeaf(options: DensityOptions, rows: Matrix, column: number): DensityNode {
  const values = Float64Array.from({ length: rows.rowCount }, (_, row) => rows.values[row * rows.width + column]!);
  if (options.categorical[column]) return categoryLeaf(column, values);
  const { offset, scale } = meanAndDeviation(values);
  return { kind: "normal", column, mean: offset, deviation: Math.max(options.minDeviation, scale) };
}

/** One row is added to the values seen and shared evenly between them and one value never seen. */
function categoryLeaf(column: number, values: Float64Array): DensityNode {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const extra = 1 / (counts.size + 1);
  const logShare = (count: number): number => Math.log((count + extra) / (values.length + 1));
  const logShares = new Map([...counts].map(([value, count]) => [value, logShare(count)]));
  return { kind: "categories", column, logShares, otherwise: logShare(0) };
}

/** The connected parts of the graph that joins dependent features, in order of their first feature. */
function dependentGroups(rows: Matrix, columns: readonly number[], independence: number): number[][] {
  const depends = featureDependence(rows, columns);
  const groups: number[][] = [];
  const left = new Set(columns.keys());
  for (const start of columns.keys()) {
    if (!left.delete(start)) continue;
    const group = [start];
    for (const place of group) {
      for (const other of [...left]) {
        if (depends[place * columns.length + other]! < independence) continue;
        left.delete(other);
        group.push(other);
      }
    }
    groups.push(group.map((place) => columns[place]!).sort((a, b) => a - b));
  }
  return groups;
}

function selectColumns(rows: Matrix, columns: readonly number[]): Matrix {
  const values = new Float64Array(rows.rowCount * columns.length);
  for (let row = 0, cell = 0; row < rows.rowCount; row++) {
    for (const column of columns) values[cell++] = rows.values[row * rows.width + column]!;
  }
  return { rowCount: rows.rowCount, width: columns.length, values };
}

function rowsWith(labels: Int32Array, cluster: number): number[] {
  return Array.from(labels.keys()).filter((row) => labels[row] === cluster);
}
