/** The report that the command line writes, in a real browser: what it says, how it is used, and what it never does. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { explain } from "../../src/core/explain.js";
import { loadModel } from "../../src/core/model/index.js";
import type { Explanation } from "../../src/core/presenting/index.js";
import { readTable } from "../../src/input/read-table.js";
import { parsight } from "../cli/support/program.js";
import { createFolder } from "../node/support.js";
import { fixtureModel } from "../support/fixtures.js";
import { findBarriers, type PageLook, TANK, usePages } from "./support/page.js";

const folder = createFolder();
const path = join(folder.path, "report.html");
/** Five anomalies and sixty normal rows. */
const mixed = join(folder.path, "mixed.html");
const pages = usePages();
let explanations: Explanation[];

beforeAll(async () => {
  const model = await fixtureModel("tank");
  const anomalies = join(TANK, "anomalies.csv");
  expect((await parsight(["report", model, anomalies, "-o", path, "-q"])).stderr).toBe("");
  const head = (name: string, from: number, to: number) =>
    readFileSync(join(TANK, name), "utf8").split("\n").slice(from, to).join("\n");
  const table = folder.write("mixed.csv", `${head("anomalies.csv", 0, 6)}\n${head("normal.csv", 1, 61)}\n`);
  expect((await parsight(["report", model, table, "-o", mixed, "-q"])).stderr).toBe("");
  explanations = explain(loadModel(readFileSync(model, "utf8")), (await readTable(anomalies)).table, { verify: true });
});

const sum = (counts: readonly number[]): number => counts.reduce((total, each) => total + each, 0);

const openReport = (look: PageLook = {}) => pages.open(`file://${path}`, look);

