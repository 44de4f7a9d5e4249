import { describe, expect, test } from "vitest";
import type { Place, RecordShape } from "../schema/index.js";
import { openKernel } from "./kernel.js";
import { i32, layOut, u8 } from "./lay-out.js";
import { fillRecord, layOutRecord, recordRoom, writeRecord } from "./record.js";

interface Sample {
  readonly gain: number;
  readonly work: number;
  readonly count: number;
  readonly list: Int32Array<ArrayBuffer>;
  readonly bytes: number;
  readonly other: Place<"Other"> | 0;
}

const SAMPLE: RecordShape<"Sample", Sample> = {
  name: "Sample",
  bytes: 32,
  fields: {
    gain: { at: 0, type: "f64" },
    work: { at: 8, type: "i64" },
    count: { at: 16, type: "i32" },
    list: { at: 20, type: "u32" },
    bytes: { at: 24, type: "u32" },
    other: { at: 28, type: "u32" },
  },
};

describe("a record", () => {
  test("holds its fields where its shape says: numbers, and places of arrays, which are laid out behind it", () => {
    const kernel = openKernel();
    const plan = { gain: 0.1, work: 2 ** 40, count: -7, list: i32(3), bytes: 2 ** 32 - 1, other: 0 as const };
    const { record, arrays, others } = layOutRecord(kernel, SAMPLE, plan, { spare: u8(5) });
    const view = new DataView(kernel.run.memory.buffer, record.pointer, 32);
    expect(view.getFloat64(0, true)).toBe(0.1);
    expect(view.getBigInt64(8, true)).toBe(2n ** 40n);
    expect(view.getInt32(16, true)).toBe(-7);
    expect(view.getUint32(20, true)).toBe(arrays.list.byteOffset);
    expect(view.getUint32(24, true)).toBe(2 ** 32 - 1);
    expect([arrays.list.length, others.spare.length]).toEqual([3, 5]);
  });

  test("takes arrays that are there already, and no others than the kernel reads", () => {
    const kernel = openKernel();
    const { record, list } = layOut(kernel, { all: { record: recordRoom(SAMPLE), list: i32(3) } }).all;
    const written = writeRecord(SAMPLE, record, { gain: 1, work: 0, count: 3, list, bytes: 0, other: 0 });
    expect(new Uint32Array(kernel.run.memory.buffer, written.pointer, 8)[5]).toBe(list.byteOffset);
    // @ts-expect-error: the kernel reads whole numbers of 32 bits there
    const retyped: Sample = { gain: 1, work: 0, count: 3, list: new Float64Array(3), bytes: 0, other: 0 };
    // @ts-expect-error: a field is missing
    const lacking: Sample = { gain: 1, work: 0, count: 3, bytes: 0, other: 0 };
    // @ts-expect-error: the place of another record
    const swapped: Sample = { ...retyped, other: written.pointer };
    expect([retyped, lacking, swapped]).toHaveLength(3);
  });

  test("can be changed field by field, and says what the kernel has made of it", () => {
    const { list } = layOut(openKernel(), { all: { list: i32(3) } }).all;
    const record = writeRecord(SAMPLE, new Uint8Array(32), { gain: 1, work: 0, count: 2, list, bytes: 0, other: 0 });
    record.set({ count: 5, gain: 3 });
    expect([record.get("count"), record.get("list")]).toEqual([5, list.byteOffset]);
  });

  test("needs as much room as it has bytes", () => {
    const fields = { gain: 1, work: 0, count: 2, list: new Int32Array(1), bytes: 0, other: 0 as const };
    expect(() => writeRecord(SAMPLE, new Uint8Array(12), fields)).toThrow("room of 12 bytes for a record of 32");
  });

  test.each([2 ** 31, -(2 ** 31) - 1, 0.5, Number.NaN])("takes no number that is not one of 32 bits: %d", (count) => {
    const fields = { gain: 1, work: 0, count, list: new Int32Array(1), bytes: 0, other: 0 as const };
    const range = "is no whole number from -2147483648 to 2147483647";
    expect(() => writeRecord(SAMPLE, new Uint8Array(32), fields)).toThrow(`${count} ${range}`);
  });

  test("without room is refused, and nothing is reserved", () => {
    const kernel = openKernel();
    const mark = kernel.mark();
    const plan = { gain: 0, work: 0, count: 0, list: i32(2 ** 30), bytes: 0, other: 0 as const };
    expect(() => layOutRecord(kernel, SAMPLE, plan, {})).toThrow("in one piece");
    expect(kernel.mark()).toBe(mark);
  });

  test("may be one of many in an array of its numbers", () => {
    const shape: RecordShape<"Pair", { readonly first: number; readonly second: number }> = {
      name: "Pair",
      bytes: 16,
      fields: { first: { at: 0, type: "f64" }, second: { at: 8, type: "f64" } },
    };
    const array = new Float64Array(4);
    fillRecord(shape, { first: 0.5, second: 7 }, { array, number: 1 });
    expect([...array]).toEqual([0, 0, 0.5, 7]);
  });
});
