/** What core may not touch, and habits of the whole source, read off the source itself. What may import what: imports.test.ts. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Written by the build. */
const GENERATED = ["src/core/schema/kernel-schema.ts", "src/core/compute/kernel-bytes.ts", "kernel/generated.ts"];

/** Imported from outside. */
const ENTRIES = ["src/index.ts", "src/node/index.ts", "src/cli/main.ts"];

interface SourceFile {
  /** With slashes, from the root: "src/core/learn.ts". */
  readonly path: string;
  readonly text: string;
}

function sourceFiles(folder: string): SourceFile[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
    .map((name) => {
      const path = [folder, ...name.split(sep)].join("/");
      const text = readFileSync(join(ROOT, folder, name), "utf8");
      return { path, text };
    });
}

/** Tests and scripts too. */
function allFiles(folder: string): SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|js)$/.test(name))
    .map((name) => ({
      path: [folder, ...name.split(sep)].join("/"),
      text: readFileSync(join(ROOT, folder, name), "utf8"),
    }));
}

const core = sourceFiles("src/core");
const everything = ["src", "web", "kernel", "research"].flatMap(sourceFiles);

describe("core", () => {
  test("is found", () => {
    expect(core.length).toBeGreaterThan(20);
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

test("what reads CSV knows neither the page nor Node", () => {
  const reading = everything.filter((file) => file.path.startsWith("src/input/csv/"));
  const forbidden = /\b(?:process|Buffer|document|window|fetch|console|Blob)\b/;
  expect(reading.filter(({ text }) => forbidden.test(withoutComments(text))).map((file) => file.path)).toEqual([]);
});

test("the kernel imports nothing but itself", () => {
  const imports = sourceFiles("kernel").flatMap(({ text }) => [...text.matchAll(/ from "([^"]+)"/g)]);
  expect(imports.length).toBeGreaterThan(20);
  expect(imports.map((match) => match[1]!).filter((name) => !/^\.{1,2}\/(?!.*src\/)/.test(name))).toEqual([]);
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
