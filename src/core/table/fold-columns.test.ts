import { describe, expect, test } from "vitest";
import { tableFromColumns } from "./build-table.js";
import { decideFeatures, inferFeatures } from "./features.js";
import { columnStatesFold, evenStepsFold, mergedFacts } from "./fold-columns.js";
import { takeRows } from "./select-rows.js";
import type { Table } from "./table.js";

const NO_NAMES = { exclude: [], numeric: [], categorical: [] };

/** What is decided of rows dealt to three parts in turn. */
function decidedInParts(table: Table): ReturnType<typeof inferFeatures> {
  const parts = [0, 1, 2].map((part) =>
    takeRows(
      table,
      Int32Array.from({ length: table.rowCount }, (_, row) => row).filter((row) => row % 3 === part),
    ),
  );
  const states = parts.map((part) => columnStatesFold.fold(part, { skipped: [] })).reduce(columnStatesFold.merge);
  const facts = mergedFacts(states, (steps) =>
    parts.map((part) => evenStepsFold.fold(part, steps)).reduce(evenStepsFold.merge),
  );
  return decideFeatures(facts, NO_NAMES);
}

function column(rows: number, cellOf: (row: number) => unknown): unknown[] {
  return Array.from({ length: rows }, (_, row) => cellOf(row));
}

describe("what columns mean is decided of rows in parts as of all rows", () => {
  test.each([20, 60, 400])("in %i rows", (rows) => {
    const table = tableFromColumns({
      tick: column(rows, (row) => 5 + ((row * 7) % rows)),
      seconds: column(rows, (row) => 0.1 * row),
      unix: column(rows, (row) => 1.7e9 + 60 * row),
      date: column(rows, (row) => 20_260_101 + (row % 28)),
      order: column(rows, (row) => 1000 + 3 * row + (row % 2)),
      reading: column(rows, (row) => Math.sqrt(row) * (row % 3)),
      nearly: column(rows, (row) => (row === 7 ? 8 : row)),
      few: column(rows, (row) => [0, 1, 2][row % 3]),
      steps: column(rows, (row) => [20, 20.5, 21][row % 3]),
      zip: column(rows, (row) => 10_000 + (row % 30)),
      long: column(rows, (row) => 2 ** 60 + 4096 * row),
      one: column(rows, () => 7),
      none: column(rows, () => null),
      "is anomaly": column(rows, (row) => row % 2),
      text: column(rows, (row) => (row % 5 === 0 ? null : `t${row % 4}`)),
      uuid: column(rows, (row) => `id ${row}`),
      moments: column(rows, (row) => `2026-01-${String(1 + (row % 28)).padStart(2, "0")}`),
      truth: column(rows, (row) => row % 2 === 0),
      clock: column(rows, (row) => new Date(1000 * row)),
      when: column(rows, (row) => new Date(1e12 + row)),
    });
    expect(decidedInParts(table)).toEqual(inferFeatures(table, NO_NAMES));
  });
});

test("more texts than are listed are said to be so, and nearly all different ones too", () => {
  const texts = tableFromColumns({ id: column(150_003, (row) => `id ${row}`) });
  expect(decidedInParts(texts).excluded).toEqual([
    { name: "id", reason: "it holds text that differs in nearly every row" },
  ]);
});

test("whole numbers of which too many differ to tell what they are must be named", () => {
  const ids = tableFromColumns({ order: column(200_001, (row) => 3 * row + (row % 2)) });
  expect(() => decidedInParts(ids)).toThrow(
    expect.objectContaining({
      code: "KIND_UNCLEAR",
      message:
        'what column "order" means cannot be told from parts of the rows: it holds more than 65,536 different whole numbers',
      hint: "Leave it out (exclude), or name it numeric.",
    }),
  );
  const counts = tableFromColumns({ bytes: column(200_001, (row) => 3 * (row % 99_999)) });
  expect(decidedInParts(counts).features).toEqual([{ name: "bytes", kind: "numeric" }]);
});

test("a number that two parts have is known to repeat, however many there are", () => {
  const stateOf = (first: number) =>
    columnStatesFold.fold(tableFromColumns({ order: column(40_000, (row) => first + row) }), { skipped: [] });
  const merged = columnStatesFold.merge(stateOf(0), stateOf(30_000));
  expect(merged.columns[0]!.state).toMatchObject({ isFull: true, hasRepeat: true });
  expect(columnStatesFold.merge(stateOf(0), stateOf(40_000)).columns[0]!.state).toMatchObject({ hasRepeat: false });
});

test("long texts are too many by their characters, and too long altogether they are an error", () => {
  const long = column(1900, (row) => `${row}`.padEnd(8000, "."));
  const stateOf = (columns: Record<string, unknown[]>) =>
    columnStatesFold.fold(tableFromColumns(columns), { skipped: [] });
  const merged = columnStatesFold.merge(stateOf({ note: long }), stateOf({ note: long.map((text) => `${text}!`) }));
  expect(merged.columns[0]!.state).toMatchObject({ isFull: true, texts: [] });
  const notes = Object.fromEntries(column(7, (place) => `note ${place}`).map((name) => [name, long]));
  expect(() => stateOf(notes)).toThrow(
    expect.objectContaining({
      code: "TEXTS_IN_PARTS",
      hint: 'Leave columns of long texts out (exclude) and set order to "none". Most text is in: note 0, note 1, note 2, note 3, note 4.',
    }),
  );
});

test("nothing is asked about columns that are left out", () => {
  const { columns } = columnStatesFold.fold(tableFromColumns({ note: ["long"], level: [1] }), { skipped: ["note"] });
  expect(columns.map(({ state }) => state.type)).toEqual(["other", "number"]);
});

test("parts whose columns differ in type are refused, and so are numbers among texts", () => {
  const [one, other, mixed] = [[1], ["a"], [1, "a"]].map((x) => tableFromColumns({ x }));
  const stateOf = (table: Table) => columnStatesFold.fold(table, { skipped: [] });
  expect(() => columnStatesFold.merge(stateOf(one!), stateOf(other!))).toThrow(
    'column "x" holds number in some parts of the rows and text in others',
  );
  expect(() => stateOf(mixed!)).toThrow('column "x" holds numbers and texts, and rows lie in parts');
});
