/**
 * Columns whose values lie outside of memory. To all who look at a column as a whole it is one like others: its values
 * are read when they are asked for, and forgotten when nobody needs them. Who needs some rows only asks for these.
 */
import { pick } from "../base/index.js";

export type Values = Float64Array | Int32Array | Int8Array;

export interface StoredValues<Kind extends Values> {
  readonly length: number;
  /** Rows that are read at once by who reads all of them. */
  readonly blockRows: number;
  /** Rows from `start` to `end` - 1. Valid until the next piece is read, of whichever column. */
  slice(start: number, end: number): Kind;
  /** These rows, in their order, written to `into`, which is returned. */
  pick(rows: Int32Array, into: Kind): Kind;
  /** The values that are not missing, ascending, stored as well. Contract: numbers. */
  sorted(): StoredValues<Kind>;
}

/** What a column has its values in, whichever kind it is. Stored ones are all read where `values` is asked for. */
export interface Numbers {
  readonly values: Float64Array;
  readonly stored?: StoredValues<Float64Array> | undefined;
}

interface Codes<Kind extends Int32Array | Int8Array = Int32Array> {
  readonly codes: Kind;
  readonly stored?: StoredValues<Kind> | undefined;
}

/** A piece of a column, and the row that it begins with. */
interface Block<Kind> {
  readonly start: number;
  readonly values: Kind;
}

/** The values in pieces: a column in memory is one piece. A piece is valid until another is read. */
export function* numberBlocks(column: Numbers): Generator<Block<Float64Array>, void, undefined> {
  if (column.stored === undefined) yield { start: 0, values: column.values };
  else yield* storedBlocks(column.stored);
}

export function* codeBlocks<Kind extends Int32Array | Int8Array>(
  column: Codes<Kind>,
): Generator<Block<Kind>, void, undefined> {
  if (column.stored === undefined) yield { start: 0, values: column.codes };
  else yield* storedBlocks(column.stored);
}

function* storedBlocks<Kind extends Values>(
  stored: Pick<StoredValues<Kind>, "length" | "blockRows" | "slice">,
): Generator<Block<Kind>, void, undefined> {
  for (let start = 0; start < stored.length; start += stored.blockRows) {
    yield { start, values: stored.slice(start, Math.min(stored.length, start + stored.blockRows)) };
  }
}

/** Numbers that are read in pieces. */
type StoredNumbers = Pick<StoredValues<Float64Array>, "length" | "blockRows" | "slice">;

/** Numbers in memory or not. */
export type AnyNumbers = Float64Array | StoredNumbers;

/** The number at a place. */
export function numberAt(numbers: AnyNumbers, place: number): number {
  return isInMemory(numbers) ? numbers[place]! : numbers.slice(place, place + 1)[0]!;
}

/** Those from `start` to `end` - 1. */
export function partOf(numbers: AnyNumbers, start: number, end: number): AnyNumbers {
  if (isInMemory(numbers)) return numbers.subarray(start, end);
  return {
    length: end - start,
    blockRows: numbers.blockRows,
    slice: (from: number, to: number) => numbers.slice(start + from, start + to),
  };
}

/** In pieces, each valid until another is read. */
export function piecesOf(numbers: AnyNumbers): Iterable<Float64Array> {
  return isInMemory(numbers) ? [numbers] : storedPieces(numbers);
}

/** All at once, in memory. */
export function wholeOf(numbers: AnyNumbers): Float64Array {
  if (isInMemory(numbers)) return numbers;
  const whole = new Float64Array(numbers.length);
  for (const { start, values } of storedBlocks(numbers)) whole.set(values, start);
  return whole;
}

function* storedPieces(stored: StoredNumbers): Generator<Float64Array, void, undefined> {
  for (const { values } of storedBlocks(stored)) yield values;
}

function isInMemory(numbers: AnyNumbers): numbers is Float64Array {
  return ArrayBuffer.isView(numbers);
}

/** Rows from `start` to `end` - 1; valid until another piece is read. */
export function numbersBetween(column: Numbers, start: number, end: number): Float64Array {
  return column.stored?.slice(start, end) ?? column.values.subarray(start, end);
}

export function codesBetween(column: Codes, start: number, end: number): Int32Array {
  return column.stored?.slice(start, end) ?? column.codes.subarray(start, end);
}

/** The values of these rows, written to `into`. */
export function pickNumbers(column: Numbers, rows: Int32Array, into: Float64Array): Float64Array {
  return column.stored?.pick(rows, into) ?? pick(column.values, rows, into);
}

export function pickCodes(column: Codes, rows: Int32Array, into: Int32Array): Int32Array {
  return column.stored?.pick(rows, into) ?? pick(column.codes, rows, into);
}
