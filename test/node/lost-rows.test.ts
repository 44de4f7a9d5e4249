/** Files of which a part would be lost or misread without a word: each is read as it is, or refused. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readTable } from "../../src/input/read-table.js";
import { createFolder, errorOf, readAll } from "./support.js";
import { zstdOf } from "./support-zstd.js";

const folder = createFolder();
const links = createFolder();
const MEGABYTE = 2 ** 20;
const ROWS = "a,b\n1,x\n2,y\n";

async function errorOfFile(name: string, content: string | Uint8Array): Promise<readonly string[]> {
  return errorOf(readTable(folder.write(name, content)), folder.path);
}

describe("a very long line", () => {
  const hint = "Look for an unclosed quote before it, or whether the lines end as they should.";
  const long = (size: number): string => `3,${"z".repeat(size * MEGABYTE)}`;

  test.each([
    ["at the end of a plain file", `${ROWS}${long(65)}\n`],
    ["at the end of a plain file, without a line end", `${ROWS}${long(65)}`],
    ["before empty lines", `${ROWS}${long(65)}\n\n\n`],
    ["before other rows", `${ROWS}${long(65)}\n4,x\n`],
    ["where lines end in \\r\\n", `${ROWS}${long(65)}\r\n`.replace(/\r?\n/g, "\r\n")],
    ["where lines end in \\r", `${ROWS}${long(65)}\r`.replaceAll("\n", "\r")],
  ])("%s is refused, not left out", async (_, content) => {
    expect(await errorOfFile("long.csv", content)).toEqual([
      "CSV_LINE_SIZE",
      "long.csv line 4 is longer than 16 MB",
      hint,
    ]);
  });

  test("at the end of a packed file is refused, not left out", async () => {
    const content = `${ROWS}${long(40)}\n`;
    expect(await errorOfFile("long.csv.gz", gzipSync(content, { level: 1 }))).toEqual([
      "CSV_LINE_SIZE",
      "long.csv.gz line 4 is longer than 16 MB",
      hint,
    ]);
    const packed = zstdOf(`${ROWS}3,`, { character: "z", count: 50 * MEGABYTE }, "\n");
    expect(await errorOfFile("long.csv.zst", packed)).toEqual([
      "CSV_LINE_SIZE",
      "long.csv.zst has a line longer than 16 MB",
      hint,
    ]);
  });

  test("at the end of a file that SQL names is refused, too", async () => {
    const path = folder.write("named.csv", `${ROWS}${long(65)}\n`);
    const error = await errorOf(readTable([], { sql: `SELECT * FROM '${path}'` }), folder.path);
    expect(error.slice(0, 2)).toEqual(["CSV_LINE_SIZE", "named.csv line 4 is longer than 16 MB"]);
  });

  test("that is the only row, or the header, is refused as one", async () => {
    const long = "z".repeat(65 * MEGABYTE);
    expect((await errorOfFile("row.csv", `a\n${long}\n`))[1]).toBe("row.csv line 2 is longer than 16 MB");
    expect((await errorOfFile("header.csv", `${long},b\n1,2\n`))[1]).toBe("header.csv line 1 is longer than 16 MB");
  });

  test("is read where it can be: the last line, of up to 16 MB by DuckDB, of 40 MB without", async () => {
    const { table } = await readTable(folder.write("short.csv.gz", gzipSync(`${ROWS}${long(15)}\n`, { level: 1 })));
    expect(table.rowCount).toBe(3);
    expect((await readTable(folder.write("plain.csv", `${ROWS}${long(40)}\n`))).table.rowCount).toBe(3);
  });
});

describe("a NUL byte far behind the first lines", () => {
  const rows = Array.from({ length: 40_000 }, (_, row) => `${row},x`).join("\n");

  test.each([
    ["in a text", `${rows}\n1,x\0y\n2,x\n`],
    ["in a number", `${rows}\n1\0,x\n2,x\n`],
    ["as a block of them, left by a crash", `${rows}\n${"\0".repeat(5000)}`],
  ])("%s is refused with its line, packed or not", async (_, text) => {
    const content = `a,b\n${text}`;
    const hint =
      "Its writer was interrupted there, or mixed encodings. Write it again; to remove such bytes: tr -d '\\000' < old.csv > new.csv";
    for (const [name, bytes] of [
      ["nul.csv", content],
      ["nul.csv.gz", gzipSync(content)],
      ["nul.csv.zst", zstdOf(content)],
    ] as const) {
      const message = `${name} line 40002 holds a NUL byte, which is no text`;
      expect(await errorOfFile(name, bytes)).toEqual(["FILE_NUL", message, hint]);
    }
  });
});

test("a NUL byte among the first lines is refused with its line, too", async () => {
  const rows = Array.from({ length: 50 }, (_, row) => `${row},some text`).join("\n");
  for (const ending of ["\n", "\r\n", "\r"]) {
    const content = `a,b\n${rows}\n7,te\0xt\n${rows}\n`.replaceAll("\n", ending);
    for (const [name, bytes] of [
      ["early.csv", content],
      ["early.csv.gz", gzipSync(content)],
    ] as const) {
      const [code, message] = await errorOfFile(name, bytes);
      expect([code, message]).toEqual(["FILE_NUL", `${name} line 52 holds a NUL byte, which is no text`]);
    }
  }
});

test("a model, a detector or a review in the place of a table is called so", async () => {
  for (const kind of ["model", "detector", "review"]) {
    const content = JSON.stringify({ format: `parsight-${kind}`, version: 1, features: [] });
    for (const [name, bytes] of [
      ["tank.json", content],
      ["tank.json.gz", gzipSync(content)],
    ] as const) {
      expect(await errorOfFile(name, bytes)).toEqual([
        "FILE_FORMAT",
        `${name} is a ${kind} of Parsight, not a table`,
        "Name the file that holds the rows.",
      ]);
    }
  }
});

describe("an invisible byte order mark in a column's name", () => {
  const hint = "Remove it: sed 's/\\xef\\xbb\\xbf//g' old.csv > new.csv";

  test.each([
    ["twice at the start", "mark.csv", "\ufeff\ufeffa,b\n1,2\n", 1, "a"],
    ["at the start of the second name", "mark.csv", "a,\ufeffb\n1,2\n", 2, "b"],
    ["at the end of a name", "mark.csv", "a,b\ufeff\n1,2\n", 2, "b"],
    ["inside quotes", "mark.csv", '"\ufeffa",b\n1,2\n', 1, "a"],
    ["in a key of JSON", "mark.ndjson", '{"\ufeffa":1,"b":2}\n', 1, "a"],
  ])("%s is named", async (_, name, content, column, plain) => {
    const message = `${name} has an invisible byte order mark (U+FEFF) in the name of column ${column}, "${plain}"`;
    expect(await errorOfFile(name, content)).toEqual(["COLUMN_MARK", message, hint]);
  });

  test("is no matter at the very start of a file", async () => {
    expect(await readAll(folder.write("start.csv", "\ufeffa,b\n1,2\n"))).toEqual([
      ["a:number", "b:number"],
      [1, 2],
    ]);
  });
});

test("a file that was packed twice is called so", async () => {
  expect(await errorOfFile("twice.csv.gz", gzipSync(gzipSync(ROWS)))).toEqual([
    "FILE_PACKED_TWICE",
    "twice.csv.gz is packed twice: by gzip, and inside by gzip",
    "Unpack it once: gzip -d.",
  ]);
  expect((await errorOfFile("both.csv.gz", gzipSync(zstdOf(ROWS))))[1]).toBe(
    "both.csv.gz is packed twice: by gzip, and inside by zstd",
  );
  expect(await errorOfFile("both.csv.zst", zstdOf(gzipSync(ROWS)))).toEqual([
    "FILE_PACKED_TWICE",
    "both.csv.zst is packed twice: by zstd, and inside by gzip",
    "Unpack it once: zstd -d.",
  ]);
  expect((await errorOfFile("twice.csv.zst", zstdOf(zstdOf(ROWS))))[1]).toBe(
    "twice.csv.zst is packed twice: by zstd, and inside by zstd",
  );
});

test("text of another encoding is called so behind zstd, too", async () => {
  expect(await errorOfFile("latin.csv.zst", zstdOf(Buffer.from("a,b\n1,caf\u00e9\n", "latin1")))).toEqual([
    "FILE_NOT_UTF8",
    "latin.csv.zst line 2 is not UTF-8 text",
    "Convert it first, from Latin-1 for instance: iconv -f WINDOWS-1252 -t UTF-8 old.csv > new.csv",
  ]);
});

describe("a link that leads nowhere", () => {
  test("says so, and to what", async () => {
    symlinkSync("moved/table.csv", join(folder.path, "table.csv"));
    expect(await errorOf(readTable(join(folder.path, "table.csv")), folder.path)).toEqual([
      "FILE_MISSING",
      "table.csv is a link to moved/table.csv, which is not there",
      "Mend the link, or name the file itself.",
    ]);
  });

  test("is not left out of the files of a glob", async () => {
    const table = links.write("day-1.csv", ROWS);
    expect((await readTable(join(links.path, "*.csv"))).table.rowCount).toBe(2);
    symlinkSync("archive/day-2.csv", join(links.path, "day-2.csv"));
    for (const glob of ["*.csv", "day-?.csv", "day-[0-9].csv", "*"]) {
      expect((await errorOf(readTable(join(links.path, glob)), links.path)).slice(0, 2)).toEqual([
        "FILE_MISSING",
        "day-2.csv is a link to archive/day-2.csv, which is not there",
      ]);
    }
    expect((await readTable(join(links.path, "day-[!2].csv"))).table.rowCount).toBe(2);
    expect((await readTable(table)).table.rowCount).toBe(2);
  });

  test("but to itself", async () => {
    symlinkSync("circle.csv", join(folder.path, "circle.csv"));
    expect((await errorOf(readTable(join(folder.path, "circle.csv")), folder.path))[1]).toBe(
      "circle.csv is a link to circle.csv, which leads in a circle",
    );
  });
});

describe("what never ends", () => {
  test("a device is refused before a byte of it is kept", async () => {
    expect(await errorOf(readTable("/dev/zero"), folder.path)).toEqual([
      "FILE_DEVICE",
      "/dev/zero is a device, not a file",
      "Name a file, or pipe a table in and name it -.",
    ]);
  });

  test("standard input of zeros is refused by its beginning", async () => {
    let taken = 0;
    async function* zeros(): AsyncGenerator<Uint8Array> {
      for (;;) {
        taken += 65_536;
        yield new Uint8Array(65_536);
      }
    }
    expect((await errorOf(readTable("-", { stdin: zeros() }), folder.path)).slice(0, 2)).toEqual([
      "FILE_BINARY",
      "standard input is not a table: it holds bytes, not text",
    ]);
    expect(taken).toBeLessThan(MEGABYTE);
  });
});
