import { describe, expect, test } from "vitest";
import { createRandom, randomNormal } from "../base/index.js";
import { createExplainer, explain } from "../explain.js";
import { learn } from "../learn.js";
import { loadModel, saveModel } from "../model/index.js";
import type { Explanation, SuspectFeature } from "../presenting/index.js";
import { expectedCodes, isSeen, likelyCode, rangeBeside, readableRange, wholeNumbers } from "./expected-value.js";

type Row = Record<string, number | string>;

const SHOPS = ["bakery", "fuel", "pharmacy"] as const;
const OPENS = { bakery: 6, fuel: 0, pharmacy: 8 } as const;
const CLOSES = { bakery: 14, fuel: 23, pharmacy: 19 } as const;

/** Shops sell in their hours; amounts are skewed, and the fee follows them. */
function saleRow(random: () => number): Row {
  const shop = SHOPS[Math.floor(random() * SHOPS.length)]!;
  const hour = OPENS[shop] + Math.floor(random() * (CLOSES[shop] - OPENS[shop] + 1));
  const items = 1 + Math.floor(6 * random() * random());
  const amount = Math.round(100 * items * 4 * Math.exp(0.5 * randomNormal(random))) / 100;
  return {
    shop,
    hour,
    items,
    amount,
    fee: Math.round(100 * (0.3 + 0.02 * amount + 0.02 * randomNormal(random))) / 100,
  };
}

function saleRows(count: number, seed: number): Row[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => saleRow(random));
}

const model = learn(saleRows(1500, 1));

function suspectOf(row: Row, feature: string): SuspectFeature {
  return explain(model, [row])[0]!.features.find((suspect) => suspect.feature === feature)!;
}

