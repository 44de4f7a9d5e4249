/** Every mistake gets one message with what and where, a way out, exit code 2, and no stack trace. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/command-table.js";
import { type Folder, parsight, TANK, temporaryFolder } from "./support/program.js";

let folder: Folder;

beforeAll(async () => {
  folder = temporaryFolder();
  const lines = Array.from({ length: 60 }, (_, row) => `${row % 8},${row % 8 < 4 ? "low" : "high"}`);
  write("good.csv", `Level,Word\n${lines.join("\n")}\n`);
  const { code } = await parsight(["learn", "good.csv", "-o", "good.json", "-q"], { cwd: folder.path });
  expect(code).toBe(0);
});

afterAll(() => folder.remove());

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(folder.at(name), content);
}

/** The message of a refused command, after checking that nothing but the message was said. */
async function refusal(...words: string[]): Promise<string> {
  const before = readdirSync(folder.path);
  const { code, stdout, stderr } = await parsight(words, { cwd: folder.path });
  expect(stdout, stderr).toBe("");
  expect(code, stderr).toBe(2);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(readdirSync(folder.path)).toEqual(before);
  const message = stderr.slice(stderr.indexOf("error "));
  expect(message).toMatch(/^error [A-Z][A-Z0-9_]+: .+\n {2}\S/);
  return message;
}

describe("tables", () => {
  test("a missing file", async () => {
    expect(await refusal("learn", "absent.csv")).toBe(
      `error FILE_MISSING: there is no file absent.csv\n  Looked for ${folder.at("absent.csv")}.\n`,
    );
  });

  test("a folder", async () => {
    mkdirSync(folder.at("folder"));
    expect(await refusal("learn", "folder")).toBe(
      'error FILE_IS_FOLDER: folder is a folder, not a file\n  To read the files in it, give a glob: "folder/*.csv".\n',
    );
  });

  test("an empty file", async () => {
    write("empty.csv", "");
    expect(await refusal("learn", "empty.csv")).toMatch(/^error FILE_EMPTY: empty\.csv is empty\n/);
  });

  test("a header and no rows", async () => {
    write("head.csv", "a,b\n");
    expect(await refusal("learn", "head.csv")).toMatch(/^error TABLE_EMPTY: head\.csv has no rows\n/);
  });

  test("a row with too few cells, by its line", async () => {
    write("ragged.csv", "a,b\n1,2\n3\n4,5\n");
    expect(await refusal("learn", "ragged.csv")).toMatch(
      /^error CSV_ROW_WIDTH: ragged\.csv line 3 has 1 cell, the header has 2\n/,
    );
  });

  test("a quote that is never closed, by its line", async () => {
    write("quote.csv", 'a,b\n1,2\n"3,4\n5,6\n');
    expect(await refusal("learn", "quote.csv")).toMatch(
      /^error CSV_QUOTE: quote\.csv line 3 opens a quote that is never closed\n/,
    );
  });

  test("UTF-16", async () => {
    write("utf16.csv", Buffer.from("\ufeffa,b\n1,2\n", "utf16le"));
    expect(await refusal("learn", "utf16.csv")).toMatch(
      /^error FILE_UTF16: utf16\.csv is UTF-16 text\n {2}Convert it to UTF-8/,
    );
  });

  test("files with different columns", async () => {
    write("other.csv", "Level,Wort\n1,low\n");
    expect(await refusal("learn", "good.csv", "other.csv")).toMatch(
      /^error FILES_DIFFER: other\.csv has no column "Word", which good\.csv has\n/,
    );
  });

  test("a word where a number is wanted, by line and column", async () => {
    write("words.csv", "Level,Word\n1,low\nx,high\n");
    expect(await refusal("learn", "words.csv", "--numeric", "Level", "--strict")).toMatch(
      /^error CELL_TYPE: words\.csv line 3, column "Level": "x" is not a number\n/,
    );
    expect(await refusal("learn", "words.csv", "--numeric", "Word")).toMatch(
      /^error CELL_TYPE: words\.csv line 2, column "Word": "low" is not a number\n/,
    );
    expect(await refusal("explain", "good.json", "words.csv", "--format", "ndjson", "--strict")).toMatch(
      /^error CELL_TYPE: words\.csv line 3, column "Level": "x" is not a number\n/,
    );
  });

  test("a Parquet file called .csv", async () => {
    const script = `import { DuckDBInstance } from "@duckdb/node-api";
      const connection = await (await DuckDBInstance.create(":memory:")).connect();
      await connection.run("COPY (SELECT * FROM range(100)) TO '${folder.at("parquet.csv")}' (FORMAT parquet)");`;
    execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: join(TANK, "../../..") });
    expect(await refusal("learn", "parquet.csv")).toBe(
      "error FILE_FORMAT: parquet.csv is a Parquet file, although its name ends in .csv\n" +
        "  Rename it to .parquet, or check how it was written.\n",
    );
  });

  test("a value that no row has", async () => {
    expect(await refusal("learn", "good.csv", "--normal", "Word=middle")).toMatch(
      /^error NO_ROW_MATCHES: no row of good\.csv has Word = middle\n {2}Values seen, with their number of rows: "low" \(32\), "high" \(28\)\.\n$/,
    );
  });

  test("half of a name with a comma, and how the whole is given", async () => {
    const rows = Array.from({ length: 60 }, (_, row) => `${row % 9},${row % 4},${row % 7}`);
    write("fees.csv", `a,"fee, charged",b\n${rows.join("\n")}\n`);
    expect(await refusal("learn", "fees.csv", "--exclude", "fee, charged")).toBe(
      'error FEATURE_UNKNOWN: there is no column "fee"\n' +
        `  One name has a comma: typed in a list of names it goes in double quotes, '"fee, charged"' in a shell. Columns are: a, "fee, charged", b.\n`,
    );
    const given = ["learn", "fees.csv", "--exclude", '"fee, charged"', "-o", "fees.json", "--trees", "1"];
    const { code, stdout } = await parsight(given, { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toMatch(/left out +"fee, charged": excluded by name\n/);
    expect(await refusal("learn", "fees.csv", "--normal", "fe=1")).toMatch(/Columns are: a, "fee, charged", b\.\n$/);
  });

  test("a condition that is no SQL", async () => {
    expect(await refusal("learn", "good.csv", "--where", "Levl > 3")).toMatch(/^error [A-Z_]*: .*\n.*Level/);
  });
});

