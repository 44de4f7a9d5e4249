/** Long lines in files packed by zstd: JSON is often written as one line. */
import { describe, expect, test } from "vitest";
import { readTable } from "../../src/input/read-table.js";
import { createFolder, errorOf, readAll } from "./support.js";
import { type Piece, zstdOf } from "./support-zstd.js";

const folder = createFolder();
const MEGABYTE = 2 ** 20;

const LONG_TEXT = { character: "y", count: MEGABYTE };

/** Records with a text of a megabyte each. */
function longRecords(count: number, between: string): Piece[] {
  return Array.from({ length: count }, (_, row): Piece[] => [
    `${row === 0 ? "" : between}{"a":${row},"b":"`,
    LONG_TEXT,
    '"}',
  ]).flat();
}

describe("a JSON file packed by zstd", () => {
  test("with all records on one line of more than 16 MB is read", async () => {
    const path = folder.write("list.json.zst", zstdOf("[", ...longRecords(20, ","), "]"));
    const { table } = await readTable(path);
    expect(table.columns.map(({ name, type }) => `${name} ${type}`)).toEqual(["a number", "b text"]);
    const [numbers, texts] = table.columns;
    expect(numbers).toMatchObject({ values: Float64Array.from({ length: 20 }, (_, row) => row) });
    expect(texts).toMatchObject({ dictionary: ["y".repeat(MEGABYTE)] });
  });

  test("with a long line behind many short ones is read", async () => {
    const lines = Array.from({ length: 3000 }, (_, row) => `{"a":${row}}\n`).join("");
    const path = folder.write("late.ndjson.zst", zstdOf(lines, '{"a":-1', { character: " ", count: 17e6 }, "}\n"));
    const [types, ...rows] = await readAll(path);
    expect(types).toEqual(["a:number"]);
    expect(rows).toHaveLength(3001);
    expect(rows.at(-1)).toEqual([-1]);
  });

  test("nested too deeply behind a long line is refused all the same", async () => {
    const deep = `\n{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}\n`;
    const path = folder.write("deep.ndjson.zst", zstdOf(...longRecords(1, ""), ...longRecords(17, " "), deep));
    expect((await errorOf(readAll(path), folder.path)).slice(0, 2)).toEqual([
      "JSON_DEPTH",
      "deep.ndjson.zst line 2 is nested deeper than 1000 levels",
    ]);
  });

  test.each([
    ["first.json.zst", [], 1],
    ["third.ndjson.zst", ['{"a":1}\n{"a":2}\n'], 3],
  ])("with a line of more than 128 MB, %s, is refused with a way out", async (name, before, line) => {
    const content = zstdOf(...before, '{"a":3', { character: " ", count: 129 * MEGABYTE }, '}\n{"a":4}\n');
    const expected = [
      "JSON_SIZE",
      `${name} line ${line} is longer than 128 MB, too long for a file packed by zstd`,
      "Unpack it first (zstd -d), pack it by gzip instead, or write one record on each line.",
    ];
    const path = folder.write(name, content);
    expect(await errorOf(readAll(path), folder.path)).toEqual(expected);
    expect(await errorOf(readAll([], { sql: `SELECT * FROM '${path}'` }), folder.path)).toEqual(expected);
  });
});

test.each([
  [17, "long.csv.zst line 2 is longer than 16 MB"],
  [40, "long.csv.zst has a line longer than 16 MB"],
  [300, "long.csv.zst has a line longer than 16 MB"],
])("a CSV file packed by zstd with a line of %i MB is refused as any CSV file is", async (size, message) => {
  const content = zstdOf('a,b\n1,"', { character: "y", count: size * MEGABYTE }, '"\n2,x\n');
  expect(await errorOf(readAll(folder.write("long.csv.zst", content)), folder.path)).toEqual([
    "CSV_LINE_SIZE",
    message,
    "Look for an unclosed quote before it, or whether the lines end as they should.",
  ]);
});

test("a file packed by zstd that is one line beyond all measure is not called empty", async () => {
  const content = zstdOf('{"a":3', { character: " ", count: 300 * MEGABYTE }, "}");
  expect((await errorOf(readAll(folder.write("one.json.zst", content)), folder.path)).slice(0, 2)).toEqual([
    "JSON_SIZE",
    "one.json.zst has a line longer than 128 MB, too long for a file packed by zstd",
  ]);
});

test.each(["[", ""])("a JSON record too long to be read is called so, packed or not (after '%s')", async (start) => {
  const text = { character: "y", count: 40e6 };
  const end = start === "[" ? "]" : "\n";
  const packed = zstdOf(`${start}{"a":"`, text, `"}${end}`);
  const plain = `${start}{"a":"${"y".repeat(40e6)}"}${end}`;
  for (const [name, content] of [
    ["record.json.zst", packed],
    ["record.json", plain],
  ] as const) {
    expect(await errorOf(readAll(folder.write(name, content)), folder.path)).toEqual([
      "JSON_SIZE",
      `${name} has a record of more than 16 MB, too long to be read`,
      'A table in JSON is a list of records, [{"a": 1}, …], or one record on each line. Look for a bracket or a quote that is never closed, or leave long texts out.',
    ]);
  }
});
