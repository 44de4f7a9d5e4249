/** What the report says below a symptom. */
import { expect, test } from "vitest";
import { ruleName } from "../../web/explanations/find-cards.js";

test("a value that no normal row has, and no rule is about, is said to be never seen, as the command line does", () => {
  expect(ruleName({ rule: null, neverSeenIn: 4800 })).toBe("never seen in 4,800 normal rows");
  expect(ruleName({ rule: null, neverSeenIn: null })).toBe("unlike the most similar normal rows");
  expect(ruleName({ rule: "always → a = b", neverSeenIn: null })).toBe("always → a = b");
});
