import { describe, expect, test } from "vitest";
import { tableFromColumns } from "./build-table.js";
import { inferFeatures } from "./features.js";
import { findMoments, momentsOf, parseMoment } from "./moments.js";
import { beginsWithDay, findDayOrder } from "./parse-moment.js";

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

  test("is read in every writing that a column of a file is known by, with slashes and single digits too", () => {
    const noon = Date.UTC(2026, 4, 4, 12);
    for (const text of ["2026/05/04 12:00", "2026-5-4 12:0", "2026-05-04 12:00 UTC", "2026-05-04 13:00:00 +01:00"])
      expect(parseMoment(text), text).toBe(noon);
  });

  test("that no calendar or clock has is no moment, and 24:00 is the end of its day", () => {
    for (const text of [
      "2026-13-45",
      "2026-02-29",
      "2026-00-10",
      "2026-05-04T24:30",
      "2026-05-04T24:00:01",
      "2026-05-04T25:00",
      "2026-05-04T10:60",
      "2026-05-04T10:00:60",
      "2026-05-04T10:00+25:00",
      "2026-05-04T10:00+01:75",
    ])
      expect(parseMoment(text), text).toBeNaN();
    for (const text of ["2026-05-04T24:00", "2026-05-04 24:00:00", "2026-05-04T24:00:00.000Z"])
      expect(parseMoment(text), text).toBe(Date.UTC(2026, 4, 5));
    expect(parseMoment("2028-02-29")).toBe(Date.UTC(2028, 1, 29));
  });

  test("may have no marks, as 20260504T120000Z, and a comma before its milliseconds", () => {
    const noon = Date.UTC(2026, 4, 4, 12);
    for (const text of [
      "20260504T120000Z",
      "20260504T1200",
      "20260504T12Z",
      "20260504T140000+0200",
      "20260504T120000.000",
      "20260504 12:00:00",
      "2026-05-04 12:00:00,000",
    ])
      expect(parseMoment(text), text).toBe(noon);
    expect(parseMoment("2026-05-04 12:00:00,250")).toBe(noon + 250);
    expect(parseMoment("20260504T120000,250Z")).toBe(noon + 250);
    for (const text of [
      "20261304T120000Z",
      "20260230T000000Z",
      "20260504T250000Z",
      "20260504T12:0000",
      "20260504T126000",
    ])
      expect(parseMoment(text), text).toBeNaN();
  });

  test("may name its month, with the time in every usual place", () => {
    const noon = Date.UTC(2026, 4, 4, 12);
    for (const text of [
      "04-May-2026",
      "4 MAY 2026",
      "May 4, 2026",
      "May 4th 2026",
      "2026-May-04",
      "Monday, 4 May 2026",
    ])
      expect(parseMoment(text), text).toBe(Date.UTC(2026, 4, 4));
    for (const text of [
      "4 May 2026 12:00",
      "04-MAY-2026 12:00:00.000",
      "May 4, 2026 12:00 PM",
      "May 4, 2026, 12:00:00 PM",
      "May 4, 2026 at 12:00 PM",
      "04/May/2026:14:00:00 +0200",
      "Mon, 04 May 2026 12:00:00 GMT",
      "Mon May  4 12:00:00 2026",
      "Mon May 4 12:00:00 UTC 2026",
    ])
      expect(parseMoment(text), text).toBe(noon);
    for (const month of ["Sep", "Sept.", "September", "SEP"]) {
      expect(parseMoment(`1 ${month} 2026`), month).toBe(Date.UTC(2026, 8, 1));
    }
    for (const text of [
      "31-Feb-2026",
      "0 Jan 2026",
      "1 Jan 2026 25:00",
      "1 Jan 2026 13:00 PM",
      "Jan 2026",
      "1 Jan",
      "May 1",
    ])
      expect(parseMoment(text), text).toBeNaN();
    for (const text of ["Mayor 1 2026", "1 Marcher 2026", "1Jan2026x", "Jan 1 20261"])
      expect(parseMoment(text)).toBeNaN();
  });

  test("by the name of its month may have a year of two digits, from 1969 to 2068, with the day first", () => {
    for (const [text, iso] of [
      ["01-Jan-26", "2026-01-01"],
      ["1 jan 26", "2026-01-01"],
      ["31-DEC-68", "2068-12-31"],
      ["01-Jan-69", "1969-01-01"],
      ["Mon, 5 Jan 26", "2026-01-05"],
      ["05-Jan-26 13:05", "2026-01-05T13:05Z"],
    ] as const)
      expect(parseMoment(text), text).toBe(Date.parse(iso));
    for (const text of ["32-Jan-26", "0-Jan-26", "5 May 12:10:00", "5 May 12:10", "Jan 1 26", "26-Jan", "1-Jan-126"])
      expect(parseMoment(text), text).toBeNaN();
  });

  test("by the name of its month is left out as one, and told, not read, without a year", () => {
    const decide = (when: readonly string[]) =>
      inferFeatures(tableFromColumns({ when }), { exclude: [], numeric: [], categorical: [] }).excluded[0]?.reason;
    const days = Array.from({ length: 28 }, (_, day) => `${day + 1}-Jan-2026`);
    expect(decide(days)).toBe("it holds moments in time");
    expect(decide([...days, "31-Feb-2026"])).toBe('it holds moments in time, but "31-Feb-2026" is none');
    expect(momentsIn("when", [...days, "31-Feb-2026"])).toMatchObject({
      present: 28,
      unread: { example: "31-Feb-2026" },
    });
    expect(decide(days.map((day) => day.replace("2026", "26")))).toBe("it holds moments in time");
    expect(decide(days.map((_, day) => `Jan ${day + 1} 10:00:00`))).toMatch(/moments in time, but not/);
    expect(decide(days.map((_, day) => `202601${10 + (day % 20)}T000000Z`))).toBe("it holds moments in time");
    expect(decide(["May", "June", "May", "1 March"])).toBeUndefined();
    expect(decide([...days.map((_, day) => `${day + 1}/01/2026`), "31/02/2026"])).toBe(
      'it holds moments in time, written as day, month and year, but "31/02/2026" is none',
    );
  });

  test("of a month with a German name is read, too", () => {
    for (const text of ["1. Mai 2026", "01. Mai 26", "1 MAI 2026 00:00"])
      expect(parseMoment(text), text).toBe(Date.UTC(2026, 4, 1));
    const names = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" ");
    names.forEach((name, month) => {
      for (const text of [`3. ${name} 2026`, `3. ${name.slice(0, 3)}. 2026`, `3-${name.toUpperCase()}-2026`])
        expect(parseMoment(text), text).toBe(Date.UTC(2026, month, 3));
    });
    expect(parseMoment("03. Mrz 26")).toBe(Date.UTC(2026, 2, 3));
    expect(parseMoment("3. Mainz 2026")).toBeNaN();
  });

  test("is not a number for any other text", () => {
    for (const text of ["", "noon", "05.31.2026", "30.02.2026", "31/31/2026", "4.5.26", "12:00"])
      expect(parseMoment(text), text).toBeNaN();
  });
});

