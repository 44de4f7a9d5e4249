/**
 * The order of rows in time, wherever they lie. It is not put together anywhere: what is asked about is which row
 * stands at some places of it, told by its moment and, among rows of one moment, by its key; rows without a moment come
 * last. By these it is known in which stretch of the order a row is.
 */
import { countBefore } from "../base/index.js";
import {
  type EncodedColumn,
  type EncodedTable,
  findValues,
  type Moments,
  type Numbers,
  numberBlocks,
  numberPlaces,
  pickNumbers,
} from "../table/index.js";
import { PART_COUNT } from "./deal-rows.js";
import { lookedStretches, type RecordedRows } from "./row-order.js";

/** Rows: when each was, NaN where missing, and its key. */
interface TimedRows {
  readonly moments: Numbers;
  readonly keys: Float64Array;
}

/** Some rows in their order: the moment of each, and its key; infinite behind the last row. */
export interface TimeBounds {
  readonly moments: Float64Array;
  readonly keys: Float64Array;
}

/** Where stretches of the order begin and end. */
export interface TimePlaces {
  /** The first row of each sixteenth but the first. */
  readonly parts: TimeBounds;
  /** The first row of each stretch that is looked at, and the one behind its last, in turn. */
  readonly looked: TimeBounds;
  /** The first and the last moment. */
  readonly span: readonly [first: number, last: number];
}

/** Numbers that are asked about in place of features: the moments, or of each of some moments the keys of its rows. */
export type TimeView = { readonly of: "moments" } | { readonly of: "keys"; readonly at: Float64Array };

interface AskedOrder {
  /** All rows, by these numbers. */
  readonly view: (numbers: TimeView) => EncodedTable;
  /** Some of the rows, by which the first guesses are made. */
  readonly sample: TimedRows;
  readonly rowCount: number;
  /** Rows with a moment; at least one. */
  readonly present: number;
}

