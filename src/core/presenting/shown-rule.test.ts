import { describe, expect, test } from "vitest";
import type { Model } from "../model/index.js";
import type { Predicate } from "../predicates/index.js";
import type { Rule } from "../rules/index.js";
import type { CellValue } from "../table/index.js";
import { plainShower, prepareShower, type ShownRule } from "./shown-rule.js";

const range: Predicate = { kind: "interval", feature: 0, min: -3.0041234, max: 3.0041234, maxInclusive: true };
const open: Predicate = { kind: "in", feature: 1, codes: [1] };
const model = {
  rowCount: 12,
  features: [
    { name: "Level", kind: "numeric" },
    { name: "Valve", kind: "categorical", type: "text", categories: ["Closed", "Open"] },
  ],
  profiles: [
    { kind: "numeric", mean: 0, deviation: 1, min: -3, max: 3, missingCount: 0 },
    { kind: "categorical", counts: [1, 1], missingCount: 0 },
  ],
  predicates: [open],
  options: { minSupport: 0.1, minConfidence: 0.5, confidenceWeight: 5 },
} as unknown as Model;

const about = (consequent: Predicate, antecedent: readonly Predicate[]): Rule => ({
  source: "tree",
  antecedent,
  consequent,
  antecedentCount: 10,
  supportCount: 9,
  checked: { antecedentCount: 4, supportCount: 3, confidenceLow: 0.4 },
});
const level = about(range, [open]);
const valve = about(open, []);

const reads = (value: CellValue) => (): CellValue => value;
const asData = ({ written, expectation, reason }: ShownRule) => ({ written, expectation, reason });

describe("a rule shown", () => {
  test("says what should be, and why", () => {
    const shown = prepareShower(model)(level, reads(4));
    expect(shown.written.text).toBe("Valve = Open → -3 ≤ Level ≤ 3");
    expect(shown.expectation).toBe("between -3 and 3");
    expect(shown.reason).toBe("when Valve = Open, that holds for 75 % of 4 normal rows held back to check it");
    expect(prepareShower(model)(valve, reads("Closed")).reason).toBe(
      "that holds for 75 % of 4 normal rows held back to check it",
    );
  });

  test("is the same object for all rows that may be told the same, and other words where they would contradict a row", () => {
    const show = prepareShower(model);
    const usual = show(level, reads(4));
    const near = show(level, reads(3.001));
    expect(near.written.text).toBe("Valve = Open → -3 ≤ Level ≤ 3.004");
    expect(near.expectation).toBe("between -3 and 3.004");
    for (const value of [4, 5, null, "Infinity"]) expect(show(level, reads(value))).toBe(usual);
    expect(show(valve, reads("Closed"))).toBe(show(valve, reads(null)));
  });

  test("is the same whether it was kept or made for the row", () => {
    const show = prepareShower(model);
    for (const rule of [level, valve, level, valve]) {
      for (const value of [4, 3.001, -3.002, null]) {
        expect(asData(show(rule, reads(value)))).toEqual(asData(plainShower(model)(rule, reads(value))));
      }
    }
  });

  test("cannot be changed, since others share it", () => {
    for (const value of [4, 3.001]) {
      const { written } = prepareShower(model)(level, reads(value));
      for (const part of [written, written.antecedent, ...written.antecedent, written.consequent]) {
        expect(Object.isFrozen(part)).toBe(true);
      }
    }
  });
});

test("a shortened set in a rule never hides the value by which the row is in it; a whole one hides nothing", () => {
  const shops = ["digital", "electronics", "fuel", "gambling", "grocery", "pharmacy", "travel"];
  const feature = { name: "shop", kind: "categorical", type: "text", categories: shops } as const;
  const wide = { ...model, features: [...model.features, feature] };
  const set = { kind: "in", feature: model.features.length, codes: shops.map((_, code) => code) } as const;
  const antecedents = [[set], [{ kind: "anyOf", parts: [set] }]] as const;
  const own = (feature: number): string => (feature === set.feature ? "travel" : "Closed");
  for (const antecedent of antecedents) {
    const rule = { ...valve, antecedent };
    expect(prepareShower(wide)(rule, own).written.text).toMatch(
      /^shop ∈ \{digital, electronics, fuel, travel, 3 others\} → /,
    );
    expect(prepareShower(wide)(rule, own).reason).toContain("shop ∈ {digital, electronics, fuel, travel, 3 others}");
    expect(prepareShower(wide, "whole")(rule, own).written.text).toMatch(
      /^shop ∈ \{digital, electronics, fuel, gambling, grocery, pharmacy, travel\} → /,
    );
  }
});
