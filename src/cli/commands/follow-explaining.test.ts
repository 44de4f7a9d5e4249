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
  follower.onExplained(rowsOf({ table: { rowCount: 2, columns: [] }, rows: Float64Array.of(7, 499) }));
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
  expect(follower.findings(undefined).map(({ message }) => message)).toEqual([
    "the table has no rows, so nothing was explained",
  ]);
  follower.onRead({ phase: "read", rows: 1234, share: 1 });
  expect(follower.findings("x > 1").map(({ message }) => message)).toEqual([
    "none of the 1,234 rows satisfies x > 1, so nothing was explained",
  ]);
  follower.onExplained({ count: 1, last: 0 });
  expect(follower.findings("x > 1")).toEqual([]);
});
