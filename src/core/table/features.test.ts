import { describe, expect, test } from "vitest";
import { tableFromColumns } from "./build-table.js";
import { inferFeatures, type KindOptions } from "./features.js";
import { describeUnit } from "./text-numbers.js";

const NOTHING: KindOptions = { exclude: [], numeric: [], categorical: [] };

function decide(values: readonly unknown[], options: Partial<KindOptions> = {}): unknown {
  const { features, excluded } = inferFeatures(tableFromColumns({ x: values }), { ...NOTHING, ...options });
  return features[0] ?? excluded[0]?.reason;
}

const count = (length: number): number[] => Array.from({ length }, (_, i) => i);

describe("numbers", () => {
  test("with more than five distinct values are numeric", () => {
    expect(decide([1, 2, 3, 4, 5, 6])).toEqual({ name: "x", kind: "numeric" });
  });

  test("with at most five distinct values are categories, ascending", () => {
    expect(decide([3, 1, 2, null, 10, 1, -0])).toEqual({
      name: "x",
      kind: "categorical",
      type: "number",
      categories: [0, 1, 2, 3, 10],
    });
  });

  test("that count the rows are left out, in any order, but only in more than twenty rows", () => {
    expect(decide([...count(21)].reverse())).toBe("it numbers the rows (every integer from 0 to 20, once)");
    expect(decide(count(20))).toEqual({ name: "x", kind: "numeric" });
    expect(decide([...count(21), 7])).toEqual({ name: "x", kind: "numeric" });
    expect(decide([...count(21), null])).toEqual({ name: "x", kind: "numeric" });
  });

  test("in even steps that number the rows are left out, unless they are named numeric or categorical", () => {
    const ticks = count(21).map((row) => row * 10);
    expect(decide(ticks)).toBe("it numbers the rows (in even steps of 10 from 0 to 200)");
    expect(decide(ticks, { numeric: ["x"] })).toEqual({ name: "x", kind: "numeric" });
    expect(decide(ticks, { categorical: ["x"] })).toMatchObject({ kind: "categorical", categories: ticks });
    expect(decide([...ticks, 230])).toEqual({ name: "x", kind: "numeric" });
  });
});

describe("texts that are something else", () => {
  const reasonOf = (values: readonly string[]): string => {
    const { excluded, reasons } = inferFeatures(tableFromColumns({ x: values }), NOTHING);
    return excluded[0]?.reason ?? reasons[0]!;
  };
  const all = (text: (row: number) => string): string[] => Array.from({ length: 40 }, (_, row) => text(row));

  test("numbers in writings that no reader knows are left out as identifiers, and said to be like numbers", () => {
    for (const text of ["12'345.6", "12 345", "−7.5", "(12.50)", "12\u00a0345"])
      expect(reasonOf(all((row) => text.replace("2", String(10 + row)).replace("7", String(10 + row))))).toMatch(
        /^it looks like an identifier \(40 distinct values in 40 rows, all of them like numbers \(.*\), which are numeric if written plainly\)$/,
      );
    for (const share of [2, 3])
      expect(reasonOf(all((row) => `${row}${row % share === 0 ? "," : "."}5`))).toMatch(
        /, all of them numbers, written in two ways \(1\d?\.5 and 0,5\), which are numeric if written plainly\)$/,
      );
    expect(reasonOf(all((row) => `${row},5 €`))).toMatch(/all of them numbers with "€"/);
    for (const text of [(row: number) => `10.0.0.${row}`, (row: number) => `1.${row}.4`])
      expect(reasonOf(all(text))).toBe("it looks like an identifier (40 distinct values in 40 rows)");
    expect(reasonOf(all((row) => `A ${row}`))).toBe("it looks like an identifier (40 distinct values in 40 rows)");
  });

  test("a long cell is looked at in a time that grows with its length", () => {
    const digits = "1".repeat(400_000); // its square would take minutes
    expect(reasonOf(all((row) => `${digits}${row}x`))).toMatch(/^it looks like an identifier/);
  });

  test("categories that differ only in blanks and capitals are said to", () => {
    expect(reasonOf(all((row) => ["ON", "on", "ON ", "OFF"][row % 4]!))).toBe(
      "text, 4 different, 2 but for blanks and capitals",
    );
  });

  test("days in other orders than that of ISO 8601 are moments, too", () => {
    const reason = "it holds moments in time";
    const other = `${reason}, but not as ISO 8601 writes them (2026-05-04)`;
    const days = (row: number) => `${(row % 12) + 1}/${(row % 28) + 1}/2026`;
    expect(reasonOf(all(days))).toBe(`${reason}, written as month, day and year`);
    expect(reasonOf(all((row) => `${(row % 28) + 1}-1-2026 1:05 pm`))).toBe(
      `${reason}, written as day, month and year`,
    );
    expect(reasonOf(all((row) => `12/${(row % 28) + 1}/2026, 1:05 PM`))).toBe(
      `${reason}, written as month, day and year`,
    );
    expect(reasonOf(all((row) => (row % 2 === 0 ? "2026-05-04" : `${(row % 28) + 1}.05.2026 10:00`)))).toBe(reason);
    expect(reasonOf(all((row) => `${(row % 9) + 1}/2/2026`))).toBe(
      `${reason}, but "1/2/2026" may be 1 February or 2 January`,
    );
    expect(reasonOf(all((row) => (row < 20 ? `31/12/${2000 + row}` : `12/31/${2000 + row}`)))).toBe(other);
    expect(reasonOf(all((row) => `${(row % 28) + 1}.05.2026 at noon`))).toBe(other);
    for (const number of ["45-67-8901", "13-13-2026", "0.5.2026", "32/1/2026"])
      expect(reasonOf(all(() => number))).toBe("text, 1 different");
    expect(reasonOf(all((row) => `${row % 9}.1.2`))).toMatch(/^text, 9 different/);
  });
});

