import { describe, expect, test } from "vitest";
import { Kernel, type KernelExports, openKernel } from "./kernel.js";
import { compile, instantiate } from "./web-assembly.js";

function bytesAt(kernel: Kernel, pointer: number, length: number): Uint8Array {
  return new Uint8Array(kernel.run.memory.buffer, pointer, length);
}

describe("a kernel's memory", () => {
  test("is reserved in pieces that begin at whole lines of a cache and are zero, also when used before", () => {
    const kernel = openKernel()!;
    const mark = kernel.mark();
    const first = kernel.reserve(3)!;
    const second = kernel.reserve(100_000)!;
    expect([first % 64, second % 64, second - first]).toEqual([0, 0, 64]);
    bytesAt(kernel, second, 100_000).fill(7);
    kernel.release(mark);
    const again = kernel.reserve(100_032)!;
    expect(again).toBe(first);
    expect(bytesAt(kernel, again, 100_032).every((byte) => byte === 0)).toBe(true);
  });

  test("is released to a mark of its own only: the place of an array that is lost is 0", () => {
    const kernel = openKernel()!;
    const mark = kernel.mark();
    const lost = bytesAt(kernel, kernel.reserve(16)!, 16);
    kernel.reserve(kernel.run.memory.buffer.byteLength);
    expect(lost.byteOffset).toBe(0);
    expect(() => kernel.release(lost.byteOffset)).toThrow("0 is no mark of this memory");
    expect(() => kernel.release(kernel.mark() + 16)).toThrow(RangeError);
    kernel.release(mark);
    expect(kernel.mark()).toBe(mark);
  });

  test("of its own is each kernel's", () => {
    const [one, other] = [openKernel()!, openKernel()!];
    bytesAt(one, one.reserve(16)!, 16).fill(5);
    expect(bytesAt(other, other.reserve(16)!, 16)).toEqual(new Uint8Array(16));
  });

  test("has no room beyond what 32 bits reach: null, and the rest stays as it was", () => {
    const kernel = openKernel()!;
    const before = kernel.mark();
    expect(kernel.reserve(2 ** 32)).toBeNull();
    expect(kernel.reserve(2 ** 40)).toBeNull();
    expect(kernel.mark()).toBe(before);
    expect(kernel.reserve(16)).toBe(before);
  });

  test("ends a page before that: a pointer to its end is not 0 again", () => {
    const all = { memory: { buffer: { byteLength: 2 ** 32 } }, firstFreeByte: () => 0 } as unknown as KernelExports;
    expect(new Kernel(all).reserve(2 ** 32 - 65_536 + 1)).toBeNull();
    const kernel = new Kernel(all);
    expect(kernel.reserve(2 ** 32 - 65_536)).toBe(0);
    expect(kernel.mark()).toBeLessThan(2 ** 32);
  });
});

test("bytes that the engine cannot run are no kernel, and no error", () => {
  expect(compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))).not.toBeNull();
  expect(compile(Uint8Array.of(0, 97, 115, 109, 9, 0, 0, 0))).toBeNull();
  expect(compile(new Uint8Array())).toBeNull();
});

test("other errors than a lack of memory are not hidden", () => {
  // A module that asks for an import nobody gives: (import "a" "b" (func)).
  const asking = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 97, 1, 98, 0, 0];
  expect(() => instantiate(compile(Uint8Array.from(asking))!)).toThrow(TypeError);
});
