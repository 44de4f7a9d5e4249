/**
 * Outside of the clone: what `npm install <clone>` and `npm pack` give works by itself. It runs what the last build
 * made.
 */
import { execFileSync, type SpawnSyncReturns, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
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
  expect(parsight("--version").trim()).toBe(manifest.version);
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

/** The clone packed and unpacked as a dependency, beside those of its dependencies that are named. */
function installPacked(folder: Folder, dependencies: readonly string[]): Packed {
  packed ??= pack();
  run(folder, "tar", "-xzf", packed.filename);
  mkdirSync(folder.at("node_modules/.bin"), { recursive: true });
  run(folder, "mv", "package", "node_modules/parsight");
  symlinkSync("../parsight/bin/parsight.js", folder.at("node_modules/.bin/parsight"));
  for (const name of dependencies) {
    mkdirSync(dirname(folder.at(`node_modules/${name}`)), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), folder.at(`node_modules/${name}`));
  }
  return packed;
}

let packed: Packed | undefined; // once for all tests

function pack(): Packed {
  const folder = project();
  const [made] = JSON.parse(npm(folder, "pack", ROOT, "--json")) as [Packed];
  return { ...made, filename: folder.at(made.filename) };
}

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<"prepare", string>>;
};
const needed = Object.keys(manifest.dependencies);
const optional = Object.keys(manifest.optionalDependencies);

