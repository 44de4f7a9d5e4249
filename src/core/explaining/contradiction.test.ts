import { describe, expect, test } from "vitest";
import { createRandom, randomNormal } from "../base/index.js";
import { openKernel } from "../compute/index.js";
import { blameRow, tellProbabilities } from "../evidence/index.js";
import { explain } from "../explain.js";
import { learn } from "../learn.js";
import { encodeTable, tableFromRows } from "../table/index.js";
import { diagnoseRow, prepareDiagnosis } from "./diagnosis.js";

type Row = Record<string, number | string>;

const COUNTRIES = ["CH", "DE", "GB", "JP", "US"] as const;
const CURRENCIES = ["CHF", "EUR", "GBP", "JPY", "USD"] as const;

/** Each country pays in its currency; the fee follows the amount and the tax. */
function payments(count: number, seed: number): Row[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const place = Math.floor(random() * COUNTRIES.length);
    const amount = 100 + 20 * randomNormal(random);
    return {
      country: COUNTRIES[place]!,
      currency: CURRENCIES[place]!,
      amount,
      tax: amount / 5 + randomNormal(random) / 5,
      fee: amount / 20 + randomNormal(random) / 20,
      hour: Math.floor(24 * random()),
    };
  });
}

const model = learn(payments(1500, 1));
const SOUND: Row = { country: "DE", currency: "EUR", amount: 100, tax: 20, fee: 5, hour: 12 };
const MIXED: Row = { ...SOUND, currency: "GBP" };

describe("two readings that contradict each other", () => {
  test("are both named, since nothing tells which one is wrong", () => {
    const [{ either, features, text }] = explain(model, [MIXED]) as [never];
    expect([...(either as string[])].sort()).toEqual(["country", "currency"]);
    const [first, second] = features as { feature: string; blame: number; probability: number; expected: unknown }[];
    expect([first!.feature, second!.feature]).toEqual(either);
    expect([first!.expected, second!.expected]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ feature: "country", in: ["GB"] }),
        expect.objectContaining({ feature: "currency", in: ["EUR"] }),
      ]),
    );
    expect(first!.probability).toBe(second!.probability);
    expect(first!.probability).toBeLessThanOrEqual(0.5);
    expect(second!.blame).toBeGreaterThan(0.2);
    expect(text).toMatch(/^(country or currency|currency or country): they contradict each other\. .* Or /);
  });

  test("leave all others as likely wrong as they were, but for those that would be likelier than the two", () => {
    const rows = payments(200, 7).map((row) => ({ ...row, currency: row.currency === "GBP" ? "EUR" : "GBP" }));
    const table = encodeTable(model.features, tableFromRows(rows));
    const diagnosis = prepareDiagnosis(model, { top: 5 }, openKernel());
    let moved = 0;
    for (let row = 0; row < rows.length; row++) {
      const { order, rankedSums, strangeness } = blameRow(diagnosis.blamer, table, row);
      const before = [...order];
      const told = new Map<number, number>();
      const sums = { rankedSums, strangeness: strangeness[0]!, runnerUp: strangeness[1]! };
      tellProbabilities(diagnosis.probability!, sums, (rank, likely) => told.set(before[rank]!, likely));
      const { suspects, isEither } = diagnoseRow(diagnosis, table, row);
      if (!isEither) continue;
      const [first, second, ...others] = suspects;
      moved += Number(before[1] !== second!.feature);
      for (const { feature, probability } of others)
        expect(probability, `row ${row}`).toBe(Math.min(first!.probability!, told.get(feature)!));
    }
    expect(moved).toBeGreaterThan(5);
  });

  test("are repaired by changing one of them, which mends the row", () => {
    const [explanation] = explain(model, [MIXED], { verify: true });
    const [first] = explanation!.features;
    expect(explanation!.either).toHaveLength(2);
    expect(explanation!.text).toContain(` With ${first!.feature} = ${first!.suggested} it would look normal `);
    expect(explanation!.repaired).toMatchObject({ brokenAfter: 0 });
    expect(explanation!.repaired!.strength).toBeLessThan(0.95);
  });

  test("are not where other readings tell which one is wrong", () => {
    const [explanation] = explain(model, [{ ...SOUND, fee: 8 }]);
    expect(explanation!.features[0]!.feature).toBe("fee");
    expect(explanation).not.toHaveProperty("either");
  });

  test("are not where one of them was never seen, or nothing is wrong", () => {
    const [unseen, sound] = explain(model, [{ ...SOUND, currency: "DOGE" }, SOUND]);
    expect([unseen!.features[0]!.feature, unseen!.features[0]!.neverSeenIn]).toEqual(["currency", 1500]);
    expect(unseen).not.toHaveProperty("either");
    expect(unseen!.text).toMatch(/^currency is DOGE, never seen in 1,500 normal rows, and should be EUR: when /);
    expect(sound).not.toHaveProperty("either");
  });
});
