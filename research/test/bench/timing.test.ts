import { expect, test } from "vitest";
import { LONG_RUN_MS, QUICK_RUN_MS, RUN_UP_MS, race, SLOW_RUN_MS, startClock, timeOnce } from "../../bench/timing.js";
import { median } from "../../measures/median.js";

test("the median is the middle value, or the mean of the two in the middle", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(() => median([])).toThrow(RangeError);
});

test("contestants run by turns, and each gets its median", async () => {
  const order: string[] = [];
  const contestant = (name: string, times: number[]) => ({
    name,
    run: () => {
      order.push(name);
      return { wallMs: times.shift()!, cpuMs: 1 };
    },
  });
  const [a, b] = await race([contestant("a", [500, 100, 300]), contestant("b", [1000, 3000, 2000])], 3);
  expect(order.join("")).toBe("ababab");
  expect(a).toMatchObject({ name: "a", runs: 3, wallMs: 300, cpuMs: 1 });
  expect(b).toMatchObject({ name: "b", runs: 3, wallMs: 2000, cpuMs: 1 });
});

test("a quick run is made five times in a round, and the middle one counts; before, it runs up without being timed", async () => {
  const runUp = [0.9, 0.9, 0.9].map((part) => part * QUICK_RUN_MS);
  expect(runUp[0]! + runUp[1]!).toBeLessThan(RUN_UP_MS);
  const rounds = [
    [9, 1, 50, 3, 5],
    [7, 7, 7, 7, 7],
  ].map((parts) => parts.map((part) => (part / 100) * QUICK_RUN_MS));
  const times = rounds.flatMap((round) => [...runUp, ...round]);
  const [own] = await race([{ name: "quick", run: () => ({ wallMs: times.shift()!, cpuMs: 1 }) }], 2);
  expect(times).toEqual([]);
  expect(own!.runs).toBe(2);
  expect(own!.timings.map(({ wallMs }) => wallMs)).toEqual([0.05 * QUICK_RUN_MS, 0.07 * QUICK_RUN_MS]);
});

test("what takes no time that can be measured ends, too", async () => {
  const [own] = await race([{ name: "nothing", run: () => ({ wallMs: 0, cpuMs: 0 }) }], 1);
  expect(own!.wallMs).toBe(0);
});

test("a contestant with one long run is not asked for another, and the number of its runs says so", async () => {
  let runs = 0;
  const slow = () => {
    runs++;
    return { wallMs: LONG_RUN_MS + 1, cpuMs: 1 };
  };
  const [own] = await race([{ name: "slow", run: slow }], 5);
  expect(runs).toBe(1);
  expect(own!.runs).toBe(1);
});

test("where checking the answer took long, that run stands for all", async () => {
  const checked = { wallMs: LONG_RUN_MS * 2, cpuMs: 7 };
  const run = () => {
    throw new Error("it would run again");
  };
  const [own] = await race([{ name: "slow", run, checked }], 5);
  expect(own).toEqual({ name: "slow", runs: 1, ...checked, timings: [checked] });
});

test("a slow rival runs three times, the run in which it was checked among them; ours runs in every round", async () => {
  const slow = { wallMs: SLOW_RUN_MS + 1, cpuMs: 1 };
  const [ours, unchecked, checked] = await race(
    [
      { name: "ours", run: () => slow },
      { name: "unchecked", run: () => slow, isRival: true },
      { name: "checked", run: () => ({ ...slow, cpuMs: 2 }), checked: slow, isRival: true },
    ],
    5,
  );
  expect([ours!.runs, unchecked!.runs, checked!.runs]).toEqual([5, 3, 3]);
  expect(checked!.timings.map(({ cpuMs }) => cpuMs)).toEqual([1, 2, 2]);
});

test("work that takes long has a long time", () => {
  const busy = () => {
    const stop = startClock();
    while (stop().wallMs < 20);
  };
  expect(timeOnce(busy).wallMs).toBeGreaterThanOrEqual(20);
  expect(Math.min(...Array.from({ length: 50 }, () => timeOnce(() => {}).wallMs))).toBeLessThan(20);
});
