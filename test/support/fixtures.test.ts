import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadModel } from "../../src/core/model/index.js";
import { sweepFolders } from "./fixture-cache.js";
import { FIXTURE_NAMES, fixtureModel, fixtureTable } from "./fixtures.js";
import { runCli } from "./run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "parsight-fixtures-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(FIXTURE_NAMES)("the model %s has features and loads", async (name) => {
  expect(loadModel(readFileSync(await fixtureModel(name), "utf8")).features.length).toBeGreaterThan(0);
});

test.each([
  ["mixed", []],
  ["hostile", []],
  ["machines", ["--history", "--by", "Machine"]],
] as const)("the model %s is the one that parsight learn writes", async (name, options) => {
  const path = join(folder, `${name}.json`);
  const words = ["learn", fixtureTable(name), "-o", path, "-q", "--trees", "2", "--neighbours", "100", ...options];
  expect((await runCli(words)).code).toBe(0);
  expect(readFileSync(path, "utf8") === readFileSync(await fixtureModel(name), "utf8")).toBe(true);
});

test("a model is learned once", async () => {
  const { mtimeMs } = statSync(await fixtureModel("tiny"));
  expect(statSync(await fixtureModel("tiny")).mtimeMs).toBe(mtimeMs);
});

test("caches of older states are removed, the newest are kept", () => {
  for (const [age, name] of ["new", "old", "oldest"].entries()) {
    mkdirSync(join(folder, "caches", name), { recursive: true });
    utimesSync(join(folder, "caches", name), 1_000_000 - age, 1_000_000 - age);
  }
  sweepFolders(join(folder, "caches"), 2);
  expect(readdirSync(join(folder, "caches")).sort()).toEqual(["new", "old"]);
});
