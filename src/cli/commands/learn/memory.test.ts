import { expect, test } from "vitest";
import { parseSize } from "./memory.js";

test.each([
  ["500MB", 5e8],
  ["2GB", 2e9],
  ["1.5 gb", 1.5e9],
  ["10k", 1e4],
  ["1T", 1e12],
])("%s", (text, bytes) => {
  expect(parseSize(text)).toBe(bytes);
});

test.each(["", "0MB", "-1GB", "12", "GB", "1e3MB", "5 apples"])("%j is no size", (text) => {
  expect(() => parseSize(text)).toThrow(expect.objectContaining({ code: "MEMORY_FORM" }));
});