describe("few numbers, codes and identifiers", () => {
  const reasonOf = (name: string, values: readonly unknown[]): readonly unknown[] => {
    const { features, reasons, excluded } = inferFeatures(tableFromColumns({ [name]: values }), NOTHING);
    return [features[0]?.kind ?? "left out", reasons[0] ?? excluded[0]?.reason];
  };
  const repeated = (values: readonly unknown[]): unknown[] => Array.from({ length: 60 }, () => values).flat();

  test("quantised readings and counts are numeric, states categorical, each with the reason", () => {
    expect(reasonOf("temp", repeated([20, 20.5, 21]))).toEqual([
      "numeric",
      "readings in even steps of 0.5 (20, 20.5 and 21)",
    ]);
    expect(reasonOf("retries", repeated([0, 1, 2]))).toEqual([
      "numeric",
      "whole numbers that are a count by its name (0, 1 and 2)",
    ]);
    expect(reasonOf("mode", repeated([0, 1, 2]))).toEqual(["categorical", "few numbers (0, 1 and 2)"]);
    expect(reasonOf("mode", repeated([7]))).toEqual(["categorical", "one number (7)"]);
    expect(reasonOf("x", repeated(count(9)))).toEqual(["numeric", "whole numbers, 9 different"]);
    expect(reasonOf("x", repeated(count(9).map((n) => n / 7)))).toEqual(["numeric", "numbers, more than 5 different"]);
    expect(reasonOf("x", repeated(["a", "b"]))).toEqual(["categorical", "text, 2 different"]);
  });

  test("codes by their name are categories, identifiers and codes of thousands are left out", () => {
    expect(reasonOf("sensor_id", repeated(count(9)))).toEqual([
      "categorical",
      "whole numbers that are codes by its name, 9 different",
    ]);
    const customers = count(20_000).map((row) => (row * 7919) % 5003);
    const codes = "it looks like codes (5,003 distinct values in 20,000 rows, too few of each to learn from)";
    expect(reasonOf("customer_id", customers)).toEqual(["left out", codes]);
    expect(
      reasonOf(
        "customer",
        customers.map((code) => `C${code}`),
      ),
    ).toEqual(["left out", codes]);
    expect(reasonOf("amount", customers)).toEqual(["numeric", "numbers, more than 5 different"]);
    const orders = count(500).map((row) => 10_000 + 3 * row + (row % 3));
    expect(reasonOf("order", orders)[1]).toMatch(/^it looks like an identifier \(500 whole numbers, no two alike/);
  });

  test("numbers with a unit are text, and the reason says so", () => {
    const many = (write: (row: number) => string): unknown[] => count(120).map((row) => write(row % 40));
    const words = (unit: string): string =>
      `text, 40 different, all of them numbers with "${unit}", which are numeric without it`;
    expect(
      reasonOf(
        "share",
        many((row) => `${row / 4}%`),
      ),
    ).toEqual(["categorical", words("%")]);
    expect(
      reasonOf(
        "price",
        many((row) => `€ ${row}.50`),
      ),
    ).toEqual(["categorical", words("€")]);
    expect(
      reasonOf(
        "weight",
        many((row) => `${row} kg`),
      ),
    ).toEqual(["categorical", words("kg")]);
    for (const write of [(row: number) => `C${row}`, (row: number) => `${row}${row % 2 === 0 ? "a" : "b"}`])
      expect(reasonOf("code", many(write))).toEqual(["categorical", "text, 40 different"]);
    expect(reasonOf("press", ["??", ...many((row) => `${row} bar`)])).toEqual([
      "categorical",
      'text, 41 different, nearly all of them numbers with "bar" (but for "??"), which are numeric without it',
    ]);
  });
});

test("the reasons for leaving columns out give the same examples in any order of rows", () => {
  const rows = count(60);
  const columns = {
    pressure: rows.map((row) => (row === 3 ? "n.x" : row === 40 ? "abc" : `${row}.5 bar`)),
    amount: rows.map((row) => `${row + 1}'000.${row}`),
    day: rows.map((row) => `${1 + (row % 12)}/${1 + (row % 11)}/2026`),
    odd: rows.map((row) => `2026-05-${String(row === 3 ? 35 : row === 40 ? 33 : 1 + (row % 28)).padStart(2, "0")}`),
  };
  const backwards = Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values.toReversed()]));
  const reasons = (table: typeof columns) =>
    inferFeatures(tableFromColumns(table), { exclude: [], numeric: [], categorical: [] }).excluded;
  expect(reasons(columns)).toHaveLength(4);
  expect(reasons(backwards as typeof columns)).toEqual(reasons(columns));
});