describe("models", () => {
  test("a missing one", async () => {
    expect(await refusal("rules", "absent.json")).toMatch(
      /^error MODEL_MISSING: there is no model file absent\.json\n/,
    );
  });

  test("a table in its place", async () => {
    expect(await refusal("explain", "good.csv", "good.json")).toMatch(
      /^error MODEL_NOT_JSON: good\.csv: .*\n.* The model is named first, then the table\.\n$/,
    );
  });

  test("one that was cut off, or edited", async () => {
    const text = readFileSync(folder.at("good.json"), "utf8");
    write("cut.json", text.slice(0, text.length / 2));
    expect(await refusal("rules", "cut.json")).toMatch(/^error MODEL_NOT_JSON: cut\.json: /);
    write("edited.json", text.replace('"rowCount":60', '"rowCount":61'));
    expect(await refusal("rules", "edited.json")).toMatch(/^error MODEL_INVALID: edited\.json: /);
  });

  test("a file without end, or one far larger than a model", async () => {
    for (const words of [["rules"], ["explain"], ["report"]]) {
      const table = words[0] === "rules" ? [] : ["good.csv"];
      expect(await refusal(...words, "/dev/zero", ...table)).toMatch(
        /^error MODEL_NOT_JSON: \/dev\/zero: the model is not a complete JSON text: /,
      );
    }
    write("huge.json", '{"x":"');
    truncateSync(folder.at("huge.json"), 500_000_001); // of holes: it takes no room
    expect(await refusal("rules", "huge.json")).toBe(
      "error MODEL_TOO_LARGE: huge.json holds more than 500000000 bytes\n" +
        "  A model so large cannot be loaded: learn it again with fewer rules (--max-rules). The model is named first, then the table.\n",
    );
  });

  test("a packed one that was cut off", async () => {
    const packed = gzipSync(readFileSync(folder.at("good.json")));
    write("cut.json.gz", packed.subarray(0, packed.length / 2));
    expect(await refusal("rules", "cut.json.gz")).toBe(
      "error MODEL_NOT_GZIP: cut.json.gz begins like a gzip file but cannot be unpacked\n" +
        "  The file was cut off or damaged; learn the model again.\n",
    );
  });

  test("a table that lacks its columns is shown beside it", async () => {
    write("renamed.csv", "level_m,Word\n1,low\n");
    expect(await refusal("explain", "good.json", "renamed.csv")).toBe(
      'error COLUMN_UNKNOWN: renamed.csv has no column "Level"\n  Closest: "level_m". Columns are: level_m, Word.\n  good.json was learnt from: Level, Word.\n',
    );
    // docs/errors.md tells which command says which.
    expect(await refusal("compare", "good.csv", "renamed.csv", "--row", "0")).toMatch(/^error COLUMN_UNKNOWN: /m);
    expect(await refusal("report", "good.json", "renamed.csv", "-o", "report.html")).toContain(
      'error COLUMN_UNKNOWN: renamed.csv has no column "Level"\n  Closest: "level_m". Columns are: level_m, Word.\n  good.json was learnt from: Level, Word.\n',
    );
    expect(await refusal("detect", "good.csv", "renamed.csv", "-o", "flagged.csv")).toMatch(
      /^error FEATURE_MISSING: /m,
    );
  });
});

