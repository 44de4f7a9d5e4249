/**
 * The program and its threads as the build leaves them: bundles in one folder that load nothing but one another and
 * packages.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "./support/program.js";

const PROGRAM = join(ROOT, "dist/program");
const ENTRIES = ["main.js", "explain-worker.js", "learn-worker.js", "pool-thread.js"];
const bundles = readdirSync(PROGRAM).filter((name) => name.endsWith(".js"));
const textOf = (name: string): string => readFileSync(join(PROGRAM, name), "utf8");

const AT_ONCE = /^(?:import|export)\b[^"';]*?(?:\bfrom )?"([^"]+)"/gm;
const LATE = /\bimport\("([^"]+)"\)/g;

const loaded = (name: string, how: RegExp): string[] => [...textOf(name).matchAll(how)].map(([, path]) => path!);

describe("the bundles", () => {
  test("stand beside one another: a thread's file is found beside whoever starts it", () => {
    expect(bundles).toEqual(expect.arrayContaining(ENTRIES));
    for (const name of bundles) {
      const beside = [...loaded(name, AT_ONCE), ...loaded(name, LATE)].filter((path) => path.startsWith("."));
      for (const path of beside) expect(bundles, name).toContain(path.replace(/^\.\//, ""));
    }
    const places = bundles.flatMap((name) =>
      [...textOf(name).matchAll(/new URL\("\.\/([^"]+)", import\.meta\.url\)/g)].map(([, path]) => path!),
    );
    expect(places).toEqual(["explain-worker.js"]); // learning's two are named where they are started
    for (const place of places) expect(bundles).toContain(place);
  });

  test("load no package at once but commander, and DuckDB, ONNX Runtime and yaml when they are needed", () => {
    const packages = (how: RegExp): string[] => {
      const found = bundles.flatMap((name) => loaded(name, how));
      return [...new Set(found.filter((path) => !/^(?:\.|node:)/.test(path)))].sort();
    };
    expect(packages(AT_ONCE)).toEqual(["commander"]);
    expect(packages(LATE)).toEqual(["@duckdb/node-api", "onnxruntime-web", "yaml"]);
  });

  test("leave none behind from a build before", () => {
    const reached = new Set(ENTRIES);
    for (const name of reached) {
      for (const path of [...loaded(name, AT_ONCE), ...loaded(name, LATE)]) {
        if (path.startsWith(".")) reached.add(path.replace(/^\.\//, ""));
      }
    }
    expect(bundles.filter((name) => !reached.has(name))).toEqual([]);
  });
});
