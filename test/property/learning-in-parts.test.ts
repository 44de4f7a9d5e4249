/**
 * Rows that lie in parts are learnt to the bytes of one table, in the order of a column of moments or in none, however
 * they are dealt and merged.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRandom, randomInteger } from "../../src/core/base/index.js";
import { explain } from "../../src/core/explain.js";
import { learn } from "../../src/core/learn.js";
import { type LearnOptions, loadModel, type Model, saveModel } from "../../src/core/model/index.js";
import { countRules } from "../../src/core/presenting/index.js";
import { type Table, tableFromColumns, tableFromRows } from "../../src/core/table/index.js";
import { learningTasks } from "./learning-tasks.js";
import { kindOptions, toTable } from "./nasty-tables.js";
import { type Dealing, learnDealt } from "./rows-in-parts.js";
import { runs } from "./runs.js";

/** The model's file, or the code of the error. */
function outcome(learnt: () => ReturnType<typeof learn>): string {
  try {
    return saveModel(learnt());
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code === undefined) throw error;
    return code;
  }
}

function dealingBy(seed: number, parts: number, partOf: (row: number) => number): Dealing {
  const random = createRandom(seed);
  return { parts, partOf, pick: (count) => randomInteger(random, count) };
}

function expectSame(table: Table, dealing: Dealing, asked: LearnOptions): void {
  const options = { order: "none", ...asked } as const;
  expect(outcome(() => learnDealt(table, dealing, options))).toBe(outcome(() => learn(table, options)));
}

test("rows that are nearly copies of others in other parts", () => {
  const random = createRandom(12);
  const things = Array.from({ length: 60 }, () => [random(), random(), random()]);
  const column = (place: number) =>
    Array.from({ length: 240 }, (_, row) => things[row % 60]![place]! + 1e-4 * random());
  const table = tableFromColumns({ x: column(0), y: column(1), z: column(2) });
  expectSame(
    table,
    dealingBy(3, 4, (row) => Math.floor(row / 60)),
    { trees: 2, neighbours: 20 },
  );
});

test("rows of which each comes three times, where two columns hardly tell them apart", () => {
  const random = createRandom(16);
  const sizes = Array.from({ length: 90 }, () => randomInteger(random, 300) / 100);
  const hours = Array.from({ length: 90 }, () => randomInteger(random, 3));
  const column = (values: readonly number[]) => Array.from({ length: 270 }, (_, row) => values[row % 90]!);
  const table = tableFromColumns({ size: column(sizes), hour: column(hours) });
  for (const partOf of [(row: number) => row % 4, (row: number) => Math.floor(row / 90)])
    expectSame(table, dealingBy(7, 4, partOf), { trees: 2, neighbours: 20 });
});

test("days and times of day in two columns", () => {
  const random = createRandom(18);
  const instants = Array.from({ length: 120 }, (_, row) => new Date(Date.UTC(2026, 4, 4) + 1_800_000 * row));
  const level = instants.map((_, row) => Math.round(1000 * (Math.sin(row / 9) + random() / 9)) / 1000);
  const days = instants.map((instant) => instant.toISOString().slice(0, 10));
  const clocks = instants.map((instant) => instant.toISOString().slice(11, 16));
  const digits = instants.map((_, row) => 10_000 * (row % 24) + 100 * (row % 60));
  const dealing = dealingBy(6, 3, (row) => row % 3);
  const options = { trees: 1, neighbours: 20 };
  const together = tableFromColumns({ Date: days, Time: clocks, level });
  expect(outcome(() => learnDealt(together, dealing, options))).toBe("ORDER_IN_PARTS");
  for (const more of [{ order: "none" }, { order: "none", exclude: ["Time"] }, { time: "Date" }] as const)
    expectSame(together, dealing, { ...options, order: undefined, ...more });
  for (const columns of [
    { ordered: days, delivery: clocks, level },
    { date: days, time: digits, level },
    { date: days.map((day) => Number(day.replaceAll("-", ""))), delivery: clocks, level },
    { date: days.map((day) => new Date(day)), delivery: digits.map((_, row) => new Date(1000 * row)), level },
  ]) {
    const table = tableFromColumns(columns);
    expectSame(table, dealing, { ...options, order: undefined });
    expect(learn(table, options).warnings.filter(({ code }) => code === "TIME_IN_TWO_COLUMNS")).toHaveLength(1);
  }
});