describe("usage", () => {
  test("an unknown command, with the nearest", async () => {
    expect(await refusal("lern", "good.csv")).toBe(
      `error COMMAND_UNKNOWN: there is no command "lern"\n  Closest: learn. Commands are: ${COMMANDS.map(({ name }) => name).join(", ")}.\n`,
    );
  });

  test("an unknown option, with the nearest", async () => {
    expect(await refusal("learn", "good.csv", "--min-suport", "0.1")).toBe(
      "error OPTION_UNKNOWN: parsight learn has no option --min-suport\n  Closest: --min-support. npx parsight learn --help lists them all.\n",
    );
  });

  test("an unknown column, with the nearest", async () => {
    expect(await refusal("learn", "good.csv", "--exclude", "Levl")).toMatch(
      /^error FEATURE_UNKNOWN: there is no column "Levl"\n {2}Closest: "Level"\. /,
    );
    expect(await refusal("rules", "good.json", "--feature", "wrd")).toMatch(
      /^error FEATURE_UNKNOWN: good\.json has no feature "wrd"\n {2}Closest: "Word"\. /,
    );
    expect(await refusal("explain", "good.json", "good.csv", "--anomaly", "flag=1")).toMatch(
      /^error COLUMN_UNKNOWN: good\.csv has no column "flag"\n/,
    );
  });

  test.each([
    [["--min-support", "2"], '--min-support must be in [0, 1), got "2"'],
    [["--min-support", "-1"], '--min-support must be in [0, 1), got "-1"'],
    [["--min-support", "nan"], '--min-support must be in [0, 1), got "nan"'],
    [["--min-confidence", "1"], '--min-confidence must be in [0, 1), got "1"'],
    [["--max-predicates", "1.5"], '--max-predicates must be a whole number from 1 to 8, got "1.5"'],
    [["--cells", ""], '--cells must be a whole number from 0 to 1000, got ""'],
    [["--threads", "0"], '--threads must be a whole number from 1 to 256, got "0"'],
  ])("a number out of range: %j", async (words, message) => {
    expect(await refusal("learn", "good.csv", ...words)).toContain(`error OPTION_RANGE: ${message}\n`);
  });

  test("a choice that is none, with the nearest", async () => {
    expect(await refusal("explain", "good.json", "good.csv", "--format", "markdwn")).toBe(
      'error OPTION_CHOICE: --format must be one of text, json, ndjson, csv, markdown, html, parquet, got "markdwn"\n  Closest: markdown.\n',
    );
  });

  test("options that do not go together, in every format", async () => {
    for (const format of ["text", "html"]) {
      const words = ["--method", "paper", "--verify", "--format", format];
      expect(await refusal("explain", "good.json", "good.csv", ...words)).toBe(
        "error OPTION_CONFLICT: there is nothing to verify with --method paper, which suggests no values\n" +
          "  Use --method diagnosis to have its suggestions verified, or do not ask for it (--verify).\n",
      );
    }
  });

  test("a filter that is none", async () => {
    expect(await refusal("learn", "good.csv", "--normal", "Word")).toBe(
      'error FILTER_FORM: --normal must be column=value, got "Word"\n  For example --normal label=0.\n',
    );
  });

  test("an option without its value, arguments missing or too many", async () => {
    expect(await refusal("learn", "good.csv", "-o")).toContain("error OPTION_VALUE: --out stands at the end");
    expect(await refusal("learn")).toContain("error ARGUMENT_MISSING: parsight learn needs <table>");
    expect(await refusal("explain", "good.json")).toContain("error ARGUMENT_MISSING: parsight explain needs <table>");
    expect(await refusal("rules", "good.json", "more")).toContain(
      'error ARGUMENT_EXTRA: parsight rules does not know what to do with "more"',
    );
    expect(await refusal("completion", "tcsh")).toContain(
      "error OPTION_CHOICE: the shell must be one of bash, zsh, fish",
    );
  });

  test("output over input, into nowhere, or twice to standard output", async () => {
    expect(await refusal("learn", "good.csv", "-o", "./good.csv")).toContain("error OUTPUT_IS_INPUT: ");
    expect(await refusal("learn", "good.csv", "-o", "no/where.json", "-q")).toContain("error OUTPUT_FOLDER_MISSING: ");
    // Before anything is read: that the tables are not there either is not noticed.
    for (const words of [
      ["learn", "absent.csv"],
      ["explain", "absent.json", "absent.csv"],
      ["report", "absent.json", "absent.csv"],
      ["rules", "absent.json"],
      ["detect", "absent.csv", "absent.csv", "--save"],
      ["detect", "absent.csv", "absent.csv", "-o"],
      ["compare", "absent.csv", "absent.csv"],
    ]) {
      const option = words.at(-1)!.startsWith("-") ? [] : ["-o"];
      expect(await refusal(...words, ...option, "no/where.x")).toContain("error OUTPUT_FOLDER_MISSING: ");
      expect(await refusal(...words, ...option, "")).toContain("error OUTPUT_NAME: the name to write to is empty\n");
    }
    expect(await refusal("learn", "absent.csv", "-o", "/")).toContain("error OUTPUT_IS_FOLDER: cannot write /: ");
    expect(await refusal("learn", "good.csv", "-o", "-", "--format", "json")).toContain("error OUTPUT_CONFLICT: ");
  });

  test("a cell cannot send commands to the terminal through a message", async () => {
    write("escape.csv", "Level,Word\n\u001b[31mx,low\n");
    const message = await refusal("learn", "escape.csv", "--numeric", "Level");
    expect(message).not.toContain("\u001b");
    expect(message).toContain("\\u001b[31mx");
  });

  test("no command at all shows the help, and is a mistake", async () => {
    const { code, stdout } = await parsight([]);
    expect(code).toBe(2);
    expect(stdout).toContain("Commands\n");
  });
});
