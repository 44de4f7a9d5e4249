/** The direction of imports and what core may not touch, read off the source itself. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Core's layers from left to right: a file imports from its own layer and from those to its left. */
const LAYERS = [
  ["schema"],
  ["base"],
  ["compute"],
  ["table"],
  ["history"],
  ["densities"],
  ["predicates"],
  ["rules"],
  ["review"],
  ["model"],
  ["evidence"],
  ["learning", "explaining"],
  ["presenting"],
  ["drift"],
  ["check", "export"],
  ["diff"],
  ["incidents"],
  ["(top)"], // learn.ts and explain.ts
];

/** Where the program meets the world: what it stands on never imports one, and none imports another. */
const EDGES = ["src/cli/", "src/bridge/", "web/"];

/** What else may be imported by whom: folders from which a folder takes, beside itself. */
const MAY_IMPORT: Readonly<Record<string, RegExp>> = {
  "src/input/csv/": /^src\/core\//,
  "src/input/parquet/": /^(src\/(core|input\/csv)\/|hyparquet)/,
  "src/input/follow/": /^src\/(core\/|input\/((csv|duckdb)\/|with-clocks\.js$))/,
  "src/input/duckdb/": /^(src\/(core|input\/csv|node\/files)\/|node:|@duckdb)/,
  "src/node/files/": /^(src\/core\/|node:)/,
  "src/review/": /^(src\/core\/|yaml$)/,
  "src/report/": /^src\/(core|input\/csv)\//,
  "src/detectors/": /^(src\/core\/|onnxruntime-web)/,
  "src/compare/": /^src\/(core|detectors)\//,
  "kernel/": /^kernel\//,
};

/** Written by the build. */
const GENERATED = ["src/core/schema/kernel-schema.ts", "src/core/compute/kernel-bytes.ts", "kernel/generated.ts"];

/** Imported from outside. */
const ENTRIES = ["src/index.ts", "src/node/index.ts", "src/cli/main.ts"];

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
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
    .map((name) => {
      const path = [folder, ...name.split(sep)].join("/");
      const text = readFileSync(join(ROOT, folder, name), "utf8");
      return { path, text, imports: importsOf(text, path) };
    });
}

/** Tests and scripts too. */
function allFiles(folder: string): Pick<SourceFile, "path" | "text">[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|js)$/.test(name))
    .map((name) => ({
      path: [folder, ...name.split(sep)].join("/"),
      text: readFileSync(join(ROOT, folder, name), "utf8"),
    }));
}

function importsOf(text: string, path: string): SourceFile["imports"] {
  const pattern = /(?:^|\n)\s*(?:import|export)\b[^;"'`]*?from\s*["']([^"']+)["']|\bimport\s*\(?\s*["']([^"']+)["']/g;
  return [...text.matchAll(pattern)].map((match) => {
    const written = (match[1] ?? match[2])!;
    return { written, path: written.startsWith(".") ? posix.join(posix.dirname(path), written) : written };
  });
}

const core = sourceFiles("src/core");
const everything = ["src", "web", "kernel", "research"].flatMap(sourceFiles);

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
    // A window of time has a length and a unit; that of a browser would not compile here anyway.
    const forbidden =
      /\b(Math\.random|Date\.now|performance\.now|new Date\(\)|console|process|globalThis|document|window(?=\.(?!length\b|unit\b|js\b))|fetch|setTimeout|eval|new Function)\b(?!["':])/;
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
    const constants = core.flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(/^(?:export )?const (\w+)/gm)]
        .filter((match) => isMutated(match[1]!, text))
        .map((match) => `${path}: ${match[1]}`),
    );
    // Scratch for the bits of one number: written and read in one breath.
    expect(constants).toEqual(["src/core/base/numbers/powers-of-two.ts: WHOLE"]);
  });

  test("a constant that is filled later is state", () => {
    expect(isMutated("CACHE", "CACHE.set(key, value);")).toBe(true);
    expect(isMutated("LIST", "LIST[0] = 1;")).toBe(true);
    expect(isMutated("COUNTS", "COUNTS.total += 1;")).toBe(true);
    expect(isMutated("TABLE", "return TABLE[0] === 1 && TABLE.get(key);")).toBe(false);
  });
});

/** Whether code writes into what the name stands for. */
function isMutated(name: string, text: string): boolean {
  const call = `\\b${name}\\.(?:set|add|push|delete|clear|fill|sort|splice|pop|shift|unshift|copyWithin)\\(`;
  const place = `(?:\\[[^\\]\\n]*\\]|\\.\\w+)!?`;
  return new RegExp(`${call}|\\b${name}${place} *(?:[-+*/|&^]|<<|>>>?)?=(?![=>])|\\b${name}${place}(?:\\+\\+|--)`).test(
    withoutComments(text),
  );
}

test("folders take only from where they may", () => {
  for (const [folder, may] of Object.entries(MAY_IMPORT)) {
    const files = everything.filter(({ path }) => path.startsWith(folder));
    expect(files.length, folder).toBeGreaterThan(0);
    const strays = files.flatMap((file) =>
      file.imports
        .filter(({ path }) => !path.startsWith(folder) && !may.test(path))
        .map(({ path }) => `${file.path} imports ${path}`),
    );
    expect(strays).toEqual([]);
  }
});

