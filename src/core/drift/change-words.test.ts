import { expect, test } from "vitest";
import { changeWords } from "./change-words.js";

test("a category that comes more often is not told as one that does not: no more often", () => {
  const change = { kind: "relation", direction: "up", category: "no", usual: 0.1, now: 0.3 } as const;
  expect(changeWords(change)).toBe("is more often no than the rest of its row tells");
  expect(changeWords({ ...change, direction: "down" })).toBe("is less often no than the rest of its row tells");
});
