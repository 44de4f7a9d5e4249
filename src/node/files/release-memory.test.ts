import { expect, test } from "vitest";
import { releaseMemory } from "./release-memory.js";

test("memory that is released is there no more, at once", () => {
  const before = process.memoryUsage().arrayBuffers;
  const arrays = Array.from({ length: 50 }, () => new Float64Array(131_072).fill(1));
  expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThan(50_000_000);
  for (const array of arrays) releaseMemory(array);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
  expect(arrays.every((array) => array.length === 0)).toBe(true);
});

test("shared memory is left to those who share it", () => {
  const shared = new Int8Array(new SharedArrayBuffer(8));
  releaseMemory(shared);
  releaseMemory(new Int8Array(0));
  expect(shared.length).toBe(8);
});