describe("a day with its year behind it", () => {
  const day = Date.UTC(2026, 4, 4);

  test("has the day before a point, and with slashes where a number above 12 tells", () => {
    for (const text of ["04.05.2026", "4.5.2026", "04.05.2026 00:00", "4.5.2026, 12:00 AM"])
      expect(parseMoment(text), text).toBe(day);
    for (const text of ["31/12/2026 13:05", "12/31/2026, 1:05 PM", "31-12-2026T13:05:00"])
      expect(momentsIn("t", [text])!.numbers.values[0], text).toBe(Date.UTC(2026, 11, 31, 13, 5));
    expect(findDayOrder(["00/01/1900", "0/13/2026", "31/31/2026"])).toBeNull();
  });

  test("such as 02/02/2026 is read where all are such or the order is known, not beside others in doubt", () => {
    const second = Date.UTC(2026, 1, 2);
    expect([...momentsIn("t", ["02/02/2026", "2/2/2026"])!.numbers.values]).toEqual([second, second]);
    expect(momentsIn("t", ["02/02/2026", "03/02/2026"])).toBeNull();
    expect([...momentsIn("t", ["02/02/2026", "13/02/2026"])!.numbers.values]).toEqual([
      second,
      second + 11 * 86_400_000,
    ]);
    expect(findDayOrder(["5/05/2026", "31/31/2026"])).toBe("either");
    expect(findDayOrder(["5/05/2026", "05/06/2026"])).toBe("in doubt");
    expect(parseMoment("02/02/2026")).toBeNaN(); // others of its column are not known
    for (const days of ["either", "day first", "month first"] as const)
      expect(parseMoment("02/02/2026", days), days).toBe(second);
    expect(parseMoment("02/03/2026", "either")).toBeNaN();
  });

  test("is told apart from codes, and may be of the year 1", () => {
    for (const codes of [
      ["1001-2-3", "1002-2-4"],
      ["2001/1/4", "2001/2/1"],
      ["2026-05-04-01", "2026-05-04-02"],
    ]) {
      const table = tableFromColumns({ code: Array.from({ length: 40 }, (_, row) => codes[row % 2]!) });
      const { features } = inferFeatures(table, { exclude: [], numeric: [], categorical: [] });
      expect(features, codes[0]!).toMatchObject([{ name: "code", kind: "categorical" }]);
    }
    expect(parseMoment("0001-01-01 00:00:00")).toBe(-62_135_596_800_000);
    expect(parseMoment("2026-05-04-01")).toBeNaN();
  });

  test("is told with a year of two digits, but not read: any of the three may be the year", () => {
    const days = ["04/05/26", "28/12/26 13:05", "26/05/04", "28.12.26", "04.05.26 13:05", "01.01.26, 1:05 PM"];
    for (const text of days) expect(beginsWithDay(text), text).toBe(true);
    const others = ["45/12/26", "10.0.19", "10-02-33", "1/2/345", "4.5.26", "28.13.26", "00.05.26", "32.01.26"];
    for (const text of [...others, "04.05.260", "10.11.12.13"]) expect(beginsWithDay(text), text).toBe(false);
    expect(parseMoment("28/12/26", "day first")).toBeNaN();
    const twoDigits = (number: number) => String(number).padStart(2, "0");
    const slashes = Array.from({ length: 40 }, (_, day) => `${1 + (day % 28)}/${1 + (day % 12)}/26`);
    const points = Array.from({ length: 40 }, (_, row) => `${twoDigits(1 + (row % 14))}.05.26`); // no identifiers
    for (const texts of [slashes, points]) {
      const table = tableFromColumns({ day: texts, load: texts.map((_, i) => i % 7) });
      const { excluded } = inferFeatures(table, { exclude: [], numeric: [], categorical: [] });
      expect(excluded).toEqual([
        { name: "day", reason: "it holds moments in time, but not as ISO 8601 writes them (2026-05-04)" },
      ]);
      expect(momentsIn("day", texts)).toBeNull();
    }
  });

  test("of one digit is told with such a year by all texts of its column: days change more than years", () => {
    const reasonOf = (texts: readonly string[]): string | undefined =>
      inferFeatures(tableFromColumns({ text: texts }), { exclude: [], numeric: [], categorical: [] }).excluded[0]
        ?.reason;
    const texts = (write: (row: number) => string) => Array.from({ length: 120 }, (_, row) => write(row % 30));
    const reason = "it holds moments in time, but not as ISO 8601 writes them (2026-05-04)";
    for (const write of [
      (row: number) => `${row + 1}.5.26`,
      (row: number) => `${1 + (row % 28)}.${1 + (row % 12)}.${25 + (row % 2)} 8:15`,
      (row: number) => (row < 9 ? `0${row + 1}.5.26` : `${row + 1}.5.26`),
    ])
      expect(reasonOf(texts(write))).toBe(reason);
    expect(reasonOf(texts((row) => `${1 + (row % 3)}.5.${10 + row}`))).toBeUndefined(); // versions
    expect(reasonOf(texts(() => "4.5.26"))).toBeUndefined();
  });

  test("is in doubt by itself, is read as others of its column are, and contradicts them nowhere", () => {
    for (const text of ["04/05/2026", "13/05/2026", "31/12/2026", "12-31-2026"])
      expect(parseMoment(text), text).toBeNaN(); // of a column in doubt no part is read
    expect([parseMoment("04/05/2026", "day first"), parseMoment("05/04/2026", "month first")]).toEqual([day, day]);
    expect(parseMoment("12/31/2026", "day first")).toBeNaN();
    expect([...momentsIn("t", ["04/05/2026", "13/05/2026"])!.numbers.values]).toEqual([day, day + 9 * 86_400_000]);
    expect(momentsIn("t", ["04/05/2026", "05/06/2026"])).toBeNull();
    expect(momentsIn("t", ["13/05/2026", "05/13/2026"])).toBeNull();
    for (const texts of [
      ["13/05/2026", "05/13/2026"],
      ["05/13/2026", "13/05/2026"],
    ])
      expect(findDayOrder(texts)).toBe("contradictory");
  });

  test("is told its order by texts that rows have, not by others of the dictionary", () => {
    const dictionary = ["04/05/2026", "13/05/2026", "12/31/2026"];
    const momentsAt = (...codes: number[]) =>
      momentsOf({ name: "t", type: "text", dictionary, codes: Int32Array.from(codes) });
    expect(momentsAt(0, 0)).toBeNull();
    expect(momentsAt(0, 2)!.numbers.values[0]).toBe(Date.UTC(2026, 3, 5));
    expect(momentsAt(0, 1)!.numbers.values[0]).toBe(day);
  });

  test("ends at 24:00", () => {
    expect(parseMoment("04.05.2026 24:00")).toBe(day + 86_400_000);
    for (const text of ["04.05.2026 24:30", "04.05.2026 24:00:01", "04.05.2026 13:00 PM", "04.05.2026 10:60"])
      expect(parseMoment(text), text).toBeNaN();
  });
});

