/** docs/errors.md lists exactly the codes that the source can give. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./support/program.js";

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(ts|js)$/.test(entry.name) && !entry.name.endsWith(".test.ts") ? [readFileSync(path, "utf8")] : [];
  });
}

const text = [...sources(join(ROOT, "src")), ...sources(join(ROOT, "bin"))].join("\n");
const page = readFileSync(join(ROOT, "docs", "errors.md"), "utf8");

/** Codes in the first column of the tables below a heading. */
function listed(heading: string): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  return [...section.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map((match) => match[1]!).sort();
}

test("every error code, and no other", () => {
  const thrown = [...text.matchAll(/(?:new InputError|fail)\(\s*"([A-Z][A-Z0-9_]+)"/g)].map((match) => match[1]!);
  expect(listed("Errors")).toEqual([...new Set([...thrown, "BUG"])].sort());
});

test("every warning code, and no other", () => {
  const used = [...text.matchAll(/code: "([A-Z][A-Z0-9_]+)"/g)].map((match) => match[1]!);
  expect(listed("Warnings")).toEqual([...new Set(used)].sort());
});
