/**
 * The order in time of rows that lie in parts. It is not put together anywhere: what is asked about is which row stands
 * at some places of it, told by its moment and, among rows of one moment, by its key. By these every part knows in
 * which stretch its rows are.
 */
import { countBefore } from "../base/numbers/search-sorted.js";
import type { EncodedTable } from "../table/encode-table.js";
import { findValues } from "../table/find-values.js";
import type { MomentColumn } from "../table/moments.js";
import { numberPlaces } from "../table/number-places.js";
import type { RowsElsewhere } from "../table/rows-elsewhere.js";
import { PART_COUNT } from "./deal-rows.js";
import { lookedStretches, placedMoment, type RecordedRows } from "./row-order.js";

/** Some rows in their order: the moment of each, and its key; infinite behind the last row. */
export interface TimeBounds {
  readonly moments: Float64Array;
  readonly keys: Float64Array;
}

/** Of rows at hand: when each was, NaN where missing, and its key. */
interface TimedRows {
  readonly moments: Float64Array;
  readonly keys: Float64Array;
}

/** Where stretches of the order begin and end. */
export interface TimePlaces {
  /** The first row of each sixteenth but the first. */
  readonly parts: TimeBounds;
  /** The first row of each stretch that is looked at, and the one behind its last, in turn. */
  readonly looked: TimeBounds;
  readonly span: readonly [first: number, last: number];
}

/** Numbers of rows that are asked about in place of their features: their moments, or keys of those of some moments. */
export type TimeView = { readonly of: "moments" } | { readonly of: "keys"; readonly at: Float64Array };

/** `view`: rows that are asked about by these numbers; `sample`: some of the rows. */
export function findTimePlaces(
  view: (numbers: TimeView) => RowsElsewhere,
  sample: TimedRows,
  { rowCount, present }: { readonly rowCount: number; readonly present: number },
): TimePlaces {
  const inParts = Array.from({ length: PART_COUNT - 1 }, (_, i) => Math.ceil(((i + 1) * rowCount) / PART_COUNT));
  const inLooked = lookedStretches(rowCount).flatMap(({ first, length }) => [first, first + length]);
  const wanted = [...inParts, ...inLooked, 0, present - 1];
  const places = Float64Array.from(new Set(wanted.filter((place) => place < rowCount))).sort();
  const bounds = boundsAt(places, { view, sample, rowCount });
  const pick = (of: readonly number[]): TimeBounds => {
    const at = of.map((place) => places.indexOf(place)); // -1: behind the last row
    return {
      moments: Float64Array.from(at, (place) => bounds.moments[place] ?? Number.POSITIVE_INFINITY),
      keys: Float64Array.from(at, (place) => bounds.keys[place] ?? Number.POSITIVE_INFINITY),
    };
  };
  const [first, last] = pick([0, present - 1]).moments;
  return { parts: pick(inParts), looked: pick(inLooked), span: [first!, last!] };
}

interface AskedOrder {
  readonly view: (numbers: TimeView) => RowsElsewhere;
  readonly sample: TimedRows;
  readonly rowCount: number;
}

/** The rows at these places. */
function boundsAt(places: Float64Array, { view, sample, rowCount }: AskedOrder): TimeBounds {
  const known = sample.moments.map(placedMoment);
  const inTime = { rowCount, features: [], columns: [], elsewhere: view({ of: "moments" }) };
  const moments = findValues(inTime, [places], [known.toSorted()])[0]!;
  const standing = numberPlaces(inTime, [moments])[0]!;
  const offsets = moments.map((moment, i) => places[i]! - standing.below(moment));
  const shared = [...new Set(moments.filter((_, i) => offsets[i]! > 0))];
  const among = shared.map((moment) => offsets.filter((offset, i) => moments[i] === moment && offset > 0));
  const keysOf = shared.map((moment) => sample.keys.filter((_, row) => known[row] === moment).sort());
  const at = Float64Array.from(shared);
  const inKeys: EncodedTable = { rowCount, features: [], columns: [], elsewhere: view({ of: "keys", at }) };
  const found = shared.length === 0 ? [] : findValues(inKeys, among, keysOf);
  const keys = offsets.map((offset, i) => {
    if (offset === 0) return 0; // the first of its moment, whatever its key
    const of = shared.indexOf(moments[i]!);
    return found[of]![among[of]!.indexOf(offset)]!;
  });
  return { moments, keys };
}

/** What a part answers by in place of its features. `moments` and `keys`: of its rows. */
export function viewInTime(view: TimeView, moments: Float64Array, keys: () => Float64Array): EncodedTable {
  const values = view.of === "moments" ? [moments.map(placedMoment)] : keysAt(view.at, moments, keys());
  return {
    rowCount: moments.length,
    features: values.map((_, column) => ({ name: `${column}`, kind: "numeric" })),
    columns: values.map((each) => ({ kind: "numeric", values: each })),
  };
}

/** Of each of these moments, the keys of its rows. */
function keysAt(at: Float64Array, moments: Float64Array, keys: Float64Array): Float64Array[] {
  return Array.from(at, (moment) => keys.filter((_, row) => placedMoment(moments[row]!) === moment));
}

/** The sixteenth of the order in which each row is. */
export function partsInTime({ moments, keys }: TimedRows, bounds: TimeBounds): Uint8Array {
  return Uint8Array.from(moments, (moment, row) => countAtOrBefore(bounds, moment, keys[row]!));
}

/** Whether a row is in one of the stretches that are looked at. */
export function isLookedAt(looked: TimeBounds, moment: number, key: number): boolean {
  return countAtOrBefore(looked, moment, key) % 2 === 1;
}

/** How many of the rows come before this one, or are it. */
function countAtOrBefore({ moments, keys }: TimeBounds, moment: number, key: number): number {
  const placed = placedMoment(moment);
  return countBefore(moments.length, (i) => moments[i]! < placed || (moments[i] === placed && keys[i]! <= key));
}

/** Rows at hand, among which are all that are looked at, in their order. */
export function recordedElsewhere(rows: TimedRows, places: TimePlaces, time: MomentColumn): RecordedRows {
  const { moments, keys } = rows;
  const looked = Int32Array.from(moments.keys())
    .filter((row) => isLookedAt(places.looked, moments[row]!, keys[row]!))
    .sort((a, b) => {
      const [first, second] = [placedMoment(moments[a]!), placedMoment(moments[b]!)];
      return first < second ? -1 : first > second ? 1 : keys[a]! - keys[b]!;
    });
  return {
    time,
    looked,
    moments: Float64Array.from(looked, (row) => moments[row]!),
    span: places.span,
    parts: partsInTime(rows, places.parts),
  };
}
