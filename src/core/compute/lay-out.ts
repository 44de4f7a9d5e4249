/**
 * Arrays laid out in one piece of memory, the one way in which the kernel's memory is used (see kernel.ts).
 *
 * A piece of work names all of its arrays, kind and length, and gets them at once, zeroed: so it fits wholly or not at
 * all, and no array is lost to a later one, for which the memory may have to grow and move. An array's place for the
 * kernel is its byteOffset.
 */
import type { ArrayOf, KernelArray, Kind } from "../schema/index.js";
import { aligned, type Kernel } from "./kernel.js";

/** An array of so many numbers. */
export type Field<K extends Kind = Kind> = readonly [kind: K, length: number];

/** Arrays, or lists of arrays, by name. */
export type Layout = Readonly<Record<string, Field | readonly Field[]>>;

export type Laid<L> = { readonly [Name in keyof L]: LaidField<L[Name]> };

type LaidField<F> =
  F extends Field<infer K> ? ArrayOf[K] : F extends readonly Field<infer K>[] ? readonly ArrayOf[K][] : never;

type LaidGroups<G> = { readonly [Name in keyof G]: Laid<G[Name]> };

export const f64 = (length: number): Field<"f64"> => ["f64", length];
export const f32 = (length: number): Field<"f32"> => ["f32", length];
export const i32 = (length: number): Field<"i32"> => ["i32", length];
export const u32 = (length: number): Field<"u32"> => ["u32", length];
export const u16 = (length: number): Field<"u16"> => ["u16", length];
export const u8 = (length: number): Field<"u8"> => ["u8", length];
export const i8 = (length: number): Field<"i8"> => ["i8", length];

const BYTES: Readonly<Record<Kind, number>> = { f64: 8, f32: 4, i32: 4, u32: 4, u16: 2, u8: 1, i8: 1 };

/** In the kernel's memory, all in one piece. */
export function layOut<G extends Readonly<Record<string, Layout>>>(kernel: Kernel, groups: G): LaidGroups<G> {
  const start = kernel.reserve(layoutBytes(groups));
  return place(groups, kernel.run.memory.buffer, start);
}

/** So many numbers of 64 bits, in whole vectors: so that two at a time never reach into what follows. */
export function evenLength(count: number): number {
  return count + (count & 1);
}

/** What laying them out takes. */
export function layoutBytes(groups: Readonly<Record<string, Layout>>): number {
  const fields = Object.values(groups).flatMap((layout) => Object.values(layout).flatMap(fieldsOf));
  return fields.reduce((sum, field) => sum + fieldBytes(field), 0);
}

function fieldsOf(entry: Field | readonly Field[]): readonly Field[] {
  return isField(entry) ? [entry] : entry;
}

export function isField(entry: unknown): entry is Field {
  return Array.isArray(entry) && typeof entry[0] === "string";
}

function fieldBytes([kind, length]: Field): number {
  return aligned(length * BYTES[kind]);
}

/** One array behind the other, in the order of their names. */
function place<G extends Readonly<Record<string, Layout>>>(
  groups: G,
  buffer: ArrayBuffer,
  start: number,
): LaidGroups<G> {
  let end = start;
  const next = (field: Field): KernelArray => {
    const at = end;
    end += fieldBytes(field);
    return viewOf(field, buffer, at);
  };
  const arrays = mapValues(groups, (layout) =>
    mapValues(layout, (entry) => (isField(entry) ? next(entry) : entry.map(next))),
  );
  return arrays as LaidGroups<G>;
}

function mapValues<From, To>(from: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [name, map(value)]));
}

function viewOf([kind, length]: Field, buffer: ArrayBuffer, at: number): KernelArray {
  switch (kind) {
    case "f64":
      return new Float64Array(buffer, at, length);
    case "f32":
      return new Float32Array(buffer, at, length);
    case "i32":
      return new Int32Array(buffer, at, length);
    case "u32":
      return new Uint32Array(buffer, at, length);
    case "u16":
      return new Uint16Array(buffer, at, length);
    case "u8":
      return new Uint8Array(buffer, at, length);
    case "i8":
      return new Int8Array(buffer, at, length);
  }
}
