/** What the benches refuse before anything runs. Needs a build. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("../../../dist/research/bench/main.js", import.meta.url));

function bench(...words: string[]) {
  return spawnSync(process.execPath, [MAIN, ...words], { encoding: "utf8", timeout: 200_000 });
}

test.each([
  [["--runs", "0"], "--runs must be a whole number from 1, got 0"],
  [["--runs", "2.5"], "--runs must be a whole number from 1, got 2.5"],
  [["--only", "mining,nothing"], 'There is no bench "nothing". Benches are: mining,'],
  [["--fast"], "Unknown option '--fast'"],
  [["mining"], "Unexpected argument 'mining'"],
  [["--quick", "--out", "no/such/folder/bench.md"], "--out no/such/folder/bench.md cannot be written"],
  [["--quick", "--out", "."], "--out . cannot be written"],
])("%j is refused", (words, message) => {
  const { status, stdout, stderr } = bench(...words);
  expect(stderr).toContain(message);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
});

test("benches run apart, and what they tell comes together", () => {
  const { status, stdout } = bench("--quick", "--only", "paper,model");
  expect(status).toBe(0);
  expect(stdout.match(/^## .*/gm)).toEqual([
    "## Explain one row, method paper, 300,000 rules",
    "## Model of 1 million rules: save and load",
  ]);
  expect(stdout).toMatch(/^\| load .* JSON\.parse of the same text \| .*×/m);
});

test("--help shows every option", () => {
  const { status, stdout } = bench("--help");
  expect(status).toBe(0);
  for (const option of ["--only", "--runs", "--out", "--quick", "--python", "--help"]) expect(stdout).toContain(option);
});
