/** A table that is not in memory is learnt to the same bytes, in pieces of any length. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { learn } from "../../src/core/learn.js";
import { type LearnOptions, saveModel } from "../../src/core/model/index.js";
import { type Table, tableFromColumns } from "../../src/core/table/index.js";
import { learningTasks } from "./learning-tasks.js";
import { kindOptions, toTable } from "./nasty-tables.js";
import { runs } from "./runs.js";
import { storedTable } from "./stored-tables.js";

/** The model's file, or the code of the error. */
function outcome(learnt: () => ReturnType<typeof learn>): string {
  try {
    return saveModel(learnt());
  } catch (error) {
    return String((error as { readonly code?: string }).code ?? error);
  }
}

function expectSame(table: Table, blockRows: number, options: LearnOptions): void {
  const { table: stored, store } = storedTable(table, blockRows);
  expect(outcome(() => learn(stored, options, { store }))).toBe(outcome(() => learn(table, options)));
}

test("nasty tables, in pieces of one row and more", () => {
  const tasks = fc.tuple(learningTasks({ maxRows: 60, maxColumns: 5 }), fc.integer({ min: 1, max: 70 }));
  fc.assert(
    fc.property(tasks, ([{ table, options }, blockRows]) => {
      expectSame(toTable(table), blockRows, { trees: 2, neighbours: 20, ...options, ...kindOptions(table) });
    }),
    runs(60),
  );
});

/** Rows of a machine, some of them twice, with a clock, codes, an identifier, a label and values that are missing. */
function recordedTable(rows: number): Table {
  const at = (make: (row: number) => unknown): unknown[] => Array.from({ length: rows }, (_, row) => make(row));
  const lot = (row: number, salt: number): number => ((row * 7919 + salt * 104_729) % 1009) / 1009;
  return tableFromColumns({
    time: at((row) => new Date(1.7e12 + 60_000 * ((row * 37) % rows))),
    tick: at((row) => 1.7e9 + 60 * row),
    day: at((row) => 20_260_101 + (row % 28)),
    "order id": at((row) => 1000 + ((row * 13) % 90)),
    label: at((row) => (row % 50 === 0 ? 1 : 0)),
    level: at((row) => (row % 19 === 0 ? null : Math.round(100 * (lot(row, 1) + (row % 7))) / 10)),
    flow: at((row) => lot(row, 1) + 0.1 * lot(row, 2) + (row % 7)),
    mode: at((row) => ["auto", "hand", "off", `rare ${row % 23}`][Math.min(3, Math.floor(lot(row, 3) * 3.1))]),
    kind: at((row) =>
      row % 31 === 0 ? null : ["a", "b", `odd ${row % 17}`][Math.min(2, Math.floor(lot(row, 4) * 2.05))],
    ),
    step: at((row) => row % 4),
    isOpen: at((row) => lot(row, 1) > 0.5),
  });
}

test.each([
  {},
  { order: "none", cutoffs: "kmeans", maxPredicates: 4 },
  { order: "file", contamination: 0.05, numeric: ["step"], categorical: ["label", "order id"] },
  { normal: { column: "label", value: 0 } },
  { normal: { column: "mode", value: "auto" }, categorical: ["step"] },
] satisfies LearnOptions[])("a table as machines record it, with %j", (options) => {
  expectSame(recordedTable(300), 64, { trees: 2, neighbours: 50, ...options });
});

test("no column of numbers is ever in memory as a whole", () => {
  const { columns } = recordedTable(300);
  const names = ["level", "flow"];
  const table = { rowCount: 300, columns: columns.filter(({ name }) => names.includes(name)) };
  const { table: stored, store, wholeReads } = storedTable(table, 64);
  const model = learn(stored, { trees: 2, neighbours: 50 }, { store });
  expect(model.features.map(({ name }) => name)).toEqual(names);
  expect(model.rules.length).toBeGreaterThan(0);
  expect(wholeReads()).toBe(0);
});
