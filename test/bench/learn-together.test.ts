/** What the bench of learning in one process refuses: models that are not what they are in a process of their own. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { PipelineModel } from "../../bench/compare-rules.js";
import { requireSameFile, requireSamePipeline } from "../../bench/learn-together.js";

const folder = mkdtempSync(join(tmpdir(), "parsight-together-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const pipeline: PipelineModel = {
  cutOffs: { x: [1] },
  predicates: [
    ["x", null, 1],
    ["x", 1, null],
    ["y", 3],
  ],
  rules: [
    [[0, 2], 1, 5, 4],
    [[1], 2, 6, 6],
  ],
};
const set = {
  name: "set",
  source: "",
  alone: { ours: file("ours.json", { a: 1 }), theirs: file("theirs.json", pipeline) },
};

test("our models must be the same to the byte", () => {
  expect(() => requireSameFile(set, file("same.json", { a: 1 }))).not.toThrow();
  expect(() => requireSameFile(set, file("other.json", { a: 2 }))).toThrow("set: our model is another");
});

test("the pipeline's rules may come in another order, and differ in nothing", () => {
  const [first, second] = pipeline.rules;
  const mixed = [second, [[2, 0], ...first!.slice(1)]];
  expect(() => requireSamePipeline(set, file("mixed.json", { ...pipeline, rules: mixed }))).not.toThrow();
  for (const other of [
    { ...pipeline, rules: [first] },
    { ...pipeline, rules: [first, [[1], 2, 6, 5]] },
    { ...pipeline, cutOffs: { x: [2] } },
  ]) {
    expect(() => requireSamePipeline(set, file("other.json", other))).toThrow("set: the pipeline has other rules");
  }
});
