/** A dbt project is a whole folder or none, however the export ends, and exporting again works. */
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRandom, randomInteger } from "../../src/core/base/index.js";
import { asNobody } from "../node/support.js";
import { runCli } from "../support/run-cli.js";
import { type Folder, outcomeOf, parsight, start, TANK, temporaryFolder } from "./support/program.js";

let folder: Folder;
let whole: readonly string[];
let durationMs = 0;

/** Many files: an export that can be caught while it writes. */
const exportInto = (name: string): readonly string[] => [
  "export",
  "tank.json",
  "--to",
  "dbt",
  "--rules",
  "all",
  "--limit",
  "1000",
  "-q",
  "-o",
  name,
];
const names = (path: string): readonly string[] => (readdirSync(path, { recursive: true }) as string[]).sort();
const temporaries = (path: string): readonly string[] => readdirSync(path).filter((name) => name.endsWith(".tmp"));

beforeAll(async () => {
  folder = temporaryFolder();
  const learn = ["learn", join(TANK, "normal.csv"), "--trees", "1", "-q", "-o", "tank.json"];
  expect((await parsight(learn, { cwd: folder.path })).code).toBe(0);
  const startedAt = performance.now();
  expect(await parsight(exportInto("whole"), { cwd: folder.path })).toMatchObject({ code: 0, stderr: "" });
  durationMs = performance.now() - startedAt;
  whole = names(folder.at("whole"));
  expect(whole.length).toBeGreaterThan(900);
});

afterAll(() => folder.remove());

describe.each(["absent", "empty"])("an interrupted export --to dbt into a folder that is %s", (before) => {
  test.each<NodeJS.Signals>(["SIGINT", "SIGTERM", "SIGKILL"])(
    "%s leaves it so, and exporting again works",
    async (signal) => {
      const name = `${before}-${signal}`;
      if (before === "empty") mkdirSync(folder.at(name));
      const near = before === "empty" ? folder.at(name) : folder.path;
      const child = start(exportInto(name), { cwd: folder.path });
      const done = outcomeOf(child);
      while (!temporaries(near).some((each) => existsSync(join(near, each, "tests"))))
        await new Promise((resolve) => setTimeout(resolve, 1));
      child.kill(signal);
      const { code, stderr } = await done;
      expect([code === 0, stderr]).toEqual([false, ""]);
      if (before === "absent") expect(existsSync(folder.at(name))).toBe(false);
      else expect(names(folder.at(name)).filter((each) => !each.includes(".tmp"))).toEqual([]);
      if (signal === "SIGINT") expect(temporaries(near)).toEqual([]);
      expect(await parsight(exportInto(name), { cwd: folder.path })).toMatchObject({ code: 0, stderr: "" });
      expect(names(folder.at(name))).toEqual(whole);
      expect(temporaries(near)).toEqual([]);
    },
  );
});

test("killed at 5 random moments, an export --to dbt leaves a whole folder or none", async () => {
  const random = createRandom(5);
  for (let round = 0; round < 5; round++) {
    const name = `random-${round}`;
    const child = start(exportInto(name), { cwd: folder.path });
    const done = outcomeOf(child);
    const delayMs = randomInteger(random, Math.ceil(durationMs * 1.1));
    setTimeout(() => child.kill("SIGKILL"), delayMs);
    await done;
    if (existsSync(folder.at(name))) expect(names(folder.at(name)), `after ${delayMs} ms`).toEqual(whole);
  }
  expect((await parsight(exportInto("last"), { cwd: folder.path })).code).toBe(0);
  expect(temporaries(folder.path)).toEqual([]);
});

test("export --to dbt below a file is an error of the path, not a bug", async () => {
  const { code, stderr } = await parsight(["export", "tank.json", "--to", "dbt", "-o", "tank.json/checks"], {
    cwd: folder.path,
  });
  expect([code, stderr]).toEqual([
    2,
    "error OUTPUT_FOLDER_MISSING: cannot write tank.json/checks: tank.json is not a folder\n  Check the path.\n",
  ]);
});

test("export --to dbt into a folder that may not be written exits 2", async () => {
  const to = (name: string) => runCli(["export", folder.at("tank.json"), "--to", "dbt", "-q", "-o", folder.at(name)]);
  expect(await to("loaded")).toMatchObject({ code: 0, stderr: "" }); // all modules, before the user changes
  chmodSync(folder.path, 0o555);
  const { code, stderr } = await asNobody(() => to("denied")).finally(() => chmodSync(folder.path, 0o755));
  expect([code, stderr]).toEqual([
    2,
    `error OUTPUT_NOT_WRITABLE: ${folder.at("denied")} may not be written by this user\n  Check the rights of the folder ${folder.path}, or write elsewhere.\n`,
  ]);
  expect(existsSync(folder.at("denied"))).toBe(false);
});
