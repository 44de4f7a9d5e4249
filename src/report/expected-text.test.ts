import { describe, expect, test } from "vitest";
import { ruleSides, shownCell, shownRule, shownText } from "./expected-text.js";

test("control characters are shown, blank text stands in quotes, long text is cut", () => {
  expect(shownText("a\u001b[2J\u202eb")).toBe("a\\u001b[2J\\u202eb");
  expect(shownText(" \u2028")).toBe('" \\u2028"');
  expect(shownText("x".repeat(81))).toBe(`${"x".repeat(79)}…`);
  expect(shownCell("\u0000")).toBe("\\u0000");
  expect(shownCell(null)).toBe("missing");
});

describe("the sides of a rule", () => {
  test.each([
    ["Pump = ON → Valve = Open", "Pump = ON", "Valve = Open"],
    ["always → Level ≥ 3", "always", "Level ≥ 3"],
    ['"a → b" = x → "c → d" = "e → f"', '"a → b" = x', '"c → d" = "e → f"'],
    ['"say \\"hi → ho\\"" = 1 → y = 2', '"say \\"hi → ho\\"" = 1', "y = 2"],
    ["x = 1 → \u202ey = 2", "x = 1", "\\u202ey = 2"],
  ])("%s", (text, condition, claim) => {
    expect(ruleSides(text)).toEqual({ condition, claim });
    expect(shownRule(text)).toBe(`${condition} → ${claim}`);
  });
});
