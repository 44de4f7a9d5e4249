import { expect, test } from "vitest";
import { buffersOf, withCopiedArrays } from "./transfer.js";

test("finds every buffer once, however deep", () => {
  const shared = new ArrayBuffer(16);
  const own = new Float64Array(2);
  const value = {
    columns: [{ values: new Int32Array(shared, 0, 2) }, { codes: new Int32Array(shared, 8, 2) }, { values: own }],
    dictionary: ["a", "b"],
    nothing: null,
  };
  expect(buffersOf(value)).toEqual([shared, own.buffer]);
});

test("leaves shared memory where it is: every thread has it already", () => {
  expect(buffersOf(new Int32Array(new SharedArrayBuffer(8)))).toEqual([]);
});

test("arrays of its own are copies of no more than they hold, each by itself", () => {
  const large = Float64Array.of(1, 2, 3, 4);
  const value = {
    parts: [{ middle: large.subarray(1, 3) }, { all: large, again: large }],
    empty: new Int8Array(),
    n: 1,
  };
  const own = withCopiedArrays(value) as typeof value;
  expect(own).toEqual(value);
  expect(buffersOf(own).map(({ byteLength }) => byteLength)).toEqual([16, 32, 32, 0]);
  expect(buffersOf(own)).not.toContain(large.buffer);
});
