/** `explain model - --follow`: rows are explained while they come. Tests wait for output, never for a clock. */
import type { ChildProcess } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../src/cli/run.js";
import type { Io, Output } from "../../src/cli/system/io.js";
import { fixtureModel } from "../support/fixtures.js";
import { type Folder, outcomeOf, parsight, start, TANK, temporaryFolder } from "./support/program.js";

const ANOMALIES = readFileSync(join(TANK, "anomalies.csv"), "utf8");
const [HEADER, ...ROWS] = ANOMALIES.split("\n") as [string, ...string[]];

let folder: Folder;
let written: string;

beforeAll(async () => {
  folder = temporaryFolder();
  copyFileSync(await fixtureModel("tank"), folder.at("tank.json"));
  const words = ["explain", "tank.json", join(TANK, "anomalies.csv"), "--format", "ndjson", "-q"];
  written = (await parsight(words, { cwd: folder.path })).stdout;
});

afterAll(() => folder.remove());

function follow(...words: readonly string[]): ChildProcess {
  return start(["explain", "tank.json", "-", "--follow", ...words], { cwd: folder.path });
}

/** The lines of its output, one by one as they come. */
function linesOf(child: ChildProcess): () => Promise<string> {
  const lines: string[] = [];
  let rest = "";
  let wake = (): void => {};
  child.stdout?.on("data", (chunk: Buffer) => {
    const [...whole] = (rest + chunk.toString()).split("\n");
    rest = whole.pop()!;
    lines.push(...whole);
    wake();
  });
  return async () => {
    while (lines.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return lines.shift()!;
  };
}

describe("a slow pipe", () => {
  test("each row is explained before the next one is written, as it is in a file; Ctrl-C ends it with 130", async () => {
    const child = follow("--format", "ndjson");
    const done = outcomeOf(child);
    const next = linesOf(child);
    const expected = written.split("\n");
    child.stdin!.write(`${HEADER}\r\n${ROWS[0]}\r\n`);
    expect(await next()).toBe(expected[0]);
    child.stdin!.write(ROWS[1]!.slice(0, 5));
    child.stdin!.write(`${ROWS[1]!.slice(5)}\r\nhalf a row\r\n`);
    expect(await next()).toBe(expected[1]);
    child.stdin!.write(`${ROWS[3]}\r\n${ROWS[4]!.slice(0, 5)}`);
    expect(await next()).toBe(expected[3]); // the bad line counts as a row
    child.kill("SIGINT");
    const { code, stderr } = await done;
    expect(code).toBe(130);
    expect(stderr).toBe(
      `warning CSV_ROW_WIDTH: standard input line 4 has 1 cell, the header has ${HEADER.split(",").length}; the line is passed over\n` +
        "  It starts with: half a row… If it is a comment or a title, remove it; else look for an unclosed quote, or another delimiter than a comma.\n",
    );
  });

  test("an incident is told when it is over, and one that is open when the stream ends", async () => {
    const child = follow("--format", "ndjson", "--incidents", "--gap", "3 rows", "--anomaly", "flag=1");
    const done = outcomeOf(child);
    const next = linesOf(child);
    const names = HEADER.split(",");
    const line = (row: string, flag: number): string => {
      const cells = row.split(",").map((cell, place) => [names[place]!, cell]);
      return `${JSON.stringify({ ...Object.fromEntries(cells), flag })}\n`;
    };
    child.stdin!.write(line(ROWS[0]!, 1) + line(ROWS[1]!, 0).repeat(5) + line(ROWS[0]!, 1));
    expect(JSON.parse(await next())).toMatchObject({ incident: 0, firstRow: 0, lastRow: 0, count: 1 });
    child.stdin!.end();
    expect(JSON.parse(await next())).toMatchObject({ incident: 1, firstRow: 6, lastRow: 6 });
    expect((await done).code).toBe(0);
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)(
    "%s right after rows were written: incidents that are open are written, with exit code %d",
    async (signal, exitCode) => {
      const child = follow("--format", "ndjson", "--incidents", "--gap", "3 rows", "--anomaly", "flag=1");
      const done = outcomeOf(child);
      const next = linesOf(child);
      const flagged = (row: string, flag: number): string => `${row},${flag}\n`;
      const quiet = flagged(ROWS[1]!, 0).repeat(5);
      child.stdin!.write(`${HEADER},flag\n${flagged(ROWS[0]!, 1)}${quiet}${flagged(ROWS[0]!, 1)}`);
      expect(JSON.parse(await next())).toMatchObject({ incident: 0, firstRow: 0, lastRow: 0 });
      await new Promise((resolve) => child.stdin!.write(`${quiet}${flagged(ROWS[0]!, 1)}`, resolve));
      child.kill(signal);
      expect(JSON.parse(await next())).toMatchObject({ incident: 1, firstRow: 6, lastRow: 6 });
      expect(JSON.parse(await next())).toMatchObject({ incident: 2, firstRow: 12, lastRow: 12 });
      expect(await done).toMatchObject({ code: exitCode, stderr: "" });
    },
  );

  test("SIGTERM leaves the output whole, however long its reader takes", async () => {
    const child = follow("--format", "ndjson", "-q");
    child.stdin!.write(ANOMALIES);
    const { stdout } = child;
    await new Promise((resolve) => stdout!.once("readable", resolve));
    child.kill("SIGTERM");
    child.kill("SIGTERM"); // as npx passes it on
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(child.exitCode).toBeNull(); // a full pipe waits for its reader
    const done = outcomeOf(child);
    stdout!.resume();
    const { code, stdout: explained } = await done;
    expect(code).toBe(143);
    expect(explained).toBe(written);
  });

  test("it ends when nobody reads any more", async () => {
    const child = follow("--format", "ndjson");
    const done = outcomeOf(child);
    const next = linesOf(child);
    child.stdin!.write(`${HEADER}\n${ROWS[0]}\n`);
    await next();
    child.stdout!.destroy();
    child.stdin!.write(`${ROWS[1]}\n${ROWS[2]}\n`);
    expect(await done).toMatchObject({ code: 0, stderr: "" });
  });
});

test("CSV of a stream is that of a file", async () => {
  const words = ["--format", "csv", "--min-strength", "0.99", "-q"];
  const file = await parsight(["explain", "tank.json", join(TANK, "anomalies.csv"), ...words], { cwd: folder.path });
  const stream = ["explain", "tank.json", "-", "--follow", ...words];
  expect(await parsight(stream, { cwd: folder.path, input: ANOMALIES })).toEqual(file);
});

test("a stray quote in a stream costs its own line: the 1,000 rows after it are explained", async () => {
  const cells = ROWS[1]!.split(",");
  const quoted = [...cells.slice(0, -1), `"${cells.at(-1)!.trim()}"`].join(",");
  const lines = [HEADER, ROWS[0], `"${ROWS[1]}`, ...Array<string>(1000).fill(ROWS[1]!), quoted];
  const words = ["explain", "tank.json", "-", "--follow", "--format", "ndjson"];
  const { code, stdout, stderr } = await parsight(words, { cwd: folder.path, input: `${lines.join("\n")}\n` });
  expect(code).toBe(0);
  const rows = stdout.trimEnd().split("\n");
  expect(rows.map((row) => JSON.parse(row).row)).toEqual([0, ...Array.from({ length: 1001 }, (_, at) => at + 2)]);
  expect(stderr.split("\n").slice(0, 2)).toEqual([
    "warning CSV_QUOTE: standard input line 3 has a stray quote; the line is passed over",
    '  Write a quote inside a cell twice: "a ""word"" in quotes". In a stream a quoted row has at most 100 lines.',
  ]);
  expect(stderr.match(/CSV_/g)).toHaveLength(1);
});

/** Without a process: what is refused is refused before anything is read. */
async function refusalOf(words: readonly string[]): Promise<readonly [number, string]> {
  let said = "";
  const output: Output = {
    write: async (text) => {
      said += text;
    },
    writeNow: () => {},
    isTerminal: false,
    isFile: false,
    width: () => null,
  };
  async function* nothing(): AsyncGenerator<Uint8Array> {}
  const io: Io = {
    version: "0",
    program: "parsight",
    stdin: nothing(),
    stdout: output,
    stderr: output,
    environment: {},
    stop: new AbortController().signal,
    finishWhenStopped: () => {},
  };
  return [await run(["explain", "tank.json", ...words], io), said.split("\n")[0]!];
}

test.each([
  [["-", "--follow", "--format", "json"], "json is complete only at the end, which --follow does not wait for"],
  [["-", "--follow", "--format", "html"], "html is complete only at the end, which --follow does not wait for"],
  [["-", "--follow", "--summary"], "--summary is known only at the end, which --follow does not wait for"],
  [
    ["-", "--follow", "-o", "x.parquet"],
    "--out x.parquet would be written whole, at the end, which --follow does not wait for",
  ],
  [["-", "--follow", "--where", "Level > 1"], "--where needs the whole table, which --follow does not wait for"],
  [["a.csv", "--follow"], "--follow reads standard input, got a.csv"],
  [["-", "--lateness", "1m"], "--lateness is about rows that come over time"],
])("%j is refused", async (words, message) => {
  expect(await refusalOf(words)).toEqual([2, `error OPTION_CONFLICT: ${message}`]);
});
