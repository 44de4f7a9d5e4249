import { describe, expect, test } from "vitest";
import { tableFromColumns } from "./build-table.js";
import { findMoments, momentsOf, parseMoment } from "./moments.js";

const momentsIn = (name: string, values: readonly (string | number | Date | null)[]) =>
  momentsOf(tableFromColumns({ [name]: values }).columns[0]!);

describe("a moment written as text", () => {
  test("is told with its offset, and without one as UTC", () => {
    const noon = Date.UTC(2026, 4, 4, 12);
    for (const text of [
      "2026-05-04T12:00:00Z",
      "2026-05-04 12:00",
      "2026-05-04 14:00:00+02",
      "2026-05-04T06:30-0530",
    ]) {
      expect(parseMoment(text), text).toBe(noon);
    }
    expect(parseMoment("2026-05-04T12:00:00.250Z")).toBe(noon + 250);
    expect(parseMoment("2026-05-04")).toBe(Date.UTC(2026, 4, 4));
  });

  test("is not a number for any other text", () => {
    for (const text of ["", "noon", "04.05.2026", "2026-5-4", "12:00"]) expect(parseMoment(text), text).toBeNaN();
  });
});

describe("the moments of a column", () => {
  test("are those of dates, of ISO texts, of seconds since 1970 and of row numbers", () => {
    expect([...momentsIn("t", [new Date(5), null])!.values]).toEqual([5, NaN]);
    expect([...momentsIn("t", ["1970-01-02", null])!.values]).toEqual([86_400_000, NaN]);
    const seconds = Array.from({ length: 30 }, (_, i) => 1_700_000_000 + 60 * i);
    expect([...momentsIn("x", seconds)!.values]).toEqual(seconds);
    const numbers = Array.from({ length: 30 }, (_, i) => (i * 7) % 30);
    expect([...momentsIn("x", numbers)!.values]).toEqual(numbers);
  });

  test("are none where values are no moments, or none is there", () => {
    expect(momentsIn("x", [1, 5, 2])).toBeNull();
    expect(momentsIn("x", ["1970-01-02", "late"])).toBeNull();
    expect(momentsIn("x", [null, null])).toBeNull();
  });
});

describe("of several columns of moments", () => {
  const count = 30;
  const columns = {
    day: Array.from({ length: count }, (_, i) => `2026-01-${String(1 + (i >> 1)).padStart(2, "0")}`),
    minute: Array.from({ length: count }, (_, i) => new Date(60_000 * i)),
    line: Array.from({ length: count }, (_, i) => i),
    value: Array.from({ length: count }, (_, i) => i * i),
  };
  const found = (chosen: readonly (keyof typeof columns)[]) =>
    findMoments(
      tableFromColumns(Object.fromEntries(chosen.map((name) => [name, columns[name]]))),
      (name) => name !== "value",
    )?.column ?? null;

  test("the one with most different moments tells, before one that numbers the rows", () => {
    expect(found(["day", "minute", "line", "value"])).toBe("minute");
    expect(found(["line", "day"])).toBe("day");
    expect(found(["value", "line"])).toBe("line");
    expect(found(["value"])).toBeNull();
  });
});
