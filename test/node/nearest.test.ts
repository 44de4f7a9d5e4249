import { expect, test } from "vitest";
import { editDistance, nearest } from "../../src/node/nearest.js";

test("distance counts edits, a swap of neighbours as one", () => {
  expect(editDistance("", "abc")).toBe(3);
  expect(editDistance("abc", "abc")).toBe(0);
  expect(editDistance("pump", "pmup")).toBe(1);
  expect(editDistance("valve", "value")).toBe(1);
  expect(editDistance("kitten", "sitting")).toBe(3);
});

test("the nearest name is offered, the first of equals, and none that is far", () => {
  const names = ["price", "prize", "quantity", "Level"];
  expect(nearest("Price ", names)).toBe("price");
  expect(nearest("pricee", names)).toBe("price");
  expect(nearest("level", names)).toBe("Level");
  expect(nearest("colour", names)).toBeUndefined();
  expect(nearest("x", [])).toBeUndefined();
});
