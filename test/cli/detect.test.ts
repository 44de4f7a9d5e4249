import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flaggedCsv } from "../../src/cli/commands/detect/flagged-rows.js";
import type { Batch } from "../../src/input/read-table.js";
import { linearModel } from "../detectors/tiny-onnx.js";
import { fixtureModel } from "../support/fixtures.js";
import { runCli } from "../support/run-cli.js";
import { type Folder, parsight, TANK, temporaryFolder } from "./support/program.js";

const NORMAL = join(TANK, "normal.csv");
const ANOMALIES = join(TANK, "anomalies.csv");

let folder: Folder;

beforeAll(() => {
  folder = temporaryFolder();
  writeFileSync(folder.at("train.csv"), small(200));
  // Row 3 is far out; names and notes need quotes; label 1 marks the strange row.
  writeFileSync(
    folder.at("rows.csv"),
    'Name,a,b,"note, long",label\nx,1.0,2.0,"say ""hi""",0\n" y",2.50,5,"two\nlines",0\n=1+1,3,6,-5,0\nz,100,-900,,1\n',
  );
});

afterAll(() => folder.remove());

/** b is twice a; Name is never the same and so no feature. */
function small(rows: number): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const a = ((i * 37) % 101) / 10;
    return `n${i},${a},${2 * a + ((i * 13) % 7) / 10}`;
  });
  return `Name,a,b\n${lines.join("\n")}\n`;
}

const detect = (...words: string[]) => parsight(["detect", ...words], { cwd: folder.path });
const read = (name: string): string => readFileSync(folder.at(name), "utf8");

interface Flagged {
  readonly score: number;
  readonly flag: string;
}

function flagged(csv: string): Flagged[] {
  return csv
    .trimEnd()
    .split("\n")
    .filter((line) => /,[-\d.e]+,[01]$/.test(line))
    .map((line) => line.split(",").slice(-2) as [string, string])
    .map(([score, flag]) => ({ score: Number(score), flag }));
}

