import { describe, expect, test } from "vitest";
import { tableFromColumns } from "./build-table.js";
import { inferFeatures } from "./features.js";
import { ASKED_MOMENTS, findNamingColumns, type NamingColumns } from "./naming-columns.js";

const rows = Array.from({ length: 40 }, (_, row) => row);

/** What the reasons that learning gives for these columns make of them. */
function found(columns: Readonly<Record<string, ArrayLike<unknown>>>): NamingColumns {
  const table = tableFromColumns({ Level: rows.map((row) => Math.sin(row)), ...columns });
  return findNamingColumns(inferFeatures(table, { exclude: [], numeric: [], categorical: [] }).excluded);
}

describe("found among what learning leaves out", () => {
  test("text that differs from row to row is the identifier", () => {
    expect(found({ Order: rows.map((row) => `A-${row}`) })).toEqual({ id: ["Order"], time: null });
  });

  test("of several the one that is called so", () => {
    const texts = (letter: string): string[] => rows.map((row) => `${letter}${row}`);
    expect(found({ remark: texts("a"), order_id: texts("b"), key: texts("c") }).id).toEqual(["order_id"]);
    expect(found({ remark: texts("a"), note: texts("b") }).id).toEqual(["remark"]);
  });

  test("numbers of rows stand in where there is no identifier", () => {
    expect(found({ line: rows }).id).toEqual(["line"]);
    expect(found({ line: rows, Order: rows.map((row) => `A-${row}`) }).id).toEqual(["Order"]);
  });

  test("moments say when, as text, as times, or since 1970", () => {
    const start = Date.UTC(2026, 4, 10);
    expect(found({ At: rows.map((row) => new Date(start + row * 60_000)) }).time).toBe("At");
    expect(found({ At: rows.map((row) => `2026-05-10 22:${10 + row}`) }).time).toBe("At");
    expect(found({ unix_time: rows.map((row) => start / 1000 + row * 61) })).toEqual({ id: [], time: "unix_time" });
  });

  test("of several columns of moments the one that was named in learning", () => {
    const reasons = ["it holds moments in time", ASKED_MOMENTS];
    const excluded = reasons.map((reason, index) => ({ name: `At${index}`, reason }));
    expect(findNamingColumns(excluded).time).toBe("At1");
    expect(findNamingColumns(excluded.slice(0, 1)).time).toBe("At0");
  });

  test("texts that the reader did not keep are an identifier, too", () => {
    const reasons = [
      "it holds text that differs in nearly every row",
      "it holds more than 500,000 different texts, or 16,000,000 characters of them",
    ];
    for (const reason of reasons) expect(findNamingColumns([{ name: "Id", reason }]).id).toEqual(["Id"]);
  });

  test("what was excluded by name, or is empty, names nothing", () => {
    const excluded = ["excluded by name", "it has no values", "it holds lists"].map((reason) => ({
      name: "Id",
      reason,
    }));
    expect(findNamingColumns(excluded)).toEqual({ id: [], time: null });
  });
});
