import { expect, test } from "vitest";
import { LONG_RUN_MS, median, race, startClock, timeOnce } from "../../bench/timing.js";

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
  const [a, b] = await race([contestant("a", [5, 1, 3]), contestant("b", [10, 30, 20])], 3);
  expect(order.join("")).toBe("ababab");
  expect(a).toEqual({ name: "a", runs: 3, wallMs: 3, cpuMs: 1 });
  expect(b).toEqual({ name: "b", runs: 3, wallMs: 20, cpuMs: 1 });
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
  expect(own).toEqual({ name: "slow", runs: 1, ...checked });
});

test("work that takes long has a long time", () => {
  const busy = () => {
    const stop = startClock();
    while (stop().wallMs < 20);
  };
  expect(timeOnce(busy).wallMs).toBeGreaterThanOrEqual(20);
  expect(timeOnce(() => {}).wallMs).toBeLessThan(20);
});
