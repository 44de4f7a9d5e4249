/**
 * Gathers the values of one column, chunk by chunk, into a typed array.
 *
 * Blocks of 65,536 values are kept and joined once at the end: no copying as it grows, and at most one column exists twice.
 * Keeps 8 bytes per number or time, 4 per text plus each distinct text once, 1 per boolean.
 *
 * Whether a text column is dropped is a question about all of its values, so it is answered when all have come: the answer is
 * the same in any order of rows. Only a number of distinct texts that no later row can take back ends the gathering earlier.
 */
import type { DuckDBVector } from "@duckdb/node-api";
import { formatCount } from "../../core/presentation/format-number.js";
import type { Column } from "../../core/table/table.js";
import type { SelectedColumn } from "./typed-select.js";

export interface ColumnBuilder {
  /** Append the values of these rows of a chunk: selection[0 .. count). */
  append(vector: DuckDBVector, selection: Int32Array, count: number): void;
  /** The column; the builder is empty again. */
  finish(): Column;
}

/** Whether to drop a text column whose values are nearly all different, instead of keeping millions of texts. */
export type UniqueTexts = "keep" | "drop";

const BLOCK = 65_536;
/** A text column is dropped beyond this many distinct texts when they are more than half of its rows … */
const MAX_UNIQUE_TEXTS = 100_000;
/** … and beyond this many whatever its rows: it bounds the memory, at about 50 MB for short texts. */
const MAX_TEXTS = 500_000;

export function createBuilder(column: SelectedColumn, uniqueTexts: UniqueTexts): ColumnBuilder {
  const { name, type } = column;
  switch (type) {
    case "number":
    case "time": {
      const values = createBlocks(Float64Array);
      return {
        append: (vector, selection, count) => appendNumbers(vector, selection, count, values),
        finish: () => ({ name, type, values: values.join() }),
      };
    }
    case "boolean": {
      const codes = createBlocks(Int8Array);
      return {
        append: (vector, selection, count) => appendNumbers(vector, selection, count, codes),
        finish: () => ({ name, type, codes: codes.join() }),
      };
    }
    case "text":
      return createTextBuilder(name, uniqueTexts);
    case "other":
      return { append: () => {}, finish: () => ({ name, type, holds: column.holds }) };
  }
}

interface Blocks<T> {
  /** A block with room for at least `count` more, and where to write; the caller then moves on by `advance(count)`. */
  room(count: number): { readonly block: T; readonly at: number };
  advance(count: number): void;
  /** Everything as one array; the blocks are then empty. */
  join(): T;
}

type Values = Float64Array | Int32Array | Int8Array;

function createBlocks<T extends Values>(type: new (length: number) => T): Blocks<T> {
  let full: { readonly block: T; readonly length: number }[] = [];
  let block = new type(0);
  let at = 0;
  return {
    room(count) {
      if (at + count > block.length) {
        if (at > 0) full.push({ block, length: at });
        block = new type(Math.max(count, full.length === 0 ? 4096 : BLOCK));
        at = 0;
      }
      return { block, at };
    },
    advance(count) {
      at += count;
    },
    join() {
      const parts = [...full, { block, length: at }];
      const joined = new type(parts.reduce((sum, part) => sum + part.length, 0));
      let offset = 0;
      for (const part of parts) {
        joined.set(part.block.subarray(0, part.length), offset);
        offset += part.length;
      }
      [full, block, at] = [[], new type(0), 0];
      return joined;
    },
  };
}

/** Contract: the vector holds numbers and no nulls. Adding 0 turns -0 into 0. */
function appendNumbers<T extends Float64Array | Int8Array>(
  vector: DuckDBVector,
  selection: Int32Array,
  count: number,
  values: Blocks<T>,
): void {
  const { block, at } = values.room(count);
  for (let i = 0; i < count; i++) block[at + i] = (vector.getItem(selection[i]!) as number) + 0;
  values.advance(count);
}

function createTextBuilder(name: string, uniqueTexts: UniqueTexts): ColumnBuilder {
  const codes = createBlocks(Int32Array);
  let codeOf = new Map<string, number>();
  let dictionary: string[] = [];
  let rows = 0;
  let isFull = false;

  function codeNew(text: string): number {
    const code = text.trim() === "" ? -1 : dictionary.push(text) - 1;
    codeOf.set(text, code);
    return code;
  }

  function forget(): void {
    codes.join();
    [codeOf, dictionary] = [new Map(), []];
  }

  /** What the column holds when it is dropped. */
  function reasonToDrop(): string | null {
    if (isFull) return `more than ${formatCount(MAX_TEXTS)} different texts`;
    const isUnique = dictionary.length > MAX_UNIQUE_TEXTS && dictionary.length * 2 > rows;
    return uniqueTexts === "drop" && isUnique ? "text that differs in nearly every row" : null;
  }

  return {
    append(vector, selection, count) {
      if (isFull) return;
      const { block, at } = codes.room(count);
      for (let i = 0; i < count; i++) {
        const text = vector.getItem(selection[i]!) as string;
        block[at + i] = codeOf.get(text) ?? codeNew(text);
      }
      codes.advance(count);
      rows += count;
      isFull = uniqueTexts === "drop" && dictionary.length > MAX_TEXTS;
      if (isFull) forget();
    },
    finish() {
      const holds = reasonToDrop();
      const column: Column =
        holds === null ? { name, type: "text", dictionary, codes: codes.join() } : { name, type: "other", holds };
      forget();
      [rows, isFull] = [0, false];
      return column;
    },
  };
}
