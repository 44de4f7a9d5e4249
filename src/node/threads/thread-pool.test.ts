/** A pool of many threads: what it answers, whom it asks, and how it ends. It runs what the last build made. */
import { threadId } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFolder } from "../../../test/node/support.js";
import { built, openPool, type TestPool, withPatience } from "../../../test/node/support-pool.js";
import { type Job, openKernel, type PoolHooks } from "../../core/compute/index.js";

const folder = createFolder();
const jobsPath = folder.write(
  "jobs.mjs",
  `
  import { threadId } from "node:worker_threads";
  import { InputError } from "${built("core/base/errors/input-error.js")}";
  const idle = new Int32Array(new SharedArrayBuffer(4));
  const jobs = [
    { name: "double", prepare: ({ values, first }) => (part) => ({ doubled: 2 * (first + part + values[part]), threadId }) },
    { name: "sleep", prepare: () => (ms) => (Atomics.wait(idle, 0, 0, ms), { threadId, numbers: new Float64Array([ms]) }) },
    { name: "fail", prepare: () => ({ ms, error }) => {
      Atomics.wait(idle, 0, 0, ms);
      if (error === "input") throw new InputError("ODD_PART", "part after " + ms + " ms is odd", "Give another.");
      if (error === "bug") [].nothing.here();
      if (error === "unclonable") return () => {};
      return { threadId };
    } },
    { name: "unprepared", prepare: ({ leader }) => {
      if (threadId !== leader) throw new InputError("NO_ROOM", "a helper cannot", "Try alone.");
      return (ms) => Atomics.wait(idle, 0, 0, ms);
    } },
    { name: "forever", prepare: (_, { tick }) => (part) => {
      if (part === 0) return { threadId };
      for (;;) {
        Atomics.wait(idle, 0, 0, 1);
        tick();
      }
    } },
    { name: "same", prepare: () => {
      const numbers = new Float64Array([1, 2, 3]);
      return () => ({ numbers, part: numbers.subarray(1) });
    } },
    { name: "isShared", prepare: ({ values, few }) => () =>
      [values, few].map((array) => array.buffer instanceof SharedArrayBuffer) },
  ];
  export const JOBS = new Map(jobs.map((job) => [job.name, job]));
`,
);

interface Threaded {
  readonly threadId: number;
}

const NO_HOOKS = { onPart: () => {} };
let pool: TestPool;
let jobs: ReadonlyMap<string, Job<unknown, unknown, unknown>>;

beforeAll(async () => {
  ({ JOBS: jobs } = await import(jobsPath));
  pool = await openPool(folder.path, { threads: 3, jobs: jobsPath, kernel: openKernel(), calling: "at once" });
});

afterAll(() => pool.end());

