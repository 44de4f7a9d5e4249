import { expect, test } from "vitest";
import { tableFromColumns, withDaysTold } from "../table/index.js";
import { countUnreadMoments, warnOfUnread } from "./unread-moments.js";

const tableOf = (texts: readonly (string | null)[]) => tableFromColumns({ when: texts, a: texts.map((_, row) => row) });

function words(texts: readonly (string | null)[], days: "day first" | null = null): string | null {
  const unread = countUnreadMoments({ time: "when", days });
  unread.add(tableOf(texts));
  return unread.words();
}

test("nothing is said where every cell is a moment or missing, or no column says when", () => {
  expect(words(["2026-05-04", null, "31.12.2026"])).toBeNull();
  expect(words(["04/05/2026", "05/05/2026"], "day first")).toBeNull();
  const none = countUnreadMoments({ time: null, days: null });
  none.add(tableOf(["soon"]));
  expect(none.words()).toBeNull();
});

test("it is said how many cells cannot be read, and why the first of them cannot", () => {
  expect(words(["04/05/2026", "05/05/2026", "2026-05-04", null])).toBe(
    '2 of 3 cells of column "when" cannot be read as moments: "04/05/2026" may be 4 May or 5 April, and nothing tells which',
  );
  expect(words(["13/05/2026", "05/13/2026"])).toBe(
    'all 2 cells of column "when" cannot be read as moments: in some the day comes first, in others the month',
  );
  expect(words(["2026-13-45"])).toBe('the cell of column "when" cannot be read as a moment: "2026-13-45" is none');
  expect(words(["08:15"])).toBe(
    'the cell of column "when" cannot be read as a moment: "08:15" is a time of day without its day',
  );
  expect(words(["13/05/2026"])).toBe(
    'the cell of column "when" cannot be read as a moment: nothing tells which of day and month comes first in days such as "13/05/2026"',
  );
  expect(words(["05/13/2026", "2026-01-01"], "day first")).toBe(
    '1 of 2 cells of column "when" cannot be read as moments: "05/13/2026" is none',
  );
});

test("cells of all tables are counted, and the warning says what follows", () => {
  const unread = countUnreadMoments({ time: "when", days: null });
  expect(warnOfUnread(unread)).toEqual([]);
  for (const texts of [["soon"], ["2026-05-04", "later"]]) unread.add(tableOf(texts));
  expect(warnOfUnread(unread)).toEqual([
    {
      code: "TIMES_UNREAD",
      message:
        '2 of 3 cells of column "when" cannot be read as moments: "soon" is none; these rows have no place in time, so incidents and time lines tell them apart from the others',
    },
  ]);
});

test("days are read as all rows of an input tell, before the order that was learnt", () => {
  const told = withDaysTold(tableOf(["04/05/2026", "05/13/2026", "02/02/2026"]), "when");
  const unread = countUnreadMoments({ time: "when", days: "day first" });
  unread.add(told);
  expect(unread.words()).toBeNull();
  expect(told.columns[0]).toMatchObject({ days: "month first" });
  expect(withDaysTold(tableOf(["02/02/2026"]), "when").columns[0]).toMatchObject({ days: "either" });
  for (const texts of [["04/05/2026"], ["13/05/2026", "05/13/2026"], ["2026-05-04"]])
    expect(withDaysTold(tableOf(texts), "when").columns[0]).not.toHaveProperty("days");
});
