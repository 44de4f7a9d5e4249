/**
 * One schema for both sides of the kernel: what the compilers of both refuse. The kernel's own compiler runs on a few
 * lines beside its sources; src/core/compute/record.test.ts has what TypeScript refuses.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { main } from "assemblyscript/asc";
import { expect, test } from "vitest";

const KERNEL = join(import.meta.dirname, "../kernel");

/** What the compiler has to say of these lines beside the kernel's sources; some of them may be changed. */
async function compile(lines: string, change: (file: string, text: string) => string = (_, text) => text) {
  const { stderr } = await main(["lines.ts", "--noEmit", "--runtime", "stub", "--enable", "simd", "--use", "abort="], {
    readFile(name) {
      if (name === "lines.ts") return lines;
      if (!["generated.ts", "memory.ts"].includes(name)) return null;
      return change(name, readFileSync(join(KERNEL, name), "utf8"));
    },
    listFiles: () => [],
  });
  return stderr.toString();
}

const READ = 'import { float64At } from "./memory";\nimport { Blame } from "./generated";\n';

test("the kernel reads an array of a record as what it holds", async () => {
  expect(await compile(`${READ}export function read(b: Blame): f64 { return float64At(b.sums, 0); }`)).toBe("");
});

test("an array of another kind does not compile", async () => {
  const found = await compile(`${READ}export function read(b: Blame): f64 { return float64At(b.order, 0); }`);
  expect(found).toContain("Type 'generated/i32s' is not assignable to type 'generated/f64s'");
});

test("a field that the schema does not have does not compile", async () => {
  const found = await compile(`${READ}export function read(b: Blame): f64 { return <f64>b.total; }`);
  expect(found).toContain("Property 'total' does not exist on type 'generated/Blame'");
});

test("fields that stand elsewhere than src/core writes them do not compile", async () => {
  const check = 'import { checkLayouts } from "./generated";\nexport function check(): void { checkLayouts(); }';
  expect(await compile(check)).toBe("");
  const swapped = (file: string, text: string): string =>
    file === "generated.ts"
      ? text.replace("  first: i32;", "  firstEnd: f64;").replace("  firstEnd: i32;", "  first: i32;")
      : text;
  expect(await compile(check, swapped)).toContain("Mining is laid out otherwise");
});

test("both sides have the same constants and the same fields, all of them documented", () => {
  const ours = readFileSync(join(KERNEL, "../src/core/schema/kernel-schema.ts"), "utf8");
  const theirs = readFileSync(join(KERNEL, "generated.ts"), "utf8");
  const constants = (source: string) =>
    [...source.matchAll(/^\/\*\* .{5,} \*\/\nexport const (\w+)(?:: \w+)? = ([-\d.e]+);$/gm)].map(
      (match) => `${match[1]} ${match[2]}`,
    );
  const fields = (source: string) =>
    [...source.matchAll(/^ {2}\/\*\* (.{5,}) \*\/\n {2}(?:readonly )?(\w+): /gm)].map(
      (match) => `${match[2]}: ${match[1]}`,
    );
  expect(constants(ours)).toEqual(constants(theirs));
  expect(constants(ours).length).toBe([...theirs.matchAll(/^export const/gm)].length);
  expect(fields(ours)).toEqual(fields(theirs));
  expect(fields(ours).length).toBe([...ours.matchAll(/^ {2}readonly /gm)].length);
});

test("no number stands under one name on both sides but through the schema", () => {
  const numbersIn = (folder: string): ReadonlySet<string> =>
    new Set(
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => /(?<!\.test)\.ts$/.test(path) && !/(^|\/)(generated|kernel-schema)\.ts$/.test(path))
        .flatMap((path) => [
          ...readFileSync(join(folder, path), "utf8").matchAll(
            /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: \w+)? = (-?[\d.][\w.]*);/gm,
          ),
        ])
        .map(([, name, number]) => `${name} = ${Number(number!.replaceAll("_", ""))}`),
    );
  const ours = numbersIn(join(KERNEL, "../src/core"));
  expect(ours.size).toBeGreaterThan(100);
  expect([...numbersIn(KERNEL)].filter((number) => ours.has(number))).toEqual([]);
});
