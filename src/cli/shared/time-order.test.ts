import { describe, expect, test } from "vitest";
import { cellValue, type Table, tableFromRows, withDaysTold } from "../../core/table/index.js";
import { createTimeOrder } from "./time-order.js";

const at = (second: number): string => new Date(1000 * second).toISOString();

/** Seconds of rows that come in batches of three, with the names of what came out. */
function ordered(seconds: readonly (number | null)[], most?: number) {
  const order = createTimeOrder({ time: "when", names: ["row"], ...(most !== undefined && { mostCells: most }) });
  const rows = seconds.map((second, row) => ({ when: second === null ? null : at(second), row }));
  const batches = Array.from({ length: Math.ceil(rows.length / 3) }, (_, batch) => 3 * batch).map((first) => ({
    table: tableFromRows(rows.slice(first, first + 3)),
    rows: Float64Array.from(rows.slice(first, first + 3), ({ row }) => row),
  }));
  const out = [...batches.flatMap((batch) => order.add(batch)), ...order.finish()];
  for (const { table, rows: numbers } of out) expect(Array.from(numbers)).toEqual(cellsOf(table, "row"));
  return { numbers: out.flatMap((piece) => Array.from(piece.rows)), warnings: order.warnings() };
}

function cellsOf(table: Table, name: string) {
  const column = table.columns.find((each) => each.name === name)!;
  return Array.from({ length: table.rowCount }, (_, row) => cellValue(column, row));
}

describe("rows in order of time", () => {
  test("are put in it, those without a time last", () => {
    expect(ordered([5, null, 1, 3, 2, 9, 4])).toEqual({ numbers: [2, 4, 3, 6, 0, 5, 1], warnings: [] });
  });

  test("wait for no more than so many cells, and what comes later still is told", () => {
    expect(ordered([2, 1, 3, 5, 4, 6, 8, 7, 9, 11, 10], 8)).toEqual({
      numbers: [1, 0, 2, 4, 3, 5, 7, 6, 8, 10, 9],
      warnings: [],
    });
    const { numbers, warnings } = ordered([2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 11], 8);
    expect([...numbers].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(warnings).toEqual([
      {
        code: "ROWS_UNSORTED",
        message: "1 row is too far from its place in time to be put in order: what began when may be told wrongly",
        hint: "Sort the rows by time before.",
      },
    ]);
  });

  test("of one moment go on together, in the same order however they came; too many of one are told", () => {
    const seconds = [1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5, 6];
    const { numbers, warnings } = ordered(seconds, 8);
    expect(numbers.map((row) => seconds[row])).toEqual(seconds);
    expect(warnings).toEqual([]);
    expect(numbers).toEqual(ordered(seconds).numbers);
    expect(ordered([7, 7, 7, 7, 7, 7, 7], 8).warnings).toMatchObject([{ code: "ROWS_UNSORTED" }]);
  });

  test("with texts that are no moments come last, as they stand in the input, and are told", () => {
    const order = createTimeOrder({ time: "when", names: ["row"] });
    const moments = ["06/05/2026", null, "04/05/2026", "2026-05-04", "07/05/2026", "2026-05-03", "05/05/2026"];
    const rows = moments.map((when, row) => ({ when, row }));
    order.add({ table: tableFromRows(rows.slice(0, 3)), rows: Float64Array.of(0, 1, 2) });
    order.add({ table: tableFromRows(rows.slice(3)), rows: Float64Array.of(3, 4, 5, 6) });
    expect([...order.finish()[0]!.rows]).toEqual([5, 3, 1, 0, 2, 4, 6]);
    expect(order.warnings()).toEqual([
      {
        code: "TIMES_UNREAD",
        message:
          '4 of 6 cells of column "when" cannot be read as moments: "06/05/2026" may be 6 May or 5 June, and nothing tells which; these rows come last, as they stand in the input, so what began when may be told wrongly',
        hint: "Write moments as the learning rows do, or as 2026-05-04 10:00.",
      },
    ]);
  });

  test("are read by the order of days that all rows of the input told", () => {
    const order = createTimeOrder({ time: "when", names: ["row"] });
    const rows = ["06/05/2026", "04/05/2026", "13/04/2026"].map((when, row) => ({ when, row }));
    order.add({ table: withDaysTold(tableFromRows(rows), "when"), rows: Float64Array.of(0, 1, 2) });
    expect([...order.finish()[0]!.rows]).toEqual([2, 1, 0]);
    expect(order.warnings()).toEqual([]);
  });

  test("without a column that says when stay where they are", () => {
    const order = createTimeOrder({ time: "other", names: ["a"] });
    const batch = { table: tableFromRows([{ a: 2 }, { a: 1 }]), rows: Float64Array.of(0, 1) };
    expect(order.add(batch)).toEqual([batch]);
    expect(order.finish()).toEqual([]);
  });
});
