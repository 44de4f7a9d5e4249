/** Code of the program that the build has kept: it is used, and whatever becomes of it, the program does the same. */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { packCode } from "../../src/cli/start/kept-code.js";
import { type Folder, ROOT, temporaryFolder } from "./support/program.js";

const PARTS = ["bin", "dist/src/cli", "package.json"];
const LEARN_TEXT = "learn rules from normal rows and write them to a model file";

let folder: Folder;
let copy: string;
let expected: string;
beforeAll(() => {
  folder = temporaryFolder();
  const rows = Array.from({ length: 60 }, (_, row) => `${row % 20},${row % 20 < 10 ? "ON" : "OFF"}`);
  writeFileSync(folder.at("rows.csv"), ["Level,Pump", ...rows, ""].join("\n"));
  expected = learn(ROOT);
});
beforeEach(() => {
  copy = folder.at("copy");
  rmSync(copy, { recursive: true, force: true });
  for (const part of PARTS) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
});
afterAll(() => folder.remove());

function run(program: string, ...words: readonly string[]): string {
  return execFileSync(process.execPath, [join(program, "bin/parsight.js"), ...words], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** The model, as text, and nothing may be said. */
function learn(program: string): string {
  const model = folder.at("model.json");
  rmSync(model, { force: true });
  expect(run(program, "learn", folder.at("rows.csv"), "--quiet", "-o", model)).toBe("");
  return readFileSync(model, "utf8");
}

/** Each script that a run loads from a program, and whether the engine took its kept code. */
function codeTaken(program: string, ...words: readonly string[]): Record<string, boolean> {
  const watcher = `
    const vm = require("node:vm");
    const taken = {};
    vm.Script = class extends vm.Script {
      constructor(text, options) {
        super(text, options);
        taken[require("node:path").basename(options.filename)] = this.cachedDataRejected === false;
      }
    };
    process.on("exit", () => require("node:fs").writeFileSync(process.env.TAKEN, JSON.stringify(taken)));`;
  writeFileSync(folder.at("watcher.cjs"), watcher);
  execFileSync(process.execPath, ["--require", folder.at("watcher.cjs"), join(program, "bin/parsight.js"), ...words], {
    env: { ...process.env, TAKEN: folder.at("taken.json") },
    stdio: "ignore",
  });
  return JSON.parse(readFileSync(folder.at("taken.json"), "utf8")) as Record<string, boolean>;
}

const keptFiles = (program: string): string[] =>
  readdirSync(join(program, "dist/src/cli"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".code"))
    .map((name) => join(program, "dist/src/cli", name));

function changeEach(change: (bytes: Buffer, script: Buffer) => Uint8Array): void {
  for (const file of keptFiles(copy)) {
    const script = readFileSync(file.slice(0, -".code".length));
    writeFileSync(file, change(readFileSync(file), script));
  }
}

describe("kept code", () => {
  test("is there for all that learning loads, and the engine takes it", () => {
    const taken = codeTaken(ROOT, "learn", folder.at("rows.csv"), "--quiet", "-o", folder.at("taken-model.json"));
    expect(Object.keys(taken).length).toBeGreaterThan(2);
    expect(Object.entries(taken).filter(([, isTaken]) => !isTaken)).toEqual([]);
  });

  test("has the functions that learning calls, not only the outermost ones", () => {
    const sizes = keptFiles(ROOT).map((file) => ({ file, bytes: readFileSync(file).length }));
    const learning = sizes.find(({ file }) => file.includes("learning-"))!;
    const script = readFileSync(learning.file.slice(0, -".code".length));
    // Behind the script stands the code, twice. With the outermost ones only it is four tenths as long as the script.
    expect((learning.bytes - script.length) / 2).toBeGreaterThan(0.8 * script.length);
  });

  test("need not be there", () => {
    for (const file of keptFiles(copy)) rmSync(file);
    expect(learn(copy)).toBe(expected);
    expect(keptFiles(copy)).toEqual([]);
  });

  test("is left alone when it is damaged", () => {
    changeEach((bytes) => {
      bytes[bytes.length - 1000]! ^= 0x55;
      return bytes;
    });
    expect(learn(copy)).toBe(expected);
    expect(Object.values(codeTaken(copy, "learn", folder.at("rows.csv"), "-o", folder.at("other.json")))).not.toContain(
      true,
    );
  });

  test("is left alone when it is cut off", () => {
    changeEach((bytes) => bytes.subarray(0, bytes.length / 2));
    expect(learn(copy)).toBe(expected);
  });

  test("is left alone when it was made for another engine", () => {
    changeEach((_, script) => packCode(script, Buffer.from("no code at all"), "v18.20.0 linux x64"));
    expect(learn(copy)).toBe(expected);
  });

  test("is refused by the engine when it is none of its own, and the program goes on", () => {
    changeEach((_, script) => packCode(script, Buffer.from("no code at all, though it says so")));
    expect(learn(copy)).toBe(expected);
  });

  test("is not taken for a script that was changed, not even when it is as long as before", () => {
    const main = join(copy, "dist/src/cli/main.cjs");
    const changed = LEARN_TEXT.replace("normal rows", "NORMAL ROWS");
    expect(run(copy, "--help")).not.toContain("NORMAL ROWS");
    writeFileSync(main, readFileSync(main, "utf8").replace(LEARN_TEXT, changed));
    expect(run(copy, "--help")).toContain("NORMAL ROWS");
  });

  test("may be a folder, or unreadable", () => {
    const [first, ...others] = keptFiles(copy);
    rmSync(first!);
    mkdirSync(first!);
    for (const file of others) chmodSync(file, 0);
    expect(learn(copy)).toBe(expected);
  });
});
