/**
 * Takes the pictures of docs/images from the built program, in a real Chromium: node scripts/take-pictures.js, after
 * npm run build. PARSIGHT_CHROMIUM names another browser. Where pngquant is installed the files are a third as large.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { createPageServer } from "../dist/src/cli/commands/web/page-server.js";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const IMAGES = join(ROOT, "docs", "images");
const TANK = join(ROOT, "examples", "water-tank", "data");
const ANOMALIES = join(TANK, "anomalies.csv");
const folder = mkdtempSync(join(tmpdir(), "parsight-pictures-"));
const model = join(folder, "tank.json");
const report = join(folder, "report.html");

function parsight(...words) {
  execFileSync(process.execPath, [join(ROOT, "bin", "parsight.js"), ...words, "--quiet"]);
}

async function take(page, name) {
  const path = join(IMAGES, `${name}.png`);
  await page.mouse.move(0, 0); // or something is shown as if pointed at
  await page.evaluate(() => document.activeElement?.blur());
  await page.screenshot({ path, animations: "disabled" });
  spawnSync("pngquant", ["--force", "--speed", "1", "128", "--ext", ".png", "--skip-if-larger", "--strip", path]);
  process.stdout.write(`${name}.png: ${Math.round(statSync(path).size / 1000)} KB\n`);
}

async function chooseFile(page, button, path) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  await (await chooser).setFiles(path);
}

/** Opens a row among all others and brings the toolbar, which stays, to the top of the window. */
async function readRow(page, row) {
  await page.getByLabel("Sort by").selectOption("row");
  const search = page.getByLabel("Search rows, values, rules");
  await search.fill(`row ${row}`);
  await page.locator(".anomalies li button").first().click();
  await search.fill("");
  await search.blur();
  await page.locator(".reader").evaluate((reader) => window.scrollTo(0, reader.offsetTop - 55));
  const shown = (number) => page.locator(".reader-card strong", { hasText: new RegExp(`^Row ${number}$`) }).waitFor();
  await shown(row);
  await page.keyboard.press("k"); // the list follows the keys
  await shown(row - 1);
  await page.keyboard.press("j");
  await shown(row);
}

async function takeReport(browser) {
  const open = async (width, height, colorScheme = "light") => {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(`file://${report}`);
    return page;
  };
  const overview = await open(1280, 1100);
  await overview
    .getByLabel("What is wrong")
    .getByRole("button", { name: /Valve is Closed/ })
    .click();
  await take(overview, "report-overview");
  const card = await open(1280, 830);
  await readRow(card, 42);
  await take(card, "report-card");
  const dark = await open(1280, 800, "dark");
  await readRow(dark, 42);
  await take(dark, "report-dark");
  const phone = await open(390, 844);
  await phone.getByLabel("Search rows, values, rules").fill("row 42");
  await phone.locator(".anomalies li button").first().click();
  await take(phone, "report-phone");
}

async function takeWorkbench(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  await page.goto(address);
  await chooseFile(page, "Open a model", model);
  await page.getByLabel("about").selectOption("Valve");
  await page.getByLabel("source").selectOption("mined");
  await page.getByRole("row").nth(2).click();
  await page.getByRole("heading", { name: "The chosen rule" }).waitFor();
  await take(page, "workbench-rules");
  await page.getByRole("button", { name: "Explain rows" }).click();
  await chooseFile(page, "Choose a table", ANOMALIES);
  await page.getByRole("heading", { name: "Most blamed" }).waitFor();
  await readRow(page, 17);
  await page.getByRole("heading", { name: "What other methods say" }).waitFor();
  for (const method of ["|z|", "PAR", "LIME", "COIN", "ATON", "KernelSHAP", "SOAM"])
    await page.getByLabel(method, { exact: true }).check();
  await page.locator(".compared td", { hasText: /^…$/ }).first().waitFor({ state: "detached", timeout: 120_000 });
  await page.locator(".comparison .progress").waitFor({ state: "detached" });
  await page
    .locator(".comparison")
    .evaluate((box) => window.scrollTo(0, box.getBoundingClientRect().top + scrollY - 150));
  await take(page, "workbench-compare");
  await page.getByRole("button", { name: "Change this row" }).click();
  await page.getByRole("heading", { name: "Row 17 of anomalies.csv" }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take(page, "workbench-row");
}

const server = createPageServer(join(ROOT, "dist", "web", "workbench"));
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const executablePath = process.env.PARSIGHT_CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  parsight("learn", join(TANK, "normal.csv"), "-o", model);
  parsight("report", model, ANOMALIES, "-o", report);
  await takeReport(browser);
  await takeWorkbench(browser, `http://127.0.0.1:${server.address().port}/`);
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
}