describe("what is expected in the place of a wrong value", () => {
  test("holds the true one in nine of ten rows that nobody has seen", () => {
    const explainer = createExplainer(model);
    const random = createRandom(7);
    const covered = { fee: 0, amount: 0 };
    const told = { fee: 0, amount: 0 };
    let errors = 0;
    for (const row of saleRows(400, 2)) {
      for (const feature of ["fee", "amount"] as const) {
        const changed = { ...row, [feature]: (row[feature] as number) + (feature === "fee" ? 1 : 60) * (1 + random()) };
        const { expected, suggested } = explainer([changed])[0]!.features.find(
          (suspect) => suspect.feature === feature,
        )!;
        if (expected === null || !("min" in expected)) continue;
        told[feature]++;
        const truth = row[feature] as number;
        if (truth >= expected.min! && truth <= expected.max!) covered[feature]++;
        if (feature === "fee") errors += Math.abs((suggested as number) - truth);
      }
    }
    expect([told.fee > 300, told.amount > 300]).toEqual([true, true]);
    for (const feature of ["fee", "amount"] as const) {
      expect(covered[feature] / told[feature]).toBeGreaterThan(0.86);
      expect(covered[feature] / told[feature]).toBeLessThan(0.98);
    }
    // The fee is known to about .02; its deviation is .3.
    expect(errors / told.fee).toBeLessThan(0.04);
  });

  test("a pharmacy sells from 8 to 19: no hour at night, none with a fraction", () => {
    const night = suspectOf({ shop: "pharmacy", hour: 3, items: 2, amount: 8, fee: 0.46 }, "hour");
    const { min, max } = night.expected as { min: number; max: number };
    expect([min >= 8, max <= 19, Number.isInteger(min), Number.isInteger(max)]).toEqual([true, true, true, true]);
    expect(Number.isInteger(night.suggested)).toBe(true);
  });

  test("no amount is negative, and none has more decimals than amounts have", () => {
    const refund = suspectOf({ shop: "fuel", hour: 3, items: 1, amount: -40, fee: 0.38 }, "amount");
    expect((refund.expected as { min: number }).min).toBeGreaterThan(0);
    expect(Math.round(100 * (refund.suggested as number)) / 100).toBe(refund.suggested);
  });

  test("never more than the rule allows, and never the value that was observed", () => {
    for (const [place, row] of saleRows(60, 3).entries()) {
      const changed = place % 2 === 0 ? { ...row, fee: 4 } : { ...row, hour: 2 };
      const { features, rules } = explain(model, [changed])[0]!;
      for (const { expected, rule, observed } of features) {
        if (expected === null || !("min" in expected)) continue;
        expect((observed as number) < expected.min! || (observed as number) > expected.max!).toBe(true);
        if (rule === null) continue;
        const { min, max } = rules[rule]!.consequent as { min: number | null; max: number | null };
        expect(expected.min! >= (min ?? -Infinity) && expected.max! <= (max ?? Infinity)).toBe(true);
      }
    }
  });

  test("what is suggested is no end of the rule where the rest of the row tells less than the rule", () => {
    const random = createRandom(5);
    const rows = Array.from({ length: 6000 }, () => {
      const site = Math.floor(30 * random()); // too many for a tree to tell them apart
      return { site: `site-${site}`, load: Math.round(10 * ((site < 12 ? 100 : 50) + 5 * randomNormal(random))) / 10 };
    });
    const [row] = explain(learn(rows), [{ site: "site-11", load: 50 }]);
    const load = row!.features.find(({ feature }) => feature === "load")!;
    expect(row!.rules[load.rule!]!.text).toMatch(/^site = site-11 → .*load/);
    expect(load.suggested).toBeGreaterThan(90);
    expect(load.suggested).toBeLessThan(110);
  });

  test("says its level, and where normal values end if that is elsewhere", () => {
    const { expected } = suspectOf({ shop: "bakery", hour: 9, items: 1, amount: 5, fee: 7 }, "fee");
    expect(expected).toMatchObject({ level: 0.9 });
    const { seen, min, max } = expected as { seen: { min: number; max: number }; min: number; max: number };
    expect([seen.min <= min, seen.max >= max]).toEqual([true, true]);
  });

  test("suggests what normal rows have where the rule speaks, if that is expected", () => {
    const random = createRandom(3);
    const schools = ["primary", "primary", "grammar", "grammar", "grammar", "college", "craft", "bachelor", "master"];
    const years = { primary: 6, grammar: 9, college: 10, craft: 11, bachelor: 13, master: 14 };
    const rows = Array.from({ length: 2000 }, () => {
      const school = schools[Math.floor(9 * random())] as keyof typeof years;
      return { school, years: years[school], pay: 2 * years[school] + Math.floor(40 * random()) };
    });
    const model = learn(rows, { order: "none", trees: 0 });
    const [{ features, rules }] = explain(model, [{ school: "craft", years: 6, pay: 40 }]) as [Explanation];
    const suspect = features.find(({ feature }) => feature === "years")!;
    expect(rules[suspect.rule!]!.text).toBe("school = craft → 10 ≤ years < 12");
    expect([suspect.expected, suspect.suggested]).toEqual([
      { feature: "years", min: 10, max: 11, maxInclusive: true, level: 0.9, seen: { min: 11, max: 11, rows: 94 } },
      11,
    ]);
  });

  test("is the value of nine in ten rows, be the others anywhere", () => {
    const random = createRandom(11);
    const gains = Array.from({ length: 3000 }, () => {
      const [sector, gain] = [["state", "private"][Math.floor(2 * random())]!, Math.floor(100 * random() ** 3)];
      return { sector, hours: 30 + Math.floor(20 * random()), gain: random() < 0.92 ? 0 : 100 + 7 * gain * gain };
    });
    const numbers = gains.map(({ hours, gain }) => ({ hours, pay: hours + 10 * random(), gain }));
    const expectations = [
      { rows: gains, row: { sector: "state", hours: 40, gain: 38 } },
      { rows: numbers, row: { hours: 40, pay: 45, gain: 38 } },
    ].map(({ rows, row }) => explain(learn(rows, { order: "none" }), [row])[0]!.features[0]!);
    const zero = { feature: "gain", min: 0, max: 0, maxInclusive: true, level: 0.9 };
    for (const { expected, suggested } of expectations) expect([expected, suggested]).toMatchObject([zero, 0]);
  });

  test("is the same after a file", () => {
    const row = { shop: "bakery", hour: 20, items: 1, amount: 5, fee: 7 };
    expect(explain(loadModel(saveModel(model)), [row])).toEqual(explain(model, [row]));
  });

  test("models that were not measured for it say what the rule says", () => {
    const older = { ...model, calibration: { ...model.calibration, expected: null } };
    const [{ features, rules }] = explain(older, [{ shop: "bakery", hour: 9, items: 1, amount: 5, fee: 7 }]) as [never];
    const first = (features as SuspectFeature[])[0]!;
    expect(first.expected).toEqual((rules as { consequent: unknown }[])[first.rule!]!.consequent);
  });
});

