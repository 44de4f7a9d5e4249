/**
 * Where numbers stand among all values of a column: how many lie below, how many are equal, which are next. Every value
 * is dealt to the bin between two edges, or counted as equal to one of them; bins of any parts of the rows add up.
 */
import { countBelow } from "../base/index.js";
import type { EncodedTable } from "./encode-table.js";
import { addNumbers, foldRows, type RowFold } from "./fold-rows.js";
import { countAnyBelow, countAnyUpTo } from "./number-summary.js";
import { type AnyNumbers, numberAt, numberBlocks } from "./stored-values.js";

/** Values of a column strictly between edges: bin i lies below edge i, the last one above all of them. */
export interface NumberBins {
  readonly counts: Float64Array;
  /** Of an empty bin: Infinity and -Infinity. */
  readonly leasts: Float64Array;
  readonly greatests: Float64Array;
  /** Values that are equal to each edge. */
  readonly equals: Float64Array;
}

/** Ascending edges of each feature, each once; none for those that are not asked about. */
type EdgesByFeature = readonly Float64Array[];

export const numberBinsFold: RowFold<EdgesByFeature, readonly NumberBins[]> = {
  name: "number-bins",
  fold: (table, edges) => table.columns.map((_, feature) => binsOf(table, feature, edges[feature]!)),
  merge: (one, other) => one.map((bins, feature) => mergeBins(bins, other[feature]!)),
};

/** Where an edge stands, however that was found: in values that are sorted, or by bins between these edges. */
export interface NumberPlaces {
  /** Values below an edge. */
  below(edge: number): number;
  /** Values at or below it. */
  upTo(edge: number): number;
  /** The greatest value below it; contract: there is one. */
  before(edge: number): number;
  /** The least value at or above it; contract: there is one. */
  from(edge: number): number;
}

/** Of a column whose values are there in their order: asked about any number. */
export function placesInOrder(sorted: AnyNumbers): NumberPlaces {
  const below = (edge: number): number => countAnyBelow(sorted, edge);
  return {
    below,
    upTo: (edge) => countAnyUpTo(sorted, edge),
    before: (edge) => numberAt(sorted, below(edge) - 1),
    from: (edge) => numberAt(sorted, below(edge)),
  };
}

/** Where these numbers stand in each column; any order, and repeats do no harm. */
export function numberPlaces(table: EncodedTable, wanted: readonly ArrayLike<number>[]): NumberPlaces[] {
  const edges = wanted.map(distinctEdges);
  return foldRows(table, numberBinsFold, edges).map((bins, feature) => placesOf(edges[feature]!, bins));
}

/** Ascending, each once. */
function distinctEdges(numbers: ArrayLike<number>): Float64Array {
  return Float64Array.from(numbers)
    .sort()
    .filter((edge, place, sorted) => place === 0 || edge !== sorted[place - 1]);
}

function binsOf(table: EncodedTable, feature: number, edges: Float64Array): NumberBins {
  const column = table.columns[feature]!;
  const bins = emptyBins(edges.length);
  if (column.kind !== "numeric" || edges.length === 0) return bins;
  const { counts, leasts, greatests, equals } = bins;
  for (const { values } of numberBlocks(column)) {
    for (let row = 0; row < values.length; row++) {
      const value = values[row]!;
      if (Number.isNaN(value)) continue;
      const bin = countBelow(edges, value);
      if (bin < edges.length && edges[bin] === value) equals[bin]!++;
      else {
        counts[bin]!++;
        if (value < leasts[bin]!) leasts[bin] = value;
        if (value > greatests[bin]!) greatests[bin] = value;
      }
    }
  }
  return bins;
}

function emptyBins(edgeCount: number): NumberBins {
  const size = edgeCount === 0 ? 0 : edgeCount + 1;
  return {
    counts: new Float64Array(size),
    leasts: new Float64Array(size).fill(Number.POSITIVE_INFINITY),
    greatests: new Float64Array(size).fill(Number.NEGATIVE_INFINITY),
    equals: new Float64Array(edgeCount),
  };
}

function mergeBins(one: NumberBins, other: NumberBins): NumberBins {
  return {
    counts: addNumbers(one.counts, other.counts),
    leasts: one.leasts.map((least, bin) => Math.min(least, other.leasts[bin]!)),
    greatests: one.greatests.map((greatest, bin) => Math.max(greatest, other.greatests[bin]!)),
    equals: addNumbers(one.equals, other.equals),
  };
}

function placesOf(edges: Float64Array, { counts, leasts, greatests, equals }: NumberBins): NumberPlaces {
  const below = new Float64Array(edges.length);
  let passed = 0;
  edges.forEach((_, place) => {
    passed += counts[place]!;
    below[place] = passed;
    passed += equals[place]!;
  });
  const placeOf = (edge: number): number => {
    const place = countBelow(edges, edge);
    if (edges[place] !== edge) throw new RangeError(`${edge} was not asked about`);
    return place;
  };
  return {
    below: (edge) => below[placeOf(edge)]!,
    upTo: (edge) => below[placeOf(edge)]! + equals[placeOf(edge)]!,
    before(edge) {
      for (let place = placeOf(edge); ; place--) {
        if (counts[place]! > 0) return greatests[place]!;
        if (equals[place - 1]! > 0) return edges[place - 1]!;
      }
    },
    from(edge) {
      for (let place = placeOf(edge); ; place++) {
        if (equals[place]! > 0) return edges[place]!;
        if (counts[place + 1]! > 0) return leasts[place + 1]!;
      }
    },
  };
}
