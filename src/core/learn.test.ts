import { describe, expect, test } from "vitest";
import { createRandom, randomInteger } from "./base/index.js";
import { explain } from "./explain.js";
import { learn } from "./learn.js";
import { LEARN_PHASES } from "./learning/index.js";
import { type LearnOptions, loadModel, saveModel } from "./model/index.js";
import { countRules, listRules, wantedNames } from "./presenting/index.js";
import { tableFromColumns, tableFromRows } from "./table/index.js";

const rows = Array.from({ length: 200 }, (_, i) => ({
  Level: (i * 7) % 40,
  Pump: (i * 7) % 40 > 19 ? "ON" : "OFF",
  Id: `order ${i}`,
  label: i % 10 === 0 ? 1 : 0,
}));
const table = tableFromRows(rows);

describe("learning", () => {
  test("describes the features and says what it left out", () => {
    const model = learn(table, { trees: 0, exclude: ["label"] });
    expect(model.rowCount).toBe(200);
    expect(model.features.map((feature) => feature.name)).toEqual(["Level", "Pump"]);
    expect(model.excluded).toEqual([
      { name: "Id", reason: "it looks like an identifier (200 distinct values in 200 rows)" },
      { name: "label", reason: "excluded by name" },
    ]);
    const moments = { mean: 19.5, deviation: expect.closeTo(11.543, 3) as number };
    expect(model.profiles).toEqual([
      { kind: "numeric", ...moments, min: 0, max: 39, missingCount: 0, scale: { unit: null, ...moments } },
      { kind: "categorical", counts: [100, 100], missingCount: 0 },
    ]);
    expect(model.warnings).toEqual([]);
  });

  test("does not blame a later row on the time it came, unless it is told that time is a feature", () => {
    const logged = rows.map(({ Level, Pump }, i) => ({ ts: 1_790_000_300 + 300 * i, Level, Pump }));
    const later = logged.map((row) => ({ ...row, ts: row.ts + 300 * logged.length }));
    const strange = (options: LearnOptions): number =>
      explain(learn(logged, { trees: 4, ...options }), later).filter(({ strength }) => strength! > 0.95).length;
    expect(strange({})).toBeLessThan(20);
    expect(strange({ numeric: ["ts"] }), "most of 200").toBeGreaterThan(150);
  });

  test("only from rows with a given value leaves that column out", () => {
    const model = learn(table, { normal: { column: "label", value: "0" }, trees: 0 });
    expect(model.rowCount).toBe(180);
    expect(model.features.map((feature) => feature.name)).toEqual(["Level", "Pump"]);
    expect(() => learn(table, { normal: { column: "label", value: 7 } })).toThrow("no row has label = 7");
  });

  test("of no rows is an error", () => {
    expect(() => learn(tableFromRows([]))).toThrow(
      expect.objectContaining({
        code: "NO_ROWS",
        message: "the table has no rows to learn from",
        hint: "Give normal rows; about a hundred or more make useful rules.",
      }),
    );
  });

  test("checks its options first", () => {
    expect(() => learn(tableFromRows([]), { cells: -1 })).toThrow(
      "cells must be a whole number from 0 to 1000, got -1",
    );
  });

  test("profiles missing and infinite values without being led astray by them", () => {
    const columns = { x: [1, 2, 3, null, Infinity, -Infinity], y: ["a", null, null, "a", "b", "a"] };
    const model = learn(tableFromColumns(columns), { numeric: ["x"] });
    expect(model.profiles).toMatchObject([
      { mean: 2, min: 1, max: 3, missingCount: 1 },
      { counts: [3, 1], missingCount: 2 },
    ]);
    expect(learn(tableFromColumns({ x: [Infinity] }), { numeric: ["x"] }).profiles).toMatchObject([
      { mean: 0, deviation: 0, min: 0, max: 0 },
    ]);
  });
});

