/**
 * Learning with one thread and with many: the same bytes, the same errors, nothing left behind. It runs what the last
 * build made.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRandom, type InputError } from "../../src/core/base/index.js";
import { type Pool, soloPool } from "../../src/core/compute/index.js";
import type { LearnOptions } from "../../src/core/model/index.js";
import { type Table, tableFromColumns, tableFromRows } from "../../src/core/table/index.js";
import { asBusyAsNow } from "../cli/support/program.js";
import { learningTasks } from "../property/learning-tasks.js";
import { kindOptions, toTable } from "../property/nasty-tables.js";
import { runs } from "../property/runs.js";
import { createFolder } from "./support.js";
import { buildOf, built, openPool, type TestPool, withPatience } from "./support-pool.js";

/** More than there are cores. */
const THREADS = [2, 3, 7];
const folder = createFolder();
const pools = new Map<number, TestPool>();
let core: typeof import("../../src/core/learn.js");
let files: typeof import("../../src/core/model/model-json.js");
let kernels: typeof import("../../src/core/compute/kernel.js");

beforeAll(async () => {
  core = await buildOf("core/learn.js");
  files = await buildOf("core/model/model-json.js");
  kernels = await buildOf("core/compute/kernel.js");
  for (const threads of THREADS) {
    const options = { threads, jobs: built("core/jobs.js"), kernel: kernels.openKernel(), calling: "at once" } as const;
    pools.set(threads, await openPool(folder.path, options));
  }
});

afterAll(async () => {
  for (const pool of pools.values()) await pool.end();
});

/** The model's file, or the mistake that was made. */
function outcome(table: Table, options: LearnOptions, pool: Pool): string {
  try {
    return files.saveModel(core.learn(table, options, { pool }));
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    const { code, message, hint } = error as InputError;
    return [code, message, hint].join("\n");
  }
}

function expectSameBytes(table: Table, options: LearnOptions): void {
  const alone = outcome(table, options, soloPool(kernels.openKernel()));
  for (const [threads, pool] of pools) {
    expect(outcome(table, options, withPatience(pool)) === alone, `${threads} threads`).toBe(true);
  }
}

test("the pools whose models are compared have helpers that work", () => {
  for (const [threads, pool] of pools) {
    const before = pool.helped();
    core.learn(mixedTable(200, 6), { trees: 1 }, { pool: withPatience(pool) });
    expect(pool.spawned()).toBe(threads - 1);
    expect(pool.helped().parts).toBeGreaterThan(before.parts);
  }
});

describe("one thread and many give the same bytes", () => {
  test("on the water tank", () => {
    const text = readFileSync(new URL("../../examples/water-tank/data/normal.csv", import.meta.url), "utf8");
    const [header, ...lines] = text.trim().split("\n");
    const names = header!.split(",");
    const rows = lines.slice(0, 1000).map((line) => {
      const cells = line.split(",").map((cell) => (cell !== "" && Number.isFinite(Number(cell)) ? Number(cell) : cell));
      return Object.fromEntries(names.map((name, i) => [name, cells[i]]));
    });
    expectSameBytes(tableFromRows(rows), { trees: 6 });
  });

  test("on a table of many kinds of columns, with values missing", () => expectSameBytes(mixedTable(1200, 14), {}));

  test("with longer rules, all of them kept", () => {
    expectSameBytes(mixedTable(300, 8), { maxPredicates: 4, redundancy: "all", minConfidence: 0.7, cells: 0 });
  });

  test("when there are too many rules", () => {
    expectSameBytes(mixedTable(300, 8), { maxPredicates: 4, minConfidence: 0.5, maxRules: 50 });
  });

  test("on nasty tables", () => {
    fc.assert(
      fc.property(learningTasks({ maxRows: 40, minRows: 0, maxColumns: 5 }), ({ table, options }) => {
        expectSameBytes(toTable(table), { ...options, ...kindOptions(table) });
      }),
      runs(40),
    );
  });
});