test("what reads CSV knows neither the page nor Node", () => {
  const reading = everything.filter((file) => file.path.startsWith("src/input/csv/"));
  const forbidden = /\b(?:process|Buffer|document|window|fetch|console|Blob)\b/;
  expect(reading.filter(({ text }) => forbidden.test(withoutComments(text))).map((file) => file.path)).toEqual([]);
});

test("no folders import one another in a circle", () => {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of everything.filter((file) => !file.path.startsWith("kernel/"))) {
    const from = posix.dirname(path);
    const targets = graph.get(from) ?? new Set();
    for (const { written, path: target } of imports) {
      if (written.startsWith(".") && posix.dirname(target) !== from) targets.add(posix.dirname(target));
    }
    graph.set(from, targets);
  }
  expect(graph.size).toBeGreaterThan(50);
  expect([...graph.keys()].filter((folder) => reaches(graph, folder, folder))).toEqual([]);
});

/** Whether a way of at least one step leads there. */
function reaches(graph: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const waiting = [...(graph.get(from) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...(graph.get(next) ?? []));
  }
  return false;
}

describe("the edges", () => {
  const edgeOf = (path: string): string | undefined => EDGES.find((edge) => path.startsWith(edge));

  test("are there", () => {
    for (const edge of EDGES) expect(everything.filter(({ path }) => path.startsWith(edge)).length).toBeGreaterThan(5);
  });

  test("never import one another, and are not imported by what they stand on", () => {
    const product = everything.filter(({ path }) => /^(src|web|kernel)\//.test(path));
    const crossings = product.flatMap((file) =>
      file.imports
        .filter(({ path }) => edgeOf(path) !== undefined && edgeOf(path) !== edgeOf(file.path))
        .map(({ path }) => `${file.path} imports ${path}`),
    );
    expect(crossings).toEqual([]);
  });

  test("the page imports nothing of Node's", () => {
    const strays = everything
      .filter((file) => file.path.startsWith("web/"))
      .flatMap((file) =>
        file.imports
          .filter(({ path }) => /^(node:|@duckdb|src\/(node|input\/duckdb)\/)/.test(path))
          .map(({ path }) => `${file.path} imports ${path}`),
      );
    expect(strays).toEqual([]);
  });

  test("the product never imports from tests or research", () => {
    const strays = everything
      .filter(({ path }) => /^(src|web|kernel)\//.test(path))
      .flatMap((file) =>
        file.imports
          .filter(({ path }) => /^(test|research)\//.test(path))
          .map(({ path }) => `${file.path} imports ${path}`),
      );
    expect(strays).toEqual([]);
  });

  test("research imports the product through its public entries and internals.ts", () => {
    const strays = allFiles("research").flatMap((file) =>
      importsOf(file.text, file.path)
        .filter(({ path }) => path.startsWith("src/") && !/^src\/(node\/)?index\.js$/.test(path))
        .map(({ path }) => `${file.path} imports ${path}`),
    );
    expect(strays.filter((stray) => !stray.startsWith("research/internals.ts "))).toEqual([]);
    expect(strays.length).toBeGreaterThan(10);
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

test("lines of comment have at most 120 characters", () => {
  const long = everything
    .filter(({ path }) => !GENERATED.includes(path))
    .flatMap(({ path, text }) =>
      text
        .split("\n")
        .map((line, place) => ({ line, at: `${path}:${place + 1}` }))
        .filter(({ line }) => line.length > 120 && /^\s*(\/\*\*|\* |\/\/)/.test(line))
        .map(({ at }) => at),
    );
  expect(long).toEqual([]);
});

test("more than three parameters are the exceptions below; the linter refuses all others", () => {
  const ignored = [...everything, ...sourceFiles("examples")].flatMap(({ path, text }) =>
    [...text.matchAll(/biome-ignore lint\/complexity\/useMaxParams/g)].map(() => path),
  );
  expect(ignored.sort()).toEqual([
    "src/core/compute/pool.ts", // each job: what is shared, and parts, typed by one another
    "src/core/compute/record.ts", // a record's shape, plan and other arrays, typed by one another
    "src/core/explain-incidents.ts", // public: explain(model, rows, options, hooks)
    "src/core/explain.ts",
    "src/node/threads/thread-pool.ts",
  ]);
  const { overrides } = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8"));
  const [strict] = overrides as [{ includes: string[]; linter: { rules: { complexity: object } } }];
  expect(strict.linter.rules.complexity).toEqual({ useMaxParams: { level: "error", options: { max: 3 } } });
  // Not the kernel: records there have a place in memory, and numbers beside it cost nothing as parameters.
  expect(strict.includes).toEqual(expect.arrayContaining(["src/**", "web/**", "research/**"]));
});

test("what is exported is imported somewhere, be it by a test", () => {
  const readers = [
    ...everything,
    ...sourceFiles("examples"),
    ...allFiles("test"),
    ...allFiles("research"),
    ...allFiles("src"),
    ...allFiles("scripts"),
  ];
  const wordsOf = new Map(readers.map(({ path, text }) => [path, new Set(text.match(/\w+/g))]));
  const unread = everything
    .filter(({ path }) => !ENTRIES.includes(path) && !GENERATED.includes(path) && !path.startsWith("kernel/"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:async |abstract )*(?:function\*?|const|class|interface|type|let) (\w+)/gm)]
        .map((match) => match[1]!)
        .filter((name) => ![...wordsOf].some(([reader, words]) => reader !== path && words.has(name)))
        .map((name) => `${path}: ${name}`),
    );
  expect(unread).toEqual([]);
});
