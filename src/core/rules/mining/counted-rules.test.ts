import { describe, expect, test } from "vitest";
import { type CountedAntecedent, isFound, type Level } from "./counted-rules.js";
import type { RuleCounts } from "./rule-records.js";

const JUDGING = { minConfidence: 0.5, isNoNews: Uint8Array.of(0, 0, 0) };

/** Whether {0, 1} → 2 is found beside 0 → 2 and 1 → 2, which have the same counts. */
function isFoundBeside(parts: RuleCounts, counts: RuleCounts): boolean {
  const partOf = (item: number): CountedAntecedent => ({
    items: [item],
    consequents: Uint32Array.of(2),
    supportCounts: Float64Array.of(parts.supportCount),
    antecedentCounts: Float64Array.of(parts.antecedentCount),
    areFound: Uint8Array.of(1),
  });
  const level: Level = new Map([0, 1].map((item) => [String(item), partOf(item)]));
  return isFound({ items: [0, 1], consequent: 2, counts }, JUDGING, [level]);
}

describe("a longer rule is found where it is surer than all of its parts", () => {
  test("of few rows", () => {
    expect(isFoundBeside({ supportCount: 8, antecedentCount: 10 }, { supportCount: 9, antecedentCount: 10 })).toBe(
      true,
    );
    expect(isFoundBeside({ supportCount: 8, antecedentCount: 10 }, { supportCount: 4, antecedentCount: 5 })).toBe(
      false,
    );
  });

  test("by one row of a trillion, whose products no number of 64 bits tells apart", () => {
    const rows = 2 ** 40 + 1;
    const [less, more] = [
      { supportCount: rows - 1, antecedentCount: rows },
      { supportCount: rows, antecedentCount: rows + 1 },
    ];
    expect((rows - 1) * (rows + 1)).toBe(rows * rows); // rounded
    expect(isFoundBeside(less, more)).toBe(true);
    expect(isFoundBeside(more, less)).toBe(false);
    expect(isFoundBeside(less, less)).toBe(false);
  });
});
