/**
 * Every number on the report, in a real browser, beside the NDJSON of the same run: a day of incidents with three times
 * as many strange rows as cards, nearly all of them tied at the top.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { Incident } from "../../src/core/incidents/index.js";
import type { Report } from "../../src/report/report.js";
import { parsight } from "../cli/support/program.js";
import { createFolder } from "../node/support.js";
import { dayOfIncidents, INCIDENTS, normalDay } from "./support/day-of-incidents.js";
import { findBarriers, usePages } from "./support/page.js";
import { countBy, type RecountedRow, recount, sortCounts } from "./support/recount.js";

const CARDS = 1000;
const LEARNT = 24 * 60;
const DAY_START = Date.UTC(2026, 4, 5);

const folder = createFolder();
const path = join(folder.path, "day.html");
/** The same rows with fewer cards than causes. */
const small = join(folder.path, "small.html");
const pages = usePages();
let rows: RecountedRow[];
let incidents: Incident[];

beforeAll(async () => {
  const model = join(folder.path, "model.json");
  const ndjson = join(folder.path, "day.ndjson");
  const normal = folder.write("normal.csv", normalDay());
  const day = folder.write("day.csv", dayOfIncidents());
  // A single day shows few situations, which is said.
  expect((await parsight(["learn", normal, "-o", model, "-q"])).stderr).toMatch(/^warning SLOW_ROWS: .*\n$/);
  for (const words of [
    ["report", model, day, "-o", path],
    ["report", model, day, "--limit", "5", "-o", small],
    ["explain", model, day, "--verify", "-o", ndjson],
    ["explain", model, day, "--incidents", "-o", join(folder.path, "incidents.ndjson")],
  ])
    expect((await parsight([...words, "-q"])).stderr).toBe("");
  const [, ...lines] = readFileSync(normal, "utf8").trimEnd().split("\n");
  const valves = new Set(lines.map((line) => line.split(",").at(-1)!));
  rows = recount(readFileSync(ndjson, "utf8"), new Map([["Valve", valves]]));
  const told = readFileSync(join(folder.path, "incidents.ndjson"), "utf8").trimEnd().split("\n");
  incidents = told.map((line) => JSON.parse(line) as Incident);
});

const strange = (): RecountedRow[] => rows.filter(({ isStrange }) => isStrange);
const numberIn = (text: string | null): number => Number(/[\d,]+/.exec(text!)![0].replaceAll(",", ""));
const ROWS_LEFT = /^([\d,]+) of 21,600 rows(?:, ([\d,]+) with a card)?$/;
const grouped = (count: number): string => count.toLocaleString("en-US");

/** What the page says as soon as so many rows are left, and that as many cards as it says are listed. */
async function expectRows(page: Page, count: number, what: string): Promise<number> {
  const output = page.locator(".toolbar output");
  await expect.poll(async () => numberIn(await output.textContent()), { message: what }).toBe(count);
  const { words, listed, unshown } = await page.evaluate(() => ({
    words: document.querySelector(".toolbar output")!.textContent!,
    listed: document.querySelectorAll(".anomalies li button:not(.quiet)").length,
    unshown: document.querySelector(".unshown strong")?.textContent ?? null,
  }));
  expect(words, what).toMatch(ROWS_LEFT);
  const [, left, shown] = ROWS_LEFT.exec(words)!;
  expect(numberIn(left!), what).toBe(count);
  const cards = shown === undefined ? count : numberIn(shown);
  expect(cards, `${what}: cards`).toBeGreaterThan(0);
  expect(listed, `${what}: listed`).toBe(Math.min(cards, 200));
  if (cards === count) expect(unshown, what).toBeNull();
  else expect(unshown, what).toMatch(new RegExp(`^${grouped(count - cards)} more rows?$`));
  return cards;
}

async function countsOf(lines: Locator, name: string, count: string): Promise<[string, number][]> {
  const found = await lines.evaluateAll(
    (all, [nameAt, countAt]) =>
      all.map((line): [string, string] => [
        line.querySelector(nameAt!)!.textContent!,
        line.querySelector(countAt!)!.textContent!,
      ]),
    [name, count],
  );
  return found.map(([words, digits]) => [words, numberIn(digits)]);
}