test("a unit is looked for in many texts in one pass", () => {
  const texts = count(100_000).map(
    (row) => `${row % 97} ${row.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)]!)}`,
  );
  const startedAt = performance.now();
  expect(describeUnit(texts)).toBe("");
  expect(performance.now() - startedAt).toBeLessThan(2000); // and not half a minute
});

describe("words among numbers", () => {
  const readings = count(60).map((row) => row / 7);

  test("leave them numbers where they are few, and make them text where they are many", () => {
    expect(decide([...readings, "ERR"])).toEqual({ name: "x", kind: "numeric" });
    expect(decide([...readings, "ERR", "ERR", "ERR", "ERR"])).toBe(
      "it looks like an identifier (61 distinct values in 64 rows, 60 of them numbers)",
    );
    expect(decide([...readings.map(String), "ERR"])).toBe(
      "it looks like an identifier (61 distinct values in 61 rows, 60 of them numbers)",
    );
  });
});

describe("labels and scores", () => {
  const table = tableFromColumns({ Level: count(40).map((row) => row % 17), anomaly: count(40).map((row) => row % 2) });

  test("are left out, and named, unless they are asked for", () => {
    expect(inferFeatures(table, NOTHING)).toMatchObject({
      features: [{ name: "Level" }],
      excluded: [{ name: "anomaly", reason: "it looks like a label, by its name" }],
      labels: ["anomaly"],
    });
    expect(inferFeatures(table, { ...NOTHING, categorical: ["anomaly"] })).toMatchObject({ excluded: [], labels: [] });
  });
});

describe("numbers that look like moments", () => {
  const log = count(30).map((row) => 1_790_000_300 + 300 * row);
  const moments = "it looks like moments in time (seconds since 1970: all on 2026-09-21)";

  test("are left out, unless they are named numeric or categorical", () => {
    expect(decide(log)).toBe(moments);
    expect(decide(log, { numeric: ["x"] })).toEqual({ name: "x", kind: "numeric" });
    expect(decide(log, { categorical: ["x"] })).toMatchObject({ kind: "categorical", categories: log });
  });

  test("are left out however few they are, when their name says so", () => {
    const { features, excluded } = inferFeatures(
      tableFromColumns({ ts: log.slice(0, 2), x: log.slice(0, 2) }),
      NOTHING,
    );
    expect(features).toEqual([{ name: "x", kind: "categorical", type: "number", categories: log.slice(0, 2) }]);
    expect(excluded).toEqual([{ name: "ts", reason: moments }]);
  });
});

