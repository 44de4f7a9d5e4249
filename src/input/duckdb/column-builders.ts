/**
 * Gathers the values of one column, chunk by chunk, into a typed array.
 *
 * Blocks of 65,536 values are kept and joined once at the end: no copying as it grows. Each block is released as soon
 * as its values are joined, so at most one column exists twice. Keeps 8 bytes per number or time, 4 per text plus each
 * distinct text once, 1 per boolean.
 */
import type { DuckDBVector } from "@duckdb/node-api";
import type { Column } from "../../core/table/table.js";
import { createTextCodes, sortTexts, type UniqueTexts } from "../csv/text-codes.js";
import { releaseMemory } from "./release-memory.js";
import type { SelectedColumn } from "./typed-select.js";

interface BuilderOptions {
  readonly uniqueTexts: UniqueTexts;
  readonly tables: TableUse;
}

/**
 * What the tables are for. One for learning is large: its memory can be seen by all threads, and texts are numbered in
 * their order, which learning then need not do in a second array.
 */
export type TableUse = "learning" | "explaining";

export interface ColumnBuilder {
  /** Append the values of these rows of a chunk: selection[0 .. count). */
  append(vector: DuckDBVector, selection: Int32Array, count: number): void;
  /** The column; the builder is empty again. */
  finish(): Column;
}

const BLOCK = 65_536;

export function createBuilder(column: SelectedColumn, options: BuilderOptions): ColumnBuilder {
  const { name, type } = column;
  const { tables } = options;
  switch (type) {
    case "number":
    case "time": {
      const values = createBlocks(Float64Array, tables);
      return {
        append: appendNumbersTo(values),
        finish: () => ({ name, type, values: values.join() }),
      };
    }
    case "boolean": {
      const codes = createBlocks(Int8Array, tables);
      return {
        append: appendNumbersTo(codes),
        finish: () => ({ name, type, codes: codes.join() }),
      };
    }
    case "text":
      return createTextBuilder(name, options);
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

interface ValuesType<T extends Values> {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): T;
  new (buffer: SharedArrayBuffer): T;
}

function createBlocks<T extends Values>(type: ValuesType<T>, tables: TableUse): Blocks<T> {
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
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      const joined =
        tables === "learning" ? new type(new SharedArrayBuffer(length * type.BYTES_PER_ELEMENT)) : new type(length);
      let offset = 0;
      for (const part of parts) {
        joined.set(part.block.subarray(0, part.length), offset);
        offset += part.length;
        if (tables === "learning") releaseMemory(part.block);
      }
      [full, block, at] = [[], new type(0), 0];
      return joined;
    },
  };
}

/** Contract: the vector holds numbers and no nulls. Adding 0 turns -0 into 0. */
function appendNumbersTo<T extends Float64Array | Int8Array>(values: Blocks<T>): ColumnBuilder["append"] {
  return (vector, selection, count) => {
    const { block, at } = values.room(count);
    for (let i = 0; i < count; i++) block[at + i] = (vector.getItem(selection[i]!) as number) + 0;
    values.advance(count);
  };
}

function createTextBuilder(name: string, { uniqueTexts, tables }: BuilderOptions): ColumnBuilder {
  const values = createBlocks(Int32Array, tables);
  const texts = createTextCodes(uniqueTexts);
  let rows = 0;
  return {
    append(vector, selection, count) {
      if (texts.isFull()) return;
      const { block, at } = values.room(count);
      for (let i = 0; i < count; i++) block[at + i] = texts.codeOf(vector.getItem(selection[i]!) as string);
      values.advance(count);
      rows += count;
      if (texts.isFull()) values.join();
    },
    finish() {
      const holds = texts.reasonToDrop(rows);
      const dictionary = texts.takeDictionary();
      const codes = values.join();
      rows = 0;
      if (holds !== null) return { name, type: "other", holds };
      return {
        name,
        type: "text",
        dictionary: tables === "learning" ? sortTexts(dictionary, codes) : dictionary,
        codes,
      };
    },
  };
}
