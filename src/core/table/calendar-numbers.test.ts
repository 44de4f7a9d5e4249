import { describe, expect, test } from "vitest";
import { describeCalendarNumbers } from "./calendar-numbers.js";
import { numberFacts } from "./number-facts.js";

function decide(values: readonly number[], name = "x"): string | null {
  return describeCalendarNumbers(name, numberFacts(Float64Array.from(values)));
}

/** Days as numbers, by the engine's own calendar. */
function daysFrom(first: string, count: number, step = 1): number[] {
  return Array.from({ length: count }, (_, i) => {
    const day = new Date(Date.parse(first) + i * step * 86_400_000);
    return Number(day.toISOString().slice(0, 10).replaceAll("-", ""));
  });
}

function monthsFrom(year: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => (year + Math.floor(i / 12)) * 100 + (i % 12) + 1);
}

const DAYS = daysFrom("2026-09-21", 60);

describe("days", () => {
  test("of several months are dates, whatever the column is called, in any order, often the same", () => {
    const reason = "it looks like moments in time (dates written as numbers: 2026-09-21 to 2026-11-19)";
    expect(decide(DAYS)).toBe(reason);
    expect(decide([...DAYS, ...DAYS, NaN, ...DAYS].reverse(), "id")).toBe(reason);
  });

  test("are all days of the calendar from 1900 to 2099, and nothing else is one", () => {
    const all = new Set(daysFrom("1900-01-01", 73_049));
    expect([...all].at(-1)).toBe(20_991_231);
    expect(decide([...all])).toContain("(dates written as numbers: 1900-01-01 to 2099-12-31)");
    // The ends, with a year that leaps no day (1900), and the middle, with one that does (2000).
    for (const first of [18_991_200, 19_990_000, 20_950_000]) {
      for (let number = first; number <= first + 50_200; number++) {
        if (!all.has(number) && decide([...DAYS, number]) !== null) throw new Error(`${number} is taken for a day`);
      }
    }
    for (const odd of [20_260_921.5, -20_260_921, 0, Infinity]) expect(decide([...DAYS, odd])).toBeNull();
  });

  test("of one month could be a counter, and few could be anything, unless the name says what they are", () => {
    const september = daysFrom("2026-09-01", 30);
    expect(decide(september, "order_id")).toBeNull();
    expect(decide(september, "orderDate")).not.toBeNull();
    expect(decide(DAYS.slice(0, 20))).toBeNull();
    expect(decide(DAYS.slice(0, 21))).not.toBeNull();
    expect(decide(DAYS.slice(0, 5), "batch")).toBeNull();
    for (const count of [1, 5, 6]) expect(decide(DAYS.slice(0, count), "date")).not.toBeNull();
  });

  test.each(["date", "Date", "event_date", "orderDate", "date_key", "day", "created_at", "dt", "YYYYMMDD", "ts"])(
    "are dates when the column is called %s",
    (name) => {
      expect(decide(DAYS.slice(0, 6), name)).not.toBeNull();
    },
  );

  test.each(["x", "id", "candidate", "update_no", "order", "amount", "serial", "daily", "attribute", "flow at inlet"])(
    "are no dates for the name %s alone",
    (name) => {
      expect(decide(DAYS.slice(0, 6), name)).toBeNull();
    },
  );

  test("may have a time of day", () => {
    const minutes = DAYS.map((day, i) => day * 1e4 + (i % 24) * 100 + i);
    expect(decide(minutes)).toBe(
      "it looks like moments in time (dates with hour and minute written as numbers: 2026-09-21 to 2026-11-19)",
    );
    const seconds = minutes.map((minute, i) => minute * 100 + i);
    expect(decide(seconds)).toContain("(dates with hour, minute and second written as numbers: 2026-09-21 to");
    const sameDay = Array.from({ length: 50 }, (_, minute) => 202_609_211_300 + minute);
    expect(decide(sameDay)).toBeNull();
    expect(decide(sameDay, "logged_at")).toContain("all on 2026-09-21");
    expect(decide([...minutes, 202_609_212_400])).toBeNull();
    expect(decide([...minutes, 202_609_211_260])).toBeNull();
    expect(decide([...seconds, 20_260_921_125_960])).toBeNull();
  });
});

describe("months", () => {
  test("that follow one another for more than two years are dates", () => {
    expect(decide(monthsFrom(2024, 25))).toBe(
      "it looks like moments in time (months written as numbers: 2024-01 to 2026-01)",
    );
    expect(decide(monthsFrom(2024, 24))).toBeNull();
  });

  test("with a gap could be codes, unless the name says what they are", () => {
    const codes = [...monthsFrom(2010, 12), ...monthsFrom(2013, 12), ...monthsFrom(2020, 12)];
    expect(decide(codes, "pin_code")).toBeNull();
    expect(decide(codes, "located at")).toBeNull();
    expect(decide(codes, "period")).not.toBeNull();
    expect(decide(monthsFrom(2026, 6), "month")).not.toBeNull();
    expect(decide(monthsFrom(2026, 5), "month")).toBeNull();
    expect(decide([...monthsFrom(2026, 12), 202_613], "month")).toBeNull();
    expect(decide([...monthsFrom(2026, 12), 202_600], "month")).toBeNull();
    expect(decide([...monthsFrom(2026, 12), 210_001], "month")).toBeNull();
  });
});

test("amounts, counters and codes in the range of dates stay what they are", () => {
  const spread = Array.from({ length: 200 }, (_, i) => 19_500_000 + ((i * 7919) % 1_400_003));
  const counter = Array.from({ length: 200 }, (_, i) => 20_260_901 + 3 * i);
  const years = Array.from({ length: 60 }, (_, i) => 1960 + i);
  for (const values of [spread, counter, years, counter.map((value) => Math.floor(value / 100))])
    for (const name of ["x", "date"]) expect(decide(values, name)).toBeNull();
});
