import { describe, expect, test } from "vitest";
import { explain } from "../explain.js";
import { learn } from "../learn.js";
import { wantedNames } from "../presenting/index.js";
import { tableFromColumns } from "./build-table.js";
import { clockOf } from "./clock.js";
import { columnFacts } from "./column-facts.js";
import {
  clockBeside,
  findDayAndClock,
  findDigitClock,
  joinMoments,
  splitTimeName,
  withClock,
} from "./day-and-clock.js";

const all = () => true;
const factsOf = (columns: Parameters<typeof tableFromColumns>[0]) => tableFromColumns(columns).columns.map(columnFacts);
const days = ["2026-05-04", "2026-05-04", "2026-05-05"];
const times = ["13:05", "23:59:59", "00:00"];
const moments = [Date.UTC(2026, 4, 4, 13, 5), Date.UTC(2026, 4, 4, 23, 59, 59), Date.UTC(2026, 4, 5)];

describe("a day and a time of day in two columns", () => {
  const found = (day: string, clock: string) => findDayAndClock(factsOf({ [day]: days, [clock]: times }), all);

  test("belong together where nothing else tells their names apart, and may elsewhere", () => {
    for (const [day, clock] of [
      ["date", "time"],
      ["Date", "Time"],
      ["day", "time of day"],
      ["start_date", "start_time"],
      ["eventDay", "eventTime"],
      ["Datum", "Uhrzeit"],
    ] as const)
      expect(found(day, clock), `${day}, ${clock}`).toEqual({ pair: { day, clock }, doubtful: null });
    for (const [day, clock] of [
      ["order_date", "delivery_time"],
      ["order_date", "time"],
      ["birthday", "lunch"],
    ] as const)
      expect(found(day, clock), `${day}, ${clock}`).toEqual({ pair: null, doubtful: { day, clock } });
  });

  test("may be numbers beside days, told by name, and by all of them", () => {
    const rows = Array.from({ length: 60 }, (_, row) => row);
    const clocks = rows.map((row) => 10_000 * (row % 24) + 100 * row + 59);
    const digits = (clock: string, numbers: readonly number[]) =>
      findDigitClock(factsOf({ date: rows.map(() => "2026-05-04"), [clock]: numbers }), all);
    expect(digits("time", clocks)).toEqual({ day: "date", clock: "time" });
    expect(digits("elapsed", clocks)).toBeNull();
    const few = rows.map((row) => clocks[row % 20]!);
    for (const numbers of [rows, few, clocks.with(7, 6100), clocks.with(7, 10.5), clocks.with(7, -1)])
      expect(digits("time", numbers)).toBeNull();
  });

  test("are nobody's where the days have times already, or several would do", () => {
    const none = { pair: null, doubtful: null };
    expect(findDayAndClock(factsOf({ date: days.map((day) => `${day} 10:00`), time: times }), all)).toEqual(none);
    expect(findDayAndClock(factsOf({ date: days }), all)).toEqual(none);
    expect(findDayAndClock(factsOf({ time: times }), all)).toEqual(none);
    const several = factsOf({ date: days, day: days, time: times });
    expect(findDayAndClock(several, all)).toEqual({ pair: null, doubtful: { day: "date", clock: "time" } });
    const withMoment = factsOf({ placed: days, at: times, seen: days.map((day) => `${day}T10:00`) });
    expect(findDayAndClock(withMoment, all)).toEqual(none); // another column tells
  });

  test("are the moments that each writing of them says", () => {
    const dates = days.map((day) => new Date(day));
    const clocks = times.map((_, row) => new Date(moments[row]! % 86_400_000));
    const german = ["04.05.2026", "04.05.2026", "05.05.2026"];
    const american = ["1:05 PM", "11:59:59 pm", "12:00 AM"];
    for (const [day, time] of [
      [days, times],
      [dates, times],
      [dates, clocks],
      [german, clocks],
      [["4 May 2026", "4 May 2026", "5 May 2026"], american],
      [days, american],
      [days, [130500, 235959, 0]],
      [
        [20260504, 20260504, 20260505],
        ["130500", "235959", "000000"],
      ],
    ] as const) {
      const table = tableFromColumns({ Date: day, Time: time, Level: [1, 2, 3] });
      const names = { day: "Date", clock: "Time" };
      const [learnt, named] = [joinMoments(table, names)!, withClock(table, names)];
      for (const joined of [learnt, named]) {
        expect(joined.columns.map(({ name }) => name)).toEqual(["Date", "Time", "Level"]);
        expect([0, 1, 2].map(clockOf(joined.columns[0]!)), String(day[0])).toEqual(moments);
      }
      expect(withClock(named, names)).toBe(named); // again, and it stays as it is
    }
  });

  test("are the moments that days and months as numbers say, before ten o'clock, too", () => {
    const names = { day: "Date", clock: "Time" };
    const months = Array.from({ length: 12 }, (_, month) => month);
    const expected = months.map((month) => Date.UTC(2026, month, 1, 9, 5));
    const clocks = months.map(() => new Date(9 * 3_600_000 + 300_000));
    for (const day of [months.map((month) => 20260101 + 100 * month), months.map((month) => 202601 + month)])
      for (const time of [months.map(() => "9:05"), months.map(() => "9:05 AM"), months.map(() => "09:05"), clocks]) {
        const table = tableFromColumns({ Date: day, Time: time });
        const written = tableFromColumns({ Date: day.map(String), Time: time }); // as files of names are read
        expect(written.columns[0]!.type).toBe("text");
        for (const joined of [joinMoments(table, names)!, withClock(table, names), withClock(written, names)])
          expect(months.map(clockOf(joined.columns[0]!, "as numbers")), `${day[0]} ${time[0]}`).toEqual(expected);
      }
  });

  test("are put together in each row by itself: one that has a time already keeps it", () => {
    const names = { day: "Date", clock: "Time" };
    const own = Date.UTC(2026, 4, 4, 8);
    for (const day of [
      ["2026-05-04 08:00", ...days],
      [new Date(own), ...days.map((text) => new Date(text))],
      [202605040800, 20260504, 20260504, 20260505],
    ]) {
      const joined = withClock(tableFromColumns({ Date: day, Time: ["10:00", ...times] }), names);
      expect([0, 1, 2, 3].map(clockOf(joined.columns[0]!)), String(day[0])).toEqual([own, ...moments]);
    }
  });

  test("are the end of the day at 24:00, in learning and in naming, however often they are put together", () => {
    const names = { day: "Date", clock: "Time" };
    const dates = days.map((day) => new Date(day));
    const end = days.map((day) => Date.parse(day) + 86_400_000);
    const clocks = days.map(() => new Date(86_400_000));
    for (const day of [days, dates])
      for (const time of [clocks, days.map(() => "24:00")]) {
        const table = tableFromColumns({ Date: day, Time: time });
        const named = withClock(table, names);
        for (const joined of [joinMoments(table, names)!, named, withClock(named, names)])
          expect([0, 1, 2].map(clockOf(joined.columns[0]!)), `${String(day[0])} ${String(time[0])}`).toEqual(end);
      }
  });

  test("are missing where one of them is, and no moments where one column holds something else", () => {
    const names = { day: "Date", clock: "Time" };
    const table = tableFromColumns({ Date: [...days, null, days[0]!], Time: [...times, times[0]!, null] });
    expect([3, 4].map(clockOf(joinMoments(table, names)!.columns[0]!))).toEqual([NaN, NaN]);
    expect([3, 4].map(clockOf(withClock(table, names).columns[0]!))).toEqual([NaN, NaN]);
    expect(joinMoments(tableFromColumns({ Date: times, Time: days }), names)).toBeNull();
  });

  test("are named by a comma, unless a column is called so", () => {
    expect(splitTimeName("Date, Time", () => false)).toEqual({ day: "Date", clock: "Time" });
    expect(splitTimeName("Date,Time", (name) => name === "Date,Time")).toBeNull();
    for (const name of ["Date", "Date,", ",Time", "a,b,c"]) expect(splitTimeName(name, () => false)).toBeNull();
  });
});

