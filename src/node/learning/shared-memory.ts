/** Moves the large arrays of plain data into memory that all threads see, so that data is given to many without copies. */

/** Arrays below this many bytes are cheaper copied than shared. */
const LEAST_BYTES = 1024;

export interface SharedMemory {
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
    const copy = inSharedMemory(array);
    moved.set(array, copy);
    return copy;
  }

  function share(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (ArrayBuffer.isView(value)) return shareArray(value);
    if (Array.isArray(value)) return typeof value[0] === "object" ? value.map(share) : value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, share(entry)]));
  }

  return { share };
}

/** Bytes of all typed arrays in plain data, each as often as it is met. */
export function bytesOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (Array.isArray(value) && typeof value[0] !== "object") return 0;
  return Object.values(value).reduce((sum: number, entry) => sum + bytesOf(entry), 0);
}

function inSharedMemory(array: ArrayBufferView): ArrayBufferView {
  const buffer = new SharedArrayBuffer(array.byteLength);
  new Uint8Array(buffer).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  const type = array.constructor as new (buffer: SharedArrayBuffer) => ArrayBufferView;
  return new type(buffer);
}
