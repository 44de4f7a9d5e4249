/** Outside of the clone: what `npm install <clone>` and `npm pack` give works by itself. It runs what the last build made. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Folder, ROOT, temporaryFolder } from "./support/program.js";

const folders: Folder[] = [];
afterAll(() => {
  for (const folder of folders) folder.remove();
});

function project(): Folder {
  const folder = temporaryFolder();
  folders.push(folder);
  writeFileSync(folder.at("package.json"), '{"name": "somebody-elses", "private": true}\n');
  const rows = Array.from({ length: 60 }, (_, row) => `${row % 20},${row % 20 < 10 ? "ON" : "OFF"}`);
  writeFileSync(folder.at("rows.csv"), ["Level,Pump", ...rows, ""].join("\n"));
  return folder;
}

function run({ path }: Folder, program: string, ...words: readonly string[]): string {
  // What npm was told about the clone is not true of the project.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")));
  return execFileSync(program, words, { cwd: path, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Scripts would build the clone anew, and it is built. */
const npm = (folder: Folder, ...words: readonly string[]): string =>
  run(folder, "npm", ...words, "--offline", "--ignore-scripts", "--no-audit", "--no-fund");

function expectToWork(folder: Folder): void {
  const parsight = (...words: readonly string[]): string => run(folder, "npx", "--no-install", "parsight", ...words);
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { readonly version: string };
  expect(parsight("--version").trim()).toBe(version);
  parsight("learn", "rows.csv", "-o", "model.json", "--quiet");
  // A condition is for DuckDB, a report for the page, and learning above for the threads: each has files of its own.
  const explained = parsight(
    "explain",
    "model.json",
    "rows.csv",
    "--where",
    "Level = 3",
    "--format",
    "ndjson",
    "--quiet",
  );
  expect(
    explained
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { row: number }).row),
  ).toEqual([3, 23, 43]);
  parsight("report", "model.json", "rows.csv", "-o", "report.html", "--quiet");
  expect(readFileSync(folder.at("report.html"), "utf8")).toContain("<script");
  writeFileSync(
    folder.at("program.mjs"),
    `import { learn } from "parsight";
     import { learnInWorker, readTable } from "parsight/node";
     const { table } = await readTable("rows.csv");
     const alone = learn(table).features.length;
     const { model } = await learnInWorker(table);
     console.log(alone, model.features.length);`,
  );
  expect(run(folder, process.execPath, "program.mjs")).toBe("2 2\n");
}

describe("in a project of somebody else's", () => {
  test("the installed clone works", { timeout: 60_000 }, () => {
    const folder = project();
    npm(folder, "install", ROOT);
    expectToWork(folder);
  });

  test("the packed clone works with nothing but what it depends on", { timeout: 60_000 }, () => {
    const folder = project();
    const [packed] = JSON.parse(npm(folder, "pack", ROOT, "--json")) as [{ readonly filename: string }];
    run(folder, "tar", "-xzf", packed.filename);
    mkdirSync(folder.at("node_modules/.bin"), { recursive: true });
    run(folder, "mv", "package", "node_modules/parsight");
    symlinkSync("../parsight/bin/parsight.js", folder.at("node_modules/.bin/parsight"));
    const manifest = JSON.parse(readFileSync(folder.at("node_modules/parsight/package.json"), "utf8")) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    for (const name of Object.keys(manifest.dependencies)) {
      mkdirSync(dirname(folder.at(`node_modules/${name}`)), { recursive: true });
      symlinkSync(join(ROOT, "node_modules", name), folder.at(`node_modules/${name}`));
    }
    expectToWork(folder);
  });
});
