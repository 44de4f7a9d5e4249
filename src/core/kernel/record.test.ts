import { describe, expect, test } from "vitest";
import { openKernel } from "./kernel.js";
import { i32, layOut, u8 } from "./lay-out.js";
import { double, layOutRecord, recordRoom, writeRecord } from "./record.js";

describe("a record", () => {
  test("holds its fields in their order: numbers, doubles at whole eights, places of arrays", () => {
    const kernel = openKernel();
    const fields = { gain: double(0.1), count: -7, list: i32(3), place: 2 ** 32 - 1, last: double(-0) };
    const { record, arrays, others } = layOutRecord(kernel, 32, fields, { spare: u8(5) });
    const view = new DataView(kernel.run.memory.buffer, record.pointer, 32);
    expect(view.getFloat64(0, true)).toBe(0.1);
    expect(view.getInt32(8, true)).toBe(-7);
    expect(view.getUint32(12, true)).toBe(arrays.list.byteOffset);
    expect(view.getUint32(16, true)).toBe(2 ** 32 - 1);
    expect(view.getFloat64(24, true)).toBe(-0);
    expect([arrays.list.length, others.spare.length]).toEqual([3, 5]);
  });

  test("can be changed field by field, and says what the kernel has made of it", () => {
    const record = writeRecord(new Uint8Array(16), { unit: double(1), first: 1, second: 2 });
    record.set({ second: 5, unit: double(3) });
    expect([record.get("first"), record.get("second")]).toEqual([1, 5]);
  });

  test("whose fields are not as long as the kernel's is an error", () => {
    expect(() => writeRecord(new Uint8Array(12), { one: 1, other: 2 })).toThrow("fields of 8 bytes for a record of 12");
  });

  test.each([2 ** 32, -(2 ** 31) - 1, 0.5, Number.NaN])("takes no number that is not one of 32 bits: %d", (value) => {
    expect(() => writeRecord(new Uint8Array(4), { one: value })).toThrow(`${value} is no number of 32 bits`);
  });

  test("without room is refused, and nothing is reserved", () => {
    const kernel = openKernel();
    const mark = kernel.mark();
    expect(() => layOutRecord(kernel, 4, { list: i32(2 ** 30) }, {})).toThrow("in one piece");
    expect(kernel.mark()).toBe(mark);
  });

  test("among arrays is placed where there is room for it, and as long as the kernel says", () => {
    const kernel = openKernel();
    const place = (fields: Record<string, number>) => {
      const { record, list } = layOut(kernel, { all: { record: recordRoom(kernel, () => 8), list: i32(3) } }).all;
      return { list, pointer: writeRecord(record, { list, ...fields }).pointer };
    };
    const { pointer, list } = place({ count: 3 });
    expect([...new Uint32Array(kernel.run.memory.buffer, pointer, 2)]).toEqual([list.byteOffset, 3]);
    expect(() => place({})).toThrow("fields of 4 bytes for a record of 8");
  });
});
