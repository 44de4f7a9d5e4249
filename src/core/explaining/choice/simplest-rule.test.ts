import { describe, expect, test } from "vitest";
import { createRandom } from "../../base/index.js";
import { explain } from "../../explain.js";
import { learn } from "../../learn.js";
import type { Model } from "../../model/index.js";
import { tableFromRows } from "../../table/index.js";

const CURRENCIES: Readonly<Record<string, string>> = { US: "USD", GB: "GBP", CH: "CHF", JP: "JPY" };
const SHARES: Readonly<Record<string, number>> = { DE: 30, FR: 15, IT: 12, ES: 10, NL: 8, US: 14, GB: 5, CH: 3, JP: 3 };
const COUNTRIES = Object.entries(SHARES).flatMap(([country, share]) => Array<string>(share).fill(country));

interface Order {
  readonly country: string;
  readonly currency: string;
  readonly amount: number;
  readonly vat: number;
}

function order(country: string, random: () => number, changes: Partial<Order> = {}): Order {
  const currency = CURRENCIES[country] ?? "EUR";
  const vat = Object.keys(SHARES).indexOf(country) + 4;
  return { country, currency, amount: Math.round((80 + 40 * random()) * 100) / 100, vat, ...changes };
}

function learnOrders(seed: number): Model {
  const random = createRandom(seed);
  const rows = Array.from({ length: 2000 }, () => order(COUNTRIES[Math.floor(random() * COUNTRIES.length)]!, random));
  return learn(tableFromRows(rows), { categorical: ["vat"], order: "none" });
}

describe("of rules that say the same the simplest is shown", () => {
  const model = learnOrders(1);
  const shownFor = (row: Order): string => {
    const [{ features, rules }] = explain(model, tableFromRows([row])) as [ReturnType<typeof explain>[number]];
    const [suspect] = features;
    return `${suspect!.feature}: ${suspect!.rule === null ? "none" : rules[suspect!.rule]!.text}`;
  };
  const steady = () => 0.5;

  test("country = DE → currency = EUR, and not a list of five countries", () => {
    for (const country of ["DE", "FR", "IT", "ES", "NL"]) {
      const shown = shownFor(order(country, steady, { currency: "USD" }));
      expect(shown).toMatch(new RegExp(`^currency: (country = ${country}|vat = \\d+) → currency = EUR$`));
    }
  });

  test("one value is named where a rule that is more general expects several", () => {
    const shown = shownFor(order("JP", steady, { currency: "EUR" }));
    expect(shown).toMatch(/^currency: (country = JP|vat = \d+) → currency = JPY$/);
  });

  test("who is suspected, and how much, is told by the evidence alone", () => {
    const [{ features }] = explain(model, tableFromRows([order("DE", steady, { currency: "USD" })])) as [
      ReturnType<typeof explain>[number],
    ];
    expect(features[0]).toMatchObject({ feature: "currency", observed: "USD", suggested: "EUR" });
    expect(features.reduce((sum, { blame }) => sum + blame, 0)).toBeCloseTo(1, 12);
  });
});