describe("the report", () => {
  test("is one file below 1.5 MB and its data, with a strict policy", () => {
    const text = readFileSync(path, "utf8");
    const [, report] = /<script type="application\/json" id="report">([\s\S]*?)<\/script>/.exec(text)!;
    expect(statSync(path).size - report!.length).toBeLessThan(1_500_000);
    expect(text).toMatch(/Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[^']+'; style-src/);
    expect(text).not.toMatch(/unsafe-(eval|inline)/);
    expect(JSON.parse(report!).cards).toHaveLength(explanations.length);
  });

  test("shows the sentence of every row, and how it is proven", async () => {
    const page = await openReport();
    await page.locator(".toolbar select").last().selectOption("row");
    const lines = page.locator(".anomalies li button");
    for (const row of [0, 1, 7, 42, 130]) {
      await lines.nth(row).click();
      await expect.poll(() => page.locator(".reader-card .sentence").textContent()).toBe(explanations[row]!.text);
      const accused = explanations[row]!.features.filter(({ expected }) => expected !== null).length;
      await expect.poll(() => page.locator(".reader-card .proof").count()).toBe(accused);
    }
  });

  test("no line begins with a per cent sign", async () => {
    for (const width of [1280, 390]) {
      const page = await openReport({ width });
      const torn = await page.locator(".evidence, .sentence").evaluateAll((blocks) =>
        blocks.flatMap((block) => {
          const range = document.createRange();
          const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
          const tops: number[] = [];
          for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
            for (const { index } of (node.textContent ?? "").matchAll(/\d %/g)) {
              range.setStart(node, index);
              range.setEnd(node, index + 3);
              if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) tops.push(index);
            }
          }
          return tops;
        }),
      );
      expect(torn).toEqual([]);
    }
  });

  test("says that it tells times in UTC where rows have another clock", async () => {
    const zones = { "+01:00": 1, " -0330": 1, "+00:00": 0, Z: 0, "": 0 };
    const model = join(folder.path, "zones.json");
    const rows = (zone: string) =>
      Array.from({ length: 40 }, (_, row) => `2026-03-28T20:${10 + row}:00${zone},${row === 7 ? 99 : row % 6}\n`).join(
        "",
      );
    await parsight(["learn", folder.write("zones.csv", `when,load\n${rows("Z")}`), "-o", model, "-q"]);
    for (const [zone, notes] of Object.entries(zones)) {
      const html = join(folder.path, "zones.html");
      await parsight(["report", model, folder.write("zone.csv", `when,load\n${rows(zone)}`), "-o", html, "-q"]);
      const page = await pages.open(`file://${html}`);
      await expect.poll(() => page.locator(".anomalies li").count(), { message: zone }).toBeGreaterThan(0);
      const words = page.getByText("Times in UTC. Incidents, axes and searches tell them so");
      expect(await words.count(), zone).toBe(notes);
      if (notes > 0) expect(await page.locator(".other-zone bdi").textContent()).toMatch(/^2026-03-28T20:/);
    }
  });

  test("finds, filters and sorts", async () => {
    const page = await openReport();
    const count = page.locator(".toolbar output");
    const shown = async (): Promise<number> => Number.parseInt((await count.textContent())!, 10);
    await page.getByLabel("Search rows, values, rules").fill("Row 17 ");
    await expect.poll(() => count.textContent()).toMatch(/^1 of 300 rows/);
    await expect.poll(() => page.locator(".reader-card .card-row strong").textContent()).toBe("Row 17");
    await page.getByLabel("Search rows, values, rules").fill("valve open");
    await expect.poll(shown).toBeGreaterThan(10);
    expect(await shown()).toBeLessThan(300);
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByLabel("Most blamed").getByRole("button").first().click();
    await expect.poll(shown).toBeLessThan(300);
    expect(await shown()).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Clear" }).click();
    const wrong = page.getByLabel("What is wrong");
    const first = wrong.getByRole("button").first();
    const bySymptom = Number.parseInt((await first.locator(".count").textContent())!, 10);
    await first.click();
    await expect.poll(() => count.textContent()).toBe(`${bySymptom} of 300 rows`);
    // Below it stand the rules by which it is wrong, which have its rows among them.
    const rules = wrong.getByLabel("Why").getByRole("button");
    await rules.filter({ hasText: /^Show all/ }).click();
    const countByRule = async (): Promise<number[]> => (await rules.locator(".count").allTextContents()).map(Number);
    await expect.poll(async () => sum(await countByRule())).toBe(bySymptom);
    const byRule = await countByRule();
    expect(byRule.length).toBeGreaterThan(1);
    await rules.first().click();
    await expect.poll(() => count.textContent()).toBe(`${byRule[0]} of 300 rows`);
    await expect.poll(() => findBarriers(page)).toEqual([]);
    const chips = page.locator(".toolbar .chip");
    await expect.poll(() => chips.count()).toBe(2);
    await chips.last().click();
    await expect.poll(() => count.textContent()).toBe(`${bySymptom} of 300 rows`);
    await chips.first().click();
    await expect.poll(() => count.textContent()).toBe("300 of 300 rows");
  });

  test("gathers the rows by what is wrong, in far fewer lines than there are rules", async () => {
    const page = await openReport();
    const wrong = page.getByLabel("What is wrong");
    await wrong.getByRole("button", { name: /^Show all/ }).click();
    const counts = async (): Promise<number[]> => (await wrong.locator(".count").allTextContents()).map(Number);
    await expect.poll(async () => sum(await counts())).toBe(300);
    const lines = await wrong.locator("ol.groups > li .group-words > span:first-child").allTextContents();
    expect(lines.length).toBeLessThan(40);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines).toContain("Outflow too low");
    expect(lines).toContain("Pump is OFF");
  });

  test("what looks normal is muted: it accuses nobody, and is no cause", async () => {
    const page = await pages.open(`file://${mixed}`);
    const normal = page.getByLabel("What is wrong").getByRole("button", { name: /rows look normal$/ });
    const count = Number.parseInt((await normal.textContent())!, 10);
    expect(count).toBeGreaterThan(30);
    await normal.click();
    await expect.poll(() => page.locator(".toolbar output").textContent()).toBe(`${count} of 65 rows`);
    const lines = await page.locator(".anomalies li button").allTextContents();
    expect(lines).toHaveLength(count);
    for (const line of lines) expect(line).toMatch(/looks normal; (least usual|breaks a rule): /);
    await expect.poll(() => page.locator(".anomalies .observed, .anomalies .expected").count()).toBe(0);
    await expect.poll(() => page.locator(".card h2").textContent()).toMatch(/^Looks normal/);
    const colourOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).color);
    await page.locator(".anomalies li button", { hasText: "least usual" }).first().click();
    for (const shown of await page.locator(".card .observed, .card .expected").all()) {
      await expect
        .poll(() => shown.evaluate((element) => getComputedStyle(element).color))
        .toBe(await colourOf(".card .sentence"));
    }
    await expect.poll(() => findBarriers(page)).toEqual([]);
    // The blame is that of the rows that do not look normal.
    const blamed = await page.getByLabel("Most blamed").getByRole("button").locator(".number").allTextContents();
    expect(sum(blamed.map(Number))).toBeLessThanOrEqual(65 - count);
  });

  test("on a phone nothing is cut off without a sign", async () => {
    const page = await openReport({ width: 390, height: 844 });
    await page.getByLabel("Search rows, values, rules").fill("row 17");
    const sort = page.getByLabel("Sort by");
    await page.getByRole("button", { name: "Clear" }).waitFor();
    await expect.poll(() => sort.evaluate((select) => select.clientWidth)).toBeGreaterThan(120);
    await page.locator(".anomalies li button").first().click();
    const edges = page.locator(".nearest .scroll-edges");
    await expect.poll(() => edges.getAttribute("data-more")).toBe("right");
    await edges.locator(".scroll-x").evaluate((box) => box.scrollTo(box.scrollWidth, 0));
    await page.locator('.scroll-edges[data-more="left"]').waitFor();
    const name = edges.locator('th[scope="row"]').first();
    expect((await name.boundingBox())!.width, "names are not broken letter by letter").toBeGreaterThan(80);
    expect((await name.boundingBox())!.x, "the names stay").toBeGreaterThanOrEqual((await edges.boundingBox())!.x);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });

  test("goes by keyboard", async () => {
    const page = await openReport();
    const title = page.locator(".reader-card .card-row strong");
    const first = await title.textContent();
    await page.keyboard.press("j");
    await expect.poll(() => title.textContent()).not.toBe(first);
    await page.keyboard.press("k");
    await expect.poll(() => title.textContent()).toBe(first);
    await page.keyboard.press("/");
    await page.keyboard.type("row 17");
    await expect.poll(() => page.getByLabel("Search rows, values, rules").inputValue()).toBe("row 17");
    await expect.poll(() => page.locator(".toolbar output").textContent()).toBe("1 of 300 rows");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".toolbar output").textContent()).toBe("300 of 300 rows");
    await expect.poll(() => page.getByLabel("Search rows, values, rules").inputValue()).toBe("");
    await page.keyboard.press("j");
    await expect.poll(() => title.textContent()).not.toBe("Row 17");
  });

  test.each([
    ["light, wide", { colorScheme: "light" }],
    ["dark, wide", { colorScheme: "dark" }],
    ["dark, phone", { colorScheme: "dark", width: 390, height: 844 }],
  ] as const)("has no barriers: %s", async (_, look) => {
    const page = await openReport(look);
    await page.getByRole("heading", { name: "Most blamed" }).waitFor();
    await page.locator(".anomalies li button").nth(3).click();
    await expect.poll(() => findBarriers(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });

  test("prints the incidents and the ten worst rows, not a card for each", async () => {
    const page = await openReport();
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await expect.poll(() => page.locator(".printed .card").count()).toBe(10);
    await expect.poll(() => page.locator(".printed-incidents tbody tr").count()).toBe(60);
    await expect.poll(() => page.locator(".printed-incidents .incident").count()).toBe(5);
  });

  test("prints the cards that the filters leave, up to sixty", async () => {
    const page = await openReport();
    await page.getByLabel("Search rows, values, rules").fill("Fault");
    const shown = async (): Promise<number> =>
      Number.parseInt((await page.locator(".toolbar output").textContent())!, 10);
    await expect.poll(shown).toBeLessThan(300);
    const count = await shown();
    await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
    await expect.poll(() => page.locator(".printed .card").count()).toBe(Math.min(count, 60));
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await expect.poll(() => page.locator(".printed .card").count()).toBe(0);
  });
});