test("what each of many products fixes", () => {
  const random = createRandom(14);
  const products = Array.from({ length: 600 }, () => randomInteger(random, 40));
  const table = tableFromColumns({
    product: products.map((product) => `P-${product}`),
    group: products.map((product) => "ABCD"[(product * 7) % 4]),
    price: products.map((product) => 2 + ((product * 13) % 37) / 4),
    quantity: products.map(() => 1 + randomInteger(random, 50)),
  });
  const options = { trees: 2, neighbours: 20, minSupport: 0.05 };
  expect(countRules(learn(table, options)).dependency).toBeGreaterThan(70);
  expectSame(
    table,
    dealingBy(5, 3, (row) => row % 3),
    options,
  );
});

test.each(["none", "time"] as const)("nasty tables, dealt by lot to parts, some without a row, order %s", (order) => {
  const tasks = fc.tuple(learningTasks({ maxRows: 60, maxColumns: 5 }), fc.integer({ min: 1, max: 20 }), fc.nat(1e6));
  fc.assert(
    fc.property(tasks, ([{ table: nasty, options }, parts, seed]) => {
      const table = order === "time" ? withMoments(toTable(nasty), seed) : toTable(nasty);
      const kinds = kindOptions(nasty);
      fc.pre(!table.columns.some((column) => column.type === "text" && column.isMixed));
      fc.pre(!table.columns.some(({ name, type }) => type === "text" && kinds.numeric.includes(name)));
      const random = createRandom(seed);
      const lots = Array.from({ length: table.rowCount }, () => randomInteger(random, parts));
      const dealing = dealingBy(seed, parts, (row) => lots[row]!);
      const ordered = order === "time" ? ({ order, time: "moment of the row" } as const) : { order };
      expectSame(table, dealing, { trees: 2, neighbours: 20, ...options, cutoffs: "dependency", ...kinds, ...ordered });
    }),
    runs(40),
  );
});

/** With a column of moments, of which some come again and some are missing. */
function withMoments(table: Table, seed: number): Table {
  const random = createRandom(seed);
  const most = 1 + randomInteger(random, 50);
  const values = Float64Array.from({ length: table.rowCount }, (_, row) =>
    row > 0 && random() < 0.1 ? Number.NaN : 1e12 + 60_000 * randomInteger(random, most),
  );
  return { ...table, columns: [...table.columns, { name: "moment of the row", type: "time", values }] };
}

/** Rows of a machine, some of them twice, with codes, an identifier, a label, infinite values and missing ones. */
function recordedTable(rows: number): Table {
  const at = (make: (row: number) => unknown): unknown[] => Array.from({ length: rows }, (_, row) => make(row % 263));
  const lot = (row: number, salt: number): number => ((row * 7919 + salt * 104_729) % 1009) / 1009;
  return tableFromColumns({
    day: at((row) => 20_260_101 + (row % 28)),
    "order id": at((row) => 1000 + ((row * 13) % 90)),
    number: Array.from({ length: rows }, (_, row) => 10 * row),
    label: at((row) => (row % 50 === 0 ? 1 : 0)),
    level: at((row) => (row % 19 === 0 ? null : Math.round(100 * (lot(row, 1) + (row % 7))) / 10)),
    flow: at((row) => lot(row, 1) + 0.1 * lot(row, 2) + (row % 7)),
    peak: at((row) => (row % 41 === 0 ? Infinity : row % 43 === 0 ? -Infinity : 1e6 * lot(row, 5) ** 9)),
    mode: at((row) => ["auto", "hand", "off", `rare ${row % 23}`][Math.min(3, Math.floor(lot(row, 3) * 3.1))]),
    kind: at((row) =>
      row % 31 === 0 ? null : ["a", "b", `odd ${row % 17}`][Math.min(2, Math.floor(lot(row, 4) * 2.05))],
    ),
    step: at((row) => row % 4),
    isOpen: at((row) => lot(row, 1) > 0.5),
  });
}

