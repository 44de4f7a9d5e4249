/** Other methods beside ours: in the page they say what they say in Node, and the person chooses, waits or does not. */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { askPeer, createPeer, type MethodAnswer } from "../../src/compare/ask-method.js";
import { createPeerContext } from "../../src/compare/peer.js";
import { COMPARED_METHODS, PEER_NAMES } from "../../src/compare/peer-names.js";
import { PEERS } from "../../src/compare/peers.js";
import { learn } from "../../src/core/learn.js";
import { type Model, saveModel } from "../../src/core/model/index.js";
import { type Table, takeRows } from "../../src/core/table/index.js";
import { trainDetector } from "../../src/detectors/detector.js";
import { describeAgreement, formatDuration } from "../../web/comparing/agreement.js";
import { METHOD_NOTES } from "../../web/comparing/methods.js";
import { findNormalRows, referenceTable } from "../../web/comparing/normal-rows.js";
import { createFolder } from "../node/support.js";
import { cancelDuring, chooseFile, findBarriers, readTank, TANK, useWorkbench } from "./support/page.js";

const folder = createFolder();
const ROW = 17;
const pages = useWorkbench();
let normal: Table;
let anomalies: Table;
let model: Model;

beforeAll(async () => {
  ({ normal, anomalies, model } = await readTank());
});

/** The page with a model from a file and row 17 of the water tank before it. */
async function openRow(given: Model, look = {}): Promise<Page> {
  const page = await pages.openWorkbench(look);
  await chooseFile(page, "Open a model", folder.write("tank.json", saveModel(given)));
  await page.getByRole("button", { name: "Explain rows" }).click();
  await chooseFile(page, "Choose a table", join(TANK, "anomalies.csv"));
  await page.getByLabel("Search rows, values, rules").fill(`row ${ROW}`);
  await page.locator(".anomalies li button").first().click();
  await page.getByRole("heading", { name: "What other methods say" }).waitFor();
  return page;
}

const choose = (page: Page, name: string): Promise<void> => page.getByLabel(name, { exact: true }).check();

async function waitForAnswers(page: Page): Promise<void> {
  await page.locator(".compared tbody tr").nth(1).waitFor();
  await page.locator(".compared td", { hasText: /^…$/ }).first().waitFor({ state: "detached" });
  await page.locator(".comparison .progress").waitFor({ state: "detached" });
}

/** The features that a line of the table names. */
async function named(page: Page, method: string): Promise<readonly string[]> {
  const line = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: method, exact: true }) });
  return line.locator(".ranking .name").allTextContents();
}

async function inNode(method: (typeof PEER_NAMES)[number], training: Table): Promise<MethodAnswer> {
  const context = createPeerContext(trainDetector(training, model.features), training);
  return askPeer(createPeer(method), context, takeRows(anomalies, Int32Array.of(ROW)));
}

const firstOf = ({ features }: MethodAnswer): readonly string[] =>
  features
    .filter(({ weight }) => weight > 0)
    .slice(0, 3)
    .map(({ feature }) => feature);

test("every method but ours can be chosen, under its own name", () => {
  const others = COMPARED_METHODS.filter((method) => method !== "diagnosis");
  expect(METHOD_NOTES.map(({ method }) => method).sort()).toEqual([...others].sort());
  for (const method of PEER_NAMES)
    expect(METHOD_NOTES.find((note) => note.method === method)!.name).toBe(PEERS[method]().name);
});