describe("the moments of a column", () => {
  test("are those of dates, of ISO texts, of seconds since 1970 and of row numbers", () => {
    expect([...momentsIn("t", [new Date(1e12), null])!.numbers.values]).toEqual([1e12, NaN]);
    expect([...momentsIn("t", ["1970-01-02", null])!.numbers.values]).toEqual([86_400_000, NaN]);
    const seconds = Array.from({ length: 30 }, (_, i) => 1_700_000_000 + 60 * i);
    expect([...momentsIn("x", seconds)!.numbers.values]).toEqual(seconds);
    const numbers = Array.from({ length: 30 }, (_, i) => (i * 7) % 30);
    expect([...momentsIn("x", numbers)!.numbers.values]).toEqual(numbers);
  });

  test("are none where values are no moments, or none is there", () => {
    expect(momentsIn("x", [1, 5, 2])).toBeNull();
    expect(momentsIn("x", ["1970-01-02", "late"])).toBeNull();
    expect(momentsIn("x", [null, null])).toBeNull();
    expect(momentsIn("clock", [new Date(5), new Date(86_400_000)])).toBeNull(); // times of day, which mix days
  });
});

describe("of several columns of moments", () => {
  const count = 30;
  const columns = {
    day: Array.from({ length: count }, (_, i) => `2026-01-${String(1 + (i >> 1)).padStart(2, "0")}`),
    minute: Array.from({ length: count }, (_, i) => new Date(1e12 + 60_000 * i)),
    line: Array.from({ length: count }, (_, i) => i),
    value: Array.from({ length: count }, (_, i) => i * i),
  };
  const found = (chosen: readonly (keyof typeof columns)[]) =>
    findMoments(
      tableFromColumns(Object.fromEntries(chosen.map((name) => [name, columns[name]]))),
      (name) => name !== "value",
    )[0]?.column ?? null;

  test("the one with most different moments tells, before one that numbers the rows", () => {
    expect(found(["day", "minute", "line", "value"])).toBe("minute");
    expect(found(["line", "day"])).toBe("day");
    expect(found(["value", "line"])).toBe("line");
    expect(found(["value"])).toBeNull();
  });
});
