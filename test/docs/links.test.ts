/**
 * Links of README and docs lead somewhere, headings included, and every page is found by following them from README.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../cli/support/program.js";

interface Link {
  /** A file or folder, from the root of the project. */
  readonly target: string;
  /** The name of a heading of it, or "". */
  readonly heading: string;
}

const PAGES = [
  "README.md",
  "CHANGELOG.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path))
    .sort(),
];

/** The page without its examples: what stands in them is no link and no heading. */
function proseOf(page: string): string {
  return readFileSync(join(ROOT, page), "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
}

function linksOf(page: string): readonly Link[] {
  const found = [...proseOf(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)];
  return found.map(([, path, heading]) => ({
    target: path === "" ? page : join(dirname(page), path!),
    heading: heading ?? "",
  }));
}

/** By which names a link may call the headings of a page, as GitHub makes them. */
function headingsOf(page: string): readonly string[] {
  const titles = [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, title]) => title!);
  return titles.map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe.each(PAGES)("%s", (page) => {
  test("links to files, folders and headings that are there", () => {
    for (const { target, heading } of linksOf(page)) {
      expect(existsSync(join(ROOT, target)), `${page} → ${target}`).toBe(true);
      if (heading !== "") expect(headingsOf(target), `${page} → ${target}#${heading}`).toContain(heading);
    }
  });
});

test("every page of docs can be reached from README by links", () => {
  const reached = new Set(["README.md"]);
  for (const page of reached) {
    for (const { target } of linksOf(page)) if (PAGES.includes(target)) reached.add(target);
  }
  expect(PAGES.filter((page) => page.startsWith("docs/") && !reached.has(page))).toEqual([]);
});

test("the page about the library names all that it exports", () => {
  const text = readFileSync(join(ROOT, "docs", "library.md"), "utf8");
  const names = ["src/index.ts", "src/node/index.ts"].flatMap((file) => {
    const source = readFileSync(join(ROOT, file), "utf8");
    const lists = [...source.matchAll(/^export \{([^}]*)\}/gm)].map(([, list]) => list!);
    return lists.flatMap((list) => list.split(",").map((name) => name.trim()));
  });
  const values = names.filter((name) => name !== "" && !name.startsWith("type "));
  expect(values.length).toBeGreaterThan(20);
  expect(values.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
