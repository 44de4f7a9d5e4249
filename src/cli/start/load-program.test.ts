import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { keptCodeOf, packCode } from "./kept-code.js";
import { loadProgram } from "./load-program.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parsight-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe("a program of scripts", () => {
  test("is loaded with what it requires, each once, and what it requires later comes later", () => {
    write("part.cjs", "exports.count = 0; exports.next = () => ++exports.count; exports.file = __filename;");
    write("late.cjs", 'exports.part = require("./part.cjs");');
    const main = write(
      "main.cjs",
      'const part = require("./part.cjs"); part.next(); exports.part = part; exports.late = () => require("./late.cjs");',
    );
    const { exports, scripts } = loadProgram(main);
    const program = exports as { part: { count: number; file: string }; late: () => { part: unknown } };
    expect(program.part).toMatchObject({ count: 1, file: join(folder, "part.cjs") });
    expect(scripts.map(({ path }) => path)).toEqual([main, join(folder, "part.cjs")]);
    expect(program.late().part).toBe(program.part);
    expect(scripts).toHaveLength(3);
  });

  test("whose scripts require one another sees what is there so far", () => {
    write(
      "other.cjs",
      'const main = require("./main.cjs"); exports.seen = main.first; exports.later = () => main.second;',
    );
    const main = write("main.cjs", 'exports.first = 1; exports.other = require("./other.cjs"); exports.second = 2;');
    const { other } = loadProgram(main).exports as { other: { seen: number; later: () => number } };
    expect([other.seen, other.later()]).toEqual([1, 2]);
  });

  test("has Node's modules, and imports others", async () => {
    const main = write(
      "main.cjs",
      'const path = require("node:path"); exports.joined = path.join("a", "b"); exports.load = () => importPackage("node:os");',
    );
    const program = loadProgram(main).exports as { joined: string; load: () => Promise<{ EOL: string }> };
    expect(program.joined).toBe(join("a", "b"));
    expect(typeof (await program.load()).EOL).toBe("string");
  });

  test("cannot require a package: those are imported", () => {
    const main = write("main.cjs", 'require("commander");');
    expect(() => loadProgram(main)).toThrow(`${main} requires commander, which is no module of Node's`);
  });

  test("may have letters of any kind", () => {
    const main = write("main.cjs", 'exports.text = "→ ünï 😀";');
    expect(loadProgram(main).exports).toEqual({ text: "→ ünï 😀" });
  });

  test("takes kept code of the same script, not that of another, and no code that is none", () => {
    const isTaken = (): boolean => loadProgram(main).scripts[0]!.script.cachedDataRejected === false;
    const main = write("main.cjs", "exports.answer = () => 42;");
    expect(isTaken()).toBe(false);
    const [{ script, source }] = loadProgram(main).scripts as [ReturnType<typeof loadProgram>["scripts"][number]];
    writeFileSync(keptCodeOf(main), packCode(source, script.createCachedData()));
    expect(isTaken()).toBe(true);
    write("main.cjs", "exports.answer = () => 43;");
    expect(isTaken()).toBe(false);
    expect((loadProgram(main).exports as { answer: () => number }).answer()).toBe(43);
    // Yet another script: of one that it has seen the engine remembers the code, and looks at none that is given.
    const third = "exports.answer = () => 44;";
    write("main.cjs", third);
    writeFileSync(keptCodeOf(main), packCode(Buffer.from(third), Buffer.from("no code at all")));
    expect(isTaken()).toBe(false);
    expect((loadProgram(main).exports as { answer: () => number }).answer()).toBe(44);
  });
});
