/** The page remembers: a session after a reload, in two tabs, and where the browser does not let it. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { createRandom } from "../../src/core/base/index.js";
import { parsight } from "../cli/support/program.js";
import { createFolder } from "../node/support.js";
import { downloadText, dropFile, findBarriers, useWorkbench } from "./support/page.js";

const folder = createFolder();
const pages = useWorkbench();
const { openWorkbench } = pages;

interface Reading {
  readonly time: string;
  readonly machine: string;
  readonly level: number;
  readonly pump: string;
  readonly valve: string;
}

/** Two machines that take turns, a row a minute; in the rows that `isWrong` names the valve is stuck. */
function readings(count: number, seed: number, isWrong: (row: number) => boolean = () => false): Reading[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, row) => {
    const pump = random() < 0.5 ? "ON" : "OFF";
    const level = Math.floor(random() * 200) / 10;
    const isOpen = level >= 10 && pump === "ON";
    const valve = isOpen !== isWrong(row) ? "Open" : "Closed";
    const time = new Date(Date.UTC(2026, 4, 5) + (row + seed * 10_000) * 60_000).toISOString();
    return { time, machine: `0${(row % 2) + 1}`, level, pump, valve };
  });
}

function csvOf(rows: readonly Reading[]): string {
  const lines = rows.map(({ time, machine, level, pump, valve }) => [time, machine, level, pump, valve].join(","));
  return `time,machine,level,pump,valve\n${lines.join("\n")}\n`;
}

let normal: readonly string[];
let odd: readonly string[];
beforeAll(() => {
  const all = readings(600, 1);
  const strange = readings(60, 2, (row) => (row >= 20 && row < 30) || row === 50);
  normal = [
    folder.write("may.csv", csvOf(all.slice(0, 300))),
    folder.write(
      "june.ndjson",
      all
        .slice(300)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(""),
    ),
  ];
  odd = [folder.write("a.csv", csvOf(strange.slice(0, 25))), folder.write("b.csv", csvOf(strange.slice(25)))];
});

async function chooseFiles(page: Page, button: string, paths: readonly string[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: button }).click(),
  ]);
  await chooser.setFiles([...paths]);
}

async function learnFrom(page: Page, paths: readonly string[]): Promise<void> {
  await chooseFiles(page, "Choose a table", paths);
  await page.getByRole("heading", { name: "Columns" }).waitFor();
  await page.getByLabel("Use machine as").selectOption("out");
  await page.getByRole("row", { name: /^machine left out/ }).waitFor();
  await page.getByRole("button", { name: /^Learn from 600 rows/ }).click();
  await page.getByRole("heading", { name: /model\.json$/ }).waitFor();
}

/** The footer before anything is open, and then. */
const EMPTY = "What you open here is remembered in this browser until you forget it.";
const REMEMBERED = "This browser remembers your files, model and choices until you forget them.";

/** Waits until what is stored says this. */
async function waitForStored(page: Page, name: string, value: unknown): Promise<void> {
  const stored = () =>
    page.evaluate(
      (key) =>
        new Promise((resolve) => {
          const opening = indexedDB.open("parsight");
          opening.onsuccess = () => {
            const reading = opening.result.transaction("session").objectStore("session").get("session");
            reading.onsuccess = () => {
              opening.result.close();
              resolve((reading.result as Record<string, unknown> | undefined)?.[key]);
            };
          };
        }),
      name,
    );
  await expect.poll(stored).toEqual(value);
}

const linesOf = (text: string): string[] => text.trimEnd().split("\n");

