/**
 * A page in Chromium that notes whatever must not happen: errors, refused content, and requests that leave this
 * computer.
 */
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { createPageServer } from "../../../src/cli/commands/web/page-server.js";
import { learn } from "../../../src/core/learn.js";
import type { Model } from "../../../src/core/model/index.js";
import type { Table } from "../../../src/core/table/index.js";
import { readTable } from "../../../src/input/read-table.js";
import { startChromium } from "./chromium.js";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
export const TANK = join(ROOT, "examples", "water-tank", "data");

/** How long a test waits for anything in a page: longer than a busy machine takes, shorter than a test may. */
const PATIENCE_MS = 120_000;

export interface WatchedPage {
  readonly page: Page;
  /** What should not have happened so far. */
  readonly complaints: string[];
  close(): Promise<void>;
}

export interface PageLook {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
}

export async function openPage(browser: Browser, address: string, look: PageLook = {}): Promise<WatchedPage> {
  const { width = 1280, height = 900, colorScheme = "light" } = look;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, acceptDownloads: true });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(`console: ${message.text()}`);
  });
  page.on("dialog", async (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!/^(http:\/\/127\.0\.0\.1|file:|blob:|data:)/.test(request.url())) complaints.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  return { page, complaints, close: () => context.close() };
}

export interface TestPages {
  browser(): Browser;
  /** Opens a page; one that this test opened before is closed. */
  open(address: string, look?: PageLook): Promise<Page>;
  /** What is expected to have gone wrong is taken out of the list. */
  takeComplaints(): readonly string[];
}

/** Chromium for the tests of a file. Its pages are closed after each test, which fails when one of them complained. */
export function usePages(): TestPages {
  let browser: Browser;
  let current: WatchedPage | null = null;
  let complaints: string[] = [];

  async function close(): Promise<void> {
    complaints.push(...(current?.complaints.splice(0) ?? []));
    await current?.close();
    current = null;
  }

  beforeAll(async () => {
    browser = await startChromium();
  }, START_MS);
  afterAll(() => browser.close());
  afterEach(async () => {
    await close();
    const found = complaints;
    complaints = [];
    expect(found).toEqual([]);
  });

  return {
    browser: () => browser,
    async open(address, look) {
      await close();
      current = await openPage(browser, address, look);
      return current.page;
    },
    takeComplaints: () => current?.complaints.splice(0) ?? [],
  };
}

export async function chooseFile(page: Page, button: string, path: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: button }).click(),
  ]);
  await chooser.setFiles(path);
}

/**
 * Presses Cancel in the moment in which the page's words about its work first match, while or after `work` is done.
 * A quick machine may be ready before a test has heard that there is something to cancel.
 */
export async function cancelDuring(page: Page, words: string, work: () => Promise<void>): Promise<void> {
  const watch = await page.evaluateHandle((pattern) => {
    const pressed = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        const told = document.querySelector(".progress-words");
        if (told === null || !new RegExp(pattern).test(told.textContent!)) return;
        observer.disconnect();
        told.parentElement!.querySelector("button")!.click();
        resolve();
      });
      observer.observe(document, { childList: true, characterData: true, subtree: true });
    });
    return { pressed };
  }, words);
  await work();
  await watch.evaluate(({ pressed }) => pressed);
}

/** With time to install it where it is missing. */
const START_MS = 600_000;

export interface WorkbenchPages extends TestPages {
  address(): string;
  openWorkbench(look?: PageLook): Promise<Page>;
}

export const SITE = join(ROOT, "dist", "web", "workbench");

/** The built workbench for the tests of a file, as `parsight web` serves it. */
export function useWorkbench(): WorkbenchPages {
  const pages = usePages();
  let server: Server;
  const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  beforeAll(async () => {
    server = createPageServer(SITE);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return { ...pages, address, openWorkbench: (look) => pages.open(address(), look) };
}

export interface Tank {
  readonly normal: Table;
  readonly anomalies: Table;
  readonly model: Model;
}

/** The water tank as Node reads and learns it. */
export async function readTank(): Promise<Tank> {
  const { table: normal } = await readTable(join(TANK, "normal.csv"));
  // As rows to explain are read: what names them is text as it is written.
  const { table: anomalies } = await readTable(join(TANK, "anomalies.csv"), { types: new Map([["Time", "text"]]) });
  return { normal, anomalies, model: learn(normal) };
}

/** What axe-core finds wrong, one line each. Its code goes through the debugger, past the page's policy. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { violations: found } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return found.map(({ id, nodes }) => ({ id, places: nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)) }));
  });
  return violations.map(({ id, places }) => `${id}: ${places.join(" | ")}`);
}

/** The text of a download that a click starts. */
export async function downloadText(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  const stream = await download.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString("utf8") };
}

/** Drops a file on the page, as a person would. */
export async function dropFile(page: Page, path: string, name: string): Promise<void> {
  const content = readFileSync(path, "utf8");
  const transfer = await page.evaluateHandle(
    ([text, fileName]) => {
      const data = new DataTransfer();
      data.items.add(new File([text!], fileName!));
      return data;
    },
    [content, name],
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}
