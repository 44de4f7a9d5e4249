import { expect, test } from "vitest";
import { MANY_TEXTS } from "../../core/table/index.js";
import { createTextCodes, sortTexts } from "./text-codes.js";

test("each distinct text has a number, in the order of its first row; blank ones are missing", () => {
  const codes = createTextCodes("keep");
  expect(["b", "a", " ", "b"].map((text) => codes.codeOf(text))).toEqual([0, 1, -1, 0]);
  expect(codes.takeDictionary()).toEqual(["b", "a"]);
  expect(codes.takeDictionary()).toEqual([]);
});

test("as they are written, only what is empty is missing", () => {
  const codes = createTextCodes("as written");
  expect(["", " "].map((text) => codes.codeOf(text))).toEqual([-1, 0]);
});

test("a column of different texts is dropped only if asked for, and by all of its rows", () => {
  for (const uniqueTexts of ["keep", "drop"] as const) {
    const codes = createTextCodes(uniqueTexts);
    for (let i = 0; i <= MANY_TEXTS; i++) codes.codeOf(`text ${i}`);
    const dropped = uniqueTexts === "drop" ? "text that differs in nearly every row" : null;
    expect(codes.reasonToDrop(2 * MANY_TEXTS + 1)).toBe(dropped);
    expect(codes.reasonToDrop(2 * MANY_TEXTS + 2)).toBeNull();
  }
});

test("sorted texts keep their rows", () => {
  const codes = Int32Array.of(0, 1, -1, 2);
  expect(sortTexts(["b", "c", "a"], codes)).toEqual(["a", "b", "c"]);
  expect(codes).toEqual(Int32Array.of(1, 2, -1, 0));
});