describe("when rows were", () => {
  const quick = { trees: 0, neighbours: 0, maxPredicates: 1 } as const;
  const recorded = Array.from({ length: 400 }, (_, i) => ({ Level: Math.sin(i / 20), Flow: Math.cos(i / 30) }));
  const iso = (i: number): string => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10);
  const learnTimed = (times: (i: number) => Record<string, unknown>) =>
    learn(
      recorded.map((row, i) => ({ ...times(i), ...row })),
      quick,
    );

  test("is told by dates written as numbers, whose step is a day", () => {
    const model = learnTimed((i) => ({ When: Number(iso(i).replaceAll("-", "")) }));
    expect(model.order).toEqual({ by: "time", column: "When", step: 86_400_000 });
  });

  test("is told by texts of which a few cannot be read, and these are named", () => {
    const model = learnTimed((i) => ({ When: i % 100 === 7 ? "oops" : iso(i) }));
    expect(model.order).toMatchObject({ by: "time", column: "When" });
    expect(model.warnings).toContainEqual({
      code: "TIMES_UNREAD",
      message:
        '4 of 400 cells of column "When" cannot be read as moments: "oops" is none; these rows come last in the order of time',
    });
    expect(learnTimed((i) => ({ When: i % 10 === 7 ? "oops" : iso(i) })).order!.by).toBe("file");
  });

  test("is told by that of two columns in whose order rows depend on one another, which also names rows", () => {
    for (const born of ["Born", "Zborn"]) {
      const random = createRandom(5);
      const model = learnTimed((i) => ({ [born]: iso(randomInteger(random, 9973)), When: iso(Math.floor(i / 2)) }));
      expect(model.order, born).toMatchObject({ by: "time", column: "When" });
      expect(wantedNames(model, {}).time).toBe("When");
    }
  });
});

describe("a model without rules says why", () => {
  test("no feature", () => {
    expect(learn(tableFromRows([{}, {}])).warnings).toEqual([
      { code: "NO_FEATURES", message: "no column of the table can be a feature; see what was left out" },
    ]);
  });

  test("nothing frequent enough", () => {
    const { warnings } = learn(tableFromColumns({ x: ["a", "b", null, null] }), { minSupport: 0.5 });
    expect(warnings).toEqual([
      {
        code: "NO_PREDICATES",
        message: "no value or cell holds for more than minSupport 0.5 of the 4 rows, so only range rules were learnt",
      },
    ]);
  });
});

describe("a table of ten rows or fewer", () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, row) => ({ pump: row % 2 ? "ON" : "OFF", valve: row % 2 ? "open" : "shut" }));

  test("is said to be too small for mined rules, unless it is said what is enough", () => {
    for (const preset of ["default", "paper"] as const) {
      const model = learn(rows(8), { preset });
      expect(model.warnings).toEqual([
        {
          code: "FEW_ROWS",
          message:
            "8 rows are too few for mined rules, which must hold in more than 10 by default; give more rows, or set minSupport",
        },
      ]);
      expect(countRules(model).mined).toBe(0);
      const chosen = learn(rows(8), { preset, minSupport: 0.2 });
      expect(chosen.warnings).toEqual([]);
      expect(countRules(chosen).mined).toBe(4);
    }
    expect(learn(rows(10)).warnings).toHaveLength(1);
    expect(learn(rows(1)).warnings[0]!.message).toMatch(/^1 row is too few for mined rules/);
    expect(learn(rows(11)).warnings).toEqual([]);
  });

  test("may be as wide as it likes: there is nothing to mine in it", () => {
    const columns = Array.from({ length: 12_000 }, (_, i) => ({ name: `f${i}`, values: ["a", "a", "a", "a", "b"] }));
    const model = learn(tableFromColumns(columns), { trees: 0, neighbours: 0 });
    expect(model.features).toHaveLength(12_000);
    expect(model.options.maxPredicates).toBe(1);
    expect(model.warnings.map(({ code }) => code)).toEqual(["FEW_ROWS"]);
    expect(model.rules.length).toBeGreaterThanOrEqual(12_000);
  });

  test("has rules whose scores weigh support, and a model that loads", () => {
    // Both ranges hold without exception; the second one for fewer rows.
    const model = learn(rows(8).map((row, at) => ({ ...row, valve: at < 6 ? row.valve : null })));
    const ranges = [...listRules(model, { source: "range" })].map(({ text, support, score }) => [text, support, score]);
    expect(ranges).toEqual([
      ["always → pump ∈ {OFF, ON}", 1, 6],
      ["always → pump is present", 1, 6],
      ["always → valve ∈ {open, shut}", 0.75, 4],
    ]);
    expect(loadModel(saveModel(model))).toEqual(model);
  });
});

