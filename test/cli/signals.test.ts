/**
 * Interrupted at any moment, the program ends at once, leaves nothing behind, and the model that was there still loads.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRandom, randomInteger } from "../../src/core/base/index.js";
import { loadModel } from "../../src/index.js";
import { fixtureModel } from "../support/fixtures.js";
import { asBusyAsNow, type Folder, outcomeOf, parsight, start, TANK, temporaryFolder } from "./support/program.js";

const NORMAL = join(TANK, "normal.csv");
/** The promise is a second; a machine that runs other tests beside gets more. */
const STOP_MS = 3000;

let folder: Folder;
let oldModel: string;

beforeAll(async () => {
  folder = temporaryFolder();
  writeFileSync(folder.at("small.csv"), `x,y\n${"1,a\n2,b\n".repeat(50)}`);
  await parsight(["learn", "small.csv", "-o", "old.json", "-q"], { cwd: folder.path });
  oldModel = readFileSync(folder.at("old.json"), "utf8");
});

afterAll(() => folder.remove());

/** A folder of its own with the old model, and one for temporary files. */
function place(name: string): { readonly cwd: string; readonly env: Record<string, string>; names(): string[] } {
  const cwd = folder.at(name);
  const temporary = join(cwd, "tmp");
  mkdirSync(temporary, { recursive: true });
  writeFileSync(join(cwd, "model.json"), oldModel);
  // Node's compile cache would be there, too; it is Node's, and every program's.
  const env = { TMPDIR: temporary, NODE_DISABLE_COMPILE_CACHE: "1" };
  return { cwd, env, names: () => [...readdirSync(cwd), ...readdirSync(temporary)].sort() };
}

const CLEAN = ["model.json", "tmp"];

const STOPS = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const;

describe("Ctrl-C or SIGTERM", () => {
  test.each([
    // Where the check of a file is over at once, the first word is that of the reading itself, at its end.
    ["reading", "Checking|Reading", ["learn", ...Array<string>(50).fill(NORMAL), "-o", "model.json"]],
    ["learning here", "Cutting numbers|Looking at columns|Mining rules", ["learn", NORMAL, "-o", "model.json"]],
    [
      "learning in a thread",
      "Cutting numbers|Looking at columns|Mining rules",
      ["learn", ...Array<string>(8).fill(NORMAL), "-o", "model.json"],
    ],
    [
      "learning from the temporary folder",
      "Cutting numbers|Looking at columns|Mining rules",
      ["learn", ...Array<string>(8).fill(NORMAL), "--memory", "1KB", "-o", "model.json"],
    ],
  ])("while %s ends with 130 and leaves nothing", async (name, phase, words) => {
    const { cwd, env, names } = place(`interrupt-${name.replaceAll(" ", "-")}`);
    const child = start(words, { cwd, env });
    const done = outcomeOf(child);
    let signalledAt = 0;
    let told = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      told += chunk.toString();
      if (signalledAt > 0 || !new RegExp(phase).test(told)) return;
      signalledAt = performance.now();
      child.kill("SIGINT");
    });
    const { code, stderr } = await done;
    const endedMs = performance.now() - signalledAt;
    expect(signalledAt, stderr).toBeGreaterThan(0);
    expect(code).toBe(130);
    expect(endedMs).toBeLessThan(asBusyAsNow(STOP_MS));
    expect(stderr).not.toContain("error");
    expect(names()).toEqual(CLEAN);
    expect(readFileSync(join(cwd, "model.json"), "utf8")).toBe(oldModel);
  });

  test.each(STOPS)("while it waits for a named pipe that nobody writes to ends it (%s)", async (signal) => {
    const { cwd, env, names } = place(`pipe-${signal}`);
    execFileSync("mkfifo", [join(cwd, "pipe.csv")]);
    const child = start(["learn", "pipe.csv", "-o", "model.json"], { cwd, env });
    const ended = new Promise((resolve) => child.once("exit", (_, by) => resolve(by)));
    await new Promise((resolve) => setTimeout(resolve, 1000)); // nothing tells that it waits
    child.kill(signal);
    expect(await ended).toBe(signal);
    expect(names()).toEqual([...CLEAN, "pipe.csv"].sort());
  });

  test.each(STOPS)(
    "while standard input is still open removes what was stored of it (%s: %d)",
    async (signal, exit) => {
      const { cwd, env, names } = place(`stdin-${signal}`);
      const child = start(["learn", "-", "-o", "model.json"], { cwd, env });
      const done = outcomeOf(child);
      child.stdin?.write("x,y\n1,2\n".repeat(20_000));
      await until(() => readdirSync(env.TMPDIR!).length > 0);
      child.kill(signal);
      expect((await done).code).toBe(exit);
      expect(names()).toEqual(CLEAN);
    },
  );

  test("while columns are put aside removes them; what kill -9 leaves goes with the next run", async () => {
    const { cwd, env, names } = place("interrupt-columns");
    const words = ["learn", ...Array<string>(50).fill(NORMAL), "--memory", "1KB", "-o", "model.json"];
    const hasColumns = (): boolean =>
      readdirSync(env.TMPDIR!).some((name) => existsSync(join(env.TMPDIR!, name, "column-0")));
    for (const signal of ["SIGKILL", "SIGINT"] as const) {
      const child = start(words, { cwd, env });
      const done = outcomeOf(child);
      await until(hasColumns);
      child.kill(signal);
      await done;
      expect(hasColumns()).toBe(signal === "SIGKILL");
      if (signal === "SIGKILL")
        await parsight(["learn", NORMAL, "--trees", "0", "-q", "-o", "model.json"], { cwd, env }); // without DuckDB
      expect(names()).toEqual(CLEAN);
    }
  });

  test.each(STOPS)("while explanations are written removes the half of them (%s: %d)", async (signal, exit) => {
    const { cwd, env, names } = place(`explain-${signal}`);
    copyFileSync(await fixtureModel("tank"), join(cwd, "model.json"));
    const child = start(["explain", "model.json", ...Array(20).fill(NORMAL), "-o", "out.ndjson"], { cwd, env });
    const done = outcomeOf(child);
    await until(() => readdirSync(cwd).some((name) => name.endsWith(".tmp")));
    child.kill(signal);
    expect((await done).code).toBe(exit);
    expect(names()).toEqual(CLEAN);
  });
});

