import { expect, test } from "vitest";
import { baseName } from "./base-name.js";

test.each([
  [["may.csv"], "may"],
  [["may.csv.gz"], "may"],
  [["pasted rows"], "pasted rows"],
  [["may.csv", "june.csv", "july.csv"], "may-and-2-more"],
  [[], "rows"],
])("of %j", (names, base) => {
  expect(baseName(names.map((name) => ({ name })))).toBe(base);
});
