/** `normal` and `anomaly` mean the same to the reader as to the library: one table of cases, run against both. */
import { describe, expect, test } from "vitest";
import { type CellValue, type Column, findRows } from "../../src/core/table/index.js";
import { collectRowNumbers } from "./support.js";

type Case = readonly [type: "number" | "text" | "boolean", cell: CellValue, wanted: string, matches: boolean];

const CASES: readonly Case[] = [
  ["number", 0, "0", true],
  ["number", 0, "0.0", true],
  ["number", 0, " 0 ", true],
  ["number", 0, "", false],
  ["number", 0, "false", false],
  ["number", 1, "true", false],
  ["number", 1.5, "15e-1", true],
  ["number", 1.5, "1", false],
  ["number", null, "", true],
  ["number", null, " ", true],
  ["number", null, "NaN", true],
  ["number", null, "-", true],
  ["number", null, "0", false],
  ["text", "0", "0", true],
  ["text", "0.0", "0", true],
  ["text", " 1\t", "1", true],
  ["text", "normal", " normal ", true],
  ["text", "normal", "Normal", false],
  ["text", "ON", "on", false],
  ["text", "True", "true", true],
  ["text", "TRUE", "true", true],
  ["text", " True ", "TRUE", true],
  ["text", "false", "False", true],
  ["text", "true", "1", false],
  ["text", "1", "true", false],
  ["text", "it's", "it's", true],
  ["text", "NA", "NA", true],
  ["text", "None", "None", true],
  ["text", "None", "", false],
  ["text", null, "", true],
  ["text", null, "NA", true],
  ["text", null, "None", false],
  ["text", null, "x", false],
  ["boolean", true, "true", true],
  ["boolean", true, "True", true],
  ["boolean", true, " TRUE", true],
  ["boolean", true, "false", false],
  ["boolean", true, "1", false],
  ["boolean", false, "0", false],
  ["boolean", false, "", false],
  ["boolean", null, "", true],
  ["boolean", null, "none", true],
  ["boolean", null, "false", false],
];

const SQL_TYPES = { number: "DOUBLE", text: "VARCHAR", boolean: "BOOLEAN" } as const;

function coreMatches([type, cell, wanted]: Case): boolean {
  const table = { rowCount: 1, columns: [columnOf(type, cell)] };
  return findRows(table, { column: "x", value: wanted }).length === 1;
}

function columnOf(type: Case[0], cell: CellValue): Column {
  switch (type) {
    case "number":
      return { name: "x", type, values: Float64Array.of(cell === null ? NaN : Number(cell)) };
    case "text":
      return { name: "x", type, dictionary: [String(cell)], codes: Int32Array.of(cell === null ? -1 : 0) };
    case "boolean":
      return { name: "x", type, codes: Int8Array.of(cell === null ? -1 : Number(cell)) };
  }
}

async function readerMatches([type, cell, wanted]: Case): Promise<boolean> {
  const literal = typeof cell === "string" ? `'${cell.replaceAll("'", "''")}'` : String(cell);
  const sql = `SELECT ${literal}::${SQL_TYPES[type]} AS x`;
  return (await collectRowNumbers([], { sql, normal: { column: "x", value: wanted } })).includes(0);
}

describe("a wanted value", () => {
  for (const each of CASES) {
    const [type, cell, wanted, matches] = each;
    test(`${JSON.stringify(wanted)} ${matches ? "matches" : "does not match"} ${JSON.stringify(cell)} among ${type}s`, async () => {
      expect({ core: coreMatches(each), reader: await readerMatches(each) }).toEqual({
        core: matches,
        reader: matches,
      });
    });
  }
});
