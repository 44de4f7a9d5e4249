import { expect, test } from "vitest";
import { countBits, hasBit, popcount32, setBit, uniteInto, wordsFor } from "./bits.js";

test("a set has a word for every 32 rows begun", () => {
  expect([0, 1, 32, 33, 64, 65].map(wordsFor)).toEqual([0, 1, 1, 2, 2, 3]);
});

test("popcount32 counts the ones of any 32 bits", () => {
  const words = [0, 1, 0xffffffff, 0x80000000, 0x55555555, -1, -2147483648, 0x12345678];
  const ones = (word: number): number => [...(word >>> 0).toString(2)].filter((digit) => digit === "1").length;
  expect(words.map(popcount32)).toEqual(words.map(ones));
});

test("bits set are there, also the highest of a word, and no others", () => {
  const words = new Uint32Array(wordsFor(70));
  for (const row of [0, 31, 32, 69]) setBit(words, row);
  expect(Array.from({ length: 70 }, (_, row) => row).filter((row) => hasBit(words, row))).toEqual([0, 31, 32, 69]);
  expect(countBits(words)).toBe(4);
});

test("uniteInto adds the rows of the second set to the first", () => {
  const a = Uint32Array.of(0b0011, 0x80000000);
  uniteInto(a, Uint32Array.of(0b0110, 1));
  expect([...a]).toEqual([0b0111, 0x80000001]);
});
