/**
 * Runs the examples of a Markdown page and compares what they print with what the page says.
 *
 *     ```console   lines that begin with "$ " are commands; the lines below each are its output
 *     ```sh        commands that must succeed; their output is not compared
 *     ```js        a module that is run; its output is the ```text block that follows at once, if there is one
 *     ```python    a script, likewise
 *
 * A page's examples run in order in one folder, where `npx parsight`, the library and the water tank's files are at
 * hand. In compared output times ("1.4 s") and rates are not looked at, a line "…" stands for any lines and … in a line
 * for any text. `npm ci &&` before a command is taken for done, and npm itself runs in the root of the project.
 *
 * A comment right above a block says what is special about it:
 *
 *     <!-- not run: why -->       the block is left out
 *     <!-- needs: sklearn -->     it is run in the environment of the Python package's tests, which has these modules;
 *                                 without a Python it is said to be skipped
 *     <!-- file: detect.py -->    it is also kept under this name, for the commands below
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { environmentOf, findPython, openEnvironment } from "../../python/environment.js";
import { type Folder, ROOT, temporaryFolder } from "./program.js";

export interface Block {
  readonly language: string;
  readonly text: string;
  /** Line of its first line in the page, from 1. */
  readonly line: number;
  readonly remarks: ReadonlyMap<string, string>;
}

/** A part of a page that the examples print, with what it says now and what it should. */
export interface Mismatch {
  readonly line: number;
  readonly command: string;
  readonly expected: string;
  readonly actual: string;
}

export interface PageOutcome {
  readonly mismatches: readonly Mismatch[];
  readonly skipped: readonly string[];
  readonly runCount: number;
}

const RUNNABLE = ["console", "sh", "js", "python"];

export function parseBlocks(page: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = page.split("\n");
  let remarks = new Map<string, string>();
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const remark = /^<!-- ([\w ]+): (.*) -->$/.exec(line);
    const fence = /^```(\w*)$/.exec(line);
    if (remark !== null) remarks.set(remark[1]!, remark[2]!);
    else if (fence === null && line.trim() !== "") remarks = new Map();
    if (fence === null) continue;
    const end = lines.indexOf("```", at + 1);
    blocks.push({ language: fence[1]!, text: lines.slice(at + 1, end).join("\n"), line: at + 2, remarks });
    remarks = new Map();
    at = end;
  }
  return blocks;
}

export function runPage(page: string): PageOutcome {
  const folder = pageFolder();
  const mismatches: Mismatch[] = [];
  const skipped: string[] = [];
  let runCount = 0;
  try {
    const blocks = parseBlocks(page);
    for (const [index, block] of blocks.entries()) {
      const file = block.remarks.get("file");
      if (file !== undefined) writeFileSync(folder.at(file), `${block.text}\n`);
      if (!RUNNABLE.includes(block.language) || block.remarks.has("not run")) continue;
      const around = environmentFor(block);
      if ("reason" in around) {
        skipped.push(`line ${block.line}: ${around.reason}`);
        continue;
      }
      runCount++;
      mismatches.push(...runBlock(block, blocks[index + 1], { folder, environment: around.environment }));
    }
  } finally {
    folder.remove();
  }
  return { mismatches, skipped, runCount };
}

function pageFolder(): Folder {
  const folder = temporaryFolder();
  mkdirSync(folder.at("node_modules/.bin"), { recursive: true });
  mkdirSync(folder.at("node_modules/.quick"));
  symlinkSync(ROOT, folder.at("node_modules/parsight"));
  symlinkSync(join(ROOT, "bin", "parsight.js"), folder.at("node_modules/.bin/parsight"));
  symlinkSync(join(ROOT, "examples"), folder.at("examples"));
  writeFileSync(folder.at("node_modules/.quick/npx"), QUICK_NPX, { mode: 0o755 });
  return folder;
}

/** npx looks for a second at how to run what is at hand; pages have a hundred such commands. */
const QUICK_NPX = `#!/bin/sh
program="node_modules/.bin/$1"
shift
exec "$program" "$@"
`;

interface Place {
  readonly folder: Folder;
  readonly environment: NodeJS.ProcessEnv;
}

