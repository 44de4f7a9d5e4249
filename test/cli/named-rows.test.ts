/**
 * What people get in their hands: rows that can be found again, files that are what they are called, no half result
 * that reads as whole.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Explanation } from "../../src/core/presenting/index.js";
import { openDatabase } from "../../src/input/duckdb/duckdb.js";
import { type Folder, parsight, temporaryFolder } from "./support/program.js";

let folder: Folder;

const SHOPS = ["digital", "electronics", "fuel", "gambling", "grocery", "pharmacy", "travel"];

function lines(count: number, name: string): string[] {
  return Array.from({ length: count }, (_, i) => {
    const level = (i * 7) % 100;
    const shop = SHOPS[i % SHOPS.length]!;
    const [hour, minute] = [String(Math.floor(i / 60) % 24).padStart(2, "0"), String(i % 60).padStart(2, "0")];
    return `${name}-${i},2026-05-04 ${hour}:${minute},${level},${level >= 50 ? "ON" : "OFF"},${shop},${i % 7 === 3 ? "night" : "day"}`;
  });
}

const HEAD = "Order,At,Level,Pump,shop,open";
const STRANGE = ",80,OFF,fuel,day";

beforeAll(async () => {
  folder = temporaryFolder();
  const write = (name: string, ...rows: string[]): void =>
    writeFileSync(folder.at(name), `${[HEAD, ...rows].join("\n")}\n`);
  write("normal.csv", ...lines(700, "N"));
  write("may-1.csv", ...lines(3, "A"), `=A*7,2026-05-10 03:07${STRANGE}`);
  write("may-2.csv", `B-0,2026-05-11 00:00${STRANGE}`);
  write("may-3.csv", `C-0,2026-05-12 00:00${STRANGE}`, `C-1,2026-05-12 00:01${STRANGE}`);
  write("far.csv", ...lines(30_000, "F"), "F-x,2026-05-10 03:07,80,OFF,fuel,day");
  const { code, stderr } = await run("learn", "normal.csv", "-o", "m.json", "-q");
  expect(stderr).toBe("");
  expect(code).toBe(0);
});

afterAll(() => folder.remove());

const run = (...words: string[]) => parsight(words, { cwd: folder.path });

async function explained(...words: string[]): Promise<readonly Explanation[]> {
  const { stdout } = await run("explain", "m.json", ...words, "--format", "ndjson", "-q");
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Explanation);
}

describe("rows keep their names", () => {
  test.each([
    ["incidents", "text", /Order "=A\*7", row 3 of may-1\.csv, 2026-05-10 03:07\n/],
    ["incidents", "text", /worst, row \d+ \(Order C-0, row 0 of may-3\.csv\): /],
    ["incidents", "csv", /^incident,row,by,.*,text,Order,file,fileRow\n(.*\n)*.*,'=A\*7,may-1\.csv,3\n/],
    [
      "incidents",
      "markdown",
      /\n\| row \| which \| when \| what \|\n(.*\n)*\| 3 \| Order =A\\\*7, row 3 of may-1\.csv \| /,
    ],
    [
      "incidents --summary",
      "text",
      /; worst is row \d+ \(Order \S+, 2026-05-1\d \d\d:\d\d,\s+row \d of may-\d\.csv\)\n/,
    ],
    [
      "incidents --summary",
      "csv",
      /,worstRow,worstName\n(.*\n)*.*,"Order \S+, 2026-05-1\d \d\d:\d\d, row \d of may-\d\.csv"\n/,
    ],
    [
      "incidents --summary",
      "markdown",
      /, worst row \d+ \(Order \S+, 2026-05-1\d \d\d:\d\d, row \d of may-\d\.csv\) \|\n/,
    ],
    ["incidents --summary", "json", /"worst": \{\s+"row": \d+,\s+"id": \{\s+"Order": /],
    ["summary", "text", /\n {2}row \d+ \(Order \S+, 2026-05-1\d \d\d:\d\d, row \d of may-\d\.csv\): /],
    ["summary", "csv", /,exampleName\n(.*\n)*.*,"Order \S+, 2026-05-1\d \d\d:\d\d, row \d of may-\d\.csv"\n/],
    ["summary", "markdown", /\| row \d+ \(Order \S+, 2026-05-1\d \d\d:\d\d, row \d of may-\d\.csv\): /],
    ["summary", "html", /Row \d+ \(Order \S+, 2026-05-1\d \d\d:\d\d, row \d of may-\d\.csv\): /],
    ["summary", "json", /"source": \{\s+"file": "may-\d\.csv"/],
  ])("in --%s as %s, too", async (wanted, format, expected) => {
    const options = [...`--${wanted}`.split(" "), "--format", format, "--gap", "5m", "-q"];
    const words = wanted === "summary" ? options.filter((word) => word !== "--gap" && word !== "5m") : options;
    const { code, stdout } = await run("explain", "m.json", "may-1.csv", "may-2.csv", "may-3.csv", ...words);
    expect(code).toBe(0);
    expect(stdout).toMatch(expected);
  });

  test("in NDJSON: identifier and moment as in the input, in front", async () => {
    const rows = await explained("may-1.csv");
    expect(rows.map(({ row, id, time }) => [row, id, time])[3]).toEqual([3, { Order: "=A*7" }, "2026-05-10 03:07"]);
    expect(Object.keys(rows[3]!).slice(0, 4)).toEqual(["row", "id", "time", "strength"]);
  });

  test("with several files also the file and the row there, before any filter", async () => {
    const rows = await explained("may-*.csv", "--where", "Pump = 'OFF' AND Level = 80");
    expect(rows.map(({ row, id, source }) => [row, id?.Order, source])).toEqual([
      [3, "=A*7", { file: "may-1.csv", row: 3 }],
      [4, "B-0", { file: "may-2.csv", row: 0 }],
      [5, "C-0", { file: "may-3.csv", row: 0 }],
      [6, "C-1", { file: "may-3.csv", row: 1 }],
    ]);
  });

  test("a query over several files loses the file, and it is said", async () => {
    const { stdout, stderr } = await run(
      ...["explain", "m.json", "may-1.csv", "may-2.csv", "--sql", "FROM input", "--format", "ndjson", "-q"],
    );
    expect(JSON.parse(stdout.split("\n")[0]!)).not.toHaveProperty("source");
    expect(stderr).toBe(
      "warning ROWS_UNTRACED: the query reads 2 files, so rows are numbered as its result has them, and none says which file it is from\n" +
        "  To keep file and row there, choose rows by --where, or take one file at a time.\n",
    );
  });

  test("--id and --time choose other columns, features too", async () => {
    const [first] = await explained("may-2.csv", "--id", "shop,Level", "--time", "Order");
    expect(first).toMatchObject({ id: { shop: "fuel", Level: 80 }, time: "B-0" });
    const { code, stderr, stdout } = await run("explain", "m.json", "may-2.csv", "--id", "Oder");
    expect(stderr).toMatch(/^error COLUMN_UNKNOWN: may-2\.csv has no column "Oder"\n {2}Closest: "Order"\./);
    expect([code, stdout]).toEqual([2, ""]);
  });

  test("as text below the row's number, in Markdown escaped, in CSV behind all other columns", async () => {
    const text = async (format: string) =>
      (await run("explain", "m.json", "may-*.csv", "--format", format, "-q")).stdout;
    expect(await text("text")).toContain('\n       Order "=A*7", 2026-05-10 03:07, row 3 of may-1.csv\n');
    expect(await text("markdown")).toContain("## Row 3\n\nOrder =A\\*7, 2026-05-10 03:07, row 3 of may-1.csv\n");
    const [head, ...rows] = (await text("csv")).trimEnd().split("\n");
    expect(head).toMatch(/,suggested,expectedMin,expectedMax,probability,.*Order,time,file,fileRow$/);
    expect(rows.some((line) => line.endsWith(",'=A*7,2026-05-10 03:07,may-1.csv,3"))).toBe(true);
  });

  test("in the report, whose title names the files", async () => {
    await run("report", "m.json", "may-*.csv", "-o", "r.html", "-q");
    const page = readFileSync(folder.at("r.html"), "utf8");
    expect(page).toContain('"title":"Anomalies in 3 files, may-1.csv to may-3.csv"');
    expect(page).toContain('"id":{"Order":"C-1"},"time":"2026-05-12 00:01","source":{"file":"may-3.csv","row":1}');
    expect(page).toContain(`"time":${Date.UTC(2026, 4, 12, 0, 1)}`);
    await run("explain", "m.json", "may-1.csv", "may-3.csv", "-o", "r.html", "-q");
    expect(readFileSync(folder.at("r.html"), "utf8")).toContain('"title":"Anomalies in may-1.csv and may-3.csv"');
  });
});

describe("files are what they are called", () => {
  test("-o x.parquet is Parquet, with the records of the CSV", async () => {
    await run("explain", "m.json", "may-*.csv", "-o", "x.parquet", "-q");
    await run("explain", "m.json", "may-*.csv", "-o", "x.csv", "-q");
    const database = await openDatabase({ purpose: "a test", shouldStop: () => false, onWait: () => {} });
    try {
      const from = (file: string): string => `FROM '${folder.at(file)}'`;
      const types = await database.rows(`SELECT column_name, column_type FROM (DESCRIBE ${from("x.parquet")})`);
      expect(Object.fromEntries(types as [string, string][])).toMatchObject({
        row: "BIGINT",
        blame: "DOUBLE",
        observed: "VARCHAR",
        expectedMin: "DOUBLE",
        probability: "DOUBLE",
        Order: "VARCHAR",
        time: "VARCHAR",
        fileRow: "BIGINT",
      });
      const columns = 'row, rank, feature, blame, expected, rule, text, "time", file, fileRow';
      const parquet = await database.rows(`SELECT ${columns} ${from("x.parquet")}`);
      const csv = await database.rows(
        `SELECT ${columns} FROM read_csv('${folder.at("x.csv")}', types = {'time': 'VARCHAR'})`,
      );
      expect(parquet).toEqual(csv);
      expect(parquet.length).toBeGreaterThan(6);
    } finally {
      database.close();
    }
  });

  test("numbers by which rows are named are integers in Parquet", async () => {
    writeFileSync(folder.at("n.csv"), `${HEAD.replace("Order", "No")}\n1001,2026-05-10 03:07${STRANGE}\n`);
    await run("explain", "m.json", "n.csv", "--id", "No,Level", "-o", "n.parquet", "-q");
    const database = await openDatabase({ purpose: "a test", shouldStop: () => false, onWait: () => {} });
    const rows = await database.rows(`SELECT DISTINCT typeof("No"), "No", "Level" FROM '${folder.at("n.parquet")}'`);
    database.close();
    expect(rows).toEqual([["BIGINT", "1001", "80"]]);
  });

  const HINT =
    "Formats are: text, json, ndjson, csv, markdown, html, parquet. Let the name end in .txt, .json, .ndjson, .csv, .md, .html, .parquet, or in none and say --format.";

  test.each([
    ["explain m.json may-1.csv -o x.xlsx", `--out x.xlsx ends in .xlsx, which cannot be written\n  ${HINT}`],
    ["explain m.json may-1.csv -o x.tsv", `--out x.tsv ends in .tsv, which cannot be written\n  ${HINT}`],
    ["explain m.json may-1.csv --format csv -o x.PDF", `--out x.PDF ends in .pdf, which cannot be written\n  ${HINT}`],
    [
      "report m.json may-1.csv -o x.json",
      "--out x.json ends in .json, which cannot be written\n  Only html can be: let the name end in .html.",
    ],
    [
      "report m.json may-1.csv -o x.txt",
      "--out x.txt ends in .txt, which cannot be written\n  Only html can be: let the name end in .html.",
    ],
    [
      "report m.json may-1.csv -o x.pdf",
      "--out x.pdf ends in .pdf, which cannot be written\n  Only html can be: let the name end in .html.",
    ],
    [
      "explain m.json may-1.csv --format parquet",
      "Parquet cannot be written to standard output\n  Name a file for it: -o explained.parquet.",
    ],
    [
      "explain m.json may-1.csv -o x.parquet.gz",
      "--out x.parquet.gz: Parquet is packed by itself\n  Name a file for it: -o explained.parquet.",
    ],
    [
      "explain m.json may-1.csv --format csv -o x.parquet",
      "--format csv and --out x.parquet ask for two formats\n" +
        "  Leave --format csv out for parquet, or choose a name that does not end in .parquet.",
    ],
    [
      "learn normal.csv -o x.parquet",
      "--out x.parquet ends in .parquet, which cannot be written\n  Only json can be: let the name end in .json.",
    ],
    [
      "learn normal.csv -o x.csv",
      "--out x.csv ends in .csv, which cannot be written\n  Only json can be: let the name end in .json.",
    ],
    [
      "export m.json -o x.xlsx",
      "--out x.xlsx ends in .xlsx, which cannot be written\n  Only sql can be: let the name end in .sql.",
    ],
    [
      "export m.json --to great-expectations -o x.sql",
      "--out x.sql ends in .sql, which cannot be written\n  Only json can be: let the name end in .json.",
    ],
    [
      "diff m.json m.json -o x.pdf",
      "--out x.pdf ends in .pdf, which cannot be written\n" +
        "  Formats are: text, json. Let the name end in .txt, .json, or in none and say --format.",
    ],
  ])("%s is refused", async (line, message) => {
    const before = readdirSync(folder.path);
    const { code, stderr, stdout } = await run(...line.split(" "));
    expect([code, stderr, stdout]).toEqual([2, `error OUTPUT_FORMAT: ${message}\n`, ""]);
    expect(readdirSync(folder.path)).toEqual(before);
  });

  test("--format says what a name without a known ending means, and a log is text", async () => {
    await run("explain", "m.json", "may-2.csv", "--format", "csv", "-o", "x.data", "-q");
    expect(readFileSync(folder.at("x.data"), "utf8")).toMatch(/^row,rank,/);
    await run("explain", "m.json", "may-2.csv", "-o", "x.log", "-q");
    expect(readFileSync(folder.at("x.log"), "utf8")).toMatch(/^Row 0 /);
  });

  test("CSV has all values of a set, in every column", async () => {
    const broken = `D-0,2026-05-11 00:00,80,ON,crypto,day`;
    writeFileSync(folder.at("set.csv"), `${HEAD}\n${broken}\n`);
    const { stdout } = await run("explain", "m.json", "set.csv", "--format", "csv", "-q");
    const byDay = SHOPS.filter((shop) => shop !== "gambling");
    expect(stdout).toContain(`shop ∈ {${byDay.join(", ")}}`);
    expect(stdout).not.toContain("others");
    const rules = (await run("rules", "m.json", "--format", "csv")).stdout;
    expect(rules).toContain(`shop ∈ {${SHOPS.join(", ")}}`);
    expect(rules).not.toContain("others");
  });
});

describe("what fails leaves nothing that reads as no anomalies", () => {
  test.each(["text", "json", "ndjson", "csv", "markdown", "html"])(
    "%s, where the input cannot be read",
    async (format) => {
      for (const table of ["nowhere.csv", "m.json"]) {
        const { code, stdout } = await run("explain", "m.json", table, "--format", format, "-q");
        expect([code, stdout]).toEqual([2, ""]);
      }
    },
  );

  /** Fails when it comes to the last row. */
  const LATE = `CASE WHEN "Order" = 'F-x' THEN error('too late') ELSE true END`;

  test.each([
    ["text", /\nUnfinished: error WHERE_FAILED: where failed: too late\n$/],
    ["markdown", /\n__Unfinished:__ error WHERE\\_FAILED: where failed: too late\n$/],
    ["csv", /\nUnfinished,error WHERE_FAILED: where failed: too late\n$/],
    ["json", /^\[\n.*[^\]]$/s],
    ["ndjson", /\}\n$/],
  ])("%s, where a later row cannot be read, is evidently unfinished", async (format, end) => {
    const words = ["explain", "m.json", "far.csv", "--where", LATE, "--method", "paper", "--format", format, "-q"];
    const { code, stdout, stderr } = await run(...words);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error WHERE_FAILED: /);
    expect(stdout.length).toBeGreaterThan(100_000);
    expect(stdout.slice(format === "json" ? 0 : -300)).toMatch(end);
    if (format === "json") expect(() => JSON.parse(stdout) as unknown).toThrow();
  });

  test("a file is not written at all", async () => {
    for (const name of ["far-out.csv", "far-out.parquet"]) {
      const { code } = await run("explain", "m.json", "far.csv", "--where", LATE, "-o", name, "-q");
      expect([code, existsSync(folder.at(name))]).toEqual([2, false]);
    }
  });

  test("no row at all is said, with the head of the format", async () => {
    const words = ["explain", "m.json", "may-1.csv", "--where", "Level > 1000", "-q", "--format"];
    expect((await run(...words, "csv")).stdout).toMatch(/^row,rank,.*,Order,time\n$/);
    expect((await run(...words, "json")).stdout).toBe("[\n]\n");
    expect((await run(...words, "text")).stdout).toBe("No row was to be explained.\n");
  });
});

test.each([
  ["explain m.json https://ann:secret@host/x.csv?key=secret", "https://…@host/x.csv?…"],
  ["learn s3://bucket/x.csv?key=secret", "s3://bucket/x.csv?…"],
  ["detect may-1.csv --load http://ann:secret@host/d.json -o f.csv", "http://…@host/d.json"],
  ["explain http://ann:secret@host/m.json may-1.csv", "http://…@host/m.json"],
  ["explain m.json may-1.csv -o http://ann:secret@host/x.csv", "http://…@host"],
])("%s tells no secret", async (line, shown) => {
  const { code, stderr, stdout } = await run(...line.split(" "));
  expect(code).toBe(2);
  expect(stderr).toContain(shown);
  expect(stderr + stdout).not.toContain("secret");
});
