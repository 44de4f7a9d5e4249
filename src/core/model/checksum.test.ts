import { describe, expect, test } from "vitest";
import { createChecksum } from "./checksum.js";

function digestOf(...lists: ArrayLike<number>[]): string {
  const checksum = createChecksum();
  for (const list of lists) checksum.addIntegers(list);
  return checksum.digest();
}

describe("a checksum", () => {
  test("is the same in whatever kind of array the integers are", () => {
    const small = [0, 1, 2, 200];
    const expected = digestOf(small);
    const arrays = [Uint8Array, Uint16Array, Int32Array, Uint32Array, Float64Array].map((kind) => kind.from(small));
    for (const array of arrays) expect(digestOf(array), array.constructor.name).toBe(expected);
    const large = [2 ** 31, 2 ** 32 - 1, 7];
    expect(digestOf(Uint32Array.from(large))).toBe(digestOf(large));
    expect(digestOf(Int32Array.from(large))).toBe(digestOf(large));
    expect(digestOf(Uint32Array.from([9, ...large, 9]).subarray(1, 4))).toBe(digestOf(large));
  });

  test("is the one that saved models have", () => {
    expect(digestOf([1, 2, 3], [0xffff_ffff])).toBe("7274db87326fcec3");
    const text = createChecksum();
    text.addText("a\u2192\ud83d\ude00");
    expect(text.digest()).toBe("f20f27b502853002");
  });

  test("depends on order and on where a list ends", () => {
    const digests = [
      digestOf([1, 2], [3]),
      digestOf([1], [2, 3]),
      digestOf([2, 1], [3]),
      digestOf([1, 2, 3]),
      digestOf(),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });
});
