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

test("of rows that the model does not keep it says nothing: so many were looked at", () => {
  const many = learn(
    Array.from({ length: 3000 }, (_, row) => ({ x: row % 100, pump: row % 100 < 40 ? "ON" : "OFF" })),
    { order: "none", neighbours: 200 },
  );
  const kept = many.neighbours.columns;
  const isOn = many.features[1]!.name === "pump" ? 1 : 0;
  const on = [...listRules(many)].find(({ text }) => text.startsWith("pump = ON → ") && text.includes("x"))!;
  const code = (many.features[isOn] as { categories: readonly string[] }).categories.indexOf("ON");
  const values = [...kept[1 - isOn]!].filter((_, row) => kept[isOn]![row] === code);
  expect(describeSeen(on, many)).toBe(`seen ${Math.min(...values)} to ${Math.max(...values)} in ${values.length} rows`);
  expect(values.length).toBeLessThan(1200);
});

test("categories are what was seen, so nothing stands beside them", () => {
  const category = rules.find(({ consequent }) => "in" in consequent)!;
  expect(describeSeen(category, model)).toBeNull();
});
