/**
 * Finds the values at some places of a column in its order, wherever its rows lie and without sorting them: values are
 * counted between edges, edges are drawn closer around the places that are wanted, and the few values that are left
 * there are listed.
 *
 * A look at all rows is taken for all columns together: two or three of them for up to a hundred million rows. States:
 * 32 bytes for each edge (4,096 of a column in the first look), 16 for each value that is listed (131,072 of a column).
 */
import { countBelow } from "../base/index.js";
import type { EncodedColumn, EncodedTable } from "./encode-table.js";
import { foldRows, type RowFold } from "./fold-rows.js";
import { type NumberBins, numberBinsFold } from "./number-places.js";
import { numberBlocks } from "./stored-values.js";

/** Edges of a column in the first look, at most. */
const FIRST_EDGES = 4096;
/** Values of a column that are listed at most. */
const MOST_LISTED = 1 << 17;
/** Into so many bins one is cut that holds too many values to list. */
const CUTS = 32;

/** Values between bounds, each once, ascending. */
interface ListedValues {
  readonly values: Float64Array;
  readonly counts: Float64Array;
  /** So many at most: where there are more, none is listed and `isFull` is true. */
  readonly most: number;
  readonly isFull: boolean;
}

interface ListTask {
  /** Of each feature the least and the greatest value of each bin that is listed, ascending; none: nothing is. */
  readonly bounds: readonly Float64Array[];
  readonly most: number;
}

export const listValuesFold: RowFold<ListTask, readonly ListedValues[]> = {
  name: "list-values",
  fold: ({ columns }, { bounds, most }) => columns.map((column, feature) => listOf(column, bounds[feature]!, most)),
  merge: (one, other) => one.map((listed, feature) => mergeLists(listed, other[feature]!)),
};

function listOf(column: EncodedColumn, bounds: Float64Array, most: number): ListedValues {
  const countOf = new Map<number, number>();
  for (const { values } of column.kind === "numeric" && bounds.length > 0 ? numberBlocks(column) : []) {
    for (let row = 0; row < values.length && countOf.size <= most; row++) {
      const value = values[row]!;
      const bound = countBelow(bounds, value);
      // Between the least and the greatest of a bin, or equal to one of them.
      if (bound % 2 === 1 || bounds[bound] === value) countOf.set(value, (countOf.get(value) ?? 0) + 1);
    }
  }
  return listed(countOf, most);
}

function listed(countOf: ReadonlyMap<number, number>, most: number): ListedValues {
  const isFull = countOf.size > most;
  const values = isFull ? new Float64Array() : Float64Array.from(countOf.keys()).sort();
  return { values, counts: values.map((value) => countOf.get(value)!), most, isFull };
}

function mergeLists(one: ListedValues, other: ListedValues): ListedValues {
  if (one.isFull || other.isFull) return one.isFull ? one : other;
  const countOf = new Map<number, number>();
  for (const { values, counts } of [one, other]) {
    values.forEach((value, at) => {
      countOf.set(value, (countOf.get(value) ?? 0) + counts[at]!);
    });
  }
  return listed(countOf, one.most);
}

/** A column that is looked at, between edges. */
interface LookedAt {
  readonly edges: Float64Array;
  readonly bins: NumberBins;
}

/**
 * The different values of each column, ascending; null for those that have more than `most`, and for categories.
 * `sample`: some values of each column, ascending.
 */
export function fewValues(table: EncodedTable, sample: readonly Float64Array[], most: number): (Float64Array | null)[] {
  const known = sample.map((values) => distinct(values));
  const edges = known.map((values, feature) => {
    const isAsked = table.columns[feature]!.kind === "numeric" && values.length <= most;
    return isAsked ? orZero(values) : new Float64Array();
  });
  const looks = look(table, edges);
  const bounds = looks.map(({ bins: { counts, leasts, greatests } }) => {
    const full = [...counts.keys()].filter((bin) => counts[bin]! > 0);
    return Float64Array.from(full.flatMap((bin) => [leasts[bin]!, greatests[bin]!]));
  });
  const lists = foldRows(table, listValuesFold, { bounds, most });
  return table.columns.map((column, feature) => {
    if (column.kind !== "numeric" || known[feature]!.length > most || lists[feature]!.isFull) return null;
    const { equals } = looks[feature]!.bins;
    const seen = edges[feature]!.filter((_, edge) => equals[edge]! > 0);
    const values = Float64Array.of(...seen, ...lists[feature]!.values).sort();
    return values.length > most ? null : values;
  });
}

/**
 * The values at these places of each column, of all values that are not missing in their order. `sample`: some values
 * of each column, ascending, by which the first edges are chosen.
 */
export function findValues(
  table: EncodedTable,
  places: readonly Float64Array[],
  sample: readonly Float64Array[],
): Float64Array[] {
  let edges = sample.map((values, feature) =>
    places[feature]!.length === 0 ? new Float64Array() : orZero(spaced(values)),
  );
  for (;;) {
    const looks = look(table, edges);
    const open = looks.map((looked, feature) => openBins(looked, places[feature]!));
    const isMany = open.map((bins, feature) => countIn(looks[feature]!, bins) > MOST_LISTED);
    if (!isMany.includes(true)) return listPlaces(table, { looks, open, places });
    edges = looks.map((looked, feature) => {
      if (!isMany[feature]) return looked.edges;
      const closer = open[feature]!.flatMap((bin) => cutBin(looked.bins.leasts[bin]!, looked.bins.greatests[bin]!));
      // What is found stays an edge, or it would lie in a larger bin the next time.
      return distinct(Float64Array.from([...foundValues(looked, places[feature]!), ...closer]).sort());
    });
  }
}

