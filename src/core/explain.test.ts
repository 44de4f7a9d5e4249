import { describe, expect, test } from "vitest";
import { createRandom, randomNormal, StoppedError } from "./base/index.js";
import { openKernel } from "./compute/index.js";
import { createBlameFinder, createExplainer, createFinder, explain } from "./explain.js";
import { learn } from "./learn.js";
import type { PublicPredicate } from "./presenting/index.js";
import { tableFromRows } from "./table/index.js";

const normal = Array.from({ length: 300 }, (_, i) => {
  const level = (i * 7) % 100;
  return { Level: level, Pump: level >= 50 ? "ON" : "OFF", Temperature: 20 + ((i * 13) % 11) };
});
const model = learn(tableFromRows(normal), { trees: 4, neighbours: 50 });
const strange = { Level: 80, Pump: "OFF", Temperature: 25 };

function isWithin(expected: PublicPredicate | null, rule: PublicPredicate): boolean {
  if (expected === null || !("min" in expected) || !("min" in rule)) return false;
  return expected.min! >= (rule.min ?? -Infinity) && expected.max! <= (rule.max ?? Infinity);
}

describe("explaining", () => {
  test("names the wrong reading, the rule and the value it should have, by either method", () => {
    for (const method of ["paper", "diagnosis"] as const) {
      const [explanation] = explain(model, tableFromRows([strange]), { method });
      const [suspect] = explanation!.features;
      expect(["Pump", "Level"]).toContain(suspect!.feature);
      expect(suspect!.rule).not.toBeNull();
      const { consequent } = explanation!.rules[suspect!.rule!]!;
      expect(suspect!.expected).toHaveProperty("feature", suspect!.feature);
      if (method === "paper" || "in" in consequent) expect(suspect!.expected).toMatchObject(consequent);
      else expect(isWithin(suspect!.expected, consequent)).toBe(true);
      expect(explanation!.text).toContain("should be");
    }
  });

  test("gives the same blame to who wants numbers alone, also by a review that mutes a feature", () => {
    const table = tableFromRows([strange, normal[3]!, { ...strange, Temperature: 90 }]);
    const review = { approved: [], muted: [{ feature: "Temperature", when: [] }], notes: [] };
    for (const options of [{}, { review }, { verify: true, minStrength: 0.5 }, { method: "paper" as const }]) {
      const [told, measured] = [createFinder, createBlameFinder].map((create) =>
        create(model, options)(table, ({ finding: { suspects, strength }, row }) => ({
          row,
          strength,
          suspects: suspects.map(({ feature, blame, probability }) => ({ feature, blame, probability })),
        })),
      );
      expect(measured).toEqual(told);
      expect(measured!.length).toBeGreaterThan(0);
    }
  });

  test("numbers rows as they stand in the table, also when only flagged ones are explained", () => {
    const rows = [strange, strange, strange].map((row, i) => ({ ...row, flag: i === 1 ? "yes" : "no" }));
    const anomaly = { column: "flag", value: "yes" };
    expect(explain(model, tableFromRows(rows), { anomaly }).map(({ row }) => row)).toEqual([1]);
    expect(explain(model, tableFromRows(rows), { anomaly: { ...anomaly, value: "?" } })).toEqual([]);
    expect(explain(model, tableFromRows(rows)).map(({ row }) => row)).toEqual([0, 1, 2]);
  });

  test("leaves out rows that are less strange than minStrength, and keeps the numbers of the others", () => {
    const table = tableFromRows([normal[0]!, strange, normal[7]!, normal[40]!, strange]);
    const all = explain(model, table);
    const strengths = all.map(({ strength }) => strength!);
    for (const minStrength of [0, ...strengths, 0.99]) {
      const expected = all.filter(({ strength }) => strength! >= minStrength);
      expect(explain(model, table, { minStrength })).toEqual(expected);
    }
    expect(explain(model, table, { minStrength: 0.95 }).map(({ row }) => row)).toEqual([1, 4]);
  });

  test("minStrength is refused by a model of so few rows that it cannot say how strange one is", () => {
    const few = learn(tableFromRows(normal.slice(0, 1)));
    expect(explain(few, tableFromRows([strange]))[0]!.strength).toBeNull();
    expect(() => createExplainer(few, { minStrength: 0.95 })).toThrow(
      expect.objectContaining({
        code: "OPTION_CONFLICT",
        message:
          "minStrength 0.95 cannot be told by this model, which was learnt from 1 row: too few to say how strange a row is",
        hint: "Leave minStrength out, or learn from more rows.",
      }),
    );
  });

  test("shows at most `top` rules", () => {
    const wild = { Level: 1e9, Pump: "broken", Temperature: -500 };
    expect(explain(model, tableFromRows([wild]), { method: "paper", top: 2 })[0]!.rules).toHaveLength(2);
    expect(explain(model, tableFromRows([wild]), { method: "diagnosis", top: 1 })[0]!.rules).toHaveLength(1);
  });

  test("ignores extra columns and names a missing one", () => {
    expect(explain(model, tableFromRows([{ ...strange, Extra: [1] }]))).toHaveLength(1);
    expect(() => explain(model, tableFromRows([{ Level: 1, Pump: "ON" }]))).toThrow(
      "the table lacks the feature Temperature",
    );
  });

  test("says that a normal row breaks nothing", () => {
    const [explanation] = explain(model, tableFromRows([normal[0]!]), { method: "paper" });
    expect(explanation).toMatchObject({ features: [], rules: [] });
    expect(explanation!.text).toBe("No rule is broken: the row agrees with what was learnt from 300 normal rows.");
  });

  test("tells how the row would look once repaired, when asked", () => {
    const [explanation] = explain(model, tableFromRows([strange]), { verify: true });
    expect(explanation!.repaired).toBeDefined();
    expect(explanation!.text).toMatch(/With .+ it would /);
    expect(explain(model, tableFromRows([strange]))[0]!.repaired).toBeUndefined();
  });

  test("of no objects is nothing, of a table without columns an error", () => {
    expect(explain(model, [])).toEqual([]);
    expect(explain(model, [], { anomaly: { column: "flag", value: 1 } })).toEqual([]);
    expect(() => explain(model, tableFromRows([]))).toThrow("the table lacks 3 of 3 features");
  });

  test("an explainer is prepared once and gives the same for every batch", () => {
    const explainer = createExplainer(model);
    expect(explainer(tableFromRows([strange]))).toEqual(explainer(tableFromRows([strange])));
  });

  test("explains rows of a model without features", () => {
    const empty = learn(tableFromRows([{}]));
    for (const method of ["paper", "diagnosis"] as const) {
      expect(explain(empty, tableFromRows([{}]), { method })).toMatchObject([{ row: 0, features: [], rules: [] }]);
    }
  });
});