/** With at least one helper from the first part on. */
function run(name: string, shared: unknown, parts: readonly unknown[], hooks: Partial<PoolHooks<unknown>> = {}) {
  return withPatience(pool).run(jobs.get(name)!, shared, parts, { ...NO_HOOKS, ...hooks });
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

test("results come in the order of parts, and several threads work at them", () => {
  const values = Float64Array.from(numbers(1000), (i) => i * i);
  const done = run("double", { values, first: 5 }, numbers(1000)) as { doubled: number }[];
  expect(done.map(({ doubled }) => doubled)).toEqual(numbers(1000).map((i) => 2 * (5 + i + i * i)));
  const slept = run("sleep", null, Array(30).fill(20)) as Threaded[];
  expect(new Set(slept.map(({ threadId }) => threadId)).size).toBeGreaterThan(1);
});

test("a job may give the same arrays again and again", () => {
  const results = run("same", null, numbers(50)) as { numbers: Float64Array; part: Float64Array }[];
  expect(results.map(({ numbers: [a, b, c], part: [d, e] }) => [a, b, c, d, e].join())).toEqual(
    Array(50).fill("1,2,3,2,3"),
  );
});

test("uneven parts are shared out as threads become free", () => {
  const slept = run("sleep", null, [1500, ...Array(30).fill(2)]) as Threaded[];
  const withTheLongOne = slept.filter(({ threadId }) => threadId === slept[0]!.threadId);
  expect(withTheLongOne.length).toBeLessThan(8);
});

test("hooks hear of every part once, in the calling thread", () => {
  const steps: (readonly [number, number])[] = [];
  const heard: unknown[] = [];
  const results = run("sleep", null, numbers(12), {
    onPart: (done, total) => steps.push([done, total]),
    onResult: (result) => heard.push(result),
  });
  expect(steps).toEqual(numbers(13).map((done) => [done, 12]));
  expect(heard).toHaveLength(12);
  expect(new Set(heard)).toEqual(new Set(results));
});

test("no parts, and one, need no helper", () => {
  expect(run("sleep", null, [])).toEqual([]);
  const before = pool.helped();
  expect(run("sleep", null, [1])).toHaveLength(1);
  expect(pool.helped()).toEqual(before);
});

describe("a part that fails", () => {
  const parts = (error: string, at: number, others: object = {}) =>
    numbers(12).map((part) => (part === at ? { ms: 20, error } : { ms: 1, ...others }));

  test.each([0, 5, 11])("ends the work with its InputError (part %i)", (at) => {
    expect(() => run("fail", null, parts("input", at))).toThrow(
      expect.objectContaining({
        name: "InputError",
        code: "ODD_PART",
        message: "part after 20 ms is odd",
        hint: "Give another.",
      }),
    );
  });

  test("is the first one in order, even if a later one fails sooner", () => {
    const uneven = [{ ms: 1 }, { ms: 60, error: "input" }, { ms: 1, error: "bug" }, { ms: 2, error: "bug" }];
    for (let round = 0; round < 5; round++) expect(() => run("fail", null, uneven)).toThrow("part after 60 ms is odd");
  });

  test.each([
    ["bug", "TypeError", "Cannot read properties of undefined (reading 'here')", "jobs.mjs"],
    ["unclonable", "DataCloneError", "could not be cloned", ""],
  ])("by a mistake of ours keeps name and stack (%s)", (kind, name, message, place) => {
    const error = catchError(() => run("fail", null, Array(12).fill({ ms: 50, error: kind })));
    expect(error).toMatchObject({ name, message: expect.stringContaining(message) });
    expect(error.stack).toContain(place);
  });

  test("in preparing is told, too", () => {
    const work = () => pool.pool.run(jobs.get("unprepared")!, { leader: threadId }, Array(50).fill(20), NO_HOOKS);
    expect(work).toThrow("a helper cannot");
  });
});

describe("a hook that throws", () => {
  const stop = new Error("enough");
  const throwStop = (): never => {
    throw stop;
  };

  test.each([
    ["onPart", { onPart: (done: number) => void (done === 1 && throwStop()) }],
    ["onResult", { onResult: throwStop }],
    ["tick", { tick: throwStop }],
  ])("ends the work of all threads: %s", (_, hooks) => {
    expect(catchError(() => run("forever", null, numbers(9), hooks))).toBe(stop);
    // Helpers are free again, and what they may still have answered is not taken for an answer to this.
    const slept = run("sleep", null, Array(30).fill(20)) as { numbers: Float64Array; threadId: number }[];
    expect(slept.every(({ numbers: [ms] }) => ms === 20)).toBe(true);
    expect(new Set(slept.map(({ threadId }) => threadId)).size).toBeGreaterThan(1);
  });
});

test("large arrays are shared with helpers, small ones are copied", () => {
  const shared = { values: new Float64Array(1000), few: new Int8Array(10) };
  const results = run("isShared", shared, numbers(300)) as boolean[][];
  expect(results.map(String)).toContain("true,false");
  expect(new Set(["false,false", ...results.map(String)])).toEqual(new Set(["false,false", "true,false"]));
});

test("work that is soon done is done alone; helpers come to work that lasts", async () => {
  async function look() {
    const own = await openPool(folder.path, {
      threads: 3,
      jobs: jobsPath,
      kernel: openKernel(),
      calling: "when it pays",
    });
    const work = (parts: readonly number[]): number[] =>
      (own.pool.run(jobs.get("sleep")!, null, parts, NO_HOOKS) as Threaded[]).map(({ threadId }) => threadId);
    try {
      const soonDone = { threads: new Set(work(Array(3).fill(1))).size, spawned: own.spawned() };
      const long = work(Array(60).fill(5));
      const lasting = { spawned: own.spawned(), isShared: new Set(long).size > 1 };
      return { soonDone, lasting, threadsAtFirst: new Set(long.slice(0, 3)).size };
    } finally {
      await own.end();
    }
  }
  // A machine that lets this thread wait makes short work long: then it is looked at again.
  await expect.poll(look).toEqual({
    soonDone: { threads: 1, spawned: 0 },
    lasting: { spawned: 2, isShared: true },
    threadsAtFirst: 1,
  });
});

test("no more helpers are called than have room", async () => {
  const own = await openPool(folder.path, { threads: 4, jobs: jobsPath, kernel: openKernel(), calling: "at once" });
  const sleep = jobs.get("sleep")!;
  const work = (bytes: number) =>
    own.pool.run({ ...sleep, threadBytes: () => bytes }, null, Array(8).fill(1), NO_HOOKS);
  try {
    expect(work(2 ** 28 + 1)).toHaveLength(8);
    expect(own.spawned()).toBe(0);
    expect(work(2 ** 27)).toHaveLength(8);
    expect(own.spawned()).toBe(1); // two would have room but for what a thread takes by itself
    expect(work(2 ** 27 - 2 ** 25)).toHaveLength(8);
    expect(own.spawned()).toBe(2);
  } finally {
    await own.end();
  }
});

test("helpers that never come are not waited for", async () => {
  const { createThreadPool } = await import(built("node/threads/thread-pool.js"));
  const alone = createThreadPool({ threads: 4, kernel: openKernel(), spawn: () => {}, calling: "at once" });
  expect(alone.run(jobs.get("sleep")!, null, numbers(5), NO_HOOKS)).toHaveLength(5);
});

function catchError(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}
