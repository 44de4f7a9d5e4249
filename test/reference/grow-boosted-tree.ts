/**
 * One tree of a boosted sequence as it is meant (kernel/boosting.ts), every split looked for in the rows themselves.
 *
 * Where sums of targets are exact, as those of whole numbers are, the kernel's trees are the same to the last bit.
 */
import { HIDDEN_BIN } from "../../src/core/schema/index.js";

export interface BoostingCase {
  /** Row by row, one for each feature. */
  readonly bins: readonly (readonly number[])[];
  /** Row by row. */
  readonly targets: readonly (readonly number[])[];
  readonly binCounts: readonly number[];
  readonly isCategorical: readonly boolean[];
  /** In the order in which they are tried. */
  readonly inputs: readonly number[];
}

export interface ReferenceNode {
  readonly rows: readonly number[];
  readonly split: ReferenceSplit | null;
  /** Numbers of the two nodes below; null for a leaf. */
  children: readonly [number, number] | null;
}

interface ReferenceSplit {
  readonly gain: number;
  readonly feature: number;
  /** Bins that go left. */
  readonly left: ReadonlySet<number>;
}

const MOST_LEAVES = 15;
const LEAST_ROWS = 8;
const RIDGE = 1;
const CATEGORY_RIDGE = 4;

export function growBoostedTree(table: BoostingCase, rows: readonly number[]): ReferenceNode[] {
  const nodes: ReferenceNode[] = [];
  const add = (own: readonly number[]): number =>
    nodes.push({ rows: own, split: bestSplit(table, own), children: null }) - 1;
  add(rows);
  for (let leaves = 1; leaves < MOST_LEAVES; leaves++) {
    const open = nodes.filter(({ split, children }) => split !== null && children === null);
    const most = Math.max(...open.map(({ split }) => split!.gain));
    const best = open.find(({ split }) => split!.gain === most);
    if (best === undefined) break;
    const { feature, left } = best.split!;
    const goesLeft = (row: number): boolean => left.has(table.bins[row]![feature]!);
    best.children = [add(best.rows.filter(goesLeft)), add(best.rows.filter((row) => !goesLeft(row)))];
  }
  return nodes;
}

/** The first of those that gain most; null where none gains. */
function bestSplit(table: BoostingCase, rows: readonly number[]): ReferenceSplit | null {
  const splits = table.inputs.flatMap((feature) => splitsOf(table, rows, feature));
  const most = Math.max(0, ...splits.map(({ gain }) => gain));
  return most === 0 ? null : splits.find(({ gain }) => gain === most)!;
}

/** What is hidden goes right, then left; where nothing is, with the larger part. */
function splitsOf(table: BoostingCase, rows: readonly number[], feature: number): ReferenceSplit[] {
  const binOf = (row: number): number => table.bins[row]![feature]!;
  const present = new Set(rows.map(binOf));
  const known = Array.from({ length: table.binCounts[feature]! }, (_, bin) => bin).filter((bin) => present.has(bin));
  const isCategorical = table.isCategorical[feature]!;
  const order = isCategorical ? orderedByTarget(table, rows, feature, known) : known;
  const sides = present.has(HIDDEN_BIN) ? [[], [HIDDEN_BIN]] : [[]];
  return sides.flatMap((hidden) =>
    order.flatMap((last, place) => {
      const listed = order.slice(0, place + 1);
      const bins = isCategorical ? listed : Array.from({ length: last + 1 }, (_, bin) => bin);
      const left = new Set([...bins, ...hidden]);
      const ours = rows.filter((row) => left.has(binOf(row)));
      const others = rows.filter((row) => !left.has(binOf(row)));
      if (ours.length < LEAST_ROWS || others.length < LEAST_ROWS) return [];
      if (!present.has(HIDDEN_BIN) && 2 * ours.length > rows.length) left.add(HIDDEN_BIN);
      const ridge = isCategorical ? CATEGORY_RIDGE : RIDGE;
      const gain = worth(table, ours, ridge) + worth(table, others, ridge) - worth(table, rows, RIDGE);
      return [{ gain, feature, left }];
    }),
  );
}

/** Squared sums of targets, by the number of rows. */
function worth({ targets }: BoostingCase, rows: readonly number[], ridge: number): number {
  const squares = targets[0]!.map((_, t) => rows.reduce((sum, row) => sum + targets[row]![t]!, 0) ** 2);
  return squares.reduce((sum, square) => sum + square, 0) / (rows.length + ridge);
}

/** By the mean of the target that the bins tell most of; of equal ones the lower bin first. */
function orderedByTarget({ bins, targets }: BoostingCase, rows: readonly number[], feature: number, known: number[]) {
  const rowsIn = (bin: number): number[] => rows.filter((row) => bins[row]![feature] === bin);
  const sumIn = (bin: number, t: number): number => rowsIn(bin).reduce((sum, row) => sum + targets[row]![t]!, 0);
  const told = targets[0]!.map((_, t) =>
    known.reduce((sum, bin) => sum + sumIn(bin, t) ** 2 / (rowsIn(bin).length + 5), 0),
  );
  const by = told.indexOf(Math.max(...told));
  const keys = new Map(known.map((bin) => [bin, sumIn(bin, by) / (rowsIn(bin).length + 3)]));
  return [...known].sort((a, b) => keys.get(a)! - keys.get(b)! || a - b);
}
