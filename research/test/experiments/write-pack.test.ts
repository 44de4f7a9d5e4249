import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { tableFromColumns } from "../../../src/index.js";
import type { BenchmarkSet } from "../../data/benchmark-set.js";
import { packNames, readPackSet } from "../../data/pack.js";
import { makePack } from "../../data/write-pack.js";

const folder = mkdtempSync(join(tmpdir(), "parsight-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

function setNamed(name: string): BenchmarkSet {
  return {
    name,
    train: tableFromColumns({ f0: [1, 2, 3], f1: [0.1, null, -1e-9] }),
    trainAnomalies: tableFromColumns({ f0: [], f1: [] }),
    test: tableFromColumns({ f0: [4], f1: [5], label: [1], if_flag: [0], ae_flag: [1] }),
    perturbed: tableFromColumns({ f0: [4, 6], f1: [7, 5], if_flag: [1, 1], ae_flag: [0, 1] }),
    truth: [
      { features: ["f1"], mode: "shift", flaggedBefore: true },
      { features: ["f0", "f1"], mode: "uniform", flaggedBefore: false },
    ],
  };
}

test("what was written is read as the same sets", async () => {
  const pack = await makePack(
    join(folder, "pack"),
    { names: ["one", "two"], read: async (name) => setNamed(name) },
    () => {},
  );
  expect(packNames(pack)).toEqual(["one", "two"]);
  for (const name of ["one", "two"]) expect(readPackSet(pack, name)).toEqual(setNamed(name));
});

test("a pack that could not be finished is not there, and is made anew the next time", async () => {
  const own = join(folder, "broken");
  const said: string[] = [];
  const failing = async (name: string): Promise<BenchmarkSet> => {
    if (name === "two") throw new Error("there is no network");
    return setNamed(name);
  };
  await expect(makePack(own, { names: ["one", "two"], read: failing }, () => {})).rejects.toThrow("no network");
  expect(existsSync(own)).toBe(false);
  await makePack(own, { names: ["two"], read: async (name) => setNamed(name) }, (line) => said.push(line));
  expect(packNames(own)).toEqual(["two"]);
  expect(said).toEqual(["making the set two (1 in all, once)"]);
});

test("a pack that is there is left as it is", async () => {
  const own = join(folder, "there");
  mkdirSync(join(own, "mine"), { recursive: true });
  writeFileSync(join(own, "mine", "train.csv"), "x\n1\n");
  const read = (): Promise<BenchmarkSet> => Promise.reject(new Error("not to be read"));
  expect(await makePack(own, { names: ["one"], read }, () => {})).toBe(own);
  expect(packNames(own)).toEqual(["mine"]);
});
