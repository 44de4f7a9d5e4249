/** The memory behind typed arrays in plain data, to hand it to another thread instead of copying it. */

/** Each buffer once, of all typed arrays anywhere in the value. The sender must not use them any more. */
export function buffersOf(value: unknown): readonly ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  gather(value, buffers);
  return [...buffers];
}

function gather(value: unknown, buffers: Set<ArrayBuffer>): void {
  if (typeof value !== "object" || value === null) return;
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer);
    return;
  }
  if (Array.isArray(value) && !isOfObjects(value)) return;
  for (const entry of Object.values(value)) gather(entry, buffers);
}

/** Lists of texts or numbers can be long and hold no arrays: the first entry tells. */
function isOfObjects(list: readonly unknown[]): boolean {
  return typeof list[0] === "object";
}
