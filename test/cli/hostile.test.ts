/** What hostile or broken files, names and addresses do to the program: nothing but a message. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixtureModel } from "../support/fixtures.js";
import { asBusyAsNow, type Folder, outcomeOf, parsight, start, TANK, temporaryFolder } from "./support/program.js";

const NORMAL = join(TANK, "normal.csv");
const MEGABYTE = 2 ** 20;
/** The promise is a second; a machine that runs other tests beside gets more. */
const STOP_MS = 3000;

let folder: Folder;

beforeAll(async () => {
  folder = temporaryFolder();
  const lines = Array.from({ length: 60 }, (_, row) => `${row % 8},${row % 8 < 4 ? "low" : "high"}`);
  writeFileSync(folder.at("good.csv"), `Level,Word\n${lines.join("\n")}\n`);
  const { code } = await parsight(["learn", "good.csv", "-o", "good.json", "-q"], { cwd: folder.path });
  expect(code).toBe(0);
});

afterAll(() => folder.remove());

const inFolder = (...words: string[]) => parsight(words, { cwd: folder.path });

describe("a small model file that unpacks to very much", () => {
  const hint =
    "  Learn the model again. If you trust the file, unpack it yourself: gzip -d. The model is named first, then the table.\n";

  /** `piece` many times in place of the model's rules, packed. */
  function bomb(piece: string, bytes: number): Buffer {
    const text = readFileSync(folder.at("good.json"), "utf8");
    const list = piece.repeat(Math.floor(bytes / piece.length)).slice(0, -1);
    return gzipSync(text.replace(/"rules":\{"sources".*?\}/, `"rules":[${list}]`), { level: 1 });
  }

  test.each(["[],", "0,", '"ab",'])("of %s is refused before it is unpacked to its end", async (piece) => {
    const packed = bomb(piece, 200 * MEGABYTE);
    writeFileSync(folder.at("bomb.json.gz"), packed);
    const limit = Math.max(32 * MEGABYTE, 64 * packed.length);
    for (const words of [["explain"], ["report"], ["rules"]]) {
      const table = words[0] === "rules" ? [] : ["good.csv"];
      const { code, stderr } = await inFolder(...words, "bomb.json.gz", ...table);
      expect(stderr).toBe(
        `error MODEL_TOO_LARGE: bomb.json.gz has ${packed.length} bytes and unpacks to more than ${limit}, which no model does\n${hint}`,
      );
      expect(code).toBe(2);
    }
  });

  test("of millions of lists is refused before it is parsed", async () => {
    writeFileSync(folder.at("lists.json.gz"), bomb("[],", 30 * MEGABYTE));
    const { code, stderr } = await inFolder("explain", "lists.json.gz", "good.csv");
    expect(stderr).toMatch(
      /^error MODEL_TOO_LARGE: lists\.json\.gz: the text has more lists, objects and texts than any model has\n/,
    );
    expect(code).toBe(2);
  });

  test("of one flat list takes no more than some hundred megabytes", async () => {
    writeFileSync(folder.at("flat.json.gz"), bomb("0,", 31 * MEGABYTE));
    const env = { NODE_OPTIONS: "--max-old-space-size=700" };
    const { code, stderr } = await parsight(["explain", "flat.json.gz", "good.csv"], { cwd: folder.path, env });
    expect(stderr).toMatch(/^error MODEL_INVALID: flat\.json\.gz: the model's rules is not an object\n/);
    expect(code).toBe(2);
  });
});

describe("Ctrl-C", () => {
  const LISTENS = "listens to SIGINT";
  let teller: string;
  beforeAll(() => {
    teller = folder.at("tell-listening.mjs");
    writeFileSync(
      teller,
      `import { writeSync } from "node:fs";
       import { isMainThread } from "node:worker_threads";
       const tell = (name) => name === "SIGINT" && writeSync(2, "${LISTENS}\\n");
       if (isMainThread) process.on("newListener", tell);`,
    );
  });

  test.each([
    ["report", ["report", "model.json", "many.csv", "-o", "out.html"]],
    ["explain -o x.html", ["explain", "model.json", "many.csv", "-o", "out.html"]],
  ])("during %s ends within a second, with 130 and nothing written", async (name, words) => {
    const cwd = folder.at(`interrupt-${name.slice(0, 6)}`);
    mkdirSync(cwd);
    copyFileSync(await fixtureModel("tank"), join(cwd, "model.json"));
    const [header, ...rows] = readFileSync(NORMAL, "utf8").trimEnd().split("\n");
    writeFileSync(join(cwd, "many.csv"), `${header}\n${`${rows.join("\n")}\n`.repeat(10)}`);
    const child = start(words, { cwd, env: { NODE_OPTIONS: `--import "${teller}"` } });
    const done = outcomeOf(child);
    await new Promise<void>((resolve) => {
      child.stderr?.on("data", (chunk: Buffer) => chunk.includes(LISTENS) && resolve());
      child.on("exit", () => resolve());
    });
    // Progress that goes to no terminal is told at the end of a phase only: by now or soon it is in the midst of one.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const signalledAt = performance.now();
    child.kill("SIGINT");
    const { code, stderr } = await done;
    const endedMs = performance.now() - signalledAt;
    expect(code, stderr).toBe(130);
    expect(endedMs).toBeLessThan(asBusyAsNow(STOP_MS));
    expect(stderr).not.toContain("error");
    expect(readdirSync(cwd).sort()).toEqual(["many.csv", "model.json"]);
  });
});

describe("a detector behind an address with a password", () => {
  let server: Server;
  let port: number;
  const asked: IncomingMessage["headers"][] = [];

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      asked.push(request.headers);
      let body = "";
      for await (const chunk of request) body += chunk;
      response.end(JSON.stringify({ scores: JSON.parse(body).rows.map(() => 1) }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  test("is asked with it, and it is shown nowhere", async () => {
    const words = ["detect", "good.csv", "good.csv", "--detector", `http://ann:secret@127.0.0.1:${port}/score`];
    const { code, stdout, stderr } = await inFolder(...words, "-o", "flagged.csv");
    expect(code, stderr).toBe(0);
    expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from("ann:secret").toString("base64")}`);
    expect(stdout).toContain(`scored by the detector at http://127.0.0.1:${port},`);
    expect(`${stdout}${stderr}${readFileSync(folder.at("flagged.csv"), "utf8")}`).not.toMatch(/secret|ann/);
  });

  test.each([
    "http://ann:secret@127.0.0.1:1/score",
    "HTTP://ann:secret@127.0.0.1:1/",
    "http:ftp://ann:secret@host",
    "htp://ann:secret@host",
  ])("%s fails without showing it", async (address) => {
    const { code, stdout, stderr } = await inFolder("detect", "good.csv", "good.csv", "--detector", address);
    expect(code).toBe(2);
    expect(stderr).toMatch(/error (HTTP_UNREACHABLE|HTTP_URL|DETECTOR_KIND): /);
    expect(stdout + stderr).not.toContain("secret");
  });
});

test("detect copies every cell as it was", async () => {
  const cells = ["n/a", "NA", "NULL", "null", "-", "?", "NaN", "\\N", "#N/A", "  ", " x ", "007", "1.50", "low", ""];
  const rows = cells.map((cell, row) => `${row % 8},${cell === "" || /^\s|\s$/.test(cell) ? `"${cell}"` : cell}`);
  writeFileSync(folder.at("cells.csv"), `Level,Word\n${rows.join("\n")}\n`);
  writeFileSync(folder.at("cells.csv.gz"), gzipSync(`Level,Word\n${rows.join("\n")}\n`));
  for (const table of ["cells.csv", "cells.csv.gz"]) {
    const { code, stdout, stderr } = await inFolder("detect", "good.csv", table, "-q");
    expect(code, stderr).toBe(0);
    const copied = stdout.trimEnd().split("\n").slice(1);
    expect(copied.map((line) => line.split(",")[1]?.replace(/^"(.*)"$/, "$1"))).toEqual(cells);
  }
});

describe("a file's name with control characters", () => {
  test.each([
    ["learn", ["learn", "good.csv", "-o"], ".json"],
    ["report", ["report", "good.json", "good.csv", "-o"], ".html"],
    ["detect", ["detect", "good.csv", "good.csv", "-o"], ".csv"],
  ])("is shown by %s without moving the cursor", async (_, words, ending) => {
    const { code, stdout, stderr } = await inFolder(...words, `a\u001b[31m\nb${ending}`);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain(`a\\u001b[31m\\u000ab${ending}`);
    expect(stdout + stderr).not.toContain("\u001b");
    expect(existsSync(folder.at(`a\u001b[31m\nb${ending}`))).toBe(true);
  });
});

test("a model that is a link to nothing is called so", async () => {
  symlinkSync("models/july.json", folder.at("current.json"));
  const { code, stderr } = await inFolder("explain", "current.json", "good.csv");
  expect(stderr).toBe(
    "error MODEL_MISSING: current.json is a link to models/july.json, which is not there\n  Mend the link, or name the model file itself.\n",
  );
  expect(code).toBe(2);
});

test("learn /dev/zero is refused at once", async () => {
  const env = { TMPDIR: folder.path };
  const named = await parsight(["learn", "/dev/zero"], { cwd: folder.path, env });
  expect([named.code, named.stderr]).toEqual([
    2,
    "error FILE_DEVICE: /dev/zero is a device, not a file\n  Name a file, or pipe a table in and name it -.\n",
  ]);
  expect(readdirSync(folder.path).filter((name) => name.endsWith(".spool"))).toEqual([]);
});