function runBlock(block: Block, next: Block | undefined, place: Place): readonly Mismatch[] {
  switch (block.language) {
    case "console":
      return commandsOf(block).flatMap((command) => compare(command, runCommand(command.command, place)));
    case "sh":
      runCommand(`set -e\n${block.text}`, place);
      return [];
    case "python":
      return runScript(block, next, { ...place, name: "example.py", by: "python3" });
    default:
      return runScript(block, next, { ...place, name: "example.mjs", by: "node" });
  }
}

/** A block as a file by itself; what it prints is the text that follows. */
function runScript(
  block: Block,
  next: Block | undefined,
  { name, by, ...place }: Place & { readonly name: string; readonly by: string },
): readonly Mismatch[] {
  writeFileSync(place.folder.at(name), block.text);
  const actual = runCommand(`${by} ${name}`, place);
  if (next?.language !== "text") return [];
  return compare({ command: "the script above", expected: next.text, line: next.line }, actual);
}

interface Command {
  readonly command: string;
  readonly expected: string;
  /** Line of the first line of its output. */
  readonly line: number;
}

function commandsOf(block: Block): readonly Command[] {
  const lines = block.text.split("\n");
  const starts = lines.flatMap((line, at) => (line.startsWith("$ ") ? [at] : []));
  return starts.map((start, index) => ({
    command: lines[start]!.slice(2),
    expected: lines.slice(start + 1, starts[index + 1] ?? lines.length).join("\n"),
    line: block.line + start + 1,
  }));
}

/** Standard output of a shell command; one that fails is an error with what it said. */
function runCommand(command: string, { folder, environment }: Place): string {
  const own = command.replace(/^npm ci && /, "");
  const PATH = `${folder.at("node_modules/.quick")}${delimiter}${environment["PATH"]}`;
  const { status, stdout, stderr } = spawnSync("bash", ["-c", own], {
    cwd: own.startsWith("npm ") ? ROOT : folder.path,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"], // a bash that reads from a socket takes itself for a remote one, and reads .bashrc
    env: { ...environment, PATH, npm_config_update_notifier: "false", NO_UPDATE_NOTIFIER: "1" },
  });
  if (status !== 0) throw new Error(`"${own}" ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout.trimEnd();
}

function compare({ command, expected, line }: Command, actual: string): readonly Mismatch[] {
  return patternOf(expected).test(withoutTimes(actual)) ? [] : [{ line, command, expected, actual }];
}

/** Times differ from run to run, and so do rates. */
function withoutTimes(text: string): string {
  return text.replace(/\d+(\.\d+)? (s|ms)\b/g, "# s").replace(/[\d,]+ rows\/s/g, "# rows/s");
}

function patternOf(expected: string): RegExp {
  const source = withoutTimes(expected.trimEnd())
    .split("\n")
    .map((line) => (line.trim() === "…" ? "…lines" : line.split("…").map(escapeRegExp).join("[^\\n]*")))
    .join("\n")
    .replaceAll(/\n…lines(?=\n|$)/g, "(?:\\n[^\\n]*)*")
    .replaceAll(/^…lines\n/g, "(?:[^\\n]*\\n)*");
  return new RegExp(`^${source}$`);
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function environmentFor({ remarks }: Block): Around {
  return remarks.has("needs") ? openPython() : { environment: process.env };
}

type Around = { readonly environment: NodeJS.ProcessEnv } | { readonly reason: string };
let python: Around | null = null;

/** Takes minutes where the environment is to be made, and no time after that. */
export function openPython(): Around {
  if (python !== null) return python;
  const found = findPython();
  python =
    "reason" in found
      ? { reason: `there is no Python to run it with (${found.reason})` }
      : { environment: environmentOf(openEnvironment(found.python)) };
  return python;
}

/** The page with the output that its examples really have. */
export function withActual(page: string, mismatches: readonly Mismatch[]): string {
  const lines = page.split("\n");
  for (const { line, expected, actual } of [...mismatches].sort((a, b) => b.line - a.line)) {
    const count = expected === "" ? 0 : expected.split("\n").length;
    lines.splice(line - 1, count, ...actual.split("\n"));
  }
  return lines.join("\n");
}
