/** What may import what is a rule of the linter (imports.biome.jsonc). A small tree of wrong imports shows that it can fail. */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CORE = join(ROOT, "src", "core");
const BIOME = join(ROOT, "node_modules", "@biomejs", "biome", "bin", "biome");

const REJECTED: readonly [what: string, path: string, imported: string, message: string][] = [
  ["past a door", "src/cli/a.ts", "../core/rules/rule-list.js", "Import the room's door: core/<room>/index.js"],
  ["past a door, from the page", "web/a.tsx", "../src/core/rules/rule-list.js", "Import the room's door"],
  ["past a door, in a test", "test/a.test.ts", "../src/core/rules/rule-list.js", "Import the room's door"],
  ["past a door, in a test of core", "src/core/model/a.test.ts", "../rules/rule-list.js", "Import the room's door"],
  ["past a door, within core", "src/core/model/b.ts", "../rules/mining/mine-rules.js", "Import the room's door"],
  ["of a later room", "src/core/rules/a.ts", "../presenting/index.js", "rules imports rooms before it"],
  [
    "of a later room, from an inner folder",
    "src/core/rules/mining/a.ts",
    "../../model/index.js",
    "rules imports rooms before it",
  ],
  [
    "of a room in the same place",
    "src/core/learning/a.ts",
    "../explaining/index.js",
    "learning imports rooms before it",
  ],
  ["of an edge by a reader", "src/input/csv/a.ts", "../../cli/run.js", "Readers import src/core"],
  ["of a package by core", "src/core/rules/b.ts", "yaml", "rules imports rooms before it"],
  ["of Node by the page", "web/b.ts", "node:fs", "nothing of Node's"],
  ["of a test by the product", "src/report/a.ts", "../../test/oracle/all-rules.js", "The report imports"],
  ["of research by the product", "src/report/b.ts", "../../research/internals.js", "The report imports"],
  ["of the product's insides by research", "research/bench/a.ts", "../../src/core/rules/index.js", "internals.ts"],
  ["in a cycle", "src/report/c.ts", "./d.js", "cycle"],
  ["in a cycle of types", "src/report/d.ts", "./c.js", "cycle"],
];

const ALLOWED: readonly [path: string, imported: string][] = [
  ["src/cli/z.ts", "../core/rules/index.js"],
  ["src/core/model/z.ts", "../rules/index.js"],
  ["src/core/rules/mining/z.ts", "../rule-list.js"],
  ["research/bench/z.ts", "../../src/node/index.js"],
  ["src/core/rules/mining/y.ts", "../../base/index.js"],
];

const tree = realpathSync(mkdtempSync(join(tmpdir(), "parsight-imports-")));
afterAll(() => rmSync(tree, { recursive: true, force: true }));

test("the linter rejects imports past doors, against the order, and in cycles", () => {
  for (const [path, imported] of [...REJECTED.map(([, ...rest]) => rest), ...ALLOWED]) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), `import type { X } from "${imported}";\n\nexport type Y = X;\n`);
  }
  for (const file of ["biome.json", "imports.biome.jsonc", ".gitignore"])
    copyFileSync(join(ROOT, file), join(tree, file));
  const options = ["--max-diagnostics=none", "--colors=off"];
  const { stdout, stderr } = spawnSync(process.execPath, [BIOME, "lint", ...options], { cwd: tree, encoding: "utf8" });
  const reports = `${stdout}${stderr}`.split(/^(?=\S+:\d+:\d+ lint\/)/m);
  for (const [what, path, , message] of REJECTED) {
    const report = reports.find((each) => each.startsWith(`${path}:`)) ?? "no report";
    expect(report, what).toMatch(/^\S+ lint\/(style\/noRestrictedImports|suspicious\/noImportCycles) /);
    expect(report, what).toContain(message);
  }
  expect(ALLOWED.filter(([path]) => reports.some((each) => each.startsWith(`${path}:`)))).toEqual([]);
});

test("each room of core has a door, and it names only what others import", () => {
  const rooms = readdirSync(CORE, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rooms.length).toBeGreaterThan(10);
  const imports = importsOfDoors();
  expect(imports.size).toBeGreaterThan(500);
  const unused = rooms.flatMap(({ name: room }) =>
    exportedNames(readFileSync(join(CORE, room, "index.ts"), "utf8"))
      .filter((name) => !imports.has(`${room}: ${name}`))
      .map((name) => `${room}: ${name}`),
  );
  expect(unused).toEqual([]);
});

/** "rules: RuleList" for each name that some file takes from a room's door. */
function importsOfDoors(): ReadonlySet<string> {
  const files = ["src", "web", "test", "research", "examples"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => join(ROOT, folder, path)),
  );
  return new Set(
    files
      .filter((path) => /\.tsx?$/.test(path) && !path.includes("node_modules"))
      .flatMap((path) => [...readFileSync(path, "utf8").matchAll(/\{([^{}]*)\} from "[^"]*\/(\w+)\/index\.js"/g)])
      .flatMap(([, names, room]) => namesIn(names!).map((name) => `${room}: ${name}`)),
  );
}

function exportedNames(door: string): readonly string[] {
  const spaces = [...door.matchAll(/\* as (\w+) from/g)].map(([, name]) => name!);
  return [...spaces, ...[...door.matchAll(/\{([^{}]*)\} from/g)].flatMap(([, names]) => namesIn(names!))];
}

function namesIn(list: string): readonly string[] {
  const names = list.split(",").map((name) =>
    name
      .trim()
      .replace(/^type /, "")
      .replace(/ as .*/, ""),
  );
  return names.filter((name) => name !== "");
}
