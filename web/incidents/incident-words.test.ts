import { expect, test } from "vitest";
import { basisWords } from "./incident-words.js";

test("one incident is one", () => {
  const counts = { incidents: 1, told: 91, strange: 100, passedOver: 9, timeless: 0, late: 0, rows: 1000 };
  expect(basisWords(counts)).toBe("91 of 100 strange rows in it");
  expect(basisWords({ ...counts, incidents: 225, told: 1, strange: 1 })).toBe("1 of 1 strange row in them");
});
