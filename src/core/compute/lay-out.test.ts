import { describe, expect, test } from "vitest";
import { openKernel } from "./kernel.js";
import { f64, i32, layOut, u8, u16 } from "./lay-out.js";

const groups = {
  first: { bytes: u8(3), numbers: i32(17), none: f64(0) },
  second: { lists: [u16(1), u16(9)], floats: f64(2), noLists: [] },
};

/** Places from the first one on. */
function placesOf({ first, second }: ReturnType<typeof layOut<typeof groups>>): number[] {
  const arrays = [first.bytes, first.numbers, first.none, ...second.lists, second.floats];
  return arrays.map((array) => array.byteOffset - first.bytes.byteOffset);
}

describe("arrays", () => {
  test("stand behind one another at whole lines of a cache, of the kind and length asked for, zero", () => {
    const kernel = openKernel();
    const arrays = layOut(kernel, groups);
    expect(placesOf(arrays)).toEqual([0, 64, 192, 192, 256, 320]);
    expect(kernel.mark() - arrays.first.bytes.byteOffset).toBe(384);
    expect(arrays.first.numbers).toEqual(new Int32Array(17));
    expect(arrays.second.lists).toEqual([new Uint16Array(1), new Uint16Array(9)]);
    expect(arrays.second.floats).toEqual(new Float64Array(2));
    expect(arrays.second.noLists).toEqual([]);
  });

  test("that do not all fit are not laid out at all", () => {
    const kernel = openKernel();
    const mark = kernel.mark();
    expect(() => layOut(kernel, { some: { small: u8(16), huge: f64(2 ** 29) } })).toThrow("in one piece");
    expect(kernel.mark()).toBe(mark);
  });
});
