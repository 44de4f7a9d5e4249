/** Every test file belongs to one project of vitest.config.ts, and `npm test` runs all projects but those run by name. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../cli/support/program.js";

/** Run by name only: vitest.config.ts says why. */
const BY_NAME = ["research", "slow"];
const FOLDERS = ["examples", "kernel", "research", "scripts", "src", "test", "web"];

const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
const listed = JSON.parse(
  execFileSync(process.execPath, [vitest, "list", "--filesOnly", "--json"], { cwd: ROOT, encoding: "utf8" }),
) as readonly { readonly file: string; readonly projectName: string }[];
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const projects = [...new Set(listed.map(({ projectName }) => projectName))].sort();

test("every test file belongs to exactly one project", () => {
  const found = FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".test.ts") && !name.includes("node_modules"))
      .map((name) => join(folder, name)),
  );
  const paths = (files: readonly string[]) => files.map((file) => file.split(sep).join("/")).sort();
  expect(found.length).toBeGreaterThan(300);
  expect(paths(listed.map(({ file }) => relative(ROOT, file)))).toEqual(paths(found));
});

test("npm test runs every project that is not run by name only, each once", () => {
  const calls = [...scripts["test"]!.matchAll(/npm run (test:\w+)/g)].map(([, script]) => scripts[script!]!);
  const run = [scripts["test"]!, ...calls].flatMap((call) => [...call.matchAll(/--project (\w+)/g)]);
  expect(run.map(([, name]) => name!).sort()).toEqual(projects.filter((name) => !BY_NAME.includes(name)));
});

test("every project has a script and a row in docs/architecture.md", () => {
  const page = readFileSync(join(ROOT, "docs", "architecture.md"), "utf8");
  for (const name of projects) {
    expect(scripts[`test:${name}`]).toContain(`vitest run --project ${name}`);
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\| `, "m"));
  }
});
