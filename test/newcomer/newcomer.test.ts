/**
 * A newcomer adds one toy of each kind, as the table "To add a …" of docs/architecture.md says: in a copy of the
 * source, a name, a file and a line. The compiler asks for whatever is missing, and the program then knows the toy
 * everywhere.
 */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT, temporaryFolder } from "../cli/support/program.js";
import { type Insertion, TOYS } from "./toys.js";

const copy = temporaryFolder();
afterAll(() => copy.remove());

beforeAll(() => {
  for (const name of ["src", "examples", "package.json"]) {
    cpSync(join(ROOT, name), copy.at(name), { recursive: true, filter: (path) => !path.endsWith(".test.ts") });
  }
  symlinkSync(join(ROOT, "node_modules"), copy.at("node_modules"));
  const compilerOptions = { noEmit: false, rootDir: ".", outDir: "dist", incremental: true };
  const config = { extends: join(ROOT, "tsconfig.json"), compilerOptions, include: ["src"] };
  writeFileSync(copy.at("tsconfig.json"), JSON.stringify(config));
  writeFileSync(copy.at("parsight.mjs"), 'import { runProcess } from "./dist/src/cli/main.js";\nrunProcess();\n');
});

function insert({ file, behind, line }: Insertion): void {
  const lines = readFileSync(copy.at(file), "utf8").split("\n");
  const place = lines.findIndex((each) => each.includes(behind));
  expect(place, `${file} has "${behind}"`).toBeGreaterThanOrEqual(0);
  const [before, after] = splitBehind(lines[place]!, behind);
  writeFileSync(copy.at(file), [...lines.slice(0, place), before, line, after, ...lines.slice(place + 1)].join("\n"));
}

/** A list that stands on one line is cut behind its bracket. */
function splitBehind(text: string, behind: string): [string, string] {
  if (!behind.endsWith("[")) return [text, ""];
  const at = text.indexOf(behind) + behind.length;
  return [text.slice(0, at), text.slice(at)];
}

/** The compiler's complaints, without places. */
function compile(): readonly string[] {
  const compiler = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", ".", "--pretty", "false"], {
    cwd: copy.path,
    encoding: "utf8",
  });
  const complaint = /^(src\/[^(]+)\(\d+,\d+\): error TS\d+: (.*)$/gm;
  return [...stdout.matchAll(complaint)].map(([, file, message]) => `${file}: ${message}`);
}

function parsight(...words: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["parsight.mjs", ...words], {
    cwd: copy.path,
    encoding: "utf8",
  });
  return status === 0 ? stdout : `exit ${status}: ${stderr}`;
}

describe("a newcomer", () => {
  test("who adds names is led by the compiler to each record that lacks a line", () => {
    for (const { names } of TOYS) names.forEach(insert);
    const asked = compile().map((complaint) =>
      /^(\S+): Property '"?([\w-]+)"?' is missing/.exec(complaint)?.slice(1, 3),
    );
    expect(asked.sort()).toEqual([
      ["src/cli/commands/explain/formats.ts", "shout"],
      ["src/cli/commands/export/targets.ts", "litany"],
      ["src/compare/peers.ts", "as-it-stands"],
      ["src/core/learning/list-rules/learn-list-rules.ts", "hearsay"],
      ["src/core/rules/rule-list.ts", "hearsay"],
      ["src/detectors/detectors.ts", "first-column"],
      ["src/input/duckdb/input-formats.ts", "toy"],
    ]);
  });

  test("who adds the files and lines is done", () => {
    for (const { file, lines } of TOYS) {
      writeFileSync(copy.at(file.path), file.text);
      lines.forEach(insert);
    }
    expect(compile()).toEqual([]);
  });

  test("reads the new format of files, and learns from the new source of rules", () => {
    const rows = Array.from({ length: 60 }, (_, row) => `${((row * 7) % 20) + 0.5},${((row * 3) % 15) + 0.25}`);
    writeFileSync(copy.at("normal.toy"), `TOY1\na,b\n${rows.join("\n")}\n`);
    writeFileSync(copy.at("normal.csv"), `a,b\n${rows.join("\n")}\n`);
    writeFileSync(copy.at("odd.csv"), "a,b\n5.5,6.25\n7.5,9000\n");
    expect(parsight("learn", "normal.toy", "-o", "model.json", "--trees", "0")).toMatch(
      /1 hearsay rule +what people say/,
    );
    expect(parsight("rules", "model.json", "--source", "hearsay", "--format", "csv")).toContain(
      "hearsay,always → a is present",
    );
    expect(parsight("rules", "model.json", "--source", "gossip")).toContain(
      "--source must be one of hearsay, range, mined, dependency, tree, approved",
    );
  });

  test("exports to the new target", () => {
    expect(parsight("export", "model.json", "--to", "litany", "--source", "hearsay")).toContain(
      "Thou shalt: always → a is present\n",
    );
    expect(parsight("export", "--help")).toContain("--to <litany|sql|dbt");
  });

  test("explains in the new format, which the help and messages name", () => {
    expect(parsight("explain", "model.json", "odd.csv", "--format", "shout")).toMatch(/^LISTEN\n0: .!\n1: B!\n$/);
    expect(parsight("explain", "model.json", "odd.csv", "-o", "loud.shout")).toBe("");
    expect(readFileSync(copy.at("loud.shout"), "utf8")).toMatch(/^LISTEN\n/);
    expect(parsight("explain", "--help")).toContain("--format <shout|text|json");
    expect(parsight("explain", "model.json", "odd.csv", "--summary", "--format", "shout")).toContain(
      "--summary cannot be written as Shouting\n  Choose another ending: a summary is text, json, ndjson, csv, markdown or html.",
    );
  });

  test("detects by the new detector and compares with the new peer", () => {
    expect(parsight("detect", "normal.csv", "odd.csv", "-o", "flagged.csv", "--save", "first.json")).toContain(
      "2 rows scored by its first column",
    );
    expect(parsight("detect", "odd.csv", "--load", "first.json")).toContain("7.5,9000,7.5,0");
    const compared = parsight("compare", "normal.csv", "odd.csv", "--row", "1", "--methods", "as-it-stands");
    expect(compared).toContain("The greatest value is to blame.");
  });
});
