import { describe, expect, test } from "vitest";
import type { Finding, Suspect } from "../explaining/index.js";
import type { Model } from "../model/index.js";
import type { Predicate } from "../predicates/index.js";
import type { Rule } from "../rules/index.js";
import type { CellValue } from "../table/index.js";
import { describeRow } from "./describe-row.js";
import { PLAIN_STYLE } from "./format-predicate.js";
import { formatObserved } from "./suspect-words.js";

const model = {
  rowCount: 3200,
  features: [
    { name: "Level", kind: "numeric" },
    { name: "Pump", kind: "categorical", type: "text", categories: ["OFF", "ON"] },
    { name: "Valve", kind: "categorical", type: "text", categories: ["Closed", "Open"] },
  ],
  profiles: [
    { kind: "numeric", mean: 10, deviation: 2, min: 4, max: 16, missingCount: 0 },
    { kind: "categorical", counts: [1, 1], missingCount: 0 },
    { kind: "categorical", counts: [1, 1], missingCount: 0 },
  ],
  calibration: { strangeness: new Float64Array(1500) },
  knownValues: [null, null, null],
} as unknown as Model;
const observed: CellValue[] = [11.1, "ON", "Closed"];

const level: Predicate = { kind: "interval", feature: 0, min: 10, max: Infinity, maxInclusive: false };
const pump: Predicate = { kind: "in", feature: 1, codes: [1] };
const open: Predicate = { kind: "in", feature: 2, codes: [1] };
const range: Predicate = { kind: "interval", feature: 0, min: 4, max: 9, maxInclusive: true };
const mined: Rule = {
  source: "mined",
  antecedent: [level, pump],
  consequent: open,
  antecedentCount: 3126,
  supportCount: 3120,
  checked: { antecedentCount: 1541, supportCount: 1538, confidenceLow: 0.995 },
};
const alone: Rule = {
  source: "range",
  antecedent: [],
  consequent: range,
  antecedentCount: 3200,
  supportCount: 3200,
  checked: { antecedentCount: 1600, supportCount: 1600, confidenceLow: 0.998 },
};

const suspect = (feature: number, rest: Partial<Suspect> = {}): Suspect => ({
  feature,
  blame: 0.5,
  probability: null,
  rule: null,
  expected: null,
  level: null,
  seen: null,
  isNew: false,
  isFiner: false,
  suggested: null,
  ...rest,
});
const valve = suspect(2, { rule: 0, expected: open });

function say(finding: Partial<Finding>): string {
  const whole = { suspects: [], rules: [mined, alone], isEither: false, strength: null, repaired: null, ...finding };
  return describeRow(whole, model, { observedOf: (feature) => observed[feature]!, sets: "short" });
}

