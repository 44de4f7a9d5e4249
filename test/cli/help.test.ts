import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/command-table.js";
import { formatCliDocs } from "../../src/cli/help/format-cli-docs.js";
import { type Folder, PROGRAM, parsight, ROOT, temporaryFolder } from "./support/program.js";

const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

describe("--version", () => {
  test.each(["--version", "-V"])("%s is the version alone", async (flag) => {
    expect(await parsight([flag])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  /**
   * The promise is a median below 150 ms. Tests share the machine with others, so a slow one is measured against the
   * start of Node itself, by turns: up to twice and a half of that is let pass. Where others come and go meanwhile it is
   * measured again.
   */
  test("takes less than 150 ms", async () => {
    const timeOf = (words: readonly string[]): number => {
      const startedAt = performance.now();
      spawnSync(process.execPath, words);
      return performance.now() - startedAt;
    };
    const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[4]!;
    await expect
      .poll(() => {
        const turns = Array.from({ length: 9 }, () => [timeOf([PROGRAM, "--version"]), timeOf(["-e", "0"])] as const);
        return median(turns.map(([ours]) => ours)) / Math.max(60, median(turns.map(([, node]) => node)));
      })
      .toBeLessThan(2.5);
  });
});

describe("--help", () => {
  test("lists every command", async () => {
    const { code, stdout } = await parsight(["--help"]);
    expect(code).toBe(0);
    for (const { name, summary } of COMMANDS)
      expect(stdout).toMatch(new RegExp(`^ {2}${name} +${summary.slice(0, 40)}`, "m"));
  });

  test.each(COMMANDS.map(({ name }) => name))("of %s shows its options and examples, three ways", async (name) => {
    const { code, stdout } = await parsight([name, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Usage {2}npx parsight ${name}`));
    expect(stdout).toContain("\nExamples\n");
    expect(stdout).toContain("--no-color");
    expect((await parsight(["help", name])).stdout).toBe(stdout);
    expect((await parsight(["-h", name])).stdout).toBe(stdout);
  });
});

describe("the examples of the help run", () => {
  let folder: Folder;
  beforeAll(() => {
    folder = temporaryFolder();
  });
  afterAll(() => folder.remove());

  const examples = COMMANDS.filter(({ name }) => name !== "completion" && name !== "demo").flatMap(
    ({ examples }) => examples,
  );
  test.each(examples.map(({ line }) => line))("%s", (line) => {
    const command = line
      .replaceAll("examples/water-tank", join(ROOT, "examples", "water-tank"))
      .replace(/\bparsight\b(?! *-)/, `"${process.execPath}" "${PROGRAM}"`);
    const { status, stderr } = spawnSync("bash", ["-c", command], {
      cwd: folder.path,
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
  });
});

test("docs/cli.md is what the command table makes", () => {
  expect(readFileSync(join(ROOT, "docs", "cli.md"), "utf8"), "run npm run docs").toBe(formatCliDocs(COMMANDS));
});

describe("completion", () => {
  const has = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;

  test("bash completes commands, options, and choices", async () => {
    const { stdout: script } = await parsight(["completion", "bash"]);
    const complete = (...words: string[]): string[] => {
      const list = words.map((word) => `'${word}'`).join(" ");
      const asked = `${script}\nCOMP_WORDS=(parsight ${list}); COMP_CWORD=${words.length}; _parsight; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return spawnSync("bash", ["-c", asked], { encoding: "utf8", cwd: ROOT }).stdout.trimEnd().split("\n");
    };
    expect(complete("le")).toEqual(["learn"]);
    expect(complete("learn", "--min")).toEqual(["--min-support", "--min-confidence"]);
    expect(complete("explain", "--format", "m")).toEqual(["markdown"]);
    expect(complete("completion", "f")).toEqual(["fish"]);
    expect(complete("learn", "READ")).toEqual(["README.md"]);
  });

  test.each(["zsh", "fish"])("%s takes the script", async (shell) => {
    const { code, stdout } = await parsight(["completion", shell]);
    expect(code).toBe(0);
    for (const { name } of COMMANDS) expect(stdout).toContain(name);
    if (has(shell)) expect(spawnSync(shell, ["-n"], { input: stdout }).status).toBe(0);
  });
});

test("colours only on a terminal: none in a pipe, with NO_COLOR, or with --no-color", async () => {
  expect((await parsight(["--help"])).stdout).not.toContain("\u001b");
  const onTerminal = (words: string, env = ""): string =>
    spawnSync("script", ["-qec", `${env} "${process.execPath}" "${PROGRAM}" ${words}`, "/dev/null"], {
      encoding: "utf8",
    }).stdout ?? "";
  if (spawnSync("script", ["--version"]).status !== 0) return;
  expect(onTerminal("--help", "TERM=xterm")).toContain("\u001b[1m");
  expect(onTerminal("--help", "TERM=xterm NO_COLOR=1")).not.toContain("\u001b");
  expect(onTerminal("--help --no-color", "TERM=xterm")).not.toContain("\u001b");
  expect(onTerminal("--no-color --help", "TERM=xterm")).not.toContain("\u001b");
});
