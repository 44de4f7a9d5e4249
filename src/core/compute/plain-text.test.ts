import { expect, test } from "vitest";
import { fromText, toText } from "./plain-text.js";

test("plain data come back the same, typed arrays and numbers that JSON does not know among them", () => {
  const value = {
    name: 'a "b" ü',
    list: [1, null, true, [Number.POSITIVE_INFINITY, { deep: Number.NaN }]],
    numbers: Float64Array.of(0.1, -0, Number.NaN, Number.NEGATIVE_INFINITY),
    codes: Int32Array.of(-1, 7, 2 ** 31 - 1),
    counts: Uint32Array.of(2 ** 32 - 1),
    bytes: new Uint8Array(),
    some: Uint8Array.of(1, 2, 3, 250, 251).subarray(1),
  };
  expect(fromText(toText(value))).toEqual(value);
});

test("arrays of any length come back", () => {
  for (const length of [0, 1, 2, 3, 4, 12_287, 12_288, 12_289]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37) % 256);
    expect(fromText(toText(bytes))).toEqual(bytes);
  }
});
