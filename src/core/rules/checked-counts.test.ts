import { describe, expect, test } from "vitest";
import { addStretch, checkedAt, checkedCounts, startTally } from "./checked-counts.js";
import { ONE_SIDED_95, studentQuantile, wilsonLow } from "./measures.js";

type Stretches = readonly (readonly [rows: number, support: number])[];

function tallyOf(rules: readonly Stretches[]) {
  const tally = startTally(rules.length, 1000);
  rules.forEach((stretches, rule) => {
    for (const [rows, support] of stretches) addStretch(tally, rule, { rows, support });
  });
  return tally;
}

describe("of independent rows", () => {
  test("the bound follows from the counts, whichever stretch they are from", () => {
    const checked = checkedCounts(
      tallyOf([
        [
          [300, 300],
          [85, 85],
        ],
      ]),
      false,
    );
    expect(checkedAt(checked, 0)).toEqual({
      antecedentCount: 385,
      supportCount: 385,
      confidenceLow: wilsonLow(385, 385, ONE_SIDED_95),
    });
    expect(checked.lows).toBeNull();
  });

  test("nothing is known where no row checks a rule, and of models that know of none", () => {
    expect(checkedAt(checkedCounts(startTally(1, 1000), false), 0)).toEqual({
      antecedentCount: 0,
      supportCount: 0,
      confidenceLow: 0,
    });
    expect(checkedAt(null, 0)).toBeNull();
  });
});

describe("of dependent rows", () => {
  const even: Stretches = Array.from({ length: 8 }, () => [100, 99]);
  const together: Stretches = Array.from({ length: 8 }, (_, stretch) => [100, stretch === 0 ? 92 : 100]);

  test("exceptions that stand together make a rule less sure than as many that are spread", () => {
    const { lows, antecedentCounts, supportCounts } = checkedCounts(
      tallyOf([...Array<Stretches>(9).fill(even), together]),
      true,
    );
    expect([antecedentCounts[0], supportCounts[0]]).toEqual([antecedentCounts[9], supportCounts[9]]);
    expect(lows![9]).toBeLessThan(lows![0]! - 0.02);
    expect(lows![0]).toBeCloseTo(wilsonLow(792, 800, studentQuantile(7)), 3);
  });

  test("no rule is surer than the rows of most others allow, least of all one without exceptions", () => {
    const perfect = Array.from({ length: 8 }, () => [100, 100] as const);
    const among = (others: Stretches) => checkedCounts(tallyOf([perfect, others, others, others]), true).lows![0]!;
    expect(among(together)).toBeLessThan(among(even) - 0.01);
  });

  test("few stretches tell little, and one nothing", () => {
    const perfect = (stretches: number) => Array.from({ length: stretches }, () => [100, 100] as const);
    const { lows } = checkedCounts(tallyOf([perfect(1), perfect(2), perfect(8)]), true);
    expect(lows![0]).toBe(0);
    expect([...lows!.slice(1)]).toEqual([0.8337, 0.9955]);
  });
});
