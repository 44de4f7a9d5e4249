/** What is learnt and explained in the browser's engine is what Node's engine learns and explains, to the byte. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { simulateWaterTank } from "../../examples/water-tank/water-tank.js";
import { explain } from "../../src/core/explain.js";
import type { ExplainOptions } from "../../src/core/explaining/index.js";
import { learn } from "../../src/core/learn.js";
import { type LearnOptions, saveModel } from "../../src/core/model/index.js";
import { tableFromRows } from "../../src/core/table/index.js";
import type * as parsight from "../../src/index.js";
import { buildRows, type PlainRow, type RowGroup } from "../golden/normal-rows.js";
import { bundleLibrary } from "./support/core-bundle.js";
import { ROOT, useWorkbench } from "./support/page.js";

interface Case {
  readonly normal: readonly PlainRow[];
  readonly learn: LearnOptions;
  readonly explain: ExplainOptions;
  readonly rows: readonly PlainRow[];
}

interface Outcome {
  readonly model: string;
  readonly explanations: string;
}

const GOLDEN = join(ROOT, "test", "golden");
const names = readdirSync(GOLDEN, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const pages = useWorkbench();
let library: string;

beforeAll(async () => {
  library = await bundleLibrary();
});

function inNode(given: Case): Outcome {
  const model = learn(tableFromRows(given.normal), given.learn);
  const explanations = explain(model, tableFromRows(given.rows), given.explain);
  return { model: saveModel(model), explanations: JSON.stringify(explanations) };
}

/** The case crosses as JSON, which keeps a name such as __proto__; infinite numbers as the golden cases write them. */
function inPage(page: Page, given: Case): Promise<Outcome> {
  const json = JSON.stringify(given, (_, value: unknown) =>
    typeof value === "number" && !Number.isFinite(value) ? { number: String(value) } : value,
  );
  return page.evaluate((text) => {
    const library = (globalThis as unknown as { parsight: typeof parsight }).parsight;
    const sent = JSON.parse(text, (_, value) =>
      typeof value?.number === "string" ? Number(value.number) : value,
    ) as Case;
    const model = library.learn(library.tableFromRows(sent.normal), sent.learn);
    const explanations = library.explain(model, library.tableFromRows(sent.rows), sent.explain);
    return { model: library.saveModel(model), explanations: JSON.stringify(explanations) };
  }, json);
}

/** Not toBe: the texts have megabytes, and where they differ the place says more than all of them. */
function expectSameBytes(own: string, other: string, what: string): void {
  if (own === other) return;
  let at = 0;
  while (own[at] === other[at]) at++;
  const around = (text: string): string => text.slice(Math.max(0, at - 80), at + 40);
  expect(around(own), `${what}, from character ${at}`).toBe(around(other));
}

async function compare(given: Case): Promise<void> {
  const page = await pages.openWorkbench();
  await page.evaluate(library);
  const [found, expected] = [await inPage(page, given), inNode(given)];
  expectSameBytes(found.model, expected.model, "model");
  expectSameBytes(found.explanations, expected.explanations, "explanations");
}

describe("golden case", () => {
  test.each(names)("%s", async (name) => {
    const text = readFileSync(join(GOLDEN, name, "case.json"), "utf8");
    const { normal, ...rest } = JSON.parse(text, reviveNumber) as Omit<Case, "normal"> & {
      readonly normal: readonly RowGroup[];
    };
    const given = { ...rest, normal: buildRows(normal) };
    await compare(given);
    await compare({ ...given, explain: { verify: true } });
  });
});

test.each([
  ["with what measured best", {}],
  ["with the paper's settings", { preset: "paper" }],
] as const)("the water tank %s", async (_, options) => {
  const { normal, anomalies } = simulateWaterTank(1);
  const method = "preset" in options ? "paper" : "diagnosis";
  await compare({ normal, learn: options, explain: { method }, rows: anomalies.map(({ row }) => row) });
});

function reviveNumber(_: string, value: unknown): unknown {
  const isNamed = typeof value === "object" && value !== null && "number" in value;
  return isNamed ? Number(value.number) : value;
}
