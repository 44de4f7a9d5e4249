import { expect, test } from "vitest";
import type { ReportMoments } from "./report.js";
import { createTally } from "./tally.js";

const DAY = 24 * 3600 * 1000;
const SAME = [0, 1, 2, 3];

function countsBy(moments: ReportMoments, keyOf: (at: number) => number): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  moments.counts.forEach((count, at) => {
    counts.set(keyOf(at), (counts.get(keyOf(at)) ?? 0) + count);
  });
  return counts;
}

test("few rows are counted to the millisecond, by time and then by cause", () => {
  const tally = createTally();
  for (const [moment, cause] of [
    [70, 1],
    [50, 2],
    [50, 0],
    [50, 2],
  ] as const)
    tally.add(moment, cause);
  expect(tally.finish(SAME)).toEqual({
    step: 1,
    from: 50,
    stretches: [0, 0, 20],
    causes: [0, 2, 1],
    counts: [1, 2, 1],
  });
});

test("causes that share a place are counted together", () => {
  const tally = createTally();
  for (const cause of [0, 1, 1]) tally.add(5, cause);
  expect(tally.finish([3, 3])).toEqual({ step: 1, from: 5, stretches: [0], causes: [3], counts: [3] });
});

test("without a row there is no count", () => {
  expect(createTally().finish([])).toEqual({ step: 1, from: 0, stretches: [], causes: [], counts: [] });
});

test("however many rows there are, counts are few and none is lost", () => {
  const tally = createTally(100);
  const rows = Array.from({ length: 30_000 }, (_, row) => ({
    moment: -DAY + ((row * 7919) % 30_000) * 4000,
    cause: row % 4,
  }));
  for (const { moment, cause } of rows) tally.add(moment, cause);
  const moments = tally.finish(SAME);
  expect(moments.counts.length).toBeLessThanOrEqual(100);
  expect(moments.counts.length).toBeGreaterThan(20);
  expect([...countsBy(moments, (at) => moments.causes[at]!)].sort()).toEqual(SAME.map((cause) => [cause, 7500]));
  // Each stretch has exactly the rows of its time.
  const stretchOf = (moment: number): number => Math.floor(moment / moments.step) - moments.from / moments.step;
  const byStretch = new Map<number, number>();
  for (const { moment } of rows) byStretch.set(stretchOf(moment), (byStretch.get(stretchOf(moment)) ?? 0) + 1);
  expect([...countsBy(moments, (at) => moments.stretches[at]!)].sort()).toEqual([...byStretch].sort());
});

test("more causes than counts end in one stretch, and no sooner", () => {
  const tally = createTally(2);
  for (const cause of SAME) tally.add(cause * DAY, cause);
  const { stretches, counts } = tally.finish(SAME);
  expect({ stretches, counts }).toEqual({ stretches: [0, 0, 0, 0], counts: [1, 1, 1, 1] });
});
