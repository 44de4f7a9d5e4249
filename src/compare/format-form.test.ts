import { expect, test } from "vitest";
import { formatForm } from "./format-form.js";
import type { PeerExplanation, PeerForm } from "./peer.js";

const features = [
  { column: 2, feature: "Valve", weight: 0.4 },
  { column: 0, feature: "Level", weight: 0.3 },
  { column: 1, feature: "Pump", weight: 0 },
  { column: 3, feature: "Temperature", weight: -0.35 },
];

const explanation = (form: PeerForm): PeerExplanation => ({ peer: "any", features, form, text: "" });

test("a subspace is a set of names", () => {
  expect(formatForm(explanation({ kind: "subspace", columns: [0, 2], outlyingness: 3 }))).toBe("{Level, Valve}");
});

test("a name with a comma is in quotes", () => {
  const named = [{ column: 0, feature: "fee, charged", weight: 1 }];
  const shown = (form: PeerForm): string => formatForm({ peer: "any", features: named, form, text: "" });
  expect(shown({ kind: "subspace", columns: [0], outlyingness: 3 })).toBe('{"fee, charged"}');
  expect(shown({ kind: "weights", meaning: "any" })).toBe('"fee, charged": 1');
});

test("weights stand beside their features, the strongest first, without those that have none", () => {
  const form: PeerForm = { kind: "weights", meaning: "any" };
  expect(formatForm(explanation(form))).toBe("Valve: 0.4, Temperature: -0.35, Level: 0.3");
});

test("contributions point up or down", () => {
  const form: PeerForm = { kind: "additive", expected: 0, score: 1, contributions: [0.3, 0, 0.4, -0.35] };
  expect(formatForm(explanation(form))).toBe("Valve: 0.4↑, Temperature: 0.35↓, Level: 0.3↑");
});

test("terms of a linear model too", () => {
  const terms = [
    { column: 0, text: "Level > 10", weight: 0.3 },
    { column: 3, text: "Temperature ≤ 30", weight: -0.5 },
  ];
  const form: PeerForm = { kind: "linear", intercept: 0, localScore: 0, score: 0, fit: 1, terms };
  expect(formatForm(explanation(form))).toBe("Temperature ≤ 30: 0.5↓, Level > 10: 0.3↑");
});

test("an anchor ends in the detector's verdict", () => {
  const rule = { kind: "rule", precision: 1, coverage: 0, reached: true, capped: false } as const;
  const predicates = [{ column: 0, above: 10, most: null, text: "Level > 10" }];
  expect(formatForm(explanation({ ...rule, predicates }))).toBe("Level > 10 → f(x) = 1");
  expect(formatForm(explanation({ ...rule, predicates: [] }))).toBe("always → f(x) = 1");
});

test("many features are cut short and counted", () => {
  const many = Array.from({ length: 9 }, (_, column) => ({ column, feature: `f${column}`, weight: 9 - column }));
  const text = formatForm({ peer: "any", features: many, form: { kind: "weights", meaning: "any" }, text: "" });
  expect(text).toBe("f0: 9, f1: 8, f2: 7, f3: 6, f4: 5, f5: 4, … (3 more)");
});