describe("numbers that look like dates", () => {
  const dates = count(30).map((row) => 20_260_901 + row);
  const reason = "it looks like moments in time (dates written as numbers: 2026-09-01 to 2026-09-30)";

  test("are left out, unless they are named numeric or categorical", () => {
    const repeated = [...dates, ...dates].sort();
    const { features, excluded } = inferFeatures(tableFromColumns({ date: repeated, part: repeated }), NOTHING);
    expect(features).toEqual([{ name: "part", kind: "numeric" }]);
    expect(excluded).toEqual([{ name: "date", reason }]);
    const named = inferFeatures(tableFromColumns({ date: repeated }), { ...NOTHING, numeric: ["date"] });
    expect(named).toMatchObject({ features: [{ name: "date", kind: "numeric" }], excluded: [] });
  });
});

describe("text", () => {
  test("is categorical, in the order of code units", () => {
    expect(decide(["b", "a", "__proto__", "B"])).toMatchObject({
      type: "text",
      categories: ["B", "__proto__", "a", "b"],
    });
  });

  test("that is nearly all distinct looks like an identifier", () => {
    expect(decide(Array.from({ length: 1500 }, (_, row) => `tx${row}`))).toBe(
      "it looks like an identifier (1,500 distinct values in 1,500 rows)",
    );
    const names = count(30).map((i) => `order ${i}`);
    expect(decide([...names, "order 1", "order 2", "order 3"])).toBe(
      "it looks like an identifier (30 distinct values in 33 rows)",
    );
    expect(decide([...names, ...names])).toMatchObject({ kind: "categorical" });
    expect(decide(names.slice(0, 20))).toMatchObject({ kind: "categorical" });
  });

  test("that holds only moments is left out", () => {
    expect(decide(["2024-01-01", "2024-01-01T10:00:00+02:00", "2024-01-01 10:00"])).toBe("it holds moments in time");
    expect(decide(["2026-05-04 00:01:00+00", "2026-05-04 00:02:00 UTC"])).toBe("it holds moments in time");
    const days = count(30).map((day) => `2024-01-${String(day + 1).padStart(2, "0")}`);
    expect(decide([...days, "Day"])).toBe("it holds moments in time (but for 1 of 31 values)");
    expect(decide(["2024-01-01", "noon"])).toMatchObject({ kind: "categorical" });
  });
});

describe("other columns", () => {
  test("of truth values are categorical, false first", () => {
    expect(decide([true, false, null])).toMatchObject({ type: "boolean", categories: [false, true] });
  });

  test("of moments, without a value, or of values no rule can speak about are left out with the reason", () => {
    expect(decide([new Date(1e12)])).toBe("it holds moments in time");
    expect(decide([new Date(5), new Date(86_400_000)])).toBe(
      "it holds times of day, which do not tell when a row was without its day",
    );
    expect(decide([null, NaN])).toBe("it has no values");
    expect(decide([])).toBe("it has no values");
    expect(decide([{}])).toBe("it holds values that are neither numbers, text, truth values nor times");
  });
});

describe("the user", () => {
  test("can override every decision but not invent values", () => {
    expect(decide([1, 2], { numeric: ["x"] })).toEqual({ name: "x", kind: "numeric" });
    expect(decide(count(30), { categorical: ["x"] })).toMatchObject({ kind: "categorical", categories: count(30) });
    expect(decide([new Date(0)], { categorical: ["x"] })).toMatchObject({ categories: ["1970-01-01T00:00:00.000Z"] });
    expect(decide([1, 2], { exclude: ["x"], numeric: ["x"] })).toBe("excluded by name");
    expect(decide([null], { exclude: ["x"], categorical: ["x"] })).toBe("excluded by name");
  });

  test("is told of a column that is not there, and of the nearest", () => {
    const table = tableFromColumns({ Level: [1], Pump: ["ON"] });
    expect(() => inferFeatures(table, { ...NOTHING, exclude: ["level "] })).toThrow(
      expect.objectContaining({
        code: "FEATURE_UNKNOWN",
        message: 'there is no column "level "',
        hint: 'Closest: "Level". Columns are: Level, Pump.',
      }),
    );
    expect(() => inferFeatures(table, { ...NOTHING, numeric: ["Temperature"] })).toThrow(
      expect.objectContaining({ hint: "Columns are: Level, Pump." }),
    );
  });

  test("may not call one column both numeric and categorical", () => {
    expect(() => decide([1], { numeric: ["x"], categorical: ["x"] })).toThrow(
      expect.objectContaining({
        code: "KIND_CONFLICT",
        message: '"x" is named both numeric and categorical',
        hint: "Name it in one of the two.",
      }),
    );
  });
});
