/** An engine without WebAssembly: every command that needs it says so, with the remedy, and does nothing else. */
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createFolder } from "../node/support.js";

const folder = createFolder();
const PROGRAM = join(import.meta.dirname, "../../bin/parsight.js");

/** In an engine that compiles nothing, and so has no WebAssembly. */
async function run(...words: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const ended = promisify(execFile)(process.execPath, ["--jitless", PROGRAM, ...words], { cwd: folder.path });
  return ended.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

test("learn ends with an error and writes no model", async () => {
  const rows = Array.from({ length: 40 }, (_, row) => `${row % 10},${row % 10 < 5 ? "ON" : "OFF"}`);
  const table = folder.write("rows.csv", `Level,Pump\n${rows.join("\n")}\n`);
  const { code, stdout, stderr } = await run("learn", table);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("error NO_WEBASSEMBLY: WebAssembly with SIMD cannot run here: this engine has none\n");
  expect(stderr).toContain("  Use a browser of 2023 or newer, or Node 20.19 or newer without --jitless.");
  expect(readdirSync(folder.path)).toEqual(["rows.csv"]);
});
