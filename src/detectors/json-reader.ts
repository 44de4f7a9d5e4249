/**
 * Reads unknown JSON field by field and refuses what it does not expect, naming the place: `detector.forest.roots`.
 */
import { InputError } from "../core/base/index.js";

export function badDetector(fact: string): InputError {
  return new InputError(
    "DETECTOR_FILE",
    fact,
    "The file is not a detector written by this version, or it was changed; train and save it again.",
  );
}

export interface JsonPlace {
  readonly value: unknown;
  /** How the place is named in messages. */
  readonly at: string;
}

export function fieldOf(place: JsonPlace, name: string): JsonPlace {
  const { value, at } = place;
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw badDetector(`${at} is not an object`);
  return { value: Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined, at: `${at}.${name}` };
}

export function readFiniteNumber({ value, at }: JsonPlace): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw badDetector(`${at} is not a finite number`);
  return value;
}

export function readWholeNumber(place: JsonPlace, min: number, max: number): number {
  const value = readFiniteNumber(place);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw badDetector(`${place.at} must be a whole number from ${min} to ${max}, got ${value}`);
  }
  return value;
}

export function readText({ value, at }: JsonPlace): string {
  if (typeof value !== "string") throw badDetector(`${at} is not text`);
  return value;
}

export function readChoice<T extends string>(place: JsonPlace, choices: readonly T[]): T {
  const choice = choices.find((candidate) => candidate === place.value);
  if (choice === undefined) throw badDetector(`${place.at} must be one of ${choices.join(", ")}`);
  return choice;
}

export function readList({ value, at }: JsonPlace): JsonPlace[] {
  if (!Array.isArray(value)) throw badDetector(`${at} is not a list`);
  return value.map((entry: unknown, index) => ({ value: entry, at: `${at}[${index}]` }));
}

/** `length` null: any. */
export function readFiniteNumbers(place: JsonPlace, length: number | null): Float64Array {
  return Float64Array.from(readSized(place, length), readFiniteNumber);
}

/** Finite numbers from `min` to `max`. */
export function readNumbersWithin(
  place: JsonPlace,
  { min, max, length }: { readonly min: number; readonly max: number; readonly length: number },
): Float64Array {
  return Float64Array.from(readSized(place, length), (entry) => {
    const value = readFiniteNumber(entry);
    if (value >= min && value <= max) return value;
    throw badDetector(`${entry.at} must be a number from ${min} to ${max}, got ${value}`);
  });
}

interface WholeRange {
  readonly min: number;
  readonly max: number;
  readonly length: number | null;
}

export function readWholeNumbers(place: JsonPlace, { min, max, length }: WholeRange): Int32Array {
  return Int32Array.from(readSized(place, length), (entry) => readWholeNumber(entry, min, max));
}

function readSized(place: JsonPlace, length: number | null): JsonPlace[] {
  const entries = readList(place);
  if (length !== null && entries.length !== length) {
    throw badDetector(`${place.at} has ${entries.length} entries, expected ${length}`);
  }
  return entries;
}