/** Numbers and texts that follow one another, not always. */
function mixedTable(rowCount: number, columnCount: number): Table {
  const random = createRandom(rowCount + columnCount);
  const hidden = Array.from({ length: rowCount }, () => [random(), random()] as const);
  const columns = Array.from({ length: columnCount }, (_, place) => {
    const values = hidden.map((pair) => {
      const value = pair[place % 2]! + 0.3 * random();
      if (random() < 0.03) return null;
      return place % 3 === 2 ? `state ${Math.floor(value * 4)}` : Math.round(value * 1000) / 10;
    });
    return { name: `column ${place}`, values };
  });
  return tableFromColumns(columns);
}

/** A program that learns in worker threads and ends by itself, if nothing keeps it alive. */
const PROGRAM = folder.write(
  "learn.mjs",
  `
  import { createHash } from "node:crypto";
  import { learnInWorker } from "${built("node/threads/learn-in-worker.js")}";
  const [threads, stopMs] = process.argv.slice(2).map(Number);
  const columns = Array.from({ length: 12 }, (_, c) => {
    const codes = Int32Array.from({ length: 20000 }, (_, row) => Math.imul((row >> (c % 5)) * 7919 + c, 2654435761) >>> 29);
    return { name: "c" + c, type: "text", dictionary: [..."abcdefgh"], codes };
  });
  const stop = new AbortController();
  let stoppedAt = 0;
  let phases = 0;
  const onProgress = (phase, done) => {
    phases++;
    if (phase !== "rules" || done === 0 || !(stopMs > 0)) return;
    setTimeout(() => {
      stoppedAt = performance.now();
      stop.abort();
    }, stopMs);
  };
  const options = { maxPredicates: 4, minSupport: 0, minConfidence: 0.3, redundancy: "all", trees: 0, neighbours: 0 };
  try {
    const learnt = await learnInWorker({ rowCount: 20000, columns }, options, {
      packing: "plain", threads, onProgress, stop: stop.signal,
    });
    const digest = createHash("sha256").update(learnt.file).digest("hex");
    console.log(JSON.stringify({ rules: learnt.model.rules.length, digest }));
  } catch (error) {
    const { name, message, code, hint } = error;
    console.log(JSON.stringify({ name, message, code, hint, phases, endedMs: performance.now() - stoppedAt }));
  }
`,
);

async function runProgram(threads: number, stopMs: number, nodeOptions: readonly string[] = []) {
  const words = [...nodeOptions, PROGRAM, String(threads), String(stopMs)];
  const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 200_000 });
  return JSON.parse(stdout);
}

/** A module that is loaded in every thread, and does this in the threads that help. */
function inHelpers(name: string, deed: string): readonly string[] {
  const path = folder.write(
    `${name}.mjs`,
    `import { workerData } from "node:worker_threads";
     if (workerData?.port !== undefined) { ${deed} }`,
  );
  return ["--import", path];
}

describe("learning in worker threads", () => {
  test("with helpers the program ends by itself, with the same model", async () => {
    const [alone, together] = [await runProgram(1, 0), await runProgram(3, 0)];
    expect(alone.rules).toBeGreaterThan(1000);
    expect(together).toEqual(alone);
  });

  test("stopping ends all threads at once", async () => {
    const { name, endedMs, phases } = await runProgram(3, 30);
    expect(name).toBe("StoppedError");
    expect(phases).toBeGreaterThan(0);
    expect(endedMs).toBeLessThan(asBusyAsNow(3000));
  });

  test.each([
    ["that exits", 'workerData.port.once("message", () => process.exit(7));', "a learning thread ended with 7"],
    ["with a mistake of ours", 'workerData.port.once("message", () => [].nothing.here());', "reading 'here'"],
  ])("a helper %s is an error, never a wait", async (name, deed, message) => {
    const outcome = await runProgram(3, 0, inHelpers(name.replaceAll(" ", "-"), deed));
    expect(outcome.message).toContain(message);
  });

  test("a helper without memory is an error that says so", async () => {
    const deed = "const hog = []; for (;;) hog.push(new Array(100_000).fill(hog.length));";
    const outcome = await runProgram(3, 0, [...inHelpers("hog", deed), "--max-old-space-size=60"]);
    expect(outcome).toMatchObject({ name: "InputError", code: "MEMORY_FULL" });
  });
});