describe("a detector trained here", () => {
  test.each(["isolation-forest", "autoencoder"])(
    "%s flags the strange row, and every cell stays as it was",
    async (kind) => {
      const { code, stdout } = await detect("train.csv", "rows.csv", "--detector", kind, "-o", "flagged.csv");
      expect(code).toBe(0);
      expect(stdout).toMatch(/^4 rows scored by an? [a-z ]+, \d flagged/);
      expect(stdout).toContain("Threshold ");
      expect(stdout).toContain("Left out: Name");
      const csv = read("flagged.csv");
      expect(csv.replace(/,[-\d.e]+,[01]\n/g, "\n")).toBe(
        'Name,a,b,"note, long",label,score,flag\nx,1.0,2.0,"say ""hi""",0\n" y",2.50,5,"two\nlines",0\n=1+1,3,6,-5,0\nz,100,-900,,1\n',
      );
      const rows = flagged(csv);
      expect(rows).toHaveLength(4);
      expect(rows[3]!.flag).toBe("1");
      expect(rows[3]!.score).toBe(Math.max(...rows.map(({ score }) => score)));
    },
  );

  test("the same seed gives the same bytes, another one other scores", async () => {
    const scoresOf = async (seed: string) => (await detect("train.csv", "rows.csv", "-q", "--seed", seed)).stdout;
    expect(await scoresOf("1")).toBe(await scoresOf("1"));
    expect(await scoresOf("1")).not.toBe(await scoresOf("2"));
  });

  test("no contamination, no flag; a large one flags more", async () => {
    const count = async (share: string): Promise<number> => {
      const { stdout } = await detect("train.csv", "train.csv", "-q", "--contamination", share);
      return flagged(stdout).filter(({ flag }) => flag === "1").length;
    };
    expect(await count("0")).toBe(0);
    expect(await count("0.1")).toBe(20);
  });

  test("a threshold that no row can reach is called so, with the reason", async () => {
    const told = async (share: string): Promise<string> =>
      (await detect("train.csv", "train.csv", "--contamination", share, "-o", "none.csv")).stdout.split("\n")[1]!;
    const none = "Threshold ∞: no learning row reaches it, and no other row can";
    expect(await told("0")).toBe(none);
    expect(await told("0.0001")).toBe(`${none}; 0.01 % of 200 learning rows is less than one row`);
    expect(await told("0.05")).toMatch(/^Threshold [\d.]+: at most 5 % of the learning rows reach it$/);
    writeFileSync(folder.at("same.csv"), `a,b\n${"0,0\n".repeat(90)}${"1,1\n".repeat(10)}`);
    const { stdout } = await detect("same.csv", "same.csv", "--contamination", "0.05", "-o", "none.csv");
    expect(stdout).toContain(`${none}; more than 5 % of the learning rows share the highest score`);
  });

  test("labels find the threshold with the best F1, and are no feature", async () => {
    const { code, stdout } = await detect("train.csv", "rows.csv", "--labels", "label=1", "-o", "labelled.csv");
    expect(code).toBe(0);
    expect(stdout).toContain("best F1 by labels, 1.00 (precision 1.00, recall 1.00)");
    expect(flagged(read("labelled.csv")).map(({ flag }) => flag)).toEqual(["0", "0", "0", "1"]);
  });

  test("--normal learns from some rows of a labelled table only", async () => {
    const { code, stdout } = await detect("rows.csv", "rows.csv", "--normal", "label=0", "--categorical", "a,b", "-q");
    expect(code).toBe(0);
    expect(flagged(stdout)).toHaveLength(4);
  });

  test("kept by --save and used again by --load, it answers the same", async () => {
    const first = await detect(
      "train.csv",
      "rows.csv",
      "--detector",
      "autoencoder",
      "--save",
      "kept.json",
      "-o",
      "first.csv",
    );
    expect(first.code).toBe(0);
    const second = await detect("rows.csv", "--load", "kept.json", "-o", "second.csv");
    expect(second.code).toBe(0);
    expect(second.stdout).toContain("saved with the detector");
    expect(read("second.csv")).toBe(read("first.csv"));
  });

  test("standard input is scored like a file, and .gz is packed", async () => {
    await detect("train.csv", "rows.csv", "-q", "-o", "plain.csv");
    const piped = await parsight(["detect", "train.csv", "-", "-q", "-o", "packed.csv.gz"], {
      cwd: folder.path,
      input: read("rows.csv"),
    });
    expect(piped).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(gunzipSync(readFileSync(folder.at("packed.csv.gz"))).toString()).toBe(read("plain.csv"));
  });

  test("what it flags, explain explains", async () => {
    const model = await fixtureModel("tank");
    const words = ["--detector", "autoencoder", "--contamination", "0.01"];
    await detect(NORMAL, ANOMALIES, ...words, "-q", "-o", "tank.csv");
    const count = flagged(read("tank.csv")).filter(({ flag }) => flag === "1").length;
    expect(count).toBeGreaterThan(200);
    const { code, stdout, stderr } = await parsight([
      ...["explain", model, folder.at("tank.csv")],
      ...["--anomaly", "flag=1", "--format", "ndjson", "-q"],
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.trimEnd().split("\n")).toHaveLength(count);
  });
});

describe("an ONNX model", () => {
  test("scores rows in its own runtime", async () => {
    writeFileSync(folder.at("sum.onnx"), linearModel({ weights: [1, 10] }));
    const { code, stdout } = await detect(
      "train.csv",
      "rows.csv",
      "--detector",
      "onnx:sum.onnx",
      "-q",
      "--batch-rows",
      "3",
    );
    expect(code).toBe(0);
    expect(flagged(stdout)).toEqual([
      { score: 21, flag: "0" },
      { score: 52.5, flag: "0" },
      { score: 63, flag: "0" },
      { score: -8900, flag: "0" },
    ]);
    const turned = await detect("train.csv", "rows.csv", "--detector", "onnx:sum.onnx", "-q", "--low-is-strange");
    expect(flagged(turned.stdout).map(({ flag }) => flag)).toEqual(["0", "0", "0", "1"]);
  });

  test("for other features, or none at all, it is refused", async () => {
    writeFileSync(folder.at("three.onnx"), linearModel({ weights: [1, 2, 3] }));
    writeFileSync(folder.at("broken.onnx"), "no model");
    const errorOf = async (file: string) =>
      (await detect("train.csv", "rows.csv", "--detector", `onnx:${file}`, "-q")).stderr;
    expect(await errorOf("three.onnx")).toContain(
      "error ONNX_INPUT: three.onnx takes N × 3 numbers, the table gives rows × 2",
    );
    expect(await errorOf("broken.onnx")).toContain("error ONNX_MODEL: broken.onnx cannot be loaded");
    expect(await errorOf("none.onnx")).toContain("error ONNX_FILE: there is no ONNX file none.onnx");
  });
});

describe("an HTTP endpoint", () => {
  let server: Server;
  let asked: { features: string[]; rows: number[][] }[] = [];
  let url: string;
  /** Done while the three rows of moving.csv are scored, so between the two times that they are read. */
  let meanwhile = (): void => {};

  beforeAll(async () => {
    server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const body = JSON.parse(Buffer.concat(pieces).toString());
        asked.push(body);
        if (request.url === "/slow") return;
        if (body.rows.length === 3) meanwhile();
        if (request.url === "/broken") return void response.writeHead(500).end("no");
        const scores = body.rows.map(([a, b]: [number, number]) => Math.abs(b - 2 * a));
        response.end(JSON.stringify({ scores: request.url === "/short" ? scores.slice(1) : scores }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test("gets rows by POST and gives scores", async () => {
    asked = [];
    const { code, stdout } = await detect(
      "train.csv",
      "rows.csv",
      "--detector",
      `http:${url}/score`,
      "-q",
      "--batch-rows",
      "150",
    );
    expect(code).toBe(0);
    expect(flagged(stdout)).toEqual([
      { score: 0, flag: "0" },
      { score: 0, flag: "0" },
      { score: 0, flag: "0" },
      { score: 1100, flag: "1" },
    ]);
    expect(asked.map(({ rows }) => rows.length)).toEqual([150, 50, 4]);
    expect(asked[0]!.features).toEqual(["a", "b"]);
    const alone = await detect("train.csv", "rows.csv", "--detector", `${url}/score`);
    expect(alone.stdout).toBe(stdout);
    expect(alone.stderr).toContain("Scoring learning rows: 200 rows in ");
  });

  test("that is late, broken, or answers wrongly is said so, and nothing is written", async () => {
    const errorOf = async (path: string, timeoutMs = "20000") => {
      const words = ["--detector", `${url}${path}`, "--timeout-ms", timeoutMs, "-o", "never.csv"];
      const { code, stderr } = await detect("train.csv", "rows.csv", ...words);
      expect(code).toBe(2);
      expect(existsSync(folder.at("never.csv"))).toBe(false);
      return stderr;
    };
    const late = await errorOf("/slow", "300");
    expect(late).toContain(`error HTTP_TIMEOUT: ${url}/slow did not answer within 300 ms`);
    expect(late).toContain("Raise --timeout-ms, or lower --batch-rows");
    expect(await errorOf("/broken")).toContain("error HTTP_STATUS: ");
    expect(await errorOf("/short")).toContain("answered with 199 scores for 200 rows");
  });

  test.each([
    ["grows", () => appendFileSync(folder.at("moving.csv"), "w,4,8\n")],
    ["shrinks", () => writeFileSync(folder.at("moving.csv"), MOVING.replace("z,3,6\n", ""))],
    ["is written anew with other rows", () => writeFileSync(folder.at("moving.csv"), MOVING.replace("3,6", "3,7"))],
    ["is replaced by another file", () => replace("moving.csv", MOVING)],
    ["goes", () => rmSync(folder.at("moving.csv"))],
  ])("rows in a file that %s meanwhile are not written", async (_, change) => {
    writeFileSync(folder.at("moving.csv"), MOVING);
    meanwhile = change;
    const words = ["--detector", `${url}/score`, "-q", "-o", "moved.csv"];
    const { code, stderr } = await detect("train.csv", "moving.csv", ...words);
    meanwhile = () => {};
    expect(stderr).toBe(
      "error FILE_CHANGED: moving.csv changed while it was read\n  Rows are read once to score them and once to write them. Try again when nobody writes to it, or on a copy.\n",
    );
    expect(code).toBe(2);
    expect(existsSync(folder.at("moved.csv"))).toBe(false);
  });

  test("a file that comes to a glob meanwhile is noticed", async () => {
    writeFileSync(folder.at("moving.csv"), MOVING);
    meanwhile = () => writeFileSync(folder.at("moving2.csv"), MOVING);
    const { stderr } = await detect("train.csv", "moving*.csv", "--detector", `${url}/score`, "-q");
    meanwhile = () => {};
    expect(stderr).toMatch(/^error FILE_CHANGED: moving\*\.csv changed while it was read\n/);
  });

  test("that is not there cannot be reached", async () => {
    const { stderr } = await detect("train.csv", "rows.csv", "--detector", "http://127.0.0.1:1/score", "-q");
    expect(stderr).toContain("error HTTP_UNREACHABLE: http://127.0.0.1:1/score could not be reached");
  });
});

describe("mistakes", () => {
  const cases: [what: string, words: string[], message: string][] = [
    ["an unknown detector", ["train.csv", "rows.csv", "--detector", "autoencoders"], "Closest: autoencoder."],
    ["a column that is taken", ["train.csv", "rows.csv", "--score-column", "label"], 'already has a column "label"'],
    ["two equal names", ["train.csv", "rows.csv", "--score-column", "x", "--flag-column", "X"], 'be named "x" and "X"'],
    ["another format", ["train.csv", "rows.csv", "-o", "flagged.parquet"], "parsight detect writes CSV, not "],
    [
      "a share out of range",
      ["train.csv", "rows.csv", "--contamination", "1"],
      '--contamination must be in [0, 1), got "1"',
    ],
    ["no table of rows", ["train.csv"], "parsight detect needs <rows>"],
    [
      "--load with a detector",
      ["rows.csv", "--load", "x.json", "--detector", "autoencoder"],
      "--load and --detector do not",
    ],
    ["--load with two tables", ["train.csv", "rows.csv", "--load", "x.json"], "with --load only the rows are named"],
    [
      "a detector that is not there",
      ["rows.csv", "--load", "x.json"],
      "x.json cannot be read: the system answered ENOENT",
    ],
    ["a detector that is none", ["rows.csv", "--load", "train.csv"], "train.csv is no JSON"],
    ["a detector without end", ["rows.csv", "--load", "/dev/zero"], "/dev/zero is no JSON"],
    ["writing over the rows", ["train.csv", "rows.csv", "-o", "rows.csv"], "rows.csv is also a file to read"],
    ["labels that nobody has", ["train.csv", "rows.csv", "--labels", "label=7"], "no row is labelled as an anomaly"],
    ["a label column that is not there", ["train.csv", "rows.csv", "--labels", "lable=1"], "lable"],
    ["a table without one of the features", ["train.csv", "lacking.csv"], "the table lacks the feature b"],
  ];

  test.each(cases)("%s", async (_, words, message) => {
    writeFileSync(folder.at("lacking.csv"), "Name,a\nx,1\n");
    const before = readdirSync(folder.path).sort();
    const inFolder = words.map((word) => (/\.\w+$/.test(word) ? folder.at(word) : word));
    const { code, stderr } = await runCli(["detect", ...inFolder, "-q"]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(readdirSync(folder.path).sort()).toEqual(before);
  });
});

const MOVING = "Name,a,b\nx,1,2\ny,2,4\nz,3,6\n";

/** Another file under the name, of the same size and time. */
function replace(name: string, content: string): void {
  const { atime, mtime } = statSync(folder.at(name));
  writeFileSync(folder.at("other"), content);
  utimesSync(folder.at("other"), atime, mtime);
  renameSync(folder.at("other"), folder.at(name));
}

describe("rows that are not those that were scored, whatever their file says,", () => {
  const flagging = {
    scoreColumn: "score",
    flagColumn: "flag",
    names: ["a"],
    scores: Float64Array.of(0.5, 0.75),
    flags: Uint8Array.of(0, 1),
    changed: () => new Error("changed"),
  };
  async function* batches(name: string, ...values: number[]): AsyncGenerator<Batch> {
    for (const [row, value] of values.entries()) {
      const column = { name, type: "number", values: Float64Array.of(value) } as const;
      yield { table: { rowCount: 1, columns: [column] }, rows: Float64Array.of(row), sources: null };
    }
  }
  const written = async (rows: AsyncIterable<Batch>): Promise<string> => {
    let text = "";
    for await (const piece of flaggedCsv(rows, flagging)) text += piece;
    return text;
  };

  test("are refused", async () => {
    expect(await written(batches("a", 1, 2))).toBe("a,score,flag\n1,0.5,0\n2,0.75,1\n");
    for (const rows of [batches("a"), batches("a", 1), batches("a", 1, 2, 3), batches("b", 1, 2)]) {
      await expect(written(rows)).rejects.toThrow("changed");
    }
  });
});
