/** Walks through plain data (objects, lists, typed arrays, texts, numbers) for the typed arrays in it. */

/** The data with each typed array replaced by what `change` makes of it. */
export function mapArrays(value: unknown, change: (array: ArrayBufferView) => ArrayBufferView): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (ArrayBuffer.isView(value)) return change(value);
  if (Array.isArray(value)) return isOfObjects(value) ? value.map((entry) => mapArrays(entry, change)) : value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, mapArrays(entry, change)]));
}

/** Visits each typed array, as often as it is met. */
export function visitArrays(value: unknown, visit: (array: ArrayBufferView) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (ArrayBuffer.isView(value)) visit(value);
  else if (!Array.isArray(value) || isOfObjects(value)) {
    for (const entry of Object.values(value)) visitArrays(entry, visit);
  }
}

/** An array of the same type with the same values on this memory, which is as large as they are. */
export function copyOnto<Memory extends ArrayBufferLike>(array: ArrayBufferView, memory: Memory): ArrayBufferView {
  new Uint8Array(memory).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  const type = array.constructor as new (memory: ArrayBufferLike) => ArrayBufferView;
  return new type(memory);
}

/** Lists of texts or numbers can be long and hold no arrays: the first entry tells. */
function isOfObjects(list: readonly unknown[]): boolean {
  return typeof list[0] === "object";
}