describe("the sentence about a row", () => {
  test("names the reading, what it should be, why, and how sure that is", () => {
    expect(say({ suspects: [valve] })).toBe(
      "Valve is Closed but should be Open: when Level ≥ 10 and Pump = ON, that holds for 99.8 % of 1,541 normal rows held back to check it.",
    );
  });

  test("names at most two more, and only where a rule speaks about them", () => {
    const other = suspect(0, { rule: 1, expected: range });
    const text = say({ suspects: [other, valve, suspect(1), valve, valve] });
    expect(text).toBe(
      "Level is 11.1 but should be between 4 and 9: that holds for 100 % of 1,600 normal rows held back to check it. " +
        "Also Valve is Closed but should be Open. Also Valve is Closed but should be Open.",
    );
  });

  test("tells the range that the rest of the row suggests, and what the rule says, where they differ", () => {
    const narrow: Predicate = { kind: "interval", feature: 0, min: 6.25, max: 7.5, maxInclusive: true };
    const other = suspect(0, { rule: 1, expected: narrow, level: 0.9 });
    expect(say({ suspects: [other] })).toBe(
      "Level is 11.1 but should be between 6.25 and 7.5: 4 ≤ Level ≤ 9 holds for 100 % of 1,600 normal rows held back to check it.",
    );
    const beyond = suspect(0, { rule: 1, expected: narrow, level: 0.9, seen: { min: 4.5, max: 8.75 } });
    expect(say({ suspects: [beyond] })).toBe(
      "Level is 11.1 but should be between 6.25 and 7.5: all normal rows have 4.5 to 8.75.",
    );
  });

  test("a category never seen is said to be that, and many others are not listed in its place", () => {
    const many = { ...model, rowCount: 50_000, features: [...model.features] };
    const mcc = { name: "mcc", kind: "categorical", type: "text", categories: ["a", "b", "c", "d", "e", "f"] } as const;
    many.features[2] = mcc;
    const any: Predicate = { kind: "in", feature: 2, codes: [0, 1, 2, 3, 4, 5] };
    const rules = [{ ...alone, consequent: any }];
    const finding = {
      suspects: [suspect(2, { rule: 0, expected: any })],
      rules,
      isEither: false,
      strength: null,
      repaired: null,
    };
    expect(describeRow(finding, many, { observedOf: () => "crypto", sets: "short" })).toBe(
      "mcc is crypto, never seen in 50,000 normal rows.",
    );
    const few: Predicate = { kind: "in", feature: 2, codes: [1, 4] };
    const narrowed = { ...finding, suspects: [suspect(2, { rule: 0, expected: few, level: 0.9 })] };
    expect(describeRow(narrowed, many, { observedOf: () => "crypto", sets: "short" })).toBe(
      "mcc is crypto, never seen in 50,000 normal rows, and should be b or e: mcc ∈ {a, b, c, d, 2 others} holds for 100 % of 1,600 normal rows held back to check it.",
    );
  });

  test("a category never seen leads although no rule speaks about it, if it is the most suspect", () => {
    const text = describeRow(
      {
        suspects: [suspect(1, { probability: 0.9 }), valve],
        rules: [mined],
        isEither: false,
        strength: null,
        repaired: null,
      },
      model,
      { observedOf: (feature) => (feature === 1 ? "BURNT" : observed[feature]!), sets: "short" },
    );
    expect(text).toMatch(
      /^Pump is BURNT, never seen in 3,200 normal rows\. Also Valve is Closed but should be Open\.$/,
    );
  });

  test("a category never seen is said to be that although it is not the most likely to be wrong, if the row is strange", () => {
    const unlikely = { suspects: [suspect(1, { probability: 0.49 })], rules: [], isEither: false, repaired: null };
    const sayBurnt = (strength: number) =>
      describeRow({ ...unlikely, strength }, model, { observedOf: () => "BURNT", sets: "short" });
    expect(sayBurnt(0.99)).toBe(
      "No rule singles out a reading; the least usual is Pump = BURNT, never seen in 3,200 normal rows. " +
        "The row is stranger than 99 % of normal rows.",
    );
    expect(sayBurnt(0.6)).toMatch(/the least usual is Pump = BURNT\.$/); // as on a screen, which knows no more of it
  });

  test("names both of two readings that contradict each other", () => {
    const on: Predicate = { kind: "in", feature: 1, codes: [0] };
    const pair = [valve, suspect(1, { expected: on, level: 0.9 })];
    expect(say({ suspects: pair, isEither: true })).toBe(
      "Valve or Pump: they contradict each other. Valve is Closed but should be Open: when Level ≥ 10 and Pump = ON, " +
        "that holds for 99.8 % of 1,541 normal rows held back to check it. Or Pump is ON but should be OFF.",
    );
  });

  test("one normal row is one", () => {
    const few = { ...model, rowCount: 1, calibration: { strangeness: new Float64Array(1) } } as unknown as Model;
    const once = { ...mined, antecedentCount: 1, supportCount: 1, checked: null };
    const finding = { suspects: [valve], rules: [once], isEither: false, strength: 1, repaired: null };
    expect(describeRow(finding, few, { observedOf: (feature) => observed[feature]!, sets: "short" })).toMatch(
      /that holds for 100 % of 1 normal row it was learnt from\. The row is stranger than the one normal row it was compared with\.$/,
    );
    expect(describeRow({ ...finding, suspects: [], strength: null }, few, PLAIN_STYLE)).toMatch(/from 1 normal row\.$/);
  });

  test("what a value should be is said as the explanation expects it, also where that is less than its rule allows", () => {
    const closer: Predicate = { kind: "interval", feature: 0, min: 5, max: 8.123456, maxInclusive: true };
    expect(say({ suspects: [suspect(0, { rule: 1, expected: closer })] })).toMatch(
      /^Level is 11\.1 but should be between 5 and 8\.1: 4 ≤ Level ≤ 9 holds for 100 % of 1,600 normal rows held back to check it\.$/,
    );
  });

  test("says so when no rule is broken", () => {
    const agrees = "No rule is broken: the row agrees with what was learnt from 3,200 normal rows.";
    expect(say({})).toBe(agrees);
    expect(say({ suspects: [suspect(0)] })).toBe("No rule singles out a reading; the least usual is Level = 11.1.");
    expect(say({ suspects: [suspect(0)], strength: 0.97 })).toBe(
      "No rule singles out a reading; the least usual is Level = 11.1. The row is stranger than 97 % of normal rows.",
    );
    expect(say({ suspects: [suspect(0, { expected: range })], strength: 1500 / 1501 })).toBe(
      "No rule singles out a reading; the least usual is Level = 11.1, where the normal rows most like this one have " +
        "between 4 and 9. The row is stranger than all 1,500 normal rows it was compared with.",
    );
    expect(say({ suspects: [suspect(2, { expected: open })], strength: 1 })).toContain(
      "Valve = Closed, where the normal rows most like this one have Open.",
    );
  });

  test("where the rest of the row speaks against a reading, that is said, rather than that nothing does", () => {
    const doubted = suspect(0, { probability: 0.64, expected: range, level: 0.9 });
    expect(say({ suspects: [doubted], strength: 0.97 })).toBe(
      "Level = 11.1, where the rest of the row suggests between 4 and 9. The row is stranger than 97 % of normal rows.",
    );
    expect(say({ suspects: [doubted], strength: 0.6 })).toContain(
      "No rule singles out a reading; the least usual is Level = 11.1, where",
    );
  });

  test("is led by the first suspect with a rule; one before it is unusual too", () => {
    expect(say({ suspects: [suspect(0), valve], strength: 0.99 })).toMatch(
      /^Valve is Closed but should be Open: .* Level = 11\.1 is unusual too\. The row is stranger than 99 % of normal rows\.$/,
    );
  });

  test("begins with the plain word when the row looks normal", () => {
    expect(say({ suspects: [valve], strength: 0.6 })).toMatch(
      /^As a whole this row looks normal \(40 % of normal rows are at least as strange\); still, Valve is Closed/,
    );
    expect(say({ suspects: [suspect(0)], rules: [], strength: 0.6 })).toBe(
      "This row looks normal: 40 % of normal rows are at least as strange. " +
        "No rule singles out a reading; the least usual is Level = 11.1.",
    );
  });
});

