import { expect, test } from "vitest";
import { bytesOf, createSharedMemory } from "./shared-memory.js";

const large = Float64Array.from({ length: 500 }, (_, i) => i / 3);

test("moves large arrays into shared memory, however deep, and leaves the rest as it is", () => {
  const value = {
    table: { columns: [{ values: large }, { codes: new Int8Array(10) }], names: ["a", "b"] },
    window: large.subarray(100, 400),
    nothing: null,
    count: 3,
  };
  const shared = createSharedMemory().share(value) as typeof value;
  expect(shared).toEqual(value);
  expect(shared.table.columns[0]!.values!.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(shared.window.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(shared.window.buffer.byteLength).toBe(300 * 8);
  expect(shared.table.columns[1]!.codes!.buffer).toBeInstanceOf(ArrayBuffer);
});

test("moves an array once, and one that is shared already not at all", () => {
  const memory = createSharedMemory();
  const first = memory.share({ large }) as { large: Float64Array };
  const second = memory.share([large]) as Float64Array[];
  expect(second[0]).toBe(first.large);
  expect(memory.share(first.large)).toBe(first.large);
});

test("counts the bytes of all arrays", () => {
  expect(bytesOf({ a: large, b: [new Int8Array(3), { c: large }], d: "text", e: null, f: [1, 2] })).toBe(8003);
});
