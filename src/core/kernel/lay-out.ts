/**
 * Arrays laid out in one piece of memory: the kernel's, or a piece of our own where there is none. Either way the code that
 * fills and reads them is the same, and an array's place for the kernel is its byteOffset.
 */
import type { Kernel } from "./kernel.js";

type Kind = "f64" | "f32" | "i32" | "u8";

interface ArrayOf {
  f64: Float64Array<ArrayBuffer>;
  f32: Float32Array<ArrayBuffer>;
  i32: Int32Array<ArrayBuffer>;
  u8: Uint8Array<ArrayBuffer>;
}

/** An array of so many numbers. */
export type Field<K extends Kind = Kind> = readonly [kind: K, length: number];

/** Arrays by name. */
export type Layout = Readonly<Record<string, Field>>;

export type Laid<L extends Layout> = {
  readonly [Name in keyof L]: L[Name] extends Field<infer K> ? ArrayOf[K] : never;
};

export interface LaidOut<L extends Readonly<Record<string, Layout>>> {
  /** Null where the kernel's memory had no room: the arrays are not in it. */
  readonly kernel: Kernel | null;
  readonly arrays: { readonly [Name in keyof L]: Laid<L[Name]> };
}

export const f64 = (length: number): Field<"f64"> => ["f64", length];
export const f32 = (length: number): Field<"f32"> => ["f32", length];
export const i32 = (length: number): Field<"i32"> => ["i32", length];
export const u8 = (length: number): Field<"u8"> => ["u8", length];

/** Every array begins at a multiple of this: a vector. */
const ALIGNMENT = 16;
const BYTES: Readonly<Record<Kind, number>> = { f64: 8, f32: 4, i32: 4, u8: 1 };

/** All zero. Taken from the kernel at once: its memory may move when more is reserved, and arrays over it are lost then. */
export function layOut<L extends Readonly<Record<string, Layout>>>(kernel: Kernel | null, layouts: L): LaidOut<L> {
  const fields = Object.values(layouts).flatMap((layout) => Object.values(layout));
  const bytes = fields.reduce((sum, field) => sum + bytesOf(field), 0);
  const start = kernel?.reserve(bytes) ?? null;
  const buffer = kernel === null || start === null ? new ArrayBuffer(bytes) : kernel.run.memory.buffer;
  let end = start ?? 0;
  const place = (field: Field): ArrayOf[Kind] => {
    const at = end;
    end += bytesOf(field);
    return viewOf(field, buffer, at);
  };
  const arrays = Object.fromEntries(
    Object.entries(layouts).map(([name, layout]) => [
      name,
      Object.fromEntries(Object.entries(layout).map(([own, field]) => [own, place(field)])),
    ]),
  );
  return { kernel: start === null ? null : kernel, arrays: arrays as LaidOut<L>["arrays"] };
}

function bytesOf([kind, length]: Field): number {
  return Math.ceil((length * BYTES[kind]) / ALIGNMENT) * ALIGNMENT;
}

function viewOf([kind, length]: Field, buffer: ArrayBuffer, at: number): ArrayOf[Kind] {
  switch (kind) {
    case "f64":
      return new Float64Array(buffer, at, length);
    case "f32":
      return new Float32Array(buffer, at, length);
    case "i32":
      return new Int32Array(buffer, at, length);
    case "u8":
      return new Uint8Array(buffer, at, length);
  }
}
