/**
 * Two roads to one Table, for JSON and for several files: the page's reader and DuckDB, as Node asks it, give the same
 * columns, or an error of the same kind, on the same files.
 */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/base/index.js";
import type { Table } from "../../src/core/table/index.js";
import { readTable } from "../../src/input/read-table.js";
import { readTableFiles } from "../../web/reading/read-file.js";
import { createFolder } from "../node/support.js";

const folder = createFolder();

interface Named {
  readonly types?: ReadonlyMap<string, "number" | "text">;
  readonly keepTexts?: readonly string[];
}

type Files = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

/** The Table and its warnings, or the error, by each road. */
async function bothRoads(files: Files, named: Named = {}) {
  const paths = Object.entries(files).map(([name, content]) => folder.write(name, content));
  const page = Object.entries(files).map(([name, content]) => ({ name, content: new Blob([content]) }));
  return {
    node: await outcome(readTable(paths, named)),
    page: await outcome(readTableFiles(page, named)),
  };
}

async function outcome(reading: Promise<{ table: Table; warnings: readonly { message: string }[] }>) {
  const local = (text: string): string => text.replaceAll(`${folder.path}/`, "");
  try {
    const { table, warnings } = await reading;
    return { columns: table.columns.map(plain), told: warnings.map(({ message }) => local(message)) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { code: error.code, message: local(error.message), hint: local(error.hint) };
  }
}

/** Without shared memory, in which Node reads. */
function plain(column: Table["columns"][number]) {
  if (column.type === "number" || column.type === "time") return { ...column, values: [...column.values] };
  return column.type === "other" ? column : { ...column, codes: [...column.codes] };
}

const lines = (records: readonly object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join("");
const many = (count: number, make: (row: number) => unknown): object[] =>
  Array.from({ length: count }, (_, row) => ({ a: make(row), b: `r${row % 3}` }));

describe("JSON", () => {
  test.each([
    ["numbers", many(9, (row) => row * 1.5 - 4)],
    ["whole numbers and missing ones", many(9, (row) => (row % 3 === 0 ? null : row))],
    ["texts that look like numbers", many(9, (row) => `${row}`)],
    ["truth values", many(9, (row) => (row === 4 ? null : row % 2 === 0))],
    ["days", many(9, (row) => `2026-05-0${row + 1}`)],
    ["moments", many(9, (row) => `2026-05-01T10:0${row}:00Z`)],
    ["moments with blanks and an offset", many(9, (row) => `2026-05-01 10:0${row}:00+00`)],
    ["a moment that is none", many(9, (row) => (row === 7 ? "soon" : `2026-05-01T10:0${row}:00Z`))],
    ["few words among numbers", many(60, (row) => (row === 30 ? "ERR" : row))],
    ["many words among numbers", many(20, (row) => (row % 2 === 0 ? "ERR" : row))],
    ["numbers and truth values", many(9, (row) => (row % 2 === 0 ? true : row))],
    ["lists", many(4, (row) => [row])],
    ["records", many(4, (row) => ({ deep: row }))],
    ["nothing at all", many(4, () => null)],
    ["blank texts", many(4, (row) => (row === 1 ? "  " : "x"))],
    ["words for missing, which are texts here", many(4, (row) => (row === 1 ? "NA" : "x"))],
    ["records that lack keys", [{ a: 1 }, { b: "x" }, { a: 2, b: "y", c: true }]],
    ["hostile names", [{ "<script>": 1, "\u202eb": "x", constructor: 2 }]],
  ])("of %s: a list and lines", async (_, records) => {
    for (const content of [JSON.stringify(records, null, 2), lines(records)]) {
      const { node, page } = await bothRoads({ "case.json": content });
      expect(page).toEqual(node);
      expect(page).toHaveProperty("columns");
    }
  });

  test("as a model wants its columns", async () => {
    const records = many(60, (row) => (row === 7 ? "ERR" : row % 2 === 0 ? row : `${row}.5`));
    for (const type of ["number", "text"] as const) {
      const { node, page } = await bothRoads({ "asked.ndjson": lines(records) }, { types: new Map([["a", type]]) });
      expect(page).toEqual(node);
    }
    const kept = await bothRoads(
      { "kept.ndjson": lines(many(60, (row) => (row === 7 ? "ERR" : row))) },
      { keepTexts: ["a"] },
    );
    expect(kept.page).toEqual(kept.node);
    const long = Array.from({ length: 60 }, (_, row) => `{"a":90071992547409${93 + (row % 5)},"b":${row}}`).join("\n");
    for (const keepTexts of [["a"], []]) {
      const { node, page } = await bothRoads({ "long.ndjson": long }, { keepTexts });
      expect(page).toEqual(node);
      expect(page).toMatchObject({ columns: [{ type: keepTexts.length > 0 ? "text" : "number" }, {}] });
    }
  });

  test("packed by gzip, and without a name that says so", async () => {
    const records = lines(many(5, (row) => row));
    const packed = await bothRoads({ "packed.ndjson.gz": new Uint8Array(gzipSync(records)) });
    expect(packed.page).toEqual(packed.node);
    const unnamed = await bothRoads({ plain: records });
    expect(unnamed.page).toEqual(unnamed.node);
  });

  test.each([
    ["a list that is cut off", '[{"a": 1},\n{"a": 2}'],
    ["lines that are cut off", '{"a": 1}\n{"a": '],
    ["values that are no records", "[1, 2, 3]"],
    ["an empty list", "[]"],
    ["another thing than its name says", "a,b\n1,2\n"],
    ["an empty key", '{"": 1}\n{"": 2}\n'],
    ["keys that differ in case", '{"a": 1, "A": 2}\n'],
  ])("with %s: the same error", async (_, content) => {
    const { node, page } = await bothRoads({ "wrong.json": content });
    expect(page).toEqual(node);
    expect(page).toHaveProperty("code");
  });

  test.each([
    ["a missing comma", '{"a": 1 "b": 2}\n'],
    ["a word without quotes", '{"a": soon}\n{"a": 1}\n'],
    ["a key that comes twice", '{"a": 1, "a": 2}\n'],
  ])("with %s: an error of the same kind", async (_, content) => {
    const { node, page } = await bothRoads({ "wrong.ndjson": content });
    expect(page).toMatchObject({ code: (node as { code: string }).code });
    expect(page).toHaveProperty("message", expect.stringContaining("wrong.ndjson line 1 "));
  });

  test("keeps all digits of long numbers that name rows", async () => {
    const content = '{"id": 12345678901234567890, "a": 1}\n{"id": 12345678901234567891, "a": 2}\n';
    const { table } = await readTableFiles([{ name: "long.ndjson", content: new Blob([content]) }], { names: ["id"] });
    expect(table.columns[0]).toMatchObject({ dictionary: ["12345678901234567890", "12345678901234567891"] });
  });
});

describe("several files", () => {
  const may = "When,Level,Valve\n2026-05-01,1.5,Open\n2026-05-02,2.5,Closed\n";
  const june = "Valve,Level,When\nOpen,3.5,2026-06-01\n";

  test.each([
    ["with columns in another order", { "may.csv": may, "june.csv": june }],
    ["written in other ways", { "may.csv": may, "june.csv": june.replaceAll(",", ";") }],
    ["of which one makes a column text", { "may.csv": may, "june.csv": june.replace("3.5", "high") }],
    ["of which one has no rows", { "may.csv": may, "june.csv": "When,Level,Valve\n" }],
    ["of lines of records", { "a.ndjson": lines([{ a: 1, b: "x" }]), "b.ndjson": lines([{ b: "y", a: 2.5 }]) }],
    ["of CSV and JSON", { "may.csv": may, "june.json": '[{"When": "2026-06-01", "Level": 4, "Valve": "Open"}]' }],
    ["with other columns", { "may.csv": may, "june.csv": "When,Level\n2026-06-01,3\n" }],
    ["with more columns", { "may.csv": may, "june.csv": "When,Level,Valve,More\n2026-06-01,3,Open,1\n" }],
  ])("%s: the same table or error", async (_, files) => {
    const { node, page } = await bothRoads(files as Files);
    expect(page).toEqual(node);
  });

  test("odd cells are told with their file and line", async () => {
    const rows = Array.from({ length: 40 }, (_, row) => `${row},x`).join("\n");
    const { node, page } = await bothRoads({ "one.csv": `a,b\n${rows}\n`, "two.csv": `a,b\n${rows}\nERR,y\n` });
    expect(page).toEqual(node);
    expect(page).toHaveProperty("told", [expect.stringContaining('two.csv line 42 "ERR"')]);
  });

  test("the rows of each are counted", async () => {
    const { parts } = await readTableFiles(
      [may, june].map((text, place) => ({ name: `${place}.csv`, content: new Blob([text]) })),
    );
    expect(parts).toEqual([
      { name: "0.csv", rowCount: 2 },
      { name: "1.csv", rowCount: 1 },
    ]);
  });
});