describe("in the page", () => {
  test("methods chosen by keyboard name the features that they name in Node, agreement marked, with their times", async () => {
    const page = await openRow(model);
    await page.getByLabel("|z|").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    for (const name of ["LIME", "COIN", "KernelSHAP"]) await choose(page, name);
    await waitForAnswers(page);
    const training = referenceTable(model);
    await expect.poll(() => named(page, "|z|")).toEqual(firstOf(await inNode("z", training)));
    await expect.poll(() => named(page, "tail")).toEqual(firstOf(await inNode("tail", training)));
    await expect.poll(() => named(page, "LIME")).toEqual(firstOf(await inNode("lime", training)));
    await expect.poll(() => named(page, "COIN")).toEqual(firstOf(await inNode("coin", training)));
    await expect.poll(() => named(page, "KernelSHAP")).toEqual(firstOf(await inNode("shap", training)));
    const [suspect] = await named(page, "Parsight");
    await expect.poll(() => page.locator(".reader-card h2 .name").first().textContent()).toBe(suspect);
    for (const mark of await page.locator(".ranking .is-shared .name").allTextContents()) expect(mark).toBe(suspect);
    const times = await page.locator(".compared tbody td:last-child").allTextContents();
    expect(times).toHaveLength(6);
    for (const time of times) expect(time).toMatch(/^[\d.]+ (µs|ms|s)$/);
    await expect
      .poll(() => page.locator(".footnote").textContent())
      .toContain("the 1,000 normal rows that the model keeps");

    await page.getByLabel("Search rows, values, rules").fill("row 1");
    await page.getByText("Row 1", { exact: true }).first().waitFor();
    await waitForAnswers(page);
    await expect.poll(() => page.locator(".compared tbody tr").count()).toBe(6);
  });

  test.each([
    ["light, wide", { colorScheme: "light" }],
    ["dark, wide", { colorScheme: "dark" }],
    ["dark, phone", { colorScheme: "dark", width: 390, height: 844 }],
  ] as const)("has no barriers: %s", async (_, look) => {
    const page = await openRow(model, look);
    await choose(page, "|z|");
    await choose(page, "PAR");
    await waitForAnswers(page);
    await page.locator(".compared summary").first().click();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });

  test("a slow method says so, can be ended, and leaves the others as they are", async () => {
    const page = await openRow(model);
    await choose(page, "tail");
    await waitForAnswers(page);
    const before = await named(page, "tail");
    expect(before).not.toEqual([]);
    const anchor = page.getByLabel(/^Anchor slow$/);
    await cancelDuring(page, "^Asking Anchor, which can take several seconds …", () => anchor.click());
    await page.locator(".comparison .progress").waitFor({ state: "detached" });
    await expect.poll(() => page.getByLabel(/^Anchor/).isChecked()).toBe(false);
    await expect.poll(() => named(page, "tail")).toEqual(before);
    await choose(page, "|z|");
    await waitForAnswers(page);
    await expect.poll(() => named(page, "|z|")).not.toEqual([]);
  });

  test("rows learnt from in the page are those that the others see, also when chosen by a label", async () => {
    const page = await pages.openWorkbench();
    await page.getByRole("button", { name: "Try the water tank" }).click();
    await page.getByLabel("those with a label").check();
    await page.getByLabel("Column", { exact: true }).selectOption("Mode");
    await page.getByLabel("Value", { exact: true }).selectOption("Auto");
    await page.getByText(/7,0\d\d chosen as normal/).waitFor();
    await page.getByRole("button", { name: /^Learn from/ }).click();
    await page.getByRole("button", { name: "Explain rows" }).click();
    await page.getByRole("button", { name: /^Explain 300 rows/ }).click();
    await page.getByRole("heading", { name: "What other methods say" }).waitFor();
    await choose(page, "tail");
    await waitForAnswers(page);
    await expect.poll(() => page.locator(".footnote").textContent()).toMatch(/all 7,0\d\d normal rows/);
  });

  test("a model that keeps no rows leads to what to do", async () => {
    const page = await openRow(learn(normal, { neighbours: 0 }));
    await choose(page, "|z|");
    await page.getByRole("alert").waitFor();
    await expect
      .poll(() => page.getByRole("alert").textContent())
      .toContain("the model keeps no normal rows to compare with");
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("--neighbours");
  });

  test("its code is not loaded before a method is chosen", async () => {
    const page = await openRow(model);
    const loaded = (): Promise<string[]> =>
      page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    expect((await loaded()).join()).not.toContain("compare-worker");
    await choose(page, "|z|");
    await waitForAnswers(page);
    expect(requests.join()).toContain("compare-worker");
  });
});

test("of very many rows a sample is looked at", () => {
  const rows = Int32Array.from({ length: 30_000 }, (_, row) => row % normal.rowCount);
  const { table, rows: described } = findNormalRows(model, {
    table: takeRows(normal, rows),
    rows: { kind: "all" },
  });
  expect(described).toEqual({ rowCount: 20_000, from: "table", of: 30_000 });
  expect(table.rowCount).toBe(20_000);
});

test.each([
  [["a"], ["a", "b"], "same first suspect", true],
  [["a", "b"], ["b", "a", "c"], "names it 2nd", true],
  [["a"], ["b", "c", "a"], "names it 3rd", true],
  [["a", "b"], ["c", "b", "d"], "names another suspect", true],
  [["a"], ["b", "c", "d", "a"], "names none of them", false],
] as const)("our %j beside %j: %s", (accused, ranked, words, agrees) => {
  expect(describeAgreement(accused, ranked)).toEqual({ words, agrees });
});

test("where we accuse nothing there is nothing to agree with", () => {
  expect(describeAgreement([], ["a"])).toBe(null);
});

test.each([
  [0.000_000_2, "1 µs"],
  [0.000_085, "85 µs"],
  [0.000_999, "1 ms"],
  [0.0123, "12 ms"],
  [0.001_25, "1.3 ms"],
  [0.9999, "1 s"],
  [3.44, "3.4 s"],
  [25.7, "26 s"],
])("%f seconds are %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