describe("a table as machines record it", () => {
  const table = recordedTable(600);
  const quick = { trees: 2, neighbours: 50 } as const;

  test.each([
    ["one part", dealingBy(1, 1, () => 0)],
    ["three parts of unlike size", dealingBy(2, 3, (row) => (row < 550 ? 0 : row < 590 ? 1 : 2))],
    ["a part for each row", dealingBy(3, 600, (row) => row)],
    ["seventeen parts in turn, two of them empty", dealingBy(4, 19, (row) => row % 17)],
  ])("in %s", (_, dealing) => {
    expectSame(table, dealing, quick);
  });

  test.each([
    { maxPredicates: 4, redundancy: "all" },
    { contamination: 0.05, numeric: ["step"], categorical: ["label", "order id"] },
    { exclude: ["kind", "order id", "number"], order: "none" },
    { preset: "paper", maxPredicates: 3 },
    { minSupport: 0.2, minConfidence: 0.5, cells: 0, seed: 7 },
  ] satisfies LearnOptions[])("with %j", (options) => {
    expectSame(
      table,
      dealingBy(5, 4, (row) => (row * 7) % 4),
      { ...quick, ...options },
    );
  });
});

test("more rows than any sample has", () => {
  const random = createRandom(11);
  const rows = 45_000;
  const level = Float64Array.from({ length: rows }, () => Math.round(1e4 * random() ** 3) / 100);
  const table = tableFromColumns({
    level,
    flow: level.map((value) => value * 2 + random()),
    wide: Float64Array.from({ length: rows }, () => (random() < 0.5 ? -1 : 1) * 10 ** (40 * random() - 20)),
    state: Array.from(level, (value) => (value > 10 ? "high" : random() < 0.01 ? "odd" : "low")),
  });
  expectSame(
    table,
    dealingBy(6, 5, (row) => Math.floor(5 * (row / rows) ** 3)),
    { trees: 2, neighbours: 100 },
  );
});

test("more rules of three predicates than can be counted in parts: rules of two, in parts as in memory", () => {
  const random = createRandom(8);
  const column = () => Array.from({ length: 400 }, () => "abcd"[randomInteger(random, 4)]!);
  const table = tableFromColumns(Object.fromEntries(Array.from({ length: 256 }, (_, c) => [`c${c}`, column()])));
  const options = { trees: 0, neighbours: 0, order: "none" } as const;
  const model = learn(table, options);
  expect(model.warnings).toEqual([
    {
      code: "RULES_SHORTENED",
      message:
        "only rules of 2 predicates were mined: with 1024 predicates longer ones would be too many to count; set maxPredicates to ask for longer ones",
    },
  ]);
  const dealing = dealingBy(1, 3, (row) => row % 3);
  expect(saveModel(learnDealt(table, dealing, options))).toBe(saveModel(model));
});

test("numbers that cannot be told from parts of the rows may be left out", () => {
  const random = createRandom(12);
  const rows = 70_000;
  const level = Float64Array.from({ length: rows }, () => random());
  const id = Float64Array.from({ length: rows }, (_, row) => 1_000_000_001 + 3 * row + (row % 2)); // or seconds since 1970
  const table = tableFromColumns({ id, level, flow: level.map((value) => value + random()) });
  const options = { exclude: ["id"], trees: 0, neighbours: 0, maxPredicates: 2 };
  const dealing = dealingBy(13, 3, (row) => row % 3);
  expectSame(table, dealing, options);
  expect(() => learnDealt(table, dealing, options)).toThrow(
    'whether "id" tells when rows were recorded cannot be told from parts of the rows',
  );
});

