import { expect, test } from "vitest";
import { keepBest } from "./best-rules.js";

/** Rules of the antecedent 7: consequent, rows with both, rows with the antecedent. */
const RULES = [
  [0, 95, 100],
  [1, 92, 100],
  [2, 100, 100],
  [3, 95, 100],
] as const;
const records = Int32Array.from(RULES.flatMap((rule) => [1, 7, ...rule]));
/** The consequent 0 holds in nearly every row: that a rule says it tells little. */
const shares = Float64Array.of(0.94, 0.2, 0.5, 0.45);

function consequents(most: number): readonly number[] {
  const { count, records: best } = keepBest({ count: RULES.length, records }, { most, shares });
  expect(best.length).toBe(5 * count);
  return Array.from({ length: count }, (_, rule) => best[5 * rule + 2]!);
}

test("the rules that say most beyond how frequent their consequent is are left, in their order", () => {
  expect(consequents(1)).toEqual([1]);
  expect(consequents(2)).toEqual([1, 2]); // 2 and 3 both gain .5; 2 holds in more rows
  expect(consequents(3)).toEqual([1, 2, 3]);
});

test("where there are no more, all are left as they came", () => {
  expect(consequents(4)).toEqual([0, 1, 2, 3]);
});
