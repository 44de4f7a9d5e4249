/**
 * A real Chromium for the tests: PARSIGHT_CHROMIUM, else where systems put it, else installed by apt when that is
 * possible.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A busy machine may take long. */
const START_MS = 120_000;

/** Started with a profile of its own, which is removed when it is closed. */
export async function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: FLAGS, headless: true, timeout: START_MS });
}

function findChromium(): string {
  const named = process.env.PARSIGHT_CHROMIUM;
  if (named !== undefined && named !== "") return named;
  const found = PLACES.find((place) => existsSync(place));
  if (found !== undefined) return found;
  installByApt();
  const installed = PLACES.find((place) => existsSync(place));
  if (installed !== undefined) return installed;
  throw new Error(
    "The browser tests need Chromium, and none was found. Install it (Debian, Ubuntu: apt-get install -y chromium), " +
      "or set PARSIGHT_CHROMIUM to the path of a Chromium or Chrome.",
  );
}

/** Another file of tests may be installing it at this moment: wait for it. */
const LOCK_SECONDS = 600;

function installByApt(): void {
  const isDebian = process.platform === "linux" && existsSync("/usr/bin/apt-get");
  if (!isDebian || process.getuid?.() !== 0) return;
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (...words: string[]) =>
    spawnSync("apt-get", ["-qq", "-o", `DPkg::Lock::Timeout=${LOCK_SECONDS}`, ...words], {
      env: environment,
      stdio: "ignore",
    });
  run("update");
  run("install", "-y", "--no-install-recommends", "chromium");
}
