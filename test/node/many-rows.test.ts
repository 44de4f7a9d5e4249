/**
 * Ten million rows, learnt in memory, out of it with two limits, and in parts as on Spark, to the same bytes; twenty
 * minutes, 1 GB of disk and 5 GB of memory, so only when asked for:
 *   PARSIGHT_SLOW=1 PARSIGHT_ROWS=10000000 npx vitest run --project slow test/node/many-rows.test.ts
 */
import { expect, test } from "vitest";
import { writeGrowthTable } from "../../research/bench/data/growth-table.js";
import { createRandom, randomInteger } from "../../src/core/base/index.js";
import { saveModel } from "../../src/core/model/index.js";
import { readLargeTable, readTable } from "../../src/input/read-table.js";
import { removeColumnFolder } from "../../src/node/files/column-folder.js";
import type * as learning from "../../src/node/threads/learn-in-worker.js";
import { learnDealt } from "../property/rows-in-parts.js";
import { createFolder } from "./support.js";
import { buildOf } from "./support-pool.js";

const folder = createFolder();
const ROWS = Number(process.env.PARSIGHT_ROWS ?? 1_000_000);
const OPTIONS = { order: "none", trees: 2, neighbours: 100 } as const;

test.runIf(process.env.PARSIGHT_SLOW !== undefined)(`${ROWS} rows`, { timeout: 3_600_000 }, async () => {
  const { learnInWorker } = await buildOf<typeof learning>("node/threads/learn-in-worker.js");
  const path = `${folder.path}/rows.parquet`;
  await writeGrowthTable(path, ROWS);
  const fileOf = async (table: Parameters<typeof learnInWorker>[0]): Promise<string> =>
    Buffer.from((await learnInWorker(table, OPTIONS, { packing: "plain" })).file!).toString();
  const { table } = await readTable(path);
  const inMemory = await fileOf(table);
  for (const limit of [1, 20 * ROWS]) {
    const stored = await readLargeTable(path, {}, limit);
    expect((await fileOf(stored.table)) === inMemory, `limit ${limit}`).toBe(true);
    removeColumnFolder(stored.folder!);
  }
  const random = createRandom(5);
  const dealing = { parts: 3, partOf: (row: number) => row % 3, pick: (count: number) => randomInteger(random, count) };
  expect(saveModel(learnDealt(table, dealing, OPTIONS)) === inMemory, "in parts").toBe(true);
});