/** Rows that depend on those before them, of which many are equal, some at one moment and some at none. */
function plantRows(rows: number, { perMoment = 1, seed = 3 } = {}) {
  const random = createRandom(seed);
  let [valve, load] = [0, 0];
  return Array.from({ length: rows }, (_, row) => {
    if (random() < 0.03) valve = randomInteger(random, 3);
    load = 0.9 * load + random();
    const when = Date.UTC(2026, 0, 1) + 60_000 * Math.floor(row / perMoment);
    return {
      when: random() < 0.01 ? null : new Date(when),
      valve: `v${valve}`,
      flow: valve + (random() < 0.02 ? 1 : 0),
      load: Math.round(load),
    };
  });
}

describe("rows in the order of time", () => {
  const quick = { trees: 2, neighbours: 50 } as const;
  const shuffled = <Row>(rows: readonly Row[], seed: number): Row[] => {
    const random = createRandom(seed);
    const lots = new Map(rows.map((row) => [row, random()]));
    return rows.toSorted((a, b) => lots.get(a)! - lots.get(b)!);
  };
  const inParts = (rows: readonly object[], parts: number, options: LearnOptions): string =>
    saveModel(
      learnDealt(
        tableFromRows(rows),
        dealingBy(9, parts, (row) => (row * 7) % parts),
        options,
      ),
    );

  test.each([1, 40, 400])("learn the same shuffled, and in parts, %i rows a moment", (perMoment) => {
    const rows = plantRows(900, { perMoment });
    const seen: LearnOptions = perMoment < 400 ? {} : { order: "time" }; // content sorts rows of one moment
    const options = { ...quick, ...seen };
    const model = learn(rows, options);
    expect(model.order).toEqual({ by: "time", column: "when", step: 60_000 });
    const wanted = saveModel(model);
    expect(saveModel(learn(shuffled(rows, 4), options)) === wanted).toBe(true);
    for (const parts of [1, 3, 17]) expect(inParts(shuffled(rows, parts), parts, options) === wanted).toBe(true);
  });

  test("more of them than are looked at", () => {
    const rows = plantRows(50_000, { perMoment: 3 });
    const options = { trees: 2, neighbours: 100, maxPredicates: 2 };
    const model = learn(rows, options);
    expect(model.order!.by).toBe("time");
    const wanted = saveModel(model);
    expect(saveModel(learn(shuffled(rows, 4), options)) === wanted).toBe(true);
    expect(inParts(rows, 4, options) === wanted).toBe(true);
  });

  test("are as before them where rows do not depend on one another, or need not", () => {
    const rows = shuffled(plantRows(600), 5).map((row, i) => ({ ...row, when: new Date(1e12 + 1000 * i) }));
    const model = learn(rows, quick);
    expect(model.order!.by).toBe("none");
    expect(inParts(rows, 3, quick) === saveModel(model)).toBe(true);
    for (const options of [{ order: "time" }, { order: "none" }, { time: "when" }, { exclude: ["when"] }] as const)
      expect(inParts(rows, 3, { ...quick, ...options }) === saveModel(learn(rows, { ...quick, ...options }))).toBe(
        true,
      );
  });

  test("are told by texts of days, by seconds, and by numbers of rows", () => {
    const rows = plantRows(400);
    const day = (row: number): string => new Date(Date.UTC(2024, 0, 1 + row)).toISOString().slice(0, 10);
    const written = (row: number): string => day(row).split("-").reverse().join("/");
    for (const [when, options] of [
      [day, {}],
      [written, { time: "when" }],
      [(row: number) => 1_700_000_000 + 60 * row, { time: "when" }],
      [(row: number) => row, {}],
    ] as const) {
      const timed = rows.map((each, row) => ({ ...each, when: when(row) }));
      const model = learn(timed, { ...quick, ...options });
      expect([model.order!.by, model.order!.column]).toEqual(["time", "when"]);
      expect(inParts(shuffled(timed, 2), 3, { ...quick, ...options }) === saveModel(model)).toBe(true);
    }
  });

  test("are refused where they are told by too many texts, and learnt where numbers that are named tell them", () => {
    const options = { trees: 0, neighbours: 0, maxPredicates: 1 } as const;
    const many = Array.from({ length: 102_000 }, (_, row) => ({
      when: new Date(1.7e12 + 1000 * row).toISOString(),
      stamp: 1_000_000_001 + 3 * row + (row % 2),
      load: (row * 7919) % 1009,
    }));
    const texts = many.map(({ when, load }) => ({ when, load }));
    for (const time of [{}, { time: "when" }])
      expect(() => inParts(texts, 2, { ...options, ...time })).toThrow(
        '"when" tells when rows were recorded as texts, too many for rows that lie in parts: it holds text that differs in nearly every row',
      );
    const numbers = many.map(({ stamp, load }) => ({ stamp, load }));
    const named = { ...options, time: "stamp" };
    expect(inParts(numbers, 2, named)).toBe(saveModel(learn(numbers, named)));
  });

  test("are refused where it is not clear which column tells", () => {
    const rows = plantRows(300).map((row) => ({ ...row, later: new Date(2e12 + Number(row.when)) }));
    expect(() => inParts(rows, 2, quick)).toThrow("several columns tell when rows were recorded: when, later");
    expect(inParts(rows, 2, { ...quick, time: "later" })).toBe(saveModel(learn(rows, { ...quick, time: "later" })));
    expect(() => inParts(rows, 2, { ...quick, time: "load" })).toThrow('column "load" does not hold moments in time');
    expect(() => inParts(rows, 2, { ...quick, time: "then" })).toThrow('there is no column "then"');
    const plain = rows.map(({ valve, flow, load }) => ({ valve, flow, load }));
    expect(() => inParts(plain, 2, { ...quick, order: "time" })).toThrow("no column holds moments in time");
    expect(() => inParts(plain, 2, { ...quick, order: "file" })).toThrow('order must be "time" or "none"');
  });
});