describe("in a project of somebody else's", () => {
  test("the installed clone works", () => {
    const folder = project();
    npm(folder, "install", ROOT);
    expectToWork(folder);
  });

  test("the packed clone works with nothing but what it depends on", () => {
    const folder = project();
    installPacked(folder, [...needed, ...optional]);
    expectToWork(folder);
  });

  test("the package holds the program, the library with its sources, and the docs; no research or test", () => {
    const folder = project();
    const paths = installPacked(folder, []).files.map(({ path }) => path);
    const folders = new Set(
      paths.map((path) =>
        path
          .split("/")
          .slice(0, path.startsWith("dist/") ? 2 : 1)
          .join("/"),
      ),
    );
    expect([...folders].sort()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "bin",
      "dist/program",
      "dist/src",
      "dist/web",
      "docs",
      "package.json",
      "src",
    ]);
    const library = paths.map((path) => /^dist\/src\/(\w+)\//.exec(path)?.[1]).filter((name) => name !== undefined);
    expect([...new Set(library)].sort()).toEqual(["core", "input", "node", "review"]);
    expect(paths.filter((path) => /\.test\.|(^|\/)(research|test|experiments\/run)\//.test(path))).toEqual([]);
    for (const path of paths.filter((name) => name.endsWith(".d.ts.map"))) {
      const { sources } = JSON.parse(readFileSync(folder.at(`node_modules/parsight/${path}`), "utf8")) as {
        readonly sources: readonly string[];
      };
      for (const source of sources) expect(paths).toContain(join(dirname(path), source));
    }
  });
});

describe("in a clone", () => {
  test("npm ci builds, and the first npx after it answers without building again", () => {
    const folder = project();
    const scripts = {
      prebuild: `node -e "fs.rmSync('dist', { recursive: true, force: true })"`,
      build: `node -e "fs.mkdirSync('dist'); fs.appendFileSync('builds', '+')"`,
      example: `node -e "0"`,
      prepare: manifest.scripts.prepare,
    };
    const clone = { name: "parsight", version: "0.0.0", type: "module", bin: { parsight: "bin/program.js" }, scripts };
    writeFileSync(folder.at("package.json"), JSON.stringify(clone));
    writeFileSync(folder.at("package-lock.json"), '{"name": "parsight", "lockfileVersion": 3, "packages": {}}');
    for (const name of ["scripts", "bin"]) mkdirSync(folder.at(name));
    copyFileSync(join(ROOT, "scripts/prepare.js"), folder.at("scripts/prepare.js"));
    writeFileSync(folder.at("bin/program.js"), '#!/usr/bin/env node\nconsole.log("it runs");\n');
    const builds = (): string => readFileSync(folder.at("builds"), "utf8");
    const cache = ["--cache", folder.at("empty"), "--offline"];
    run(folder, "npm", "ci", ...cache);
    expect(builds()).toBe("+");
    expect(run(folder, "npx", ...cache, "parsight")).toContain("it runs");
    expect(builds()).toBe("+");
    run(folder, "npm", "run", "prepare"); // asked for by name, it builds
    expect(builds()).toBe("++");
    run(folder, "npm", "run", "build"); // all that an interrupted npm ci leaves behind
    expect(run(folder, "npx", "--cache", folder.at("other"), "--offline", "parsight")).toContain("it runs");
    expect(builds()).toBe("++++");
  });
});

const STRICT = {
  compilerOptions: {
    strict: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: "nodenext",
    target: "es2022",
    noEmit: true,
  },
};

const TYPED = `import { type Explanation, explain, learn, type Model, type Rule, tableFromRows } from "parsight";

interface Reading { Level: number; Pump: "ON" | "OFF" }
const readings: readonly Reading[] = [{ Level: 1, Pump: "ON" }, { Level: 12, Pump: "OFF" }];
class Measured { constructor(readonly Level: number, readonly Pump: string) {} }
const model: Model = learn(readings);
const [first]: Explanation[] = explain(model, [new Measured(3, "ON")]);
export const rules: readonly Rule[] = first?.rules ?? [];
export const rows: number = tableFromRows(readings).rowCount;
// @ts-expect-error rows are objects
learn([1, 2]);
`;

const TYPED_NODE = `import type { Model } from "parsight";
import { learnInWorker, readTable, writeFileAtomic } from "parsight/node";

export async function learnFile(path: string): Promise<Model> {
  const { table } = await readTable(path, { columns: ["Level"] });
  await writeFileAtomic("rows.txt", [String(table.rowCount)]);
  return (await learnInWorker(table, {}, { threads: 1 })).model;
}
`;

/** What the compiler says about these files; "" when it is content. */
function compile(folder: Folder, options: object, ...files: readonly string[]): string {
  const compilerOptions = { ...STRICT.compilerOptions, ...options };
  writeFileSync(folder.at("tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const { stdout } = spawnSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", folder.path], {
    encoding: "utf8",
  });
  return stdout;
}

describe("without DuckDB, as npm install --omit=optional leaves it", () => {
  test("a plain CSV file is learnt and explained; what needs DuckDB says how to install it", () => {
    const folder = project();
    installPacked(folder, needed);
    const parsight = (...words: readonly string[]): SpawnSyncReturns<string> =>
      spawnSync(process.execPath, [folder.at("node_modules/parsight/bin/parsight.js"), ...words], {
        cwd: folder.path,
        encoding: "utf8",
      });
    expect(parsight("learn", "rows.csv", "-o", "model.json", "--quiet")).toMatchObject({ status: 0 });
    const explained = parsight("explain", "model.json", "rows.csv", "--format", "ndjson", "--quiet");
    expect(explained).toMatchObject({ status: 0, stderr: "" });
    expect(explained.stdout.trim().split("\n")).toHaveLength(60);
    writeFileSync(folder.at("rows.json"), '[{"Level": 1}]');
    expect(parsight("learn", "rows.json")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(
        "error DUCKDB_MISSING: reading rows.json needs DuckDB, which is not installed\n" +
          "  Install it where parsight is installed: npm install @duckdb/node-api. ",
      ) as string,
    });
    expect(parsight("explain", "model.json", "rows.csv", "--where", "Level = 3").stderr).toContain("DUCKDB_MISSING");
    expect(parsight("explain", "model.json", "rows.csv", "-o", "x.parquet").stderr).toContain(
      "DUCKDB_MISSING: writing x.parquet needs DuckDB",
    );
    expect(parsight("learn", "row.csv").stderr).toContain("error FILE_MISSING");
  });

  test("programs compile against it under strict, its own types checked as well", () => {
    const folder = project();
    installPacked(folder, needed);
    writeFileSync(folder.at("library.mts"), TYPED);
    writeFileSync(folder.at("files.mts"), TYPED_NODE);
    expect(compile(folder, { lib: ["es2022"], types: [] }, "library.mts")).toBe("");
    mkdirSync(folder.at("node_modules/@types"));
    for (const name of ["@types/node", "undici-types"])
      symlinkSync(join(ROOT, "node_modules", name), folder.at(`node_modules/${name}`));
    expect(compile(folder, { lib: ["es2023"], types: ["node"] }, "library.mts", "files.mts")).toBe("");
  });
});