export function findTimePlaces(asked: AskedOrder): TimePlaces {
  const { rowCount, present } = asked;
  const inParts = Array.from({ length: PART_COUNT - 1 }, (_, i) => Math.ceil(((i + 1) * rowCount) / PART_COUNT));
  const inLooked = lookedStretches(rowCount).flatMap(({ first, length }) => [first, first + length]);
  const wanted = [...inParts, ...inLooked, 0, present - 1];
  const places = Float64Array.from(new Set(wanted.filter((place) => place < rowCount))).sort();
  const bounds = boundsAt(places, asked);
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

/** The rows at these places, ascending. */
function boundsAt(places: Float64Array, { view, sample, present }: AskedOrder): TimeBounds {
  const known = sample.moments.values;
  const timed = places.filter((place) => place < present);
  const inTime = view({ of: "moments" });
  const found = findValues(inTime, [timed], [known.filter((moment) => !Number.isNaN(moment)).sort()])[0]!;
  const standing = numberPlaces(inTime, [found])[0]!;
  const moments = places.map((_, i) => found[i] ?? Number.POSITIVE_INFINITY);
  const offsets = places.map((place, i) => place - (i < found.length ? standing.below(found[i]!) : present));
  const shared = Float64Array.from(new Set(moments.filter((_, i) => offsets[i]! > 0)));
  if (shared.length === 0) return { moments, keys: new Float64Array(places.length) };
  const among = Array.from(shared, (moment) => offsets.filter((offset, i) => moments[i] === moment && offset > 0));
  const samples = keysAt(shared, sample).map((keys) => keys.sort());
  const keys = findValues(view({ of: "keys", at: shared }), among, samples);
  const keyOf = (offset: number, i: number): number => {
    const of = shared.indexOf(moments[i]!);
    return keys[of]![among[of]!.indexOf(offset)]!;
  };
  return { moments, keys: offsets.map((offset, i) => (offset === 0 ? 0 : keyOf(offset, i))) }; // 0: whatever its key
}

/** What rows at hand answer by in place of their features. `keys` are asked for where they are needed. */
export function viewInTime(view: TimeView, moments: Numbers, keys: () => Float64Array): EncodedTable {
  const columns: readonly Numbers[] =
    view.of === "moments" ? [moments] : keysAt(view.at, { moments, keys: keys() }).map((values) => ({ values }));
  return {
    rowCount: columns[0]!.stored?.length ?? columns[0]!.values.length,
    features: columns.map((_, column) => ({ name: `${column}`, kind: "numeric" })),
    columns: columns.map(
      (column): EncodedColumn => ({
        kind: "numeric",
        get values() {
          return column.values; // read where they are stored, and only then
        },
        stored: column.stored,
      }),
    ),
  };
}

/** Of each of these moments, the keys of its rows. */
function keysAt(at: Float64Array, { moments, keys }: TimedRows): Float64Array[] {
  const columnOf = new Map(Array.from(at, (moment, column) => [moment, column]));
  const counts = new Array<number>(at.length).fill(0);
  const visit = (each: (column: number, row: number) => void): void => {
    for (const { start, values } of numberBlocks(moments)) {
      for (let i = 0; i < values.length; i++) {
        const column = columnOf.get(placed(values[i]!));
        if (column !== undefined) each(column, start + i);
      }
    }
  };
  visit((column) => counts[column]!++);
  const found = counts.map((count) => new Float64Array(count));
  counts.fill(0);
  visit((column, row) => {
    found[column]![counts[column]!++] = keys[row]!;
  });
  return found;
}

function placed(moment: number): number {
  return Number.isNaN(moment) ? Number.POSITIVE_INFINITY : moment;
}

/** The sixteenth of the order in which each row is. */
export function partsInTime({ moments, keys }: TimedRows, bounds: TimeBounds): Uint8Array {
  const parts = new Uint8Array(keys.length);
  for (const { start, values } of numberBlocks(moments)) {
    for (let i = 0; i < values.length; i++) parts[start + i] = countAtOrBefore(bounds, values[i]!, keys[start + i]!);
  }
  return parts;
}

/** Whether a row is in one of the stretches that are looked at. */
export function isLookedAt(looked: TimeBounds, moment: number, key: number): boolean {
  return countAtOrBefore(looked, moment, key) % 2 === 1;
}

/** How many of the rows come before this one, or are it. */
function countAtOrBefore({ moments, keys }: TimeBounds, moment: number, key: number): number {
  const at = placed(moment);
  return countBefore(moments.length, (i) => moments[i]! < at || (moments[i] === at && keys[i]! <= key));
}

/** All rows, which are at hand, in their order. `keys`: of each; `sample`: rows drawn by lot. */
export function recordInTime(moments: Moments, keys: Float64Array, sample: Int32Array): RecordedRows {
  const { numbers, present } = moments;
  const places = findTimePlaces({
    view: (view) => viewInTime(view, numbers, () => keys),
    sample: {
      moments: { values: pickNumbers(numbers, sample, new Float64Array(sample.length)) },
      keys: Float64Array.from(sample, (row) => keys[row]!),
    },
    rowCount: keys.length,
    present,
  });
  return recordedInTime({ moments: numbers, keys }, places, moments);
}

/** Rows at hand, among which are all that are looked at, in their order. */
export function recordedInTime(
  { moments, keys }: TimedRows,
  places: TimePlaces,
  time: Omit<Moments, "numbers">,
): RecordedRows {
  const found: { readonly row: number; readonly moment: number }[] = [];
  for (const { start, values } of numberBlocks(moments)) {
    values.forEach((moment, i) => {
      if (isLookedAt(places.looked, moment, keys[start + i]!)) found.push({ row: start + i, moment: placed(moment) });
    });
  }
  found.sort((a, b) => (a.moment < b.moment ? -1 : a.moment > b.moment ? 1 : keys[a.row]! - keys[b.row]!));
  const looked = Int32Array.from(found, ({ row }) => row);
  return {
    time,
    looked,
    moments: pickNumbers(moments, looked, new Float64Array(looked.length)),
    span: places.span,
    parts: partsInTime({ moments, keys }, places.parts),
  };
}
