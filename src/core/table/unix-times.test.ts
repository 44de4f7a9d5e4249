import { describe, expect, test } from "vitest";
import { numberFacts } from "./number-facts.js";
import { describeUnixTimes } from "./unix-times.js";

/** 2026-09-21T13:38:20Z, every five minutes. */
const LOG = Array.from({ length: 100 }, (_, row) => 1_790_000_300 + 300 * row);
/** Numbers of the same years, drawn by lot. */
const BYTES = Array.from({ length: 100 }, (_, row) => 1_200_000_000 + ((row * 7919 * 7919) % 1_000_003) * 512);

function decide(values: readonly number[], name = "x"): string | null {
  return describeUnixTimes(name, numberFacts(Float64Array.from(values)));
}

describe("numbers in even steps", () => {
  test("are moments, in each unit, with their dates", () => {
    expect(decide(LOG)).toBe("it looks like moments in time (seconds since 1970: all on 2026-09-21)");
    expect(decide([...LOG, 1_790_086_700])).toBe(
      "it looks like moments in time (seconds since 1970: 2026-09-21 to 2026-09-22)",
    );
    expect(decide(LOG.map((value) => value * 1e3))).toContain("(milliseconds since 1970: all on 2026-09-21)");
    expect(decide(LOG.map((value) => value * 1e6))).toContain("(microseconds since 1970: all on 2026-09-21)");
    expect(decide(LOG.map((value) => value * 1e9))).toContain("(nanoseconds since 1970: all on 2026-09-21)");
  });

  test("may be late, twice, missing or away for a night, in any order", () => {
    const remaining = LOG.filter((_, row) => row % 10 !== 3).map(
      (value, row) => (row > 50 ? value + 40_000 : value) + (row % 7),
    );
    expect(decide([...remaining, LOG[0]!, NaN, LOG[5]!].reverse())).not.toBeNull();
  });

  test("are no moments when they are few, often the same, no integers, or far apart", () => {
    expect(decide(LOG.slice(0, 21))).not.toBeNull();
    expect(decide(LOG.slice(0, 20))).toBeNull();
    expect(decide([...LOG, ...LOG.slice(0, 20)])).toBeNull();
    expect(decide(LOG.map((value) => value + 0.5))).toBeNull();
    // A sweep from 1 to 1.1 GHz, a MHz at a time.
    expect(decide(LOG.map((_, row) => 1_000_000_000 + 1_000_000 * row))).toBeNull();
  });

  test("are no moments when one of them lies outside of the years 2001 to 2099", () => {
    expect(decide([...LOG, 0])).toBeNull();
    expect(decide([...LOG, 978_307_199])).toBeNull();
    expect(decide([...LOG, 978_307_200])).toContain("2001-01-01");
    expect(decide([...LOG, 4_102_444_799])).toContain("2099-12-31");
    expect(decide([...LOG, 4_102_444_800])).toBeNull();
    expect(decide([...LOG, Infinity])).toBeNull();
    expect(decide(LOG.map((value) => -value))).toBeNull();
  });
});

describe("numbers without a step", () => {
  test.each([
    "ts",
    "TS",
    "time",
    "Date",
    "timestamp",
    "event_time",
    "eventTime",
    "createdAt",
    "unix epoch",
    "ts2",
    "t_utc",
    "user_date",
  ])("are moments when the column is called %s", (name) => {
    expect(decide(BYTES, name)).not.toBeNull();
    expect(decide([1_790_000_300.25], name)).toBe(
      "it looks like moments in time (seconds since 1970: all on 2026-09-21)",
    );
  });

  test.each([
    "x",
    "bytes",
    "bytes_sent",
    "times",
    "runtime",
    "candidate",
    "flow at inlet",
    "status",
    "cycle_time",
    "cpuTime",
    "process time",
    "Processing_Time",
    "wait_time",
    "é",
  ])("are no moments when it is called %s", (name) => {
    expect(decide(BYTES, name)).toBeNull();
  });

  test("are no moments when the name says another unit than the one in which they would be", () => {
    expect(decide(BYTES, "time_s")).not.toBeNull();
    expect(decide(BYTES, "time_ns")).toBeNull();
    expect(decide(BYTES, "timeMs")).toBeNull();
    expect(
      decide(
        BYTES.map((value) => value * 1e3),
        "timeMs",
      ),
    ).not.toBeNull();
    expect(decide([3, 5, 8], "ts")).toBeNull();
  });
});