describe("the report of a day with more strange rows than cards", () => {
  test("says how many rows there are, and of which it has cards", async () => {
    const page = await pages.open(`file://${path}`);
    expect(strange().length).toBeGreaterThan(2.5 * CARDS);
    const things = countBy(rows, ({ suspect, symptom }) => suspect && symptom);
    const suspects = countBy(rows, ({ suspect }) => suspect);
    await expect
      .poll(() => page.locator(".figures li").allTextContents())
      .toEqual([
        `${incidents.length} incidents`,
        "21,600 rows explained",
        `${grouped(strange().length)} strange`,
        `${things.length} different things wrong`,
        `${suspects.length} of 6 features blamed`,
        `${grouped(LEARNT)} normal rows learnt from`,
      ]);
    await expect
      .poll(() => page.locator(".notice").textContent())
      .toBe(
        "1,000 of 21,600 rows have cards below: the worst of each cause and of each stretch of time. " +
          "The numbers, causes and times on this page count all 21,600.",
      );
    expect(await expectRows(page, rows.length, "all rows")).toBe(CARDS);
    await expect.poll(() => findBarriers(page)).toEqual([]);
  });

  test("each thing that is wrong, and each rule below it, opens on as many rows as it says", async () => {
    const page = await pages.open(`file://${path}`);
    const wrong = page.getByLabel("What is wrong");
    await wrong.getByRole("button", { name: /^Show all/ }).click();
    const lines = wrong.locator(".groups > li > .choice");
    const symptoms = await countsOf(lines, ".group-words.soft, .group-words > span:first-child", ".count");
    expect(sortCounts(symptoms)).toEqual(countBy(rows, ({ symptom }) => symptom));
    for (const [at, [symptom, count]] of symptoms.entries()) {
      await lines.nth(at).click();
      await expectRows(page, count, symptom);
      const causes = wrong.getByLabel("Why");
      const own = rows.filter((row) => row.symptom === symptom);
      if (own[0]!.suspect === null) await expect.poll(() => causes.count()).toBe(0);
      else {
        const more = causes.getByRole("button", { name: /^Show all/ });
        if ((await more.count()) > 0) await more.click();
        const rules = await countsOf(causes.locator(".choice"), ".group-words", ".count");
        expect(sortCounts(rules), symptom).toEqual(countBy(own, ({ rule }) => rule));
        for (const [place, [rule, ruleCount]] of rules.entries()) {
          await causes.locator(".choice").nth(place).click();
          await expectRows(page, ruleCount, `${symptom} by ${rule}`);
        }
      }
      await page.getByRole("button", { name: "Clear" }).click();
    }
  });

  test("each feature that is blamed opens on as many rows as it says", async () => {
    const page = await pages.open(`file://${path}`);
    const lines = page.getByLabel("Most blamed").locator(".choice");
    const suspects = await countsOf(lines, ".name", ".number");
    expect(sortCounts(suspects)).toEqual(countBy(rows, ({ suspect }) => suspect));
    const [, ...options] = await page.getByLabel("First suspect").locator("option").allTextContents();
    expect(options).toEqual(suspects.map(([feature, count]) => `${feature} (${grouped(count)})`));
    for (const [at, [feature, count]] of suspects.entries()) {
      await lines.nth(at).click();
      await expectRows(page, count, feature);
      await lines.nth(at).click();
      await expectRows(page, rows.length, `no longer ${feature}`);
    }
  });

  test("the time line has every strange row, and each of its bars opens on as many as it says", async () => {
    const page = await pages.open(`file://${path}`);
    const line = page.getByLabel("Time line");
    const note = await line.locator(".note").textContent();
    const times = strange().map(({ time }) => time);
    const clock = (time: number): string => new Date(time).toISOString().slice(11, 19).replace(/:00$/, "");
    expect(note).toBe(
      `${grouped(times.length)} strange rows, 2026-05-05 ${clock(Math.min(...times))} to ${clock(Math.max(...times))}. ` +
        "Press a bar, or drag over several, to see the rows.",
    );
    const bars = line.getByRole("button");
    await bars.first().waitFor();
    let counted = 0;
    for (const [at, words] of (await bars.evaluateAll((all) => all.map((bar) => bar.ariaLabel!))).entries()) {
      const [, from, to, count] = /^2026-05-05 ([\d:]+) to ([\d:]+): ([\d,]+) strange rows?$/.exec(words)!;
      const inside = strange().filter(({ time }) => momentOf(from!) <= time && time < momentOf(to!));
      expect(numberIn(count!), words).toBe(inside.length);
      counted += inside.length;
      if (at % 4 !== 0) continue;
      await bars.nth(at).press("Enter");
      await expectRows(page, inside.length, words);
    }
    expect(counted).toBe(times.length);
  });

  test("the clock of the time line has 24 hours", async () => {
    const page = await pages.open(`file://${path}`);
    const ticks = page.getByLabel("Time line").locator("[aria-label='x-axis tick label'] text");
    await expect.poll(() => ticks.allTextContents()).toContain("14:00");
    const labels = await ticks.allTextContents();
    expect(labels.join(" ")).not.toMatch(/[AP]M/);
    expect(labels[0]).toBe("00:005 May 2026");
  });

  test("what is wrong and when can be asked together", async () => {
    const page = await pages.open(`file://${path}`);
    const bars = page.getByLabel("Time line").getByRole("button");
    await page.getByLabel("Most blamed").getByRole("button", { name: /^Flow/ }).click();
    await bars
      .filter({ hasText: "" })
      .and(page.getByRole("button", { name: /13:45 to 14:00/ }))
      .click();
    await page.getByRole("button", { name: /14:30 to 14:45/ }).click({ modifiers: ["Shift"] });
    const inside = strange().filter(
      ({ time, suspect }) => suspect === "Flow" && momentOf("13:45") <= time && time < momentOf("14:45"),
    );
    await expectRows(page, inside.length, "Flow from 13:45 to 14:45");
    await expect
      .poll(() => page.locator(".toolbar .chip bdi").allTextContents())
      .toEqual(["2026-05-05 13:45 to 14:45"]);
    await page.locator(".toolbar .chip").click();
    await expectRows(page, rows.filter(({ suspect }) => suspect === "Flow").length, "Flow");
  });

  test("dragging over the time line chooses what lies between", async () => {
    const page = await pages.open(`file://${path}`);
    await page.getByLabel("Time line").scrollIntoViewIfNeeded();
    const boxOf = async (name: RegExp) => (await page.getByRole("button", { name }).boundingBox())!;
    const [start, end] = [await boxOf(/11:00 to 11:15/), await boxOf(/12:00 to 12:15/)];
    await page.mouse.move(start.x + start.width / 2, start.y + 50);
    await page.mouse.down();
    await page.mouse.move(end.x + end.width / 2, end.y + 50, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => page.locator(".toolbar .chip bdi").textContent()).toBe("2026-05-05 11:00 to 12:15");
    const inside = strange().filter(({ time }) => momentOf("11:00") <= time && time < momentOf("12:15"));
    await expectRows(page, inside.length, "dragged");
  });

  test("has cards of all sixteen incidents, worst first, with the sentences of the run", () => {
    const cards = cardsOf(path);
    for (const { explanation } of cards) expect(explanation.text).toBe(rows[explanation.row]!.text);
    const strengths = cards.map(({ explanation }) => explanation.strength!);
    expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
    const minuteOf = (row: number): number => (rows[row]!.time - DAY_START) / 60_000;
    const ofIncident = INCIDENTS.map(
      ({ start, minutes }) =>
        cards.filter(({ explanation: { row } }) => start <= minuteOf(row) && minuteOf(row) < start + minutes).length,
    );
    expect(Math.min(...ofIncident), String(ofIncident)).toBeGreaterThan(5);
  });

  test("every incident is on the time line and in the list, and says what the NDJSON of incidents says", async () => {
    const page = await pages.open(`file://${path}`);
    const panel = page.getByLabel("Incidents", { exact: true });
    await expect.poll(() => panel.locator("h2").textContent()).toBe(`${incidents.length} incidents`);
    const told = incidents.reduce((sum, { count }) => sum + count, 0);
    await expect
      .poll(() => panel.locator(".note").first().textContent())
      .toContain(`${grouped(told)} of ${grouped(strange().length)} strange rows in them`);
    await expect.poll(() => panel.locator(".lane-bars button").count()).toBe(incidents.length);
    const asBegun = [...incidents].sort((a, b) => Date.parse(a.from!) - Date.parse(b.from!) || a.incident - b.incident);
    const lines = panel.locator(".incident-list button");
    await expect.poll(() => lines.count()).toBe(incidents.length);
    const listed = await lines.allTextContents();
    for (const [at, { what, count, incident, rows: worst }] of asBegun.entries()) {
      expect(listed[at]).toContain(`${what}${grouped(count)} ${count === 1 ? "row" : "rows"}`);
      if (at % 6 !== 0) continue;
      await lines.nth(at).click();
      await expect.poll(() => panel.locator(".incident .card-row strong").textContent()).toBe(`Incident ${incident}`);
      await expect
        .poll(() => panel.locator(".worst-rows li button").allTextContents())
        .toEqual(worst.map(({ row }) => `Row ${row}`));
    }
  });

  test("what happens how often is counted over all incidents", async () => {
    const page = await pages.open(`file://${path}`);
    const suspects = page.getByLabel("Main suspects").locator("tbody tr");
    const leads = countBy(incidents, ({ features }) => features[0]?.feature ?? null);
    await expect.poll(() => suspects.count()).toBe(Math.min(5, leads.length));
    const shown = await suspects.evaluateAll((all) =>
      all.map((line) => [...line.querySelectorAll("td")].map((cell) => cell.textContent!)),
    );
    for (const [count, rowCount, feature] of shown) {
      expect(numberIn(count!)).toBe(leads.find(([name]) => name === feature)![1]);
      const own = incidents.filter(({ features }) => features[0]?.feature === feature);
      expect(numberIn(rowCount!)).toBe(own.reduce((sum, each) => sum + each.count, 0));
    }
  });

  test("an incident opens on as many rows as it says, and a search finds those that were going on at a time", async () => {
    const page = await pages.open(`file://${path}`);
    const panel = page.getByLabel("Incidents", { exact: true });
    const largest = incidents.reduce((a, b) => (b.count > a.count ? b : a));
    await panel.getByRole("button", { name: `Show its ${grouped(largest.count)} rows` }).click();
    await expectRows(page, largest.count, `incident ${largest.incident}`);
    await expect
      .poll(() => page.locator(".toolbar .chip bdi").textContent())
      .toBe(`Incident ${largest.incident}: ${largest.what}`);
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByLabel("Search rows, values, rules").fill("13:50");
    const moment = momentOf("13:50");
    const going = incidents.filter(({ from, to }) => Date.parse(from!) < moment + 60_000 && Date.parse(to!) >= moment);
    expect(going.length).toBeGreaterThan(0);
    await expect.poll(() => panel.locator(".incident-list button").count()).toBe(going.length);
    const shown = panel.locator("h2").first();
    await expect.poll(() => shown.textContent()).toBe(`${going.length} of ${incidents.length} incidents`);
  });

  test("a search says what it cannot look at", async () => {
    const page = await pages.open(`file://${path}`);
    await page.getByLabel("Search rows, values, rules").fill("Closed never written");
    await expect.poll(() => page.locator(".toolbar output").textContent()).toBe("0 of 1,000 cards");
    await expect
      .poll(() => page.locator(".reader-list").textContent())
      .toBe(
        "No row matches. Show all rows20,600 rows without a card cannot be searched. " +
          "parsight report --limit 21600 makes a card for every row.",
      );
    await page.getByRole("button", { name: "Show all rows" }).click();
    await expectRows(page, rows.length, "all rows");
  });

  test("is no larger for twice as many rows", async () => {
    const twice = join(folder.path, "twice.html");
    const table = folder.write("twice.csv", dayOfIncidents(2));
    expect((await parsight(["report", join(folder.path, "model.json"), table, "-o", twice, "-q"])).stderr).toBe("");
    expect(statSync(twice).size).toBeLessThan(1.1 * statSync(path).size);
    const page = await pages.open(`file://${twice}`);
    await expect
      .poll(() => page.locator(".toolbar output").textContent())
      .toBe("43,200 of 43,200 rows, 1,000 with a card");
  });
});

