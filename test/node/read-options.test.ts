/** What a caller may say about a read is checked before anything is read; mistakes are InputErrors. */
import { expect, test } from "vitest";
import { type ReadOptions, readBatches, readTable } from "../../src/input/read-table.js";
import { createFolder, errorOf, readAll } from "./support.js";

const folder = createFolder();
const table = folder.write("t.csv", "a,b\n1,x\n2,y\n");
const secret = folder.write("secret.csv", "word\nhush\n");

/** As plain JavaScript would. */
function read(options: unknown): Promise<readonly string[]> {
  return errorOf(readTable(table, options as ReadOptions), folder.path);
}

test("an option that does not exist is refused with the nearest that does", async () => {
  const [code, message, hint] = await read({ wher: "a > 1" });
  expect([code, message]).toEqual(["OPTION_UNKNOWN", 'there is no option "wher"']);
  expect(hint).toMatch(/^Closest: "where"\. Options are: table, sql, where, whereMayReadFiles, .+, shouldStop/);
  const batches = readBatches(table, { batchSize: 5 } as ReadOptions);
  expect((await errorOf(batches.next(), folder.path))[1]).toBe('there is no option "batchSize"');
});

test.each([
  [null, "options must be an object, got null"],
  ["a > 1", 'options must be an object, got "a > 1"'],
  [[], "options must be an object, got []"],
  [{ where: 1 }, "where must be a text, got 1"],
  [{ sql: null }, "sql must be a text, got null"],
  [{ table: ["t"] }, 'table must be a text, got ["t"]'],
  [{ header: "no" }, 'header must be true or false, got "no"'],
  [{ delimiter: 5 }, "delimiter must be a text, got 5"],
  [{ columns: "a" }, 'columns must be a list of column names, got "a"'],
  [{ columns: [1] }, "columns must be a list of column names, got [1]"],
  [{ keepTexts: 5 }, "keepTexts must be a list of column names, got 5"],
  [{ normal: "a=1" }, 'normal must be a column and a value, got "a=1"'],
  [{ anomaly: { column: "a" } }, "anomaly must be a column and a value, got an object with column"],
  [{ types: { a: "number" } }, "types must be a Map, got an object with a"],
  [
    { types: new Map([["a", "integer"]]) },
    'types must say number, text, boolean for names of columns, got "integer" for "a"',
  ],
  [{ onProgress: "loud" }, 'onProgress must be a function, got "loud"'],
  [{ onNoMatch: 1 }, "onNoMatch must be a function, got 1"],
  [{ shouldStop: true }, "shouldStop must be a function, got true"],
  [{ batchRows: "many" }, 'batchRows must be an integer in [1, 1000000], got "many"'],
  [{ stdin: "a\n1\n" }, 'stdin must be an object, got "a\n1\n"'],
  [{ tableBytes: 1 }, 'there is no option "tableBytes"'],
  [{ stdin: {} }, "stdin must be a stream of bytes, got an empty object"],
])("%j is refused: %s", async (options, message) => {
  expect((await read(options))[1]).toBe(message);
});

test("a table that is no path is refused", async () => {
  expect((await errorOf(readTable(undefined as unknown as string), ""))[0]).toBe("SOURCE_MISSING");
  expect((await errorOf(readTable({ path: table } as unknown as string), ""))[0]).toBe("SOURCE_MISSING");
});

test("a filter takes a number as learning does", async () => {
  expect(await readAll(table, { normal: { column: "a", value: 2 } })).toEqual([
    ["a:number", "b:text"],
    [2, "y"],
  ]);
});

test.each([
  `(SELECT count(*) FROM read_text('${secret}')) = 1`,
  `a IN (FROM '${secret}')`,
  `EXISTS (SELECT 1 FROM glob('/etc/*'))`,
  `(PIVOT '${secret}' ON word) = 1`,
  `true) FROM '${secret}' WHERE (true`,
])("a condition cannot read files: %s", async (where) => {
  expect(await errorOf(readTable(table, { where }), "no folder")).toEqual([
    "WHERE_SUBQUERY",
    `where holds a subquery, which could read any file: ${where}`,
    "Compare columns with values; where SQL that is yours is meant, use sql, or allow it by whereMayReadFiles: true.",
  ]);
});

test("a condition may read files where the caller says so", async () => {
  const where = `b = 'x' AND (SELECT word FROM '${secret}') = 'hush'`;
  expect(await readAll(table, { where, whereMayReadFiles: true })).toEqual([
    ["a:number", "b:text"],
    [1, "x"],
  ]);
});

test("a condition over columns is as it was", async () => {
  expect(await readAll(table, { where: "a > 1 AND b IN ('y', 'z') -- the rest" })).toEqual([
    ["a:number", "b:text"],
    [2, "y"],
  ]);
  expect((await errorOf(readTable(table, { where: "a >" }), folder.path))[0]).toBe("WHERE_FAILED");
});
