import { describe, expect, test } from "vitest";
import type { Aspect, Past } from "../table/index.js";
import { pastDeviation, sayPastInterval, tellPast } from "./past-words.js";

const past = (aspect: Aspect): Past => ({ source: "Level", aspect, window: "5 min", unit: "min" });
const say = (aspect: Aspect, min: string | null, max: string | null) =>
  sayPastInterval("Level", past(aspect), { min, max });

describe("conditions on the past", () => {
  test("changes are told as people speak", () => {
    expect([
      say("change", "0", null),
      say("change", "0.3", null),
      say("change", "0.1", "0.4"),
      say("change", null, "0"),
      say("change", null, "-0.3"),
      say("change", "-0.4", "-0.1"),
      say("change", null, "0.4"),
      say("change", "-0.4", null),
      say("change", "-0.2", "0.4"),
      say("change", null, null),
    ]).toEqual([
      "Level does not fall over 5 min",
      "Level rises by at least 0.3 over 5 min",
      "Level rises by 0.1 to 0.4 over 5 min",
      "Level does not rise over 5 min",
      "Level falls by at least 0.3 over 5 min",
      "Level falls by 0.1 to 0.4 over 5 min",
      "Level rises by at most 0.4 over 5 min",
      "Level falls by at most 0.4 over 5 min",
      "Level changes by -0.2 to 0.4 over 5 min",
      "Level changes over 5 min",
    ]);
  });

  test("durations have their unit, and the clock is a number as any other", () => {
    expect(say("flat", null, "2")).toBe("Level flat for at most 2 min");
    expect(say("lasted", "12", null)).toBe("Level unchanged for at least 12 min");
    expect(say("lasted", "3", "3")).toBe("Level unchanged for 3 min");
    expect(say("flat", null, null)).toBe("Level flat for any number of min");
    expect(say("hour", "8", "12")).toBeNull();
  });
});

test("readings of the past are told in words", () => {
  expect([
    tellPast(past("change"), 3.1),
    tellPast(past("change"), -0.25),
    tellPast(past("change"), 0),
    tellPast(past("flat"), 12),
    tellPast(past("flat"), 0),
    tellPast(past("lasted"), 12.5),
    tellPast(past("lasted"), 0),
    tellPast(past("hour"), 7),
    tellPast(past("change"), null),
  ]).toEqual([
    "rose by 3.1 over 5 min",
    "fell by 0.25 over 5 min",
    "the same as 5 min before",
    "flat for 12 min",
    "moving",
    "unchanged for 12.5 min",
    "just changed",
    null,
    null,
  ]);
});

test("deviations of the past have words that last", () => {
  expect([
    pastDeviation("flat", 12, true),
    pastDeviation("flat", 0, false),
    pastDeviation("lasted", 60, true),
    pastDeviation("lasted", 1, false),
    pastDeviation("change", 2, true),
    pastDeviation("change", -1, true),
    pastDeviation("change", -2, false),
    pastDeviation("change", 1, false),
  ]).toEqual([
    "flat too long",
    "moves too soon",
    "unchanged too long",
    "changed too soon",
    "rises too fast",
    "falls too little",
    "falls too fast",
    "rises too little",
  ]);
});
