/** Where the program learns: a short piece of work in its own thread, all else in others; with the same outcome. */
import { describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/base/index.js";
import { type LearnOptions, saveModel, type Table, tableFromColumns } from "../../src/index.js";
import { built } from "./support-pool.js";

// From dist, as threads can only be started from there.
const { learnTable } = (await import(
  built("node/threads/learn-table.js")
)) as typeof import("../../src/node/threads/learn-table.js");

function numbers(rowCount: number, columnCount: number): Table {
  const random = createRandom(rowCount + columnCount);
  const hidden = Array.from({ length: rowCount }, () => random());
  return tableFromColumns(
    Array.from({ length: columnCount }, (_, place) => ({
      name: `x${place}`,
      values: hidden.map((value) => Math.round((value + 0.2 * random()) * 1000) / 1000),
    })),
  );
}

/** Whether this thread could do something else between the first progress and the model. */
async function isFree(table: Table, options: LearnOptions): Promise<boolean> {
  let turned = false;
  let isFreeWhenLearnt = false;
  let isAsked = false;
  await learnTable(table, options, {
    onProgress: () => {
      if (!isAsked) setImmediate(() => (turned = true));
      isAsked = true;
    },
    onModel: () => {
      isFreeWhenLearnt = turned;
    },
  });
  expect(isAsked).toBe(true);
  return isFreeWhenLearnt;
}

describe("learning wherever it is done first", () => {
  test.each<[string, Table, LearnOptions]>([
    ["a small table", numbers(60, 4), {}],
    [
      "one with options that make it no longer",
      numbers(60, 4),
      { trees: 2, maxPredicates: 2, seed: 7, exclude: ["x1"] },
    ],
    ["as much work as is short", numbers(2500, 10), { trees: 1, maxPredicates: 1 }],
  ])("%s is learnt here", async (_, table, options) => {
    expect(await isFree(table, options)).toBe(false);
  });

  test.each<[string, Table, LearnOptions]>([
    ["more columns", numbers(60, 41), { trees: 1 }],
    ["more work", numbers(2501, 10), { trees: 1, maxPredicates: 1 }],
    ["longer rules", numbers(60, 4), { maxPredicates: 4 }],
    ["rarer rules", numbers(60, 4), { minSupport: 0.05 }],
    ["more cells", numbers(60, 4), { cells: 9 }],
    ["more trees", numbers(60, 4), { trees: 17 }],
    ["the settings of the paper", numbers(60, 4), { preset: "paper" }],
  ])("%s are learnt in a thread of their own", async (_, table, options) => {
    expect(await isFree(table, options)).toBe(true);
  });

  test("the model, its file and the phases are the same", async () => {
    const table = (): Table => numbers(300, 6);
    const here = await learnTable(table(), {}, { packing: "plain" });
    const there = await learnTable(table(), { minSupport: here.model.options.minSupport }, { packing: "plain" });
    expect(new TextDecoder().decode(here.file!)).toBe(saveModel(here.model));
    expect(here.file).toEqual(there.file);
    expect(Object.keys(here.seconds)).toEqual(Object.keys(there.seconds));
  });

  test("what cannot be is refused the same way, and a wish to stop is heard", async () => {
    for (const options of [{}, { trees: 17 }]) {
      const refused = (given: object): Promise<unknown> =>
        learnTable(numbers(60, 4), { ...options, ...given }).catch(({ code }) => code);
      expect(await refused({ minConfidence: 7 })).toBe("OPTION_RANGE");
      const learning = (given: object): Promise<unknown> =>
        learnTable(numbers(60, 4), options, given).catch(({ name, code }) => code ?? name);
      expect(await learning({ threads: 1.5 })).toBe("OPTION_RANGE");
      expect(await learning({ stop: AbortSignal.abort() })).toMatch(/Stopped|STOPPED/);
      const stop = new AbortController();
      const onProgress = (): void => stop.abort();
      expect(await learning({ stop: stop.signal, onProgress })).toMatch(/Stopped|STOPPED/);
    }
  });
});

test("learnInWorker learns twice from one table, one after the other and at once", async () => {
  const { learnInWorker } = (await import(built("node/index.js"))) as typeof import("../../src/node/index.js");
  const table = numbers(60, 4);
  const first = saveModel((await learnInWorker(table, { trees: 1 })).model);
  const both = await Promise.all([learnInWorker(table, { trees: 1 }), learnInWorker(table, { trees: 1 })]);
  expect(both.map(({ model }) => saveModel(model) === first)).toEqual([true, true]);
  expect(table.columns[0]).toMatchObject({ values: { length: 60 } });
});

test("learnInWorker says what it was given in the place of a table", async () => {
  const { learnInWorker } = (await import(built("node/index.js"))) as typeof import("../../src/node/index.js");
  const read = { table: numbers(60, 4), inputRows: 60, warnings: [] };
  await expect(learnInWorker(read as unknown as Table)).rejects.toMatchObject({
    code: "TABLE_INVALID",
    hint: "Give its field table.",
  });
});
