/**
 * Gathers the values of one column, chunk by chunk, into a typed array.
 *
 * Blocks of 65,536 values are kept and joined once at the end: no copying as it grows. Each block is released as soon
 * as its values are joined, so at most one column exists twice. Keeps 8 bytes per number or time, 4 per text plus each
 * distinct text once, 1 per boolean.
 */
import { rmSync } from "node:fs";
import type { DuckDBVector } from "@duckdb/node-api";
import type { Column, Values } from "../../core/table/index.js";
import { COLUMNS, withStored } from "../../node/files/column-folder.js";
import {
  type ColumnWriter,
  type Place,
  VALUE_TYPES,
  type ValueType,
  writeColumn,
} from "../../node/files/column-writer.js";
import { releaseMemory } from "../../node/files/release-memory.js";
import { FileValues, type LastRead } from "../../node/files/stored-column.js";
import { createTextCodes, moveCodes, orderTexts, sortTexts, type UniqueTexts } from "../csv/text-codes.js";
import type { SelectedColumn } from "./typed-select.js";

interface BuilderOptions {
  readonly uniqueTexts: UniqueTexts;
  readonly tables: TableUse;
  /** Which column was read as a whole last, once they are stored. */
  readonly last: LastRead;
}

/**
 * What the tables are for. One for learning is large: its memory can be seen by all threads, and texts are numbered in
 * their order, which learning then need not do in a second array.
 */
export type TableUse = "learning" | "explaining";

interface ColumnBuilder {
  /** Append the values of these rows of a chunk: selection[0 .. count). */
  append(vector: DuckDBVector, selection: Int32Array, count: number): void;
  /** Puts all values, and those that come, into a file. */
  spill(path: string): void;
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
      const values = createBlocks("float64", tables);
      return {
        append: appendNumbersTo(values),
        spill: values.spill,
        finish: () => joined(values, (all) => ({ name, type, values: all }), withStoredAs({ name, type }, options)),
      };
    }
    case "boolean": {
      const codes = createBlocks("int8", tables);
      return {
        append: appendNumbersTo(codes),
        spill: codes.spill,
        finish: () => joined(codes, (all) => ({ name, type, codes: all }), withStoredAs({ name, type }, options)),
      };
    }
    case "text":
      return createTextBuilder(name, options);
    case "other":
      return { append: () => {}, spill: () => {}, finish: () => ({ name, type, holds: column.holds }) };
  }
}

interface Blocks<T> {
  /** A block with room for at least `count` more, and where to write; the caller then moves on by `advance(count)`. */
  room(count: number): { readonly block: T; readonly at: number };
  advance(count: number): void;
  /** Puts the blocks into a file, and all that come. */
  spill(path: string): void;
  /** Everything as one array, or as a file; the blocks are then empty. */
  join(): T | Place;
}

interface ValuesType<T extends Values> {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): T;
  new (buffer: SharedArrayBuffer): T;
}

type ValuesOf<Type extends ValueType> = InstanceType<(typeof VALUE_TYPES)[Type]>;

function createBlocks<Type extends ValueType>(name: Type, tables: TableUse): Blocks<ValuesOf<Type>> {
  const type = VALUE_TYPES[name] as unknown as ValuesType<ValuesOf<Type>>;
  let full: { readonly block: ValuesOf<Type>; readonly length: number }[] = [];
  let block = new type(0);
  let at = 0;
  let writer: ColumnWriter | null = null;
  const write = (file: ColumnWriter): void => {
    for (const part of full) {
      file.append(part.block.subarray(0, part.length));
      releaseMemory(part.block);
    }
    full = [];
    file.append(block.subarray(0, at));
    at = 0;
  };
  return {
    room(count) {
      if (at + count > block.length && writer !== null && at > 0) write(writer);
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
    spill(path) {
      write((writer = writeColumn(path, name, COLUMNS)));
    },
    join() {
      if (writer !== null) {
        write(writer);
        const place = writer.finish();
        releaseMemory(block);
        [writer, block] = [null, new type(0)];
        return place;
      }
      const parts = [...full, { block, length: at }];
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      const whole =
        tables === "learning" ? new type(new SharedArrayBuffer(length * type.BYTES_PER_ELEMENT)) : new type(length);
      let offset = 0;
      for (const part of parts) {
        whole.set(part.block.subarray(0, part.length), offset);
        offset += part.length;
        if (tables === "learning") releaseMemory(part.block);
      }
      [full, block, at] = [[], new type(0), 0];
      return whole;
    },
  };
}

function joined<Kind extends Values>(
  values: Blocks<Kind>,
  inMemory: (values: Kind) => Column,
  inFile: (place: Place) => Column,
): Column {
  const all = values.join();
  return ArrayBuffer.isView(all) ? inMemory(all) : inFile(all);
}

function withStoredAs(parts: object, { last }: BuilderOptions): (place: Place) => Column {
  return (place) => withStored(parts, place, last) as Column;
}

/** Contract: the vector holds numbers and no nulls. Adding 0 turns -0 into 0. */
function appendNumbersTo<T extends Float64Array | Int8Array>(values: Blocks<T>): ColumnBuilder["append"] {
  return (vector, selection, count) => {
    const { block, at } = values.room(count);
    for (let i = 0; i < count; i++) block[at + i] = (vector.getItem(selection[i]!) as number) + 0;
    values.advance(count);
  };
}

function createTextBuilder(name: string, options: BuilderOptions): ColumnBuilder {
  const { uniqueTexts, tables } = options;
  const values = createBlocks("int32", tables);
  const texts = createTextCodes(uniqueTexts);
  let rows = 0;
  return {
    append(vector, selection, count) {
      if (texts.isFull()) return;
      const { block, at } = values.room(count);
      for (let i = 0; i < count; i++) block[at + i] = texts.codeOf(vector.getItem(selection[i]!) as string);
      values.advance(count);
      rows += count;
      if (texts.isFull()) forget(values.join());
    },
    spill(path) {
      if (!texts.isFull()) values.spill(path);
    },
    finish() {
      const holds = texts.reasonToDrop(rows);
      const dictionary = texts.takeDictionary();
      rows = 0;
      if (holds !== null) {
        forget(values.join());
        return { name, type: "other", holds };
      }
      return joined(
        values,
        (codes) => ({
          name,
          type: "text",
          dictionary: tables === "learning" ? sortTexts(dictionary, codes) : dictionary,
          codes,
        }),
        (place) => storedTexts({ name, dictionary }, place, options),
      );
    },
  };
}

/** What was written is not needed after all. */
function forget(values: Values | Place): void {
  if (!ArrayBuffer.isView(values)) rmSync(values.path);
}

interface Texts {
  readonly name: string;
  readonly dictionary: readonly string[];
}

/** Numbered in their order, in another file: of a table for learning, the only one that is stored. */
function storedTexts({ name, dictionary }: Texts, place: Place, { last }: BuilderOptions): Column {
  const { texts, places } = orderTexts(dictionary);
  const unsorted = new FileValues<Int32Array>(place, last);
  const writer = writeColumn(`${place.path}-sorted`, "int32", COLUMNS);
  for (let start = 0; start < place.length; start += BLOCK) {
    const codes = unsorted.slice(start, Math.min(place.length, start + BLOCK));
    moveCodes(codes, places);
    writer.append(codes);
  }
  rmSync(place.path);
  return withStored({ name, type: "text" as const, dictionary: texts }, writer.finish(), last) as Column;
}
