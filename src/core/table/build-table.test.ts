import { describe, expect, test } from "vitest";
import { tableFromColumns, tableFromRows } from "./build-table.js";
import { type CellValue, cellValue, type Table } from "./table.js";

function cells(table: Table): Record<string, CellValue[]> {
  const rows = Array.from({ length: table.rowCount }, (_, row) => row);
  return Object.fromEntries(table.columns.map((column) => [column.name, rows.map((row) => cellValue(column, row))]));
}

describe("a table from rows", () => {
  test("has its columns in the order in which they are first met; absent keys are missing", () => {
    const table = tableFromRows([{ b: 1 }, { a: "x", b: 2 }, {}]);
    expect(table.columns.map((column) => column.name)).toEqual(["b", "a"]);
    expect(cells(table)).toEqual({ b: [1, 2, null], a: [null, "x", null] });
  });

  test("may name its columns anything", () => {
    const row = JSON.parse('{"__proto__": 1, "constructor": "toString", "": true, "a<b": null}') as object;
    const table = tableFromRows([{ ...row, ["__proto__"]: 1 }]);
    expect(table.columns.map((column) => column.name)).toEqual(["__proto__", "constructor", "", "a<b"]);
  });

  test("without rows or without keys is empty", () => {
    expect(tableFromRows([])).toEqual({ rowCount: 0, columns: [] });
    expect(tableFromRows([{}, {}])).toEqual({ rowCount: 2, columns: [] });
  });

  test("refuses rows that are no objects, by their number", () => {
    const hint = 'Give rows as objects ({Level: 10.2, Pump: "ON"}), or columns with tableFromColumns.';
    expect(() => tableFromRows([{ a: 1 }, [1] as never])).toThrow(
      expect.objectContaining({ code: "ROW_NOT_OBJECT", message: "row 1 is an array, not an object", hint }),
    );
    expect(() => tableFromRows([null as never])).toThrow("row 0 is null, not an object");
    expect(() => tableFromRows([7 as never])).toThrow("row 0 is 7, not an object");
  });
});

describe("a table from columns", () => {
  test("takes lists with names, or a record of lists", () => {
    const expected = { x: [1, 2], y: ["a", null] };
    expect(
      cells(
        tableFromColumns([
          { name: "x", values: [1, 2] },
          { name: "y", values: ["a", null] },
        ]),
      ),
    ).toEqual(expected);
    expect(cells(tableFromColumns({ x: [1, 2], y: ["a", null] }))).toEqual(expected);
  });

  test("without columns has the rows it is told", () => {
    expect(tableFromColumns([], 3).rowCount).toBe(3);
    expect(tableFromColumns([]).rowCount).toBe(0);
  });

  test("refuses two columns of one name", () => {
    const columns = [
      { name: "x", values: [1] },
      { name: "x", values: [2] },
    ];
    expect(() => tableFromColumns(columns)).toThrow(
      expect.objectContaining({
        code: "COLUMN_DUPLICATE",
        message: 'there are two columns named "x"',
        hint: "Rename one of them: rules name features by their column.",
      }),
    );
  });

  test("refuses columns of different lengths", () => {
    expect(() => tableFromColumns({ x: [1, 2], y: [1] })).toThrow(
      expect.objectContaining({
        code: "COLUMN_LENGTH",
        message: 'column "y" has 1 values, the table has 2 rows',
        hint: "All columns of a table have one value for each row; use null where there is none.",
      }),
    );
  });
});

describe("the type of a column", () => {
  const typeOf = (...values: unknown[]): string => tableFromColumns({ x: values }).columns[0]!.type;

  test("is decided from all of its values", () => {
    expect(typeOf(1, null, 2.5, 3n)).toBe("number");
    expect(typeOf(null, true, undefined)).toBe("boolean");
    expect(typeOf(new Date(0), null)).toBe("time");
    expect(typeOf("a", NaN)).toBe("text");
    expect(typeOf(1, true)).toBe("text");
    expect(typeOf(1, "1", 2)).toBe("text");
    expect(typeOf(1, new Date(0))).toBe("text");
    expect(typeOf(1, {})).toBe("other");
    expect(typeOf(Symbol("s"))).toBe("other");
  });

  test("is number when there is no value at all", () => {
    expect(typeOf(null, undefined, NaN, new Date(NaN))).toBe("number");
  });

  test("of mixed values is text as one would write it", () => {
    const date = new Date("2024-01-02T03:04:05.678Z");
    expect(cells(tableFromColumns({ x: [1, -0, "a", true, 5n, date, null] }))).toEqual({
      x: ["1", "0", "a", "true", "5", "2024-01-02T03:04:05.678Z", null],
    });
  });

  test("keeps numbers as they are, but has only one zero", () => {
    const [column] = tableFromColumns({ x: Float64Array.of(-0, Infinity, NaN, 1e-320) }).columns;
    expect(column?.type === "number" && [...column.values]).toEqual([0, Infinity, NaN, 1e-320]);
  });

  test("of moments holds milliseconds", () => {
    expect(cells(tableFromColumns({ x: [new Date(0), null] }))).toEqual({ x: ["1970-01-01T00:00:00.000Z", null] });
  });

  test("that no rule can speak about is kept by name", () => {
    expect(tableFromColumns({ x: [[1], {}] }).columns[0]).toEqual({
      name: "x",
      type: "other",
      holds: "values that are neither numbers, text, truth values nor times",
    });
    expect(cells(tableFromColumns({ x: [[1]] }))).toEqual({ x: [null] });
  });
});