describe("more rows than 32 bits count", () => {
  const quick = {
    trees: 2,
    neighbours: 50,
    minSupport: 0.02,
    minConfidence: 0.6,
    maxPredicates: 3,
    order: "none",
    exclude: ["order id", "number"],
  } as const;
  const [few, many] = [3, 27];
  const factor = 2 ** (many - few);
  const learnDoubled = (doublings: number): Model =>
    learnDealt(recordedTable(600), { ...dealingBy(7, 3, (row) => row % 3), doublings }, quick);
  const scaled = (counts: ArrayLike<number>): number[] => Array.from(counts, (count) => count * factor);

  test("are counted exactly, in the model and in its file", () => {
    const small = learnDoubled(few);
    const large = learnDoubled(many);
    expect(large.rowCount).toBe(600 * 2 ** many);
    expect(large.rowCount).toBeGreaterThan(2 ** 32);
    expect(large.rules.length).toBeGreaterThan(30);
    expect(Math.max(...large.rules.antecedentCounts)).toBeGreaterThan(2 ** 32);
    expect([...large.rules.antecedentCounts]).toEqual(scaled(small.rules.antecedentCounts));
    expect([...large.rules.supportCounts]).toEqual(scaled(small.rules.supportCounts));
    expect(large.rules.items).toEqual(small.rules.items);
    expect(large.forest.targets.length).toBeGreaterThan(10);
    expect(Math.max(...large.forest.classCounts)).toBeGreaterThan(2 ** 32);
    for (const name of ["antecedentCounts", "supportCounts", "classCounts"] as const)
      expect([...large.forest[name]], name).toEqual(scaled(small.forest[name]));
    expect([...large.forest.checked!.antecedentCounts]).toEqual(scaled(small.forest.checked!.antecedentCounts));
    const file = saveModel(large);
    expect(saveModel(loadModel(file))).toBe(file);
    const row = [
      { flow: 99, level: 3, mode: "off", kind: "a", step: 2, isOpen: true, label: 0, peak: 7, day: 20_260_105 },
    ];
    const [wanted, found] = [explain(small, row)[0]!, explain(loadModel(file), row)[0]!];
    const blames = ({ features }: typeof found) => features.map(({ feature, blame }) => [feature, blame.toFixed(2)]);
    expect(blames(found)).toEqual(blames(wanted));
  });
});
