/** The answers of big tables: a model of other rows, or another model than before, fails the bench. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { learn, saveModel } from "../../../src/index.js";
import { modelCheck } from "../../bench/big-table.js";
import { mixedTable } from "../../bench/data/synthetic.js";

const folder = mkdtempSync(join(tmpdir(), "parsight-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

function modelOf(rows: number, seed: number): string {
  const path = join(folder, `${rows}-${seed}.json`);
  writeFileSync(path, saveModel(learn(mixedTable({ rows, numeric: 2, categorical: 1, seed }))));
  return path;
}

test("models of all rows that are the same pass", () => {
  const check = modelCheck(60);
  for (let run = 0; run < 3; run++) expect(() => check(modelOf(60, 1))).not.toThrow();
});

test("a model of other rows fails", () => {
  expect(() => modelCheck(61)(modelOf(60, 1))).toThrow("the model of 61 rows says otherwise");
});

test("a model that is not the one before fails", () => {
  const check = modelCheck(60);
  check(modelOf(60, 1));
  expect(() => check(modelOf(60, 2))).toThrow("the model of 60 rows is another one than before");
});