test("only what has a rule of its own is said to break one", () => {
  expect(say({ suspects: [suspect(0)], strength: 0.6 })).toMatch(/^This row looks normal: 40 % of normal rows/);
});

describe("the sentence about a repair", () => {
  const repairs = [suspect(2, { ...valve, suggested: 1 }), suspect(0, { suggested: 9.5 })];
  const repairOf = (strength: number | null, brokenAfter: number): string =>
    say({ suspects: repairs, repaired: { strength, brokenBefore: 14, brokenAfter } })
      .split(". ")
      .at(-1)!;

  test("says what to set and how the row would look then", () => {
    expect(repairOf(0.3, 0)).toBe("With Valve = Open and Level = 9.5 it would look normal and break no rule (now 14).");
    expect(repairOf(0.3, 1)).toBe(
      "With Valve = Open and Level = 9.5 it would look normal, though it would still break 1 rule (now 14).",
    );
    expect(repairOf(0.98, 12)).toContain(
      "it would still be stranger than 98 % of normal rows and break 12 rules (now 14)",
    );
    expect(repairOf(1500 / 1501, 2)).toContain(
      "it would still be stranger than all 1,500 normal rows it was compared with and break 2 rules (now 14).",
    );
  });

  test("tells only of rules where too few normal rows are known to say how strange a row is", () => {
    expect(repairOf(null, 0)).toBe("With Valve = Open and Level = 9.5 it would break no rule (now 14).");
    expect(repairOf(null, 1)).toBe("With Valve = Open and Level = 9.5 it would still break 1 rule (now 14).");
    expect(repairOf(null, 14)).toBe(
      "Whether Valve = Open and Level = 9.5 would make it look more normal is not known: too few normal rows were held back to compare it with.",
    );
    expect(repairOf(null, 15)).toBe("Valve = Open and Level = 9.5 would not make it look more normal.");
  });

  test("says so when it is none: the row would be as strange or stranger, or break more rules", () => {
    const noHelp = /Valve = Open and Level = 9\.5 would not make it look more normal\.$/;
    expect(repairOf(0.3, 15)).toMatch(noHelp);
    expect(repairOf(0.3, 14)).toMatch(noHelp);
    for (const [strength, brokenAfter] of [
      [0.98, 3],
      [0.97, 4],
    ] as const) {
      const repaired = { strength, brokenBefore: 4, brokenAfter };
      expect(say({ suspects: repairs, strength: 0.97, repaired })).toMatch(noHelp);
    }
  });

  test("is left out where the row looks normal and no rule is mended", () => {
    const tried = { strength: 0.3, brokenBefore: 0, brokenAfter: 0 };
    for (const worse of [
      { strength: 0.96, brokenBefore: 9, brokenAfter: 8 },
      { strength: 0.3, brokenBefore: 11, brokenAfter: 17 },
    ]) {
      expect(say({ suspects: repairs, strength: 0.6, repaired: worse })).toMatch(
        /1,541 normal rows held back to check it\.$/,
      );
    }
    expect(say({ suspects: repairs, strength: 0.6, repaired: tried })).not.toContain("With ");
    expect(say({ suspects: repairs, strength: 0.6, repaired: { ...tried, brokenBefore: 1 } })).toContain("With Valve");
    expect(say({ suspects: repairs, strength: 0.97, repaired: tried })).toContain("With Valve");
  });

  test("says so when there is none", () => {
    expect(say({ suspects: [valve], repaired: { strength: 0, brokenBefore: 1, brokenAfter: 1 } })).toMatch(
      /There is no repair to suggest\.$/,
    );
  });
});

test("an observed value is shown as it is, a missing one as missing", () => {
  expect([null, 1 / 3, "a, b", true, Infinity].map(formatObserved)).toEqual([
    "missing",
    "0.333333",
    '"a, b"',
    "true",
    "∞",
  ]);
});