describe("a key that objects leave out", () => {
  const lacking = { Level: 80, Pump: "OFF" };
  const missing = { ...lacking, Temperature: null };
  const refusal = (message: string, hint: string) =>
    expect.objectContaining({
      code: "FEATURE_MISSING",
      message,
      hint: `${hint} The columns must be those the model was learnt from.`,
    });

  test("is a missing value, of one object as of several, by either method", () => {
    for (const method of ["paper", "diagnosis"] as const) {
      const explainer = createExplainer(model, { method });
      const [expected] = explainer(tableFromRows([missing]));
      expect(explainer([missing])).toEqual([expected]);
      expect(explainer([lacking])).toEqual([expected]);
      expect(explainer([lacking, lacking])).toEqual([expected, { ...expected, row: 1 }]);
      expect(explainer([lacking, strange])[0]).toEqual(expected);
      expect(expected!.features.find(({ feature }) => feature === "Temperature")!.observed).toBeNull();
    }
  });

  test("is a mistake in a Table, also after objects that left it out", () => {
    const explainer = createExplainer(model);
    explainer([lacking]);
    expect(() => explainer(tableFromRows([lacking]))).toThrow(
      refusal("the table lacks the feature Temperature", "The table has no other columns."),
    );
    expect(explainer([lacking])).toHaveLength(1);
  });

  test("is a mistake where another key has nearly its name, and only that one is told", () => {
    const closest = 'Closest: "temperatur" for "Temperature". The table also has: temperatur.';
    expect(() => explain(model, [{ Level: 80, temperatur: 20 }])).toThrow(
      refusal("the table lacks the feature Temperature", closest),
    );
    expect(explain(model, [{ ...lacking, humidity: 3 }])).toHaveLength(1);
  });

  test("is no mistake where that name was left out in learning, or tells which rows to explain", () => {
    const other = learn(
      normal.map((row) => ({ ...row, temperatur: 1 })),
      { trees: 0, neighbours: 0, exclude: ["temperatur"] },
    );
    expect(explain(other, [{ ...lacking, temperatur: 1 }])).toHaveLength(1);
    const anomaly = { column: "Temperature?", value: true };
    expect(explain(model, [{ ...lacking, "Temperature?": true }], { anomaly })).toHaveLength(1);
  });

  test("is a mistake where no key is a feature", () => {
    expect(() => explain(model, [{}, { Time: 1, pump: "ON" }])).toThrow(
      refusal(
        "the table lacks 3 of 3 features: Level, Pump, Temperature",
        'Closest: "pump" for "Pump". The table also has: Time, pump.',
      ),
    );
  });
});

