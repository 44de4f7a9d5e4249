import { expect, test } from "vitest";
import { isHidden, shortenSet } from "./shorten-set.js";

const LETTERS = ["a", "b", "c", "d", "e", "f", "g"];

test("a set of up to five values is whole", () => {
  expect(shortenSet(LETTERS.slice(0, 5), "e")).toEqual({ shown: ["a", "b", "c", "d", "e"], others: 0 });
});

test("of a larger one the first four are shown, and how many others there are", () => {
  expect(shortenSet(LETTERS, null)).toEqual({ shown: ["a", "b", "c", "d"], others: 3 });
  expect(shortenSet(LETTERS, "c")).toEqual({ shown: ["a", "b", "c", "d"], others: 3 });
  expect(shortenSet(LETTERS, "z")).toEqual({ shown: ["a", "b", "c", "d"], others: 3 });
});

test("the row's own value is always among those shown", () => {
  expect(shortenSet(LETTERS, "f")).toEqual({ shown: ["a", "b", "c", "f"], others: 3 });
  expect(shortenSet([1, 2, 3, 4, 5, 6], "6")).toEqual({ shown: [1, 2, 3, 6], others: 2 });
  expect([isHidden(LETTERS, "e"), isHidden(LETTERS, "d"), isHidden(LETTERS, "z")]).toEqual([true, false, false]);
});
