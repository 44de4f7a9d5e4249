import { expect, test } from "vitest";
import { createRandom, randomNormal } from "../base/index.js";
import { explain } from "../explain.js";
import { learn } from "../learn.js";
import { type RowObject, tableFromRows } from "../table/index.js";

function purchase(random: () => number): RowObject {
  const country = ["DE", "FR", "GB", "US", "CH"][Math.floor(5 * random())]!;
  return {
    shop: ["fuel", "digital", "travel", "grocery"][Math.floor(4 * random())]!,
    amount: Math.round(100 * Math.exp(2.5 + 0.9 * randomNormal(random))) / 100,
    hour: Math.floor(24 * random()),
    country,
    currency: { DE: "EUR", FR: "EUR", GB: "GBP", US: "USD", CH: "CHF" }[country],
  };
}

test("models of 2 to 26 rows break no rule of theirs and accuse hardly a row that they were learnt from", () => {
  const random = createRandom(11);
  let [rows, accused] = [0, 0];
  for (const size of [2, 3, 4, 5, 6, 7, 8, 10, 13, 16, 20, 23, 26]) {
    for (let each = 0; each < 4; each++) {
      const table = tableFromRows(Array.from({ length: size }, () => purchase(random)));
      for (const { rules, features } of explain(learn(table), table)) {
        expect(rules).toEqual([]);
        rows++;
        accused += Number(features.some(({ probability }) => (probability ?? 0) >= 0.5));
      }
    }
  }
  expect(accused / rows).toBeLessThan(0.01);
});

test("of categories that have nothing to do with each other few fresh rows are strange, with four rows of each state", () => {
  const shares = Array.from({ length: 6 }, (_, seed) => {
    const random = createRandom(40 + seed);
    const of = (names: string): string => names[Math.floor(names.length * random())]!;
    const draw = (count: number) =>
      tableFromRows(Array.from({ length: count }, () => ({ line: of("abc"), shift: of("xy"), colour: of("pqrs") })));
    const explained = explain(learn(draw(90)), draw(400));
    return explained.filter(({ strength }) => strength! >= 0.95).length / explained.length;
  });
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeLessThan(0.07);
});
