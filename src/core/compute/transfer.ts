/** The memory behind typed arrays in plain data, to hand it to another thread instead of copying it. */
import { copyOnto, mapArrays, visitArrays } from "./plain-data.js";

/** Each buffer once, of all typed arrays anywhere in the value. The sender must not use them any more. */
export function buffersOf(value: unknown): readonly ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  visitArrays(value, ({ buffer }) => {
    if (buffer instanceof ArrayBuffer) buffers.add(buffer);
  });
  return [...buffers];
}

/**
 * The value with copies of its arrays, none larger than what it holds: they can be handed over whoever else has the
 * others.
 */
export function withCopiedArrays(value: unknown): unknown {
  return mapArrays(value, (array) => copyOnto(array, new ArrayBuffer(array.byteLength)));
}
