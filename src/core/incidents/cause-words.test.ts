import { expect, test } from "vitest";
import { causeWords, describePhases } from "./cause-words.js";

test("numbers are said to be too low or too high, with their first and last reading where they changed", () => {
  const low = { feature: "Outflow", deviation: "too low" };
  expect(causeWords(low, null)).toBe("Outflow too low");
  expect(causeWords(low, { from: 12.5, to: 3 })).toBe("Outflow too low (12.5 → 3)");
  expect(causeWords(low, { from: 3, to: 3 })).toBe("Outflow too low");
});

test("categories are said as they are, and confusing ones in quotes", () => {
  expect(causeWords({ feature: "Valve", deviation: "Closed" }, null)).toBe("Valve = Closed");
  expect(causeWords({ feature: "Valve, main", deviation: "a → b" }, null)).toBe('"Valve, main" = "a → b"');
});

test("what else may be wrong has words of its own", () => {
  expect(causeWords(null, null)).toBe("no feature stands out");
  expect(causeWords({ feature: "Level", deviation: "missing" }, null)).toBe("Level missing");
  expect(causeWords({ feature: "Mode", deviation: "a value never seen" }, null)).toBe(
    "Mode has a value never seen before",
  );
  expect(causeWords({ feature: "Level", deviation: "flat too long" }, null)).toBe("Level flat too long");
});

test("phases are told one after the other, and one by itself not at all", () => {
  const phase = (text: string, count: number) => ({ text, count });
  expect(describePhases([phase("Flow too low", 9)])).toBe("");
  expect(describePhases([phase("Valve = Closed", 1), phase("Flow too low", 1200)])).toBe(
    "First Valve = Closed (1 row), then Flow too low (1,200 rows).",
  );
});
