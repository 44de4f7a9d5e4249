/** A page in Chromium that notes whatever must not happen: errors, refused content, and requests that leave this computer. */
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterEach, expect } from "vitest";
import { createPageServer } from "../../../src/cli/commands/web/page-server.js";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
export const TANK = join(ROOT, "examples", "water-tank", "data");

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
  /** Opens a page; one that this test opened before is closed. */
  open(address: string, look?: PageLook): Promise<Page>;
  /** What is expected to have gone wrong is taken out of the list. */
  takeComplaints(): readonly string[];
}

/** Pages of the tests of a file: closed after each test, which fails when its page complained. */
export function usePages(browser: () => Browser): TestPages {
  let current: WatchedPage | null = null;
  let complaints: string[] = [];

  async function close(): Promise<void> {
    complaints.push(...(current?.complaints.splice(0) ?? []));
    await current?.close();
    current = null;
  }

  afterEach(async () => {
    await close();
    const found = complaints;
    complaints = [];
    expect(found).toEqual([]);
  });

  return {
    async open(address, look) {
      await close();
      current = await openPage(browser(), address, look);
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

export interface ServedPage {
  readonly address: string;
  close(): Promise<void>;
}

/** The built workbench, as `parsight web` serves it. */
export async function serveWorkbench(): Promise<ServedPage> {
  const server = createPageServer(join(ROOT, "dist", "web", "workbench"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
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
