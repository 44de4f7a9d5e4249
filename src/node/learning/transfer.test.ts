import { expect, test } from "vitest";
import { buffersOf } from "./transfer.js";

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
