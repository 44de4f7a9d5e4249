/**
 * Every example in README and docs runs and prints what the page says; how examples are written: support/examples.ts.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openPython, parseBlocks, runPage, withActual } from "./support/examples.js";
import { ROOT } from "./support/program.js";

const PAGES = ["README.md", ...readdirSync(join(ROOT, "docs")).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith(".md"),
);
const isUpdate = process.env.PARSIGHT_UPDATE_DOCS === "1";

beforeAll(() => void openPython(), 600_000);

describe("the examples of", () => {
  for (const name of PAGES) {
    const page = readFileSync(join(ROOT, name), "utf8");
    const runnable = parseBlocks(page).filter(({ language }) => ["console", "sh", "js", "python"].includes(language));
    if (runnable.length === 0) continue;
    test(name, { timeout: 900_000 }, () => {
      const { mismatches, skipped } = runPage(page);
      for (const each of skipped) console.log(`${name}: an example is skipped, ${each}`);
      if (isUpdate && mismatches.length > 0) writeFileSync(join(ROOT, name), withActual(page, mismatches));
      else expect(mismatches).toEqual([]);
    });
  }
});
