import { describe, expect, test } from "vitest";
import { readNpy, readNpz } from "../../data/npz.js";
import { doubles, header, npy, type Packing, zip } from "./npz-writer.js";

describe("an archive of arrays", () => {
  const files = {
    "X.npy": npy(header("<f8", [2, 3]), doubles(1, 2, 3, 4, 5, 6)),
    "y.npy": npy(header("|u1", [2]), Uint8Array.of(0, 1)),
  };

  test.each<Packing>(["stored", "deflated", "wide"])("%s is read by name", (packing) => {
    const arrays = readNpz(zip(files, packing));
    expect([...arrays.keys()]).toEqual(["X", "y"]);
    expect(arrays.get("X")).toEqual({ shape: [2, 3], values: Float64Array.of(1, 2, 3, 4, 5, 6) });
    expect(arrays.get("y")).toEqual({ shape: [2], values: Float64Array.of(0, 1) });
  });

  test("behind a comment it is found too", () => {
    const plain = Buffer.from(zip(files));
    expect(readNpz(Buffer.concat([plain, Buffer.from("a comment")])).size).toBe(2);
  });

  test("that is none, or damaged, is refused", () => {
    expect(() => readNpz(Uint8Array.of(1, 2, 3))).toThrow("this is no .npz file");
    const bytes = Buffer.from(zip(files, "stored"));
    const list = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    const damaged = Buffer.from(bytes);
    damaged[list] = 0;
    expect(() => readNpz(damaged)).toThrow("the archive's list is damaged");
    const moved = Buffer.from(bytes);
    moved.writeUInt32LE(5, list + 42);
    expect(() => readNpz(moved)).toThrow("X.npy is not where the archive says");
    const other = Buffer.from(bytes);
    other.writeUInt16LE(12, list + 10);
    expect(() => readNpz(other)).toThrow("X.npy is packed by method 12");
  });
});

describe("an array", () => {
  test("in Fortran order is turned", () => {
    const array = readNpy(npy(header("<f8", [2, 3], "Fortran"), doubles(1, 4, 2, 5, 3, 6)), "X");
    expect(Array.from(array.values)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  const typed: [descr: string, bytes: Uint8Array, values: number[]][] = [
    ["<f4", new Uint8Array(Float32Array.of(0.5, -2).buffer), [0.5, -2]],
    ["<i8", new Uint8Array(BigInt64Array.of(-3n, 9007199254740991n).buffer), [-3, 9007199254740991]],
    ["<i4", new Uint8Array(Int32Array.of(-3, 70000).buffer), [-3, 70000]],
    ["<i2", new Uint8Array(Int16Array.of(-3, 300).buffer), [-3, 300]],
    ["|i1", new Uint8Array(Int8Array.of(-3, 3).buffer), [-3, 3]],
    ["<u8", new Uint8Array(BigUint64Array.of(3n, 4n).buffer), [3, 4]],
    ["<u4", new Uint8Array(Uint32Array.of(4000000000, 4).buffer), [4000000000, 4]],
    ["<u2", new Uint8Array(Uint16Array.of(60000, 4).buffer), [60000, 4]],
    ["|b1", Uint8Array.of(1, 0), [1, 0]],
    [">i2", Uint8Array.of(1, 0, 0, 2), [256, 2]],
  ];
  test.each(typed)("of %s becomes doubles", (descr, bytes, values) => {
    expect(Array.from(readNpy(npy(header(descr, [2]), bytes), "y").values)).toEqual(values);
  });

  test("of version 2, and one without rows", () => {
    expect(readNpy(npy(header("<f8", [1]), doubles(7), 2), "y").values).toEqual(Float64Array.of(7));
    expect(readNpy(npy(header("<f8", [0, 3]), doubles()), "X")).toEqual({ shape: [0, 3], values: new Float64Array(0) });
  });

  test("of objects is refused, and never run", () => {
    expect(() => readNpy(npy(header("|O", [2]), Uint8Array.of(1)), "y.npy")).toThrow(
      "y.npy holds values that are no plain numbers",
    );
  });

  test("that is cut off is refused", () => {
    const whole = npy(header("<f8", [2]), doubles(1, 2));
    expect(() => readNpy(whole.subarray(0, whole.length - 3), "y.npy")).toThrow(
      "y.npy has 13 bytes of numbers, its shape (2) needs 16",
    );
    expect(() => readNpy(whole.subarray(0, 5), "y.npy")).toThrow("y.npy is no .npy array");
  });
});