function look(table: EncodedTable, edges: readonly Float64Array[]): LookedAt[] {
  return foldRows(table, numberBinsFold, edges).map((bins, feature) => ({ edges: edges[feature]!, bins }));
}

/** Where the sample has no value, any number is an edge. */
function orZero(edges: Float64Array): Float64Array {
  return edges.length === 0 ? Float64Array.of(0) : edges;
}

/** Some of the values, each once, evenly spaced. */
function spaced(sorted: Float64Array): Float64Array {
  const values = distinct(sorted);
  if (values.length <= FIRST_EDGES) return values;
  return Float64Array.from(
    { length: FIRST_EDGES },
    (_, i) => values[Math.floor((i * (values.length - 1)) / (FIRST_EDGES - 1))]!,
  );
}

function distinct(sorted: Float64Array): Float64Array {
  return sorted.filter((value, at) => at === 0 || value !== sorted[at - 1]);
}

/** The bins that hold a place other than their first and last, ascending. */
function openBins(looked: LookedAt, places: Float64Array): number[] {
  const open = new Set<number>();
  for (const place of places) {
    if (isOpen(looked, place)) open.add(whereIs(looked, place).bin);
  }
  return [...open].sort((a, b) => a - b);
}

/** The values at places that are known by now. */
function foundValues(looked: LookedAt, places: Float64Array): number[] {
  return [...places].filter((place) => !isOpen(looked, place)).map((place) => valueAt(looked, place, undefined));
}

function isOpen(looked: LookedAt, place: number): boolean {
  const { bin, offset } = whereIs(looked, place);
  return offset > 0 && offset < looked.bins.counts[bin]! - 1;
}

/** The bin that a place is in, and its place there; -1: it is the bin's upper edge. */
function whereIs({ bins: { counts, equals } }: LookedAt, place: number): { bin: number; offset: number } {
  let passed = 0;
  for (let bin = 0; ; bin++) {
    if (place < passed + counts[bin]!) return { bin, offset: place - passed };
    passed += counts[bin]!;
    if (place < passed + equals[bin]!) return { bin, offset: -1 };
    passed += equals[bin]!;
  }
}

function countIn({ bins }: LookedAt, chosen: readonly number[]): number {
  return chosen.reduce((sum, bin) => sum + bins.counts[bin]!, 0);
}

interface Listing {
  readonly looks: readonly LookedAt[];
  readonly open: readonly (readonly number[])[];
  readonly places: readonly Float64Array[];
}

function listPlaces(table: EncodedTable, { looks, open, places }: Listing): Float64Array[] {
  const bounds = open.map((bins, feature) => {
    const { leasts, greatests } = looks[feature]!.bins;
    return Float64Array.from(bins.flatMap((bin) => [leasts[bin]!, greatests[bin]!]));
  });
  const isListed = bounds.some(({ length }) => length > 0);
  const lists = isListed ? foldRows(table, listValuesFold, { bounds, most: MOST_LISTED }) : [];
  return places.map((wanted, feature) => wanted.map((place) => valueAt(looks[feature]!, place, lists[feature])));
}

function valueAt(looked: LookedAt, place: number, list: ListedValues | undefined): number {
  const { bin, offset } = whereIs(looked, place);
  const { leasts, greatests, counts } = looked.bins;
  if (offset < 0) return looked.edges[bin]!;
  if (offset === 0) return leasts[bin]!;
  if (offset === counts[bin]! - 1) return greatests[bin]!;
  const { values, counts: rows } = list!;
  let left = offset;
  for (let at = countBelow(values, leasts[bin]!); ; at++) {
    if (left < rows[at]!) return values[at]!;
    left -= rows[at]!;
  }
}

/** Numbers from the least to the greatest, evenly spaced among all numbers that there are between them. */
function cutBin(least: number, greatest: number): number[] {
  const [first, last] = [placeAmongAll(least), placeAmongAll(greatest)];
  return Array.from({ length: CUTS + 1 }, (_, i) => numberAtPlace(first + ((last - first) * BigInt(i)) / BigInt(CUTS)));
}

const NUMBER = new DataView(new ArrayBuffer(8));
const LOWEST_BITS = (1n << 63n) - 1n;

/** Numbers in their order have places in theirs: by their bits, those of negative ones reversed. */
function placeAmongAll(value: number): bigint {
  NUMBER.setFloat64(0, value + 0);
  const bits = NUMBER.getBigInt64(0);
  return bits >= 0n ? bits : -(bits & LOWEST_BITS);
}

function numberAtPlace(place: bigint): number {
  NUMBER.setBigInt64(0, place >= 0n ? place : BigInt.asIntN(64, -place | (1n << 63n)));
  return NUMBER.getFloat64(0) + 0;
}