describe("after a reload", () => {
  test("files that are dropped before all of it is there are said to wait, and opened then", async () => {
    const page = await openWorkbench();
    await page.getByText(EMPTY).waitFor();
    await learnFrom(page, normal);
    await waitForStored(page, "tab", "rules");
    await page.getByText(REMEMBERED).waitFor();
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route(/task-worker/, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.getByText("Opening what you left here").first().waitFor();
    await dropFile(page, odd[0]!, "a.csv");
    await page.getByRole("status").filter({ hasText: "Then a.csv will be opened." }).waitFor();
    goOn();
    await page.getByText("25 of 25 rows").waitFor();
  });

  test("files, model, choices, report and row are there again, the same as the command line's; and forgotten at a press", async () => {
    const page = await openWorkbench();
    await page.getByText(EMPTY).waitFor();
    await learnFrom(page, normal);
    const model = folder.write("plant.json", (await downloadText(page, "Download the model")).text);
    await page.getByRole("button", { name: "Explain rows" }).click();
    await chooseFiles(page, "Choose a table", odd);
    await page.getByText("60 of 60 rows").waitFor();
    await page.getByLabel("Incidents for each").selectOption("machine");
    await page.getByLabel("rows at most").fill("20m");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText(/and the same machine, no further apart than 20 min/).waitFor();
    await expect.poll(() => findBarriers(page)).toEqual([]);

    const rows = await downloadText(page, "Download explanations");
    const table = await downloadText(page, "Download as CSV");
    const incidents = await downloadText(page, "Download incidents");
    const incidentTable = await downloadText(page, "Incidents as CSV");
    expect([rows.name, table.name]).toEqual(["a-and-1-more.explanations.ndjson", "a-and-1-more.explanations.csv"]);
    const explain = async (...more: string[]): Promise<string> =>
      (await parsight(["explain", model, "a.csv", "b.csv", "--verify", ...more], { cwd: folder.path })).stdout;
    const machines = ["--incidents", "--by", "machine", "--gap", "20m"];
    const [asked, askedTable, askedIncidents, askedIncidentTable] = await Promise.all([
      explain("--format", "ndjson"),
      explain("--format", "csv"),
      explain(...machines, "--format", "ndjson"),
      explain(...machines, "--format", "csv"),
    ]);
    expect(rows.text).toBe(asked);
    expect(table.text).toBe(askedTable);
    expect(incidents.text).toBe(askedIncidents);
    expect(incidentTable.text).toBe(askedIncidentTable);

    // The truth of the counts on the page, by what the same run wrote.
    const told = linesOf(incidents.text).map((line) => JSON.parse(line) as { count: number; by: { machine: string } });
    const explained = linesOf(rows.text).map((line) => JSON.parse(line) as { row: number; text: string });
    expect(new Set(told.map(({ by }) => by.machine))).toEqual(new Set(["01", "02"]));
    const section = page.getByRole("region", { name: "Incidents" });
    await section.getByRole("heading", { name: `${told.length} incidents` }).waitFor();
    await expect.poll(() => section.locator(".incident-list li").count()).toBe(told.length);
    const inIncidents = told.reduce((sum, { count }) => sum + count, 0);
    await expect
      .poll(() => section.locator(".note").first().textContent())
      .toMatch(new RegExp(`^${inIncidents} of \\d+ strange rows in them`));
    await expect.poll(() => page.locator(".explained").textContent()).toBe("Explained: all 60 rows of a.csv and b.csv");
    await expect.poll(() => page.locator(".anomalies li").count()).toBe(explained.length);

    await page.getByRole("button", { name: "Mute level" }).first().waitFor();
    await page.locator(".anomalies li button").nth(3).click();
    const card = page.getByRole("region", { name: "Explanation" });
    const name = (await card.locator(".card-row strong").textContent())!;
    const row = Number(name.replace("Row ", ""));
    expect(explained.find((each) => each.row === row)!.text).toBe(
      await card.locator(".sentence").first().textContent(),
    );
    await waitForStored(page, "selectedRow", row);

    await page.reload();
    await page.getByText("60 of 60 rows").waitFor();
    await page.getByText(REMEMBERED).waitFor();
    await expect.poll(() => card.locator(".card-row strong").textContent()).toBe(name);
    await expect.poll(() => page.getByLabel("Incidents for each").inputValue()).toBe("machine");
    await expect.poll(() => page.getByLabel("rows at most").inputValue()).toBe("20m");
    expect((await downloadText(page, "Download explanations")).text).toBe(rows.text);
    expect((await downloadText(page, "Download incidents")).text).toBe(incidents.text);

    await page.getByRole("button", { name: "One row" }).click();
    await page.getByRole("heading", { name: `${name} of a.csv and b.csv` }).waitFor();
    await expect
      .poll(() => page.locator(".row-result .sentence").first().textContent())
      .toContain(explained.find((each) => each.row === row)!.text);
    await page.getByRole("button", { name: "Data" }).click();
    await page.getByText("2 files, 600 rows, 5 columns").waitFor();
    await expect.poll(() => page.getByLabel("Use machine as").inputValue()).toBe("out");
    await expect.poll(() => page.getByText("The model was learnt by other choices.").count()).toBe(0);
    await page.getByLabel("Use pump as").selectOption("out");
    await page.getByText("The model was learnt by other choices. Learn again to use these.").waitFor();

    await page.getByRole("button", { name: "Forget", exact: true }).click();
    await page.getByRole("button", { name: "Forget all and begin anew" }).click();
    await page.getByRole("heading", { name: "Why is this row strange?" }).waitFor();
    await page.getByText(EMPTY).waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Data" }).isDisabled()).toBe(true);
    await page.reload();
    await page.getByText(EMPTY).waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Data" }).isDisabled()).toBe(true);
  });
});

describe("where something is in the way", () => {
  /** A few rows, learnt from in a moment. */
  const SMALL = Array.from({ length: 80 }, (_, row) => `${row % 9},${(row % 9) * 2},${row % 2 === 0 ? "x" : "y"}`);
  const small = (): string => folder.write("small.csv", `a,b,c\n${SMALL.join("\n")}\n`);

  async function learnSmall(page: Page): Promise<void> {
    await chooseFiles(page, "Choose a table", [small()]);
    await page.getByRole("button", { name: "Learn from 80 rows" }).click();
    await page.getByRole("heading", { name: "small.model.json" }).waitFor();
  }

  test("a browser that forbids it: the page works, and says that it does not remember", async () => {
    const page = await openWorkbench();
    await page.addInitScript(() =>
      Object.defineProperty(globalThis, "indexedDB", {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      }),
    );
    await page.reload();
    await page
      .getByText(/^This session is not remembered.*the browser does not allow it \(The operation is insecure\.\)/)
      .waitFor();
    await learnSmall(page);
    await expect.poll(() => page.getByRole("button", { name: "Forget", exact: true }).count()).toBe(0);
  });

  test("no room for a table: the rest is remembered, and the table is named before and after", async () => {
    const page = await openWorkbench();
    await page.addInitScript(() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (value, key) {
        if (Array.isArray(value)) throw new DOMException("Quota exceeded.", "QuotaExceededError");
        return put.call(this, value, key);
      };
    });
    await page.reload();
    await page.getByText(EMPTY).waitFor();
    await learnSmall(page);
    await page.getByText(/it has no room for small\.csv, which you choose again after a reload/).waitFor();
    await waitForStored(page, "tab", "rules");
    await page.reload();
    await page.getByRole("heading", { name: "small.model.json" }).waitFor();
    await page.getByText("The browser had no room for small.csv: choose it again.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Data" }).isDisabled()).toBe(true);
    await expect.poll(() => findBarriers(page)).toEqual([]);
  });

  test("a session of another version is left out with a note, and replaced by the next one", async () => {
    const page = await openWorkbench();
    await page.getByText(EMPTY).waitFor();
    await page.evaluate(
      (value) =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open("parsight");
          opening.onsuccess = () => {
            const writing = opening.result.transaction("session", "readwrite");
            writing.objectStore("session").put(value, "session");
            writing.oncomplete = () => resolve();
          };
        }),
      { version: 99, tab: "data" },
    );
    await page.reload();
    await page.getByText(/^Note: What this browser had stored was left by another version of the page/).waitFor();
    await page.getByRole("heading", { name: "Why is this row strange?" }).waitFor();
    await learnSmall(page);
    await waitForStored(page, "tab", "rules");
    await page.reload();
    await page.getByRole("heading", { name: "small.model.json" }).waitFor();
  });

  test("a model that is damaged is told; what can be had is there", async () => {
    const page = await openWorkbench();
    await page.getByText(EMPTY).waitFor();
    await learnSmall(page);
    await waitForStored(page, "tab", "rules");
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open("parsight");
          opening.onsuccess = () => {
            const writing = opening.result.transaction("session", "readwrite");
            writing.objectStore("session").put(new Blob(['{"format":"parsight-model"']), "model");
            writing.oncomplete = () => resolve();
          };
        }),
    );
    await page.reload();
    await page.getByRole("alert").waitFor();
    await page.getByText("80 rows, 3 columns").waitFor();
    await page.getByRole("button", { name: "Learn from 80 rows" }).waitFor();
  });

  test("two tabs: the first is remembered, the second says that it is not, and may take its place", async () => {
    const page = await openWorkbench();
    await chooseFiles(page, "Choose a table", [small()]);
    await waitForStored(page, "tab", "data");
    const second = await page.context().newPage();
    await second.goto(pages.address());
    await second.getByText(/^Another tab is remembered/).waitFor();
    await expect.poll(() => second.getByRole("button", { name: "Data" }).isDisabled()).toBe(true);
    await learnSmall(second);
    await waitForStored(page, "tab", "data");
    await second.getByRole("button", { name: "Remember this tab instead" }).click();
    await second.getByText(REMEMBERED).waitFor();
    await waitForStored(second, "tab", "rules");
    await page.getByText(/^Another tab is remembered/).waitFor();
    await page.close();
    await second.reload();
    await second.getByRole("heading", { name: "small.model.json" }).waitFor();
    await second.close();
  });
});
