/**
 * What a column of numbers shows as a whole, by which it is decided what it means: how many there are, from where to
 * where, whether they are whole, which there are. Facts are looked for when somebody asks; those of rows in several
 * parts come from column-facts.ts.
 */
import { areAllTaken, placesTaken } from "./even-steps.js";
import { type AnyNumbers, piecesOf, type StoredValues, wholeOf } from "./stored-values.js";

export interface NumberFacts {
  /** All rows. */
  readonly rows: number;
  /** Rows with a number. */
  present(): number;
  /** Of the numbers that are there; [Infinity, -Infinity] without any. */
  range(): readonly [least: number, greatest: number];
  /** Whether all that are there are whole, or even exact: there is no other number next to them. */
  areWhole(): boolean;
  areSafe(): boolean;
  /** How many are whole, too large to be exact, and not rounded to thousands, as quantities of that size are. */
  long(): number;
  /** Whether something holds for all that are there; it is asked by its name where they lie in parts. */
  every(test: NumberTest): boolean;
  /** The different ones, in any order, if they are at most so many; else null. */
  few(most: number): readonly number[] | null;
  /** The different ones, ascending. */
  distinct(): Float64Array;
  hasRepeat(): boolean;
  /** Whether each of first, first + step, … is there once, but for rounding. Contract: none is missing. */
  areEven(first: number, step: number): boolean;
}

/** A question about a single number. */
export interface NumberTest {
  readonly name: string;
  holds(value: number): boolean;
}

/** Numbers with at most this many distinct values may be categories. */
export const HANDFUL = 5;

/** Looked at first for repeats: most columns that repeat do so early. */
const FIRST_ROWS = 1000;

type SortableNumbers = Float64Array | Pick<StoredValues<Float64Array>, "length" | "blockRows" | "slice" | "sorted">;

export function numberFacts(numbers: SortableNumbers): NumberFacts {
  const all = remember(() => scan(numbers));
  return {
    rows: numbers.length,
    present: () => all().present,
    range: () => [all().least, all().greatest],
    areWhole: () => all().areWhole,
    areSafe: () => all().areSafe,
    long: () => all().long,
    every: ({ holds }) => everyNumber(numbers, (value) => Number.isNaN(value) || holds(value)),
    few: (most) => fewOf(numbers, most),
    distinct: () => distinctOf(numbers),
    hasRepeat: () => hasRepeat(numbers),
    areEven: (first, step) => areAllTaken(placesTaken(numbers, { first, step }), numbers.length),
  };
}

function remember<Value>(find: () => Value): () => Value {
  let found: { readonly value: Value } | null = null;
  return () => (found ??= { value: find() }).value;
}

interface NumberScan {
  readonly present: number;
  readonly least: number;
  readonly greatest: number;
  readonly areWhole: boolean;
  readonly areSafe: boolean;
  readonly long: number;
}

/** Whole numbers of 64 bits end here. */
const MOST_LONG = 2 ** 64;

/** One look at all of them. A loop by index: it runs over every number of a table. */
export function scan(numbers: AnyNumbers): NumberScan {
  let [present, least, greatest] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [areWhole, areSafe] = [true, true];
  let long = 0;
  for (const values of piecesOf(numbers)) {
    for (let row = 0; row < values.length; row++) {
      const value = values[row]!;
      if (Number.isNaN(value)) continue;
      present++;
      if (value < least) least = value;
      if (value > greatest) greatest = value;
      areWhole &&= Number.isInteger(value);
      areSafe &&= Number.isSafeInteger(value);
      const size = Math.abs(value);
      if (size > Number.MAX_SAFE_INTEGER && size <= MOST_LONG && value % 1000 !== 0) long++;
    }
  }
  return { present, least: least + 0, greatest: greatest + 0, areWhole, areSafe, long };
}

function everyNumber(numbers: AnyNumbers, holds: (value: number) => boolean): boolean {
  for (const values of piecesOf(numbers)) if (!values.every(holds)) return false;
  return true;
}

function fewOf(numbers: AnyNumbers, most: number): readonly number[] | null {
  const distinct = new Set<number>();
  for (const values of piecesOf(numbers)) {
    for (const value of values) {
      if (!Number.isNaN(value)) distinct.add(value);
      if (distinct.size > most) return null;
    }
  }
  return [...distinct];
}

function distinctOf(numbers: SortableNumbers): Float64Array {
  const sorted = wholeOf(ArrayBuffer.isView(numbers) ? numbers.slice().sort() : numbers.sorted());
  return sorted.filter((value, at) => !Number.isNaN(value) && (at === 0 || value !== sorted[at - 1]));
}

function hasRepeat(numbers: SortableNumbers): boolean {
  const first = ArrayBuffer.isView(numbers) ? numbers : numbers.slice(0, Math.min(FIRST_ROWS, numbers.length));
  if (repeatsInOrder(first.slice(0, FIRST_ROWS).sort())) return true;
  return repeatsInOrder(ArrayBuffer.isView(numbers) ? numbers.slice().sort() : numbers.sorted());
}

/** Missing ones, which come last, repeat none. */
function repeatsInOrder(sorted: AnyNumbers): boolean {
  let before = Number.NaN;
  for (const values of piecesOf(sorted)) {
    for (let i = 0; i < values.length; i++) {
      if (values[i] === before) return true;
      before = values[i]!;
    }
  }
  return false;
}