test("a cause without a card opens on the sentence of its worst row", async () => {
  const page = await pages.open(`file://${small}`);
  await expect.poll(() => page.locator(".toolbar output").textContent()).toBe("21,600 of 21,600 rows, 5 with a card");
  const lines = page.getByLabel("What is wrong").locator(".groups > li > .choice");
  let opened = 0;
  for (const line of await lines.all()) {
    await line.click();
    const count = numberIn(await line.locator(".count").first().textContent());
    const output = page.locator(".toolbar output");
    await expect.poll(async () => numberIn(await output.textContent())).toBe(count);
    const words = await output.textContent();
    if (words === `${grouped(count)} of 21,600 rows, 0 with a card`) {
      opened++;
      await expect
        .poll(() => page.locator(".reader-card h2").textContent())
        .toBe(`${grouped(count)} rows without a card`);
      const row = numberIn(await page.locator(".examples li strong").first().textContent());
      await expect.poll(() => page.locator(".examples .sentence").first().textContent()).toBe(rows[row]!.text);
      await expect.poll(() => line.textContent()).toContain(rows[row]!.symptom.split(" ")[0]);
      await expect
        .poll(() => page.locator(".unshown").textContent())
        .toBe(`${grouped(count)} rows without a card. parsight report --limit 21600 makes a card for every row.`);
    }
    await line.click();
    await expect.poll(() => page.locator(".toolbar output").textContent()).toMatch(/^21,600 of /);
  }
  expect(opened).toBeGreaterThan(4);
});

/** The cards that a report file holds. */
function cardsOf(file: string): Report["cards"] {
  const [, json] = /<script type="application\/json" id="report">([\s\S]*?)<\/script>/.exec(
    readFileSync(file, "utf8"),
  )!;
  return (JSON.parse(json!) as Report).cards;
}

/** "10:24" on the day. */
function momentOf(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
  return DAY_START + ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