test("killed at 16 random moments, the old model or a whole new one is there", async () => {
  const random = createRandom(30);
  const words = ["learn", NORMAL, "-o", "model.json", "--trees", "1", "-q"];
  const whole = place("whole");
  const startedAt = performance.now();
  expect((await parsight(words, { cwd: whole.cwd })).code).toBe(0);
  const durationMs = performance.now() - startedAt;
  const newModel = readFileSync(join(whole.cwd, "model.json"), "utf8");
  expect(loadModel(newModel).rowCount).toBe(10_000);

  async function killOnce(round: number): Promise<void> {
    const { cwd, env, names } = place(`kill-${round}`);
    const signal = round % 2 === 0 ? "SIGINT" : "SIGKILL";
    const delayMs = randomInteger(random, Math.ceil(durationMs * 1.1));
    const child = start(words, { cwd, env });
    const done = outcomeOf(child);
    setTimeout(() => child.kill(signal), delayMs);
    const { code, signal: endedBy, stderr } = await done;
    const about = `round ${round}: ${signal} after ${delayMs} ms, code ${code}, ${stderr}`;
    // Before Node itself has started there is nobody to turn the signal into an exit code.
    expect(code === 0 || code === 130 || endedBy === signal, about).toBe(true);
    expect([oldModel, newModel], about).toContain(readFileSync(join(cwd, "model.json"), "utf8"));
    // Nobody can clean up after SIGKILL: a temporary file may stay, and the next write of the model removes it in time.
    const left = names().filter((name) => signal === "SIGINT" || !/^\.model\.json\.\d+\.\w+\.tmp$/.test(name));
    expect(left, about).toEqual(CLEAN);
  }

  const rounds = Array.from({ length: 16 }, (_, round) => round);
  const takeNext = async (): Promise<void> => {
    for (let round = rounds.shift(); round !== undefined; round = rounds.shift()) await killOnce(round);
  };
  await Promise.all([takeNext(), takeNext(), takeNext()]);
}, 900_000);

describe("a reader that has seen enough", () => {
  test("ends explain and rules quietly", async () => {
    const { cwd, env } = place("pipe");
    copyFileSync(await fixtureModel("tank"), join(cwd, "model.json"));
    for (const words of [
      ["explain", "model.json", NORMAL, "--format", "ndjson", "-q"],
      ["rules", "model.json", "--format", "ndjson"],
    ]) {
      const child = start(words, { cwd, env });
      const done = outcomeOf(child);
      child.stdout?.once("data", () => child.stdout?.destroy());
      expect(await done).toMatchObject({ code: 0, stderr: "" });
    }
  });
});

test("a failed run leaves the old model as it was", async () => {
  const { cwd, env, names } = place("failed");
  writeFileSync(join(cwd, "bad.csv"), "a,b\n1,2\n3\n");
  expect((await parsight(["learn", "bad.csv", "-o", "model.json"], { cwd, env })).code).toBe(2);
  expect(readFileSync(join(cwd, "model.json"), "utf8")).toBe(oldModel);
  expect(names()).toEqual(["bad.csv", ...CLEAN]);
});

test.skipIf(!existsSync("/dev/full"))("a full disk behind standard output is a failure, not a success", async () => {
  const { cwd, env } = place("full");
  const { code, stderr } = await parsight(["rules", "model.json", "-o", "/dev/full"], { cwd, env });
  expect(code).toBe(2);
  expect(stderr).toContain("error DISK_FULL");
});

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}