test("a very wide table has rules of two predicates, and says so, unless longer ones are asked for", () => {
  const columns = Array.from({ length: 4000 }, (_, i) => ({ name: `f${i}`, values: ["a", "a"] }));
  const options = { trees: 0, neighbours: 0, minSupport: 0 };
  const model = learn(tableFromColumns(columns), options);
  expect(model.options.maxPredicates).toBe(2);
  expect(model.warnings).toEqual([
    {
      code: "RULES_SHORTENED",
      message:
        "only rules of 2 predicates were mined: with 4000 predicates longer ones would take long; set maxPredicates to ask for longer ones",
    },
  ]);
  expect(learn(tableFromColumns(columns), { ...options, maxPredicates: 2 }).warnings).toEqual([]);
});

describe("hooks", () => {
  test("progress goes through the phases in their order and ends at its total", () => {
    const seen: string[] = [];
    learn(table, { trees: 2 }, { onProgress: (phase, done, total) => seen.push(`${phase} ${done}/${total}`) });
    const phases = [...new Set(seen.map((entry) => entry.split(" ")[0]))];
    expect(phases).toEqual(LEARN_PHASES.filter((phase) => phases.includes(phase)));
    expect(phases.length).toBeGreaterThan(3);
    for (const entry of seen) {
      const [done, total] = entry.split(" ")[1]!.split("/").map(Number);
      expect(done).toBeLessThanOrEqual(total!);
    }
  });

  test("learning stops wherever it is asked to, and keeps nothing", () => {
    let questions = 0;
    learn(table, { trees: 2 }, { shouldStop: () => ++questions < 0 });
    expect(questions).toBeGreaterThan(10);
    for (let patience = 0; patience < questions; patience += 3) {
      let asked = 0;
      expect(() => learn(table, { trees: 2 }, { shouldStop: () => asked++ === patience })).toThrow(
        expect.objectContaining({ name: "StoppedError", message: "stopped before it was done" }),
      );
    }
  });
});

describe("trees", () => {
  test("of a table with more than forty features choose their inputs, the same ones in any order of rows", () => {
    const columns = Array.from({ length: 44 }, (_, i) => ({
      name: `f${i}`,
      values: Array.from({ length: 120 }, (_row, row) => ((row * (i + 3)) % 37) + (i % 2 === 0 ? row % 5 : 0)),
    }));
    const turned = columns.map((column) => ({ ...column, values: [...column.values].reverse() }));
    const options = { trees: 2, neighbours: 0, maxPredicates: 1, order: "none" } as const;
    expect(saveModel(learn(tableFromColumns(turned), options))).toBe(
      saveModel(learn(tableFromColumns(columns), options)),
    );
  });

  test("take a feature of many categories by its most frequent ones", () => {
    const many = Array.from({ length: 400 }, (_, i) => ({
      Station: `s${i % 45}`,
      Zone: i % 45 < 20 ? "north" : "south",
      Load: i % 45 < 20 ? i % 7 : 50 + (i % 7),
    }));
    const options = { trees: 4, order: "none" } as const;
    const model = learn(tableFromRows(many), options);
    expect(model.forest.targets.length).toBeGreaterThan(0);
    expect(saveModel(learn(tableFromRows([...many].reverse()), options))).toBe(saveModel(model));
  });
});

describe("what is learnt from", () => {
  test("may be rows as objects, which mean the same as a table of them", () => {
    const rows = Array.from({ length: 40 }, (_, i) => ({ x: i % 9, y: i % 2 === 0 ? "a" : "b" }));
    expect(saveModel(learn(rows))).toBe(saveModel(learn(tableFromRows(rows))));
    const model = learn(rows);
    expect(explain(model, [{ x: 99, y: "c" }])).toEqual(explain(model, tableFromRows([{ x: 99, y: "c" }])));
  });

  test("must be rows or a whole table", () => {
    const refused = (message: string) => expect.objectContaining({ code: "TABLE_INVALID", message });
    expect(() => learn(null as unknown as [])).toThrow(refused("that is no table: got null"));
    expect(() => learn("x" as unknown as [])).toThrow(refused('that is no table: got "x"'));
    const short = { rowCount: 3, columns: [{ name: "x", type: "number" as const, values: new Float64Array(2) }] };
    expect(() => learn(short)).toThrow(refused('that is no table: column "x" has 2 values for 3 rows'));
  });
});
