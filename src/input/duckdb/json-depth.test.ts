/** Deep nesting is refused, by its line, before DuckDB would overrun its stack. */
import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createFolder, errorOf, readAll } from "../../../test/node/support.js";
import { createRandom } from "../../core/base/index.js";
import { DepthScanner, MAX_JSON_DEPTH } from "./json-depth.js";

const folder = createFolder();
const HINT = "A table in JSON needs two or three. Look for brackets that are never closed, or flatten it first.";

function deepError(shown: string, line: number): readonly string[] {
  return ["JSON_DEPTH", `${shown} line ${line} is nested deeper than ${MAX_JSON_DEPTH} levels`, HINT];
}

function nested(levels: number, inner = ""): string {
  return "[".repeat(levels) + inner + "]".repeat(levels);
}

describe("a file nested too deeply", () => {
  const list = `[\n{"a": 1},\n{"a": ${nested(200_000)}}\n]`;
  test.each([
    ["lists.json", nested(50_000), 1],
    ["records.json", `${'[{"a":'.repeat(10_000)}1${"}]".repeat(10_000)}`, 1],
    ["cell.json", list, 3],
    ["lines.ndjson", `{"a": 1}\n{"a": 2}\n{"a": ${nested(200_000)}}\n`, 3],
    ["quote.ndjson", `{"a": "never closed\n{"a": ${nested(200_000)}}\n`, 2],
    ["packed.json.gz", gzipSync(list), 3],
  ])("%s", async (name, content, line) => {
    const path = folder.write(name, content);
    expect(await errorOf(readAll(path), folder.path)).toEqual(deepError(name, line));
    const sql = `SELECT * FROM '${path}'`;
    expect(await errorOf(readAll([], { sql }), folder.path)).toEqual(deepError(name, line));
  });

  test("from standard input", async () => {
    async function* bytes() {
      yield Buffer.from(list);
    }
    expect(await errorOf(readAll("-", { stdin: bytes() }), folder.path)).toEqual(deepError("standard input", 3));
  });

  test("packed by zstd", async () => {
    const path = folder.write("zstd.json", list);
    const script = `import { DuckDBInstance } from "@duckdb/node-api";
      const connection = await (await DuckDBInstance.create(":memory:")).connect();
      await connection.run("COPY (SELECT content FROM read_text('${path}')) TO '${path}.zst' (FORMAT csv, HEADER false, QUOTE '', DELIMITER '\\u0001', COMPRESSION zstd)");`;
    execFileSync(process.execPath, ["--input-type=module", "-e", script]);
    expect(await errorOf(readAll(`${path}.zst`), folder.path)).toEqual(deepError("zstd.json.zst", 3));
  });
});

test("a file as deep as is allowed is read; brackets in texts do not count", async () => {
  const brackets = "[{".repeat(MAX_JSON_DEPTH);
  const path = folder.write(
    "allowed.json",
    `[{"a": ${JSON.stringify(`${brackets}\\"\n`)}, "b": 1}, {"a": "${brackets}", "b": 2}]`,
  );
  expect(await readAll(path)).toEqual([
    ["a:text", "b:number"],
    [`${brackets}\\"\n`, 1],
    [brackets, 2],
  ]);
});

/** The definition: how deep a value is, by walking it. */
function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test("the scanner and a walk through the value agree, however the text is cut", () => {
  const random = createRandom(7);
  const texts = ['"', "\\", "[[[", "}{", "\\\\", '\\"', "é", "plain", "", "\n", "\t]"];
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const value = (levels: number): unknown => {
    const kind = random();
    if (levels === 0 || kind < 0.1) return kind < 0.05 ? 1 : pick(texts) + pick(texts);
    if (kind < 0.5) return [value(levels - 1), pick(texts)];
    return { [`${pick(texts)}k`]: value(levels - 1), l: pick(texts) };
  };
  for (let round = 0; round < 300; round++) {
    const inner = value(Math.floor(random() * 12));
    const over = Math.floor(random() * 14) - 6; // around the limit
    const outer = MAX_JSON_DEPTH - depthOf(inner) + over;
    const indent = random() < 0.5 ? undefined : 1;
    const bytes = Buffer.from(nested(outer, JSON.stringify(inner, null, indent)));
    const scanner = new DepthScanner();
    let found: number | null = null;
    for (let at = 0; at < bytes.length && found === null; ) {
      const length = 1 + Math.floor(random() * 40);
      found = scanner.push(bytes.subarray(at, at + length));
      at += length;
    }
    expect(found !== null, `round ${round}`).toBe(over > 0);
  }
});