describe("rows whose day and time of day stand in two columns", () => {
  /** A level that moves slowly, every seven minutes, shuffled. */
  const rows = <Names extends object>(name: (moment: string) => Names) => {
    let level = 10;
    const made = Array.from({ length: 400 }, (_, row) => {
      level = 0.9 * level + 1 + Math.sin(row * 12.9898) / 2;
      const moment = new Date(Date.UTC(2026, 0, 1) + row * 420_000).toISOString();
      return { ...name(moment), Level: level, Flow: 3 * level + Math.cos(row * 78.233) / 5 };
    });
    return made.map((_, row) => made[(row * 7) % 400]!);
  };
  const split = rows((moment) => ({ Date: moment.slice(0, 10), Time: moment.slice(11, 19) }));
  const whole = rows((moment) => ({ Date: moment.slice(0, 19).replace("T", " ") }));

  test("are learnt and explained as those with one column, each with its moment", () => {
    const [model, expected] = [learn(split), learn(whole)];
    expect(model.order).toEqual({ by: "time", column: "Date", step: 420_000 });
    expect([model.order, model.rules]).toEqual([expected.order, expected.rules]);
    expect(model.excluded).toEqual([
      { name: "Date", reason: 'it holds moments in time, with the times of day of "Time"' },
      { name: "Time", reason: 'it holds the times of day of "Date"' },
    ]);
    expect(clockBeside(model.excluded, "Date")).toBe("Time");
    expect(wantedNames(model, {})).toMatchObject({ time: "Date", dayAndClock: { day: "Date", clock: "Time" } });
    const timesOf = (found: ReturnType<typeof explain>) => found.map(({ time }) => time);
    expect(timesOf(explain(model, split))).toEqual(timesOf(explain(expected, whole)));
  });

  test("are put together where the caller names both, and the order of rows changes nothing", () => {
    const renamed = split.map(({ Date: ordered, Time: delivered, ...others }) => ({ ordered, delivered, ...others }));
    const alone = learn(renamed);
    expect(alone.order?.by).toBe("none");
    expect(alone.warnings).toMatchObject([{ code: "TIME_IN_TWO_COLUMNS" }]);
    const model = learn(renamed, { time: "ordered,delivered" });
    expect(model.order).toEqual({ by: "time", column: "ordered", step: 420_000 });
    expect(model.warnings).toEqual([]);
    expect(learn(renamed.toReversed(), { time: "ordered,delivered" })).toEqual(model);
    expect(explain(model, renamed.slice(0, 1))[0]!.time).toBe("2026-01-01 00:00:00");
    expect(() => learn(renamed, { time: "delivered,ordered" })).toThrow(
      '"delivered" and "ordered" do not hold days and times of day',
    );
    expect(() => learn(renamed, { time: "ordered,when" })).toThrow('there is no column "when"');
    expect(() => learn(split, { history: true })).toThrow("which history cannot read row by row");
  });
});