describe("hooks", () => {
  const table = tableFromRows(Array.from({ length: 150 }, (_, row) => ({ ...strange, flag: row % 2 })));

  test("progress tells of rows explained and ends at their number, table by table", () => {
    const told: [number, number][] = [];
    const hooks = { onProgress: (done: number, total: number) => told.push([done, total]) };
    const explanations = explain(model, table, { method: "paper" }, hooks);
    expect(explanations).toEqual(explain(model, table, { method: "paper" }));
    expect(told).toEqual([
      [64, 150],
      [128, 150],
      [150, 150],
    ]);
    const explainer = createExplainer(model, { anomaly: { column: "flag", value: 1 } }, hooks);
    told.length = 0;
    explainer(table);
    explainer(tableFromRows([{ ...strange, flag: 1 }]));
    explainer(tableFromRows([{ ...strange, flag: 0 }]));
    expect(told).toEqual([
      [64, 75],
      [75, 75],
      [1, 1],
    ]);
  });

  test("progress counts rows that are left out as well", () => {
    const told: [number, number][] = [];
    const hooks = { onProgress: (done: number, total: number) => told.push([done, total]) };
    const rows = tableFromRows(Array.from({ length: 130 }, (_, row) => normal[row]!));
    expect(explain(model, rows, { minStrength: 0.99 }, hooks).length).toBeLessThan(64);
    expect(told).toEqual([
      [64, 130],
      [128, 130],
      [130, 130],
    ]);
  });

  test("a kernel of the caller's gives the same answers, and nothing else can stand in its place", () => {
    for (const method of ["paper", "diagnosis"] as const)
      expect(explain(model, table, { method }, { kernel: openKernel() })).toEqual(explain(model, table, { method }));
    expect(() => explain(model, table, {}, { kernel: null as never })).toThrow("kernel must be an object, got null");
    expect(() => explain(model, table, {}, { kernel: 5 as never })).toThrow("kernel must be an object, got 5");
    expect(() => explain(model, table, {}, { onProgress: null as never })).toThrow(
      "onProgress must be a function, got null",
    );
  });

  test("a wish to stop is heard before each row", () => {
    let asked = 0;
    const shouldStop = () => ++asked > 3;
    const done: number[] = [];
    const hooks = { shouldStop, onProgress: (rows: number) => done.push(rows) };
    expect(() => explain(model, table, {}, hooks)).toThrow(StoppedError);
    expect(asked).toBe(4);
    expect(done).toEqual([]);
  });
});

describe("rows keep their names", () => {
  const named = normal.map((row, i) => ({
    Order: `A-${i}`,
    ...row,
    At: `2026-05-10 ${10 + (i % 10)}:${10 + (i % 50)}`,
  }));
  const knowing = learn(tableFromRows(named), { trees: 4, neighbours: 50 });
  const row = { Order: "B-1", At: "2026-06-01 03:07", ...strange };

  test("an identifier and moments that learning left out are found by themselves", () => {
    expect(knowing.excluded.map(({ name }) => name)).toEqual(["Order", "At"]);
    for (const rows of [[row], tableFromRows([row])]) {
      const [{ id, time }] = explain(knowing, rows) as [ReturnType<typeof explain>[number]];
      expect({ id, time }).toEqual({ id: { Order: "B-1" }, time: "2026-06-01 03:07" });
    }
  });

  test("rows without such columns are explained without names", () => {
    expect(Object.keys(explain(knowing, [strange])[0]!)).toEqual(["row", "strength", "features", "rules", "text"]);
    expect(Object.keys(explain(model, [row])[0]!)).not.toContain("id");
  });

  test("others are taken by name, features too; moments are ISO text, and none is none", () => {
    const given = [{ ...strange, Plant: 7, When: new Date(Date.UTC(2026, 4, 10, 22, 52)) }];
    const [first] = explain(model, given, { id: ["Plant", "Pump"], time: "When" });
    expect(first).toMatchObject({ id: { Plant: 7, Pump: "OFF" }, time: "2026-05-10T22:52:00.000Z" });
    expect(explain(knowing, [row], { id: [] })[0]).not.toHaveProperty("id");
  });

  test("a column that was asked for and is not there is an error in a table, and missing in rows by themselves", () => {
    expect(() => explain(model, tableFromRows([row]), { id: ["Ordr"] })).toThrow(
      expect.objectContaining({ code: "FEATURE_UNKNOWN", message: 'there is no column "Ordr"' }),
    );
    expect(explain(model, [strange], { id: ["Order"], time: "At" })[0]).toMatchObject({
      id: { Order: null },
      time: null,
    });
  });

  test("a name as strange as a row is only a name", () => {
    const key = "__proto__";
    const table = tableFromRows([{ ...strange, ...Object.fromEntries([[key, "x"]]) }]);
    const [first] = explain(model, table, { id: [key] });
    expect(JSON.stringify(first)).toContain('"id":{"__proto__":"x"}');
  });
});

