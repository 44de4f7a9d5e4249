/**
 * The tables of both packs, learnt in memory, out of it with several limits, and in parts as on Spark, to the same bytes;
 * only when asked for:
 *   PARSIGHT_SLOW=1 PARSIGHT_DATA=… npx vitest run --project slow test/node/stored-packs.test.ts
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRandom, randomInteger } from "../../src/core/base/index.js";
import { learn } from "../../src/core/learn.js";
import { saveModel } from "../../src/core/model/index.js";
import { readLargeTable, readTable } from "../../src/input/read-table.js";
import { removeColumnFolder } from "../../src/node/files/column-folder.js";
import type * as learning from "../../src/node/threads/learn-in-worker.js";
import { type Dealing, learnDealt } from "../property/rows-in-parts.js";
import { buildOf } from "./support-pool.js";

/** Bytes of columns that may stay in memory: none, and as many as some of the tables reach while they are read. */
const LIMITS = [1, 60_000, 500_000];

const data = process.env.PARSIGHT_SLOW === undefined ? undefined : process.env.PARSIGHT_DATA;
const tables = ["perturbed", "mixed"].flatMap((pack) => {
  const folder = data === undefined ? "" : join(data, pack);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.map((name) => join(folder, name, "train.csv")).filter((path) => existsSync(path));
});

describe.runIf(tables.length > 0)("in memory and out of it", () => {
  test.each(tables)("%s", { timeout: 3_600_000 }, async (path) => {
    const { learnInWorker } = await buildOf<typeof learning>("node/threads/learn-in-worker.js");
    const fileOf = async (table: Parameters<typeof learnInWorker>[0]): Promise<Uint8Array> =>
      (await learnInWorker(table, {}, { packing: "plain" })).file!;
    const inMemory = await fileOf((await readTable(path)).table);
    for (const limit of LIMITS) {
      const { table, folder } = await readLargeTable(path, {}, limit);
      if (folder === null) continue; // it fits
      const stored = await fileOf(table);
      removeColumnFolder(folder);
      expect(Buffer.compare(stored, inMemory), `limit ${limit}`).toBe(0);
    }
  });
});

/** All rows in one part; shuffled into three; sixteen parts of one row each beside one that has all others. */
const DEALINGS: Readonly<Record<string, () => Omit<Dealing, "pick">>> = {
  "1 part": () => ({ parts: 1, partOf: () => 0 }),
  "3 parts, shuffled": () => {
    const random = createRandom(7);
    const drawn: number[] = [];
    return { parts: 3, partOf: (row) => (drawn[row] ??= randomInteger(random, 3)) };
  },
  "17 parts, skewed": () => ({ parts: 17, partOf: (row) => (row % 50 === 49 && row < 800 ? (row + 1) / 50 : 0) }),
};

describe.runIf(tables.length > 0)("in parts", () => {
  test.each(tables)("%s", { timeout: 3_600_000 }, async (path) => {
    const { table } = await readTable(path);
    const options = { order: "none", trees: 2 } as const; // learning begins anew with every answer
    const whole = saveModel(learn(table, options));
    for (const [name, deal] of Object.entries(DEALINGS)) {
      const random = createRandom(11);
      const dealing = { ...deal(), pick: (count: number) => randomInteger(random, count) };
      expect(saveModel(learnDealt(table, dealing, options)) === whole, name).toBe(true);
    }
  });
});
