import { expect, test } from "vitest";
import { learn } from "../learn.js";
import { listRules } from "./list-rules.js";
import { describeSeen } from "./seen-beside.js";

const rows = Array.from({ length: 300 }, (_, row) => {
  const x = (row * 37) % 100;
  return { x, pump: x < 40 ? "ON" : "OFF" };
});
const model = learn(rows, { order: "none" });
const rules = [...listRules(model)];

test("beside a range stands what was seen where that is another: of all rows, and of those that the rule is about", () => {
  const range = rules.find(({ source, consequent }) => source === "range" && "min" in consequent)!;
  expect([range.text, describeSeen(range, model)]).toEqual(["always → 0 ≤ x ≤ 99", null]);
  expect(describeSeen({ ...range, consequent: { feature: "x", min: -40, max: 139 } }, model)).toBe("seen 0 to 99");
  const about = rules.find(({ text }) => text.startsWith("pump = ON →") && text.includes("x"))!;
  expect(describeSeen(about, model)).toBe("seen 0 to 39");
});

test("categories are what was seen, so nothing stands beside them", () => {
  const category = rules.find(({ consequent }) => "in" in consequent)!;
  expect(describeSeen(category, model)).toBeNull();
});
