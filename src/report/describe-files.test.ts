import { expect, test } from "vitest";
import { describeFiles } from "./describe-files.js";

test.each([
  [[], "the result of a query"],
  [["may.csv"], "may.csv"],
  [["may.csv", "june.csv"], "may.csv and june.csv"],
  [["1.csv", "2.csv", "3.csv"], "3 files, 1.csv to 3.csv"],
])("%j", (names, words) => {
  expect(describeFiles(names)).toBe(words);
});
