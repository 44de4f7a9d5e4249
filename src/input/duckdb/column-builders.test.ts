import type { DuckDBVector } from "@duckdb/node-api";
import { describe, expect, test } from "vitest";
import type { Column } from "../../core/table/index.js";
import { nothingRead } from "../../node/files/column-folder.js";
import type { UniqueTexts } from "../csv/text-codes.js";
import { createBuilder } from "./column-builders.js";

const CHUNK = 2048;

function buildTexts(texts: readonly string[], uniqueTexts: UniqueTexts): Column {
  const builder = createBuilder(
    { name: "x", type: "text", holds: "", sql: "x", unfit: null },
    { uniqueTexts, tables: "learning", last: nothingRead() },
  );
  const selection = Int32Array.from({ length: CHUNK }, (_, row) => row);
  for (let from = 0; from < texts.length; from += CHUNK) {
    const chunk = texts.slice(from, from + CHUNK);
    builder.append({ getItem: (row: number) => chunk[row]! } as unknown as DuckDBVector, selection, chunk.length);
  }
  return builder.finish();
}

function differentTexts(count: number): string[] {
  return Array.from({ length: count }, (_, row) => `t${row}`);
}

/** The answers for the rows as they are, backwards, and with every other row first. */
function inAnyOrder(texts: readonly string[]): readonly string[] {
  const mixed = [...texts.filter((_, row) => row % 2 === 0), ...texts.filter((_, row) => row % 2 === 1)];
  return [texts, texts.toReversed(), mixed].map((rows) => {
    const column = buildTexts(rows, "drop");
    return column.type === "other" ? `it holds ${column.holds}` : column.type;
  });
}

describe("a text column with very many different texts", () => {
  test("is kept where they are half of the rows, in any order", () => {
    const half = [...differentTexts(100_001), ...new Array<string>(100_001).fill("t0")];
    expect(inAnyOrder(half)).toEqual(["text", "text", "text"]);
  });

  test("is dropped where they are more than half of the rows, in any order", () => {
    const more = [...differentTexts(100_001), ...new Array<string>(100_000).fill("t0")];
    expect(new Set(inAnyOrder(more))).toEqual(new Set(["it holds text that differs in nearly every row"]));
  });

  test("is dropped beyond half a million whatever the rows, in any order", () => {
    const full = [...differentTexts(500_001), ...new Array<string>(600_000).fill("t0")];
    expect(new Set(inAnyOrder(full))).toEqual(
      new Set(["it holds more than 500,000 different texts, or 16,000,000 characters of them"]),
    );
    expect(new Set(inAnyOrder(full.slice(1, 500_001)))).toEqual(
      new Set(["it holds text that differs in nearly every row"]),
    );
  });

  test("is dropped where they are very long, in any order", () => {
    const long = differentTexts(2000).map((text) => text.padEnd(8000, "."));
    const rows = [...long, ...long];
    expect(inAnyOrder(rows)).toEqual(["text", "text", "text"]); // 16,000,000 characters
    rows.push("one more");
    expect(new Set(inAnyOrder(rows))).toEqual(
      new Set(["it holds more than 500,000 different texts, or 16,000,000 characters of them"]),
    );
  });

  test("is kept when it is asked for", () => {
    const column = buildTexts(differentTexts(500_001), "keep");
    expect(column.type === "text" && column.dictionary.length).toBe(500_001);
  });
});

test("a column for learning is in shared memory, its texts numbered in their order", () => {
  const column = buildTexts(["on", "", "off", "on"], "drop");
  expect(column).toMatchObject({ dictionary: ["off", "on"], codes: Int32Array.of(1, -1, 0, 1) });
  expect(column.type === "text" && column.codes.buffer).toBeInstanceOf(SharedArrayBuffer);
});