describe("a number that no normal row has, between those that they have", () => {
  const prices = [2.5, 3.25, 4.99, 7.5, 9.99, 19.99, 49];
  const sales = Array.from({ length: 1200 }, (_, i) => ({
    hour: 6 * ((i * 7) % 4),
    price: prices[(5 * i + (i >> 3)) % 7]!,
    visitors: ((i * 7919) % 1000) + 1,
    channel: i % 3 === 0 ? "shop" : "web",
  }));
  const shop = learn(tableFromRows(sales), { order: "none" });
  const usual = { hour: 12, price: 9.99, visitors: 444, channel: "web" };
  const suspectOf = (row: Record<string, unknown>) => explain(shop, [{ ...usual, ...row }])[0]!;

  test.each([
    ["an hour among four", "hour", 17, "never seen in 1,200 normal rows"],
    ["a price that there is none of", "price", 8.4, "never seen in 1,200 normal rows"],
    ["a price of more decimals", "price", 4.9925, "with more decimals than any of 1,200 normal rows (at most 2)"],
    ["half of a visitor", "visitors", 444.5, "no whole number as in all 1,200 normal rows"],
  ])("%s is suspected, and said never to have been seen", (_, feature, value, unseen) => {
    const { features, strength, text } = suspectOf({ [feature]: value });
    expect(features[0]).toMatchObject({ feature, neverSeenIn: 1200 });
    expect(strength).toBeGreaterThan(0.95);
    expect(text).toContain(`${feature} is ${value}, ${unseen}`);
    expect(features[0]!.mostDecimals).toBe({ 4.9925: 2, 444.5: 0 }[value]);
    const { min, max, seen } = features[0]!.expected as { min: number; max: number; seen?: object };
    // A range that holds all normal values is not told.
    expect(/and should be another number /.test(text)).toBe(seen !== undefined && value >= min && value <= max);
  });

  test("rows that are written with more decimals throughout are as usual as they are rounded", () => {
    const finer = { hour: 12, price: 9.9897, visitors: 444.0002, channel: "web" };
    expect(suspectOf(finer).strength).toBe(suspectOf({}).strength);
    expect(suspectOf({ ...finer, price: 8.4001 }).features[0]).toMatchObject({ feature: "price", neverSeenIn: 1200 });
    const wrong = suspectOf({ ...finer, price: 9.9897, channel: "phone" });
    expect(wrong.features.filter(({ neverSeenIn }) => neverSeenIn !== undefined)).toHaveLength(1);
  });

  test("one that they have is nothing special", () => {
    expect(suspectOf({}).strength).toBeLessThan(0.95);
    expect(suspectOf({ price: 7.5 }).features[0]).not.toHaveProperty("neverSeenIn");
  });
});

test("17 among the hours 0, 6, 12 and 18 is strange where hours are all that rows have", () => {
  const rows = Array.from({ length: 400 }, (_, row) => ({ hour: 6 * ((row * 7) % 4) }));
  const model = learn(rows, { numeric: ["hour"], order: "none" });
  const [strange, usual] = explain(model, [{ hour: 17 }, { hour: 18 }]);
  expect(strange!.features[0]).toMatchObject({ feature: "hour", neverSeenIn: 400 });
  expect([strange!.strength! > 0.99, usual!.strength! < 0.95]).toEqual([true, true]);
});

test("most normal rows of a table of one or two columns are not likely wrong", () => {
  const random = createRandom(11);
  const draw = (): Record<string, unknown> => ({ v: Math.round(100 * randomNormal(random)) / 100 });
  for (const more of [{}, { site: "north" }]) {
    const rows = Array.from({ length: 300 }, () => ({ ...draw(), ...more }));
    const fresh = Array.from({ length: 300 }, () => ({ ...draw(), ...more }));
    const likely = explain(learn(rows), fresh).filter(({ features }) => features[0]!.probability! >= 0.5);
    expect(likely.length).toBeLessThan(0.1 * fresh.length);
  }
});
