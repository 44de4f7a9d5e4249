/** The direction of imports and what core may not touch, read off the source itself. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Core's layers from left to right: a file imports from its own layer and from those to its left. */
const LAYERS = [
  ["errors", "numbers", "bits", "kernel"],
  ["random", "pool"],
  ["table"],
  ["predicates", "densities"],
  ["rules"],
  ["densities"],
  ["review"],
  ["model"],
  ["explanations"],
  ["learning"],
  ["presentation"],
  ["export", "check", "diff"],
  ["(top)"], // learn.ts and explain.ts
];

/** Edges that never import one another. */
const EDGES = ["cli", "server", "web"];

interface SourceFile {
  /** With slashes, from the root: "src/core/learn.ts". */
  readonly path: string;
  readonly text: string;
  /** Each import as it is written, and the path it leads to (a package's name stays as it is). */
  readonly imports: readonly { readonly written: string; readonly path: string }[];
}

function sourceFiles(folder: string): SourceFile[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.endsWith(".d.ts"))
    .map((name) => {
      const path = [folder, ...name.split(sep)].join("/");
      const text = readFileSync(join(ROOT, folder, name), "utf8");
      return { path, text, imports: importsOf(text, path) };
    });
}

function importsOf(text: string, path: string): SourceFile["imports"] {
  const pattern = /(?:^|\n)\s*(?:import|export)\b[^;"'`]*?from\s*["']([^"']+)["']|\bimport\s*\(?\s*["']([^"']+)["']/g;
  return [...text.matchAll(pattern)].map((match) => {
    const written = (match[1] ?? match[2])!;
    return { written, path: written.startsWith(".") ? posix.join(posix.dirname(path), written) : written };
  });
}

const core = sourceFiles("src/core");
const everything = sourceFiles("src");

function layerOf(path: string): number {
  const [, , folder, ...rest] = path.split("/");
  const name = rest.length === 0 ? "(top)" : folder!;
  return LAYERS.findIndex((layer) => layer.includes(name));
}

describe("core", () => {
  test("is found, with imports", () => {
    expect(core.length).toBeGreaterThan(20);
    expect(core.flatMap((file) => file.imports).length).toBeGreaterThan(60);
    expect(relative(ROOT, join(ROOT, "src"))).toBe("src");
  });

  test("has a layer for each of its folders", () => {
    expect(core.map((file) => file.path).filter((path) => layerOf(path) < 0)).toEqual([]);
  });

  test("imports nothing from outside itself", () => {
    const outside = core.flatMap((file) =>
      file.imports
        .filter(({ path }) => !path.startsWith("src/core/"))
        .map(({ written }) => `${file.path} imports ${written}`),
    );
    expect(outside).toEqual([]);
  });

  test("imports only from its own layer or from layers before it", () => {
    const backwards = core.flatMap((file) =>
      file.imports
        .filter(({ path }) => layerOf(path) > layerOf(file.path))
        .map(({ path }) => `${file.path} imports ${path}`),
    );
    expect(backwards).toEqual([]);
  });

  test("has no cycles", () => {
    const graph = new Map(
      core.map((file) => [file.path, file.imports.map(({ path }) => path.replace(/\.js$/, ".ts"))]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      else if (!done.has(path)) for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
      done.add(path);
    };
    for (const path of graph.keys()) visit(path, []);
    expect(cycles).toEqual([]);
  });

  test("asks neither for the time nor for chance, and prints nothing", () => {
    const forbidden =
      /\b(Math\.random|Date\.now|performance\.now|new Date\(\)|console|process|globalThis|document|window|fetch|setTimeout|eval|new Function)\b(?!["':])/;
    const uses = core.flatMap(({ path, text }) => {
      const found = forbidden.exec(withoutComments(text));
      return found === null ? [] : [`${path} uses ${found[0]}`];
    });
    expect(uses).toEqual([]);
  });

  test("asks the engine for no function that engines round differently", () => {
    const inexact =
      /\bMath\.(?:a?(?:sin|cos|tan)h?|atan2|cbrt|expm?1?|hypot|log(?:2|10|1p)?|pow)\b|(?<!\b2 )\*\*|\*\*(?! \d)/;
    const uses = core.flatMap(({ path, text }) => {
      const found = inexact.exec(withoutComments(text));
      return found === null ? [] : [`${path} uses ${found[0]}`];
    });
    expect(uses).toEqual([]);
    for (const name of ["sin", "acosh", "exp", "expm1", "log", "log1p", "log10", "pow"]) {
      expect(inexact.test(`Math.${name}(x)`), name).toBe(true);
    }
    for (const power of ["x ** 2", "10 ** 3", "2 ** n"]) expect(inexact.test(power), power).toBe(true);
    for (const exact of ["Math.sqrt(x)", "Math.round(x)", "Math.max(x)", "x * y", "2 ** 32"]) {
      expect(inexact.test(exact), exact).toBe(false);
    }
  });

  test("keeps no state between calls", () => {
    const variables = core.flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map((match) => `${path}: ${match[1]}`),
    );
    expect(variables).toEqual([]);
  });
});

test("reading is shared by the page and Node: it stands on core alone and knows neither", () => {
  const reading = everything.filter((file) => file.path.startsWith("src/input/csv/"));
  expect(reading.length).toBeGreaterThan(5);
  const outside = reading.flatMap((file) =>
    file.imports
      .filter(({ path }) => !/^src\/(core|reading)\//.test(path))
      .map(({ written }) => `${file.path} imports ${written}`),
  );
  expect(outside).toEqual([]);
  const forbidden = /\b(?:process|Buffer|document|window|fetch|console|Blob)\b/;
  expect(reading.filter(({ text }) => forbidden.test(withoutComments(text))).map((file) => file.path)).toEqual([]);
});

describe("the edges", () => {
  test("never import one another", () => {
    const crossings = everything.flatMap((file) => {
      const own = EDGES.find((edge) => file.path.startsWith(`src/${edge}/`));
      return file.imports
        .filter(({ path }) => EDGES.some((edge) => edge !== own && path.startsWith(`src/${edge}/`)))
        .filter(() => own !== undefined)
        .map(({ path }) => `${file.path} imports ${path}`);
    });
    expect(crossings).toEqual([]);
  });

  test("are not imported by what they stand on", () => {
    const crossings = everything.flatMap((file) =>
      file.imports
        .filter(({ path }) => EDGES.some((edge) => path.startsWith(`src/${edge}/`)))
        .filter(() => !EDGES.some((edge) => file.path.startsWith(`src/${edge}/`)))
        .map(({ path }) => `${file.path} imports ${path}`),
    );
    expect(crossings).toEqual([]);
  });

  test("src never imports from tests, examples or experiments", () => {
    const strays = everything.flatMap((file) =>
      file.imports
        .filter(({ path }) => /^(test|experiments|bench)\//.test(path))
        .map(({ path }) => `${file.path} imports ${path}`),
    );
    expect(strays).toEqual([]);
  });
});

test("nothing is exported by default", () => {
  const defaults = everything.filter(({ text }) => /^export default\b|\bas default\b/m.test(withoutComments(text)));
  expect(defaults.map((file) => file.path)).toEqual([]);
});

/** Good enough for this source: no comment sign stands inside a string. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}
