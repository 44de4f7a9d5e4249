/** The program and its threads as the build leaves them: bundles that load little, and still find all that lies around them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./support/program.js";

const DIST = join(ROOT, "dist");
const MAIN = join(DIST, "src/cli/main.cjs");
const LOADER = join(DIST, "src/cli/start/load-program.cjs");
const CHUNKS = join(DIST, "src/cli/chunks");
const THREADS = [
  "src/cli/commands/explain/explain-worker.js",
  "src/node/learning/learn-worker.js",
  "src/node/learning/helper-worker.js",
].map((path) => join(DIST, path));
const chunks = readdirSync(CHUNKS)
  .filter((name) => name.endsWith(".cjs"))
  .map((name) => join(CHUNKS, name));

/** Files that a bundle loads from its own package. */
function loadedBy(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const found = [...text.matchAll(/(?:^import|\bfrom|\bimport\(|\brequire\()\s*"(\.[^"]+)"/gm)];
  return found.map(([, path]) => resolve(dirname(file), path!));
}

describe("the bundles", () => {
  test("of threads, and of what loads the program, are one file each", () => {
    for (const file of [LOADER, ...THREADS]) expect(loadedBy(file), file).toEqual([]);
  });

  test("of the program load one another, and no module of the library", () => {
    expect(loadedBy(MAIN).length).toBeGreaterThan(0);
    for (const file of [MAIN, ...chunks]) {
      for (const loaded of loadedBy(file)) expect([MAIN, ...chunks], file).toContain(loaded);
    }
  });

  test("load no package but DuckDB and ONNX Runtime, and those late; the licences of others are with them", () => {
    const loaded = [LOADER, MAIN, ...chunks, ...THREADS].flatMap((file) => {
      const text = readFileSync(file, "utf8");
      const found = [...text.matchAll(/(?:^import|\bfrom|\bimport(?:Package)?\(|\brequire\()\s*"([@\w][\w@/:.-]*)"/gm)];
      return found.map(([, name]) => name!).filter((name) => !name.startsWith("node:"));
    });
    expect([...new Set(loaded)].sort()).toEqual(["@duckdb/node-api", "onnxruntime-web"]);
    expect(readFileSync(join(CHUNKS, "LICENSES.txt"), "utf8")).toMatch(/^commander [\d.]+\n\n.*MIT/);
  });

  test("take what starts programs from Node where a browser is opened, and nowhere else: it is slow to load", () => {
    const takers = [MAIN, ...chunks, ...THREADS].filter((file) =>
      /(?:\bfrom|\bimport\(?|\brequire\()\s*"(?:node:)?child_process"/.test(readFileSync(file, "utf8")),
    );
    expect(takers.map((file) => readFileSync(file, "utf8").includes("xdg-open"))).toEqual([true]);
  });

  test("leave none behind from a build before", () => {
    const reached = new Set([MAIN]);
    for (const file of reached) for (const loaded of loadedBy(file)) reached.add(loaded);
    expect(chunks.filter((file) => !reached.has(file))).toEqual([]);
    const kept = readdirSync(CHUNKS).filter((name) => name.endsWith(".code"));
    expect(kept.filter((name) => !reached.has(join(CHUNKS, name.slice(0, -".code".length))))).toEqual([]);
  });

  test("know the place of every module that looks for files around it", () => {
    const places = [MAIN, ...chunks, ...THREADS].flatMap((file) => {
      const text = readFileSync(file, "utf8");
      const own = String.raw`(?:import\.meta\.url|require\("node:url"\)\.pathToFileURL\(__filename\))`;
      const found = [...text.matchAll(new RegExp(String.raw`new URL\("([^"]+)", ${own}\)\.href`, "g"))];
      return found.map(([, path]) => resolve(dirname(file), path!));
    });
    expect(places.map((place) => place.slice(DIST.length + 1)).sort()).toEqual([
      "src/cli/commands/demo/water-tank-files.js",
      "src/cli/commands/explain/explain-in-worker.js",
      "src/cli/commands/report/write-report.js",
      "src/cli/commands/web/run.js",
      "src/cli/main.js",
      "src/node/learning/learn-in-worker.js",
    ]);
    for (const place of places) expect(existsSync(place), place).toBe(true);
  });
});
