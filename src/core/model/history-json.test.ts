import { describe, expect, test } from "vitest";
import type { Feature } from "../table/index.js";
import { parseHistory, withPast } from "./history-json.js";

const features: readonly Feature[] = [
  { name: "Level", kind: "numeric" },
  { name: "Pump", kind: "categorical", type: "text", categories: ["OFF", "ON"] },
  { name: "Level over 5 min", kind: "numeric" },
  { name: "Pump for (min)", kind: "numeric" },
  { name: "Hour", kind: "numeric" },
];
const plan = {
  time: "Time",
  by: null,
  window: { unit: "time", length: 300_000 },
  gap: 600_000,
  steady: ["Pump"],
  derived: [
    { name: "Level over 5 min", source: "Level", aspect: "change" },
    { name: "Pump for (min)", source: "Pump", aspect: "lasted" },
    { name: "Hour", source: "Time", aspect: "hour" },
  ],
};

test("a plan is read as it was written, and features know what they were made of", () => {
  expect(parseHistory(undefined, features)).toBeNull();
  const read = parseHistory(plan, features)!;
  expect(read).toEqual(plan);
  expect(withPast(features, null)).toBe(features);
  expect(withPast(features, read)[2]).toEqual({
    name: "Level over 5 min",
    kind: "numeric",
    past: { source: "Level", aspect: "change", window: "5 min", unit: "min" },
  });
  expect(withPast(features, read)[0]).toBe(features[0]);
});

describe("a plan that cannot be trusted is refused with its place", () => {
  const level = plan.derived[0]!;
  for (const [what, changed, message] of [
    ["no object", 5, "the model's history is not an object"],
    ["a name that is no text", { ...plan, by: 7 }, "the model's history.by is not a text"],
    [
      "a window of time without times",
      { ...plan, time: null },
      "the model's history.window.unit is not rows, since there is no time",
    ],
    [
      "a window of no unit",
      { ...plan, window: { unit: "years", length: 1 } },
      "the model's history.window.unit is not one of time, rows",
    ],
    [
      "an endless window",
      { ...plan, window: { unit: "time", length: 1e300 } },
      "the model's history.window.length is not a number above 0",
    ],
    [
      "half a row",
      { ...plan, window: { unit: "rows", length: 1.5 } },
      "the model's history.window.length is not a whole number of rows",
    ],
    ["no gap", { ...plan, gap: 0 }, "the model's history.gap is not a number above 0"],
    [
      "an unknown feature",
      { ...plan, derived: [{ ...level, name: "Nothing" }] },
      "the model's history.derived[0].name is not that of a feature of its kind",
    ],
    [
      "an unknown source",
      { ...plan, steady: [], derived: [{ ...level, source: "Pump" }] },
      "the model's history.derived[0].source is not a numeric feature",
    ],
    [
      "a source that was made itself",
      { ...plan, derived: [{ ...level, source: "Level over 5 min" }] },
      "the model's history.derived[0].source is not a numeric feature",
    ],
    [
      "another clock",
      { ...plan, derived: [{ name: "Hour", source: "Level", aspect: "hour" }] },
      "the model's history.derived[0].source is not the column of times",
    ],
    [
      "an unknown aspect",
      { ...plan, derived: [{ ...level, aspect: "mean" }] },
      "the model's history.derived[0].aspect is not one of change, flat, lasted, hour, weekday",
    ],
    ["a repeat", { ...plan, derived: [...plan.derived, level] }, "the model's history.derived is not without repeats"],
    [
      "a steady number",
      { ...plan, steady: ["Level"] },
      "the model's history.steady[0] is not a state whose duration is told",
    ],
  ] as const) {
    test(what, () => {
      expect(() => parseHistory(changed, features)).toThrow(message);
    });
  }
});
