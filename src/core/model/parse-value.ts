/**
 * Reads values of unknown origin: each function returns the typed value or throws MODEL_INVALID with the place of the
 * fault. Nothing is repaired and nothing is assumed.
 */
import { InputError } from "../base/index.js";
import { createCounts, type RowCounts } from "../rules/index.js";

export function invalid(path: string, expected: string): InputError {
  return new InputError(
    "MODEL_INVALID",
    `the model's ${path} is not ${expected}`,
    "The file was damaged or edited; learn the model again.",
  );
}

export type Fields = ReadonlyMap<string, unknown>;

/** An object with all of these fields and no others. */
export function parseFields(value: unknown, path: string, names: readonly string[]): Fields {
  return parseSomeFields(value, path, { names, mayLack: [] });
}

interface FieldNames {
  readonly names: readonly string[];
  /** Those of them that older files do not have, or that are left out where they say nothing. */
  readonly mayLack: readonly string[];
}

export function parseSomeFields(value: unknown, path: string, { names, mayLack }: FieldNames): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid(path, "an object");
  const fields = new Map(Object.entries(value));
  for (const name of names) if (!fields.has(name) && !mayLack.includes(name)) throw invalid(`${path}.${name}`, "there");
  for (const name of fields.keys()) if (!names.includes(name)) throw invalid(`${path}.${name.slice(0, 40)}`, "known");
  return fields;
}

export function parseList(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid(path, "a list");
  return value;
}

export function parseText(value: unknown, path: string): string {
  if (typeof value !== "string") throw invalid(path, "a text");
  return value;
}

export function parseChoice<T extends string>(value: unknown, path: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw invalid(path, `one of ${choices.join(", ")}`);
  return found;
}

export function parseFinite(value: unknown, path: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw invalid(path, "a number");
  return value;
}

/** An integer in [min, max]. */
export function parseInteger(
  value: unknown,
  path: string,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max) {
    throw invalid(path, `a whole number from ${min} to ${max}`);
  }
  return value;
}

interface IntegerRange {
  readonly max: number;
  readonly length?: number;
}

/** A list of integers in [0, max], as a typed array. Contract: max has 32 bits. */
export function parseIntegers(value: unknown, path: string, range: IntegerRange): Uint32Array {
  const integers = new Uint32Array(parseList(value, path).length);
  fillIntegers(value, path, { ...range, integers });
  return integers;
}

/** The same where max may have more bits (see RowCounts). */
export function parseCounts(value: unknown, path: string, range: IntegerRange): RowCounts {
  const integers = createCounts(parseList(value, path).length, range.max);
  fillIntegers(value, path, { ...range, integers });
  return integers;
}

function fillIntegers(
  value: unknown,
  path: string,
  { integers, ...range }: IntegerRange & { readonly integers: RowCounts },
): void {
  const list = parseList(value, path);
  if (range.length !== undefined && list.length !== range.length)
    throw invalid(path, `a list of ${range.length} entries`);
  for (let i = 0; i < list.length; i++) {
    const entry = list[i];
    if (typeof entry !== "number" || !(entry >= 0 && entry <= range.max) || !Number.isInteger(entry)) {
      throw invalid(`${path}[${i}]`, `a whole number from 0 to ${range.max}`);
    }
    integers[i] = entry;
  }
}