describe("a range at numbers that read well", () => {
  const seen = { min: 0, max: 100 };

  test("is a little wider, and no wider than what was seen", () => {
    expect(readableRange({ low: 8.314, middle: 10, high: 11.972 }, null, seen)).toEqual({
      low: 8.3,
      middle: 10,
      high: 12,
    });
    expect(readableRange({ low: 0.004, middle: 10, high: 99.999 }, null, { min: 0.003, max: 100 })).toEqual({
      low: 0.003,
      middle: 10,
      high: 100,
    });
  });

  test("holds the whole numbers that it held before, or those around it", () => {
    expect(readableRange({ low: 8.3, middle: 10, high: 11.9 }, 0, seen)).toEqual({ low: 9, middle: 10, high: 11 });
    expect(readableRange({ low: 8.3, middle: 8.5, high: 8.9 }, 0, seen)).toEqual({ low: 8, middle: 8.5, high: 9 });
  });

  test("what a rule allows of whole numbers ends with one of them", () => {
    const allowed = (min: number, max: number, maxInclusive: boolean) => {
      const whole = wholeNumbers({ kind: "interval", feature: 0, min, max, maxInclusive });
      return [whole.min, whole.max, whole.maxInclusive];
    };
    expect(allowed(9, 10, false)).toEqual([9, 9, true]);
    expect(allowed(10, 12.5, false)).toEqual([10, 12, true]);
    expect(allowed(1.5, 7.5, true)).toEqual([2, 7, true]);
    expect(allowed(3, 8, true)).toEqual([3, 8, true]);
    expect(allowed(9, Number.POSITIVE_INFINITY, false)).toEqual([9, Number.POSITIVE_INFINITY, false]);
    expect(allowed(9.2, 9.8, true)).toEqual([9.2, 9.8, true]);
  });

  test("does not reach the value beside it, and still reads well", () => {
    const range = { low: 2.3887055963762904, middle: 14.6, high: 26.281895943965328 };
    expect(readableRange(range, 1, { min: -15.6, max: 39.6 }).low).toBe(2);
    const told = rangeBeside(range, 2.02, { decimals: 1, min: -15.6, max: 39.6 });
    expect(told).toEqual({ low: 2.2, middle: 14.6, high: 26.4 });
    expect(rangeBeside(range, 2.3, { decimals: null, min: -15.6, max: 39.6 })).toMatchObject({ low: 2.38, high: 26.3 });
    const wide = { low: 1.3343635864166041, middle: 600, high: 18517.32486690944 };
    expect(rangeBeside(wide, 1, { decimals: 2, min: 0, max: 64513.31 })).toEqual({ ...wide, low: 1.3, high: 18517.4 });
    expect(rangeBeside(range, 2.3887, { decimals: 1, min: -15.6, max: 39.6 })).toEqual(range);
  });

  test("is none where all normal rows that the rule is about lie elsewhere", () => {
    const range = { kind: "interval", feature: 0, min: 30, max: 33, maxInclusive: true } as const;
    expect([
      isSeen(range, { min: 35.83, max: 106.78, rows: 69 }),
      isSeen(range, { min: 12, max: 29.5 }),
      isSeen(range, { min: 33, max: 106.78 }),
      isSeen(range, { min: 12, max: 106.78 }),
      isSeen(range, null),
      isSeen({ ...range, max: 29 }, null),
    ]).toEqual([false, false, true, true, true, false]);
  });

  test("a single value stays one", () => {
    expect(readableRange({ low: 7.25, middle: 7.25, high: 7.25 }, null, seen)).toEqual({
      low: 7.25,
      middle: 7.25,
      high: 7.25,
    });
  });
});

describe("expected categories", () => {
  test("are those with enough of a share, or the likeliest alone", () => {
    expect(expectedCodes(Float64Array.of(0.5, 0.1, 0.4), 0.3)).toEqual([0, 2]);
    expect(expectedCodes(Float64Array.of(0.5, 0.1, 0.4), 0.8)).toEqual([0]);
  });

  test("one is suggested that is likely among those that a rule allows, and none of many that are not", () => {
    const shares = Float64Array.of(0.1, 0.35, 0.3, 0.25);
    expect([
      likelyCode(shares, null),
      likelyCode(shares, [0, 1, 3]),
      likelyCode(shares, [0, 1, 2, 3]),
      likelyCode(shares, [3]),
      likelyCode(new Float64Array(2), [0]),
      likelyCode(Float64Array.of(0.5, 0.25, 0.25), null),
    ]).toEqual([null, 1, null, 3, 0, 0]);
  });
});
