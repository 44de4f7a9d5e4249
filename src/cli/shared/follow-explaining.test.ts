import { expect, test } from "vitest";
import type { Progress } from "../../node/progress.js";
import { followExplaining, rowsOf } from "./follow-explaining.js";

function recording(): { readonly progress: Progress; readonly said: unknown[] } {
  const said: unknown[] = [];
  return {
    said,
    progress: {
      start: (phase) => said.push(phase),
      update: (share, rows) => said.push([share, rows]),
      finish: () => said.push("finish"),
      clear: () => said.push("clear"),
    },
  };
}

test("what is shown is how far explaining is, however far ahead the reader", () => {
  const { progress, said } = recording();
  const follower = followExplaining(progress);
  follower.onRead({ phase: "check", rows: 0, share: 0.5 });
  follower.onRead({ phase: "read", rows: 1000, share: 0.5 });
  // Of the rows up to number 499 only two were wanted: half of what is read is done.
  follower.onExplained(rowsOf({ table: { rowCount: 2, columns: [] }, rows: Float64Array.of(7, 499), sources: null }));
  follower.onRead({ phase: "read", rows: 2000, share: 1 });
  follower.onExplained({ count: 1, last: 1999 });
  expect(said).toEqual(["Checking", [0.5, null], "Explaining", [0, 0], [0.25, 2], [0.25, 2], [1, 3]]);
});

test("a share that the reader does not know is not made up", () => {
  const { progress, said } = recording();
  const follower = followExplaining(progress);
  follower.onRead({ phase: "read", rows: 10, share: null });
  follower.onExplained({ count: 5, last: 4 });
  expect(said).toEqual(["Explaining", [null, 0], [null, 5]]);
});

test("only where nothing was explained there is something to say", () => {
  const { progress } = recording();
  const follower = followExplaining(progress);
  const all = { where: undefined, minStrength: undefined };
  const some = { where: "x > 1", minStrength: undefined };
  expect(follower.findings(all).map(({ message }) => message)).toEqual([
    "the table has no rows, so nothing was explained",
  ]);
  follower.onRead({ phase: "read", rows: 1234, share: 1 });
  expect(follower.findings(some).map(({ message }) => message)).toEqual([
    "none of the 1,234 rows satisfies x > 1, so nothing was explained",
  ]);
  follower.onExplained({ count: 1, last: 0 });
  expect(follower.findings(some)).toEqual([]);
});

test("rows that were read stay read, however long it takes to look at them once more", () => {
  const { progress } = recording();
  const follower = followExplaining(progress);
  follower.onRead({ phase: "read", rows: 300, share: 1 });
  follower.onRead({ phase: "check", rows: 0, share: null });
  expect(follower.findings({ where: "x > 1", minStrength: undefined }).map(({ message }) => message)).toEqual([
    "none of the 300 rows satisfies x > 1, so nothing was explained",
  ]);
});

test("a value that no row has is named beside those that are there", () => {
  const { progress } = recording();
  const follower = followExplaining(progress);
  follower.onRead({ phase: "read", rows: 1234, share: 1 });
  follower.onNoMatch({
    filter: { column: "flag, by hand", value: "" },
    values: [
      { value: "0", rows: 1200 },
      { value: null, rows: 4 },
      { value: `"${"x".repeat(60)}`, rows: 1 },
    ],
    otherValues: 29,
  });
  const hint = `Values seen, with their number of rows: "0" (1,200), missing (4), "\\"${"x".repeat(56)}…" (1) and 29 more.`;
  expect(follower.findings({ where: undefined, minStrength: 0.95 })).toEqual([
    {
      code: "NOTHING_EXPLAINED",
      message: 'none of the 1,234 rows has "flag, by hand" = (missing), so nothing was explained',
      hint,
    },
  ]);
  expect(follower.findings({ where: "x > 1", minStrength: undefined })[0]!.message).toBe(
    'none of the rows that satisfy x > 1 has "flag, by hand" = (missing), so nothing was explained',
  );
});

test("rows that are not strange enough are counted, and said when there are no others", () => {
  const { progress } = recording();
  const follower = followExplaining(progress);
  follower.onRead({ phase: "read", rows: 5, share: 1 });
  follower.onExplained({ count: 3, last: 2, leftOut: 3 });
  const [warning] = follower.findings({ where: undefined, minStrength: 0.95 });
  expect(warning!.message).toBe(
    "none of 3 rows is as strange as --min-strength 0.95 asks for, so nothing was explained",
  );
  follower.onExplained({ count: 2, last: 4, leftOut: 1 });
  expect(follower.findings({ where: undefined, minStrength: 0.95 })).toEqual([]);
  expect(follower.counts()).toEqual({ rows: 5, leftOut: 4 });
});
