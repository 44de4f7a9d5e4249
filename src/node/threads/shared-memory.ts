/**
 * Moves the large arrays of plain data into memory that all threads see, so that many read data without copies.
 */
import { copyOnto, mapArrays, visitArrays } from "../../core/compute/index.js";

/** Arrays below this many bytes are cheaper copied than shared. */
const LEAST_BYTES = 1024;

interface SharedMemory {
  /** The value with each large array in shared memory; the value itself where all of them are there already. */
  share(value: unknown): unknown;
}

/** An array is moved once and remembered as long as it is in use, so that it costs nothing in the next job. */
export function createSharedMemory(): SharedMemory {
  const moved = new WeakMap<ArrayBufferView, ArrayBufferView>();

  function shareArray(array: ArrayBufferView): ArrayBufferView {
    if (array.buffer instanceof SharedArrayBuffer || array.byteLength < LEAST_BYTES) return array;
    const known = moved.get(array);
    if (known !== undefined) return known;
    const copy = copyOnto(array, new SharedArrayBuffer(array.byteLength));
    moved.set(array, copy);
    return copy;
  }

  return { share: (value) => mapArrays(value, shareArray) };
}

/** Bytes of all typed arrays in plain data, each as often as it is met. */
export function bytesOf(value: unknown): number {
  let bytes = 0;
  visitArrays(value, (array) => {
    bytes += array.byteLength;
  });
  return bytes;
}
