/** A Parquet file → a Table, column by column. The reader and its decompressors are loaded only when one is needed. */
import type { ColumnData, FileMetaData, SchemaElement } from "hyparquet";
import { InputError } from "../../core/base/errors/input-error.js";
import type { Column, Table } from "../../core/table/table.js";
import { checkColumnNames } from "../csv/column-names.js";
import { createTexts, GrowingNumbers } from "../csv/growing-columns.js";
import type { UniqueTexts } from "../csv/text-codes.js";

interface ParquetOptions {
  /** Whether the caller named this column: its texts are then kept however many of them differ. */
  readonly isNamed: (column: string) => boolean;
  readonly onProgress: (share: number) => void;
}

export async function readParquet(file: Blob, name: string, options: ParquetOptions): Promise<Table> {
  const { parquetMetadataAsync, parquetRead, parquetSchema } = await import("hyparquet");
  const { compressors } = await import("hyparquet-compressors");
  const source = {
    byteLength: file.size,
    slice: (start: number, end?: number) => file.slice(start, end).arrayBuffer(),
  };
  try {
    const metadata = await parquetMetadataAsync(source);
    const fields = parquetSchema(metadata).children;
    checkColumnNames(
      fields.map(({ element }) => element.name),
      name,
    );
    const columns = new Map(
      fields.map(({ element, children }) => [element.name, createColumn(element, children.length > 0, options)]),
    );
    const chunkCount = metadata.row_groups.length * fields.length;
    let done = 0;
    await parquetRead({
      file: source,
      metadata,
      compressors,
      parsers: PARSERS,
      columns: [...columns].filter(([, column]) => column.add !== null).map(([column]) => column),
      onChunk: ({ columnName, columnData }: ColumnData) => {
        columns.get(columnName)!.add?.(columnData);
        options.onProgress(++done / chunkCount);
      },
    });
    return { rowCount: countRows(metadata), columns: fields.map(({ element }) => columns.get(element.name)!.finish()) };
  } catch (error) {
    throw error instanceof InputError ? error : damagedError(name, error);
  }
}

function countRows({ num_rows: rows }: FileMetaData): number {
  return Number(rows);
}

/** Moments as milliseconds, with the microseconds behind the point. */
const PARSERS = {
  timestampFromMilliseconds: (millis: bigint) => Number(millis),
  timestampFromMicroseconds: (micros: bigint) => Number(micros) / 1000,
  timestampFromNanoseconds: (nanos: bigint) => Number(nanos / 1000n) / 1000,
  dateFromDays: (days: number) => days * 86_400_000,
};

interface ChunkColumn {
  /** null: nothing is read. */
  readonly add: ((values: ArrayLike<unknown>) => void) | null;
  finish(): Column;
}

function createColumn(element: SchemaElement, isNested: boolean, options: ParquetOptions): ChunkColumn {
  const { name } = element;
  if (isNested || element.repetition_type === "REPEATED") return otherColumn(name, nestedContent(element));
  switch (columnType(element)) {
    case "number":
      return numberColumn(name, "number", Number);
    case "time":
      return numberColumn(name, "time", timeValue(element));
    case "boolean":
      return booleanColumn(name);
    case "text":
      return textColumn(name, options.isNamed(name) ? "keep" : "drop");
    case "other":
      return otherColumn(name, element.type === "BYTE_ARRAY" ? "bytes" : "time spans");
  }
}

function columnType({ type, converted_type: converted, logical_type: logical }: SchemaElement): Column["type"] {
  if (type === "BOOLEAN") return "boolean";
  if (converted === "UTF8" || converted === "ENUM" || logical?.type === "STRING" || logical?.type === "UUID")
    return "text";
  if (converted === "DECIMAL" || logical?.type === "FLOAT16") return "number";
  if (/^(DATE|TIME)/.test(converted ?? "") || /^(DATE|TIME)/.test(logical?.type ?? "") || type === "INT96")
    return "time";
  return /^(INT32|INT64|FLOAT|DOUBLE)$/.test(type ?? "") ? "number" : "other";
}

/** A time of day comes as a plain number of its own unit. */
function timeValue({ converted_type: converted, logical_type: logical }: SchemaElement): (value: unknown) => number {
  const isTimeOfDay = /^TIME_/.test(converted ?? "") || logical?.type === "TIME";
  if (!isTimeOfDay) return Number;
  const unit = converted === "TIME_MILLIS" ? "MILLIS" : logical?.type === "TIME" ? logical.unit : "MICROS";
  const perMillisecond = { MILLIS: 1, MICROS: 1000, NANOS: 1_000_000 }[unit];
  return (value) => Number(value) / perMillisecond;
}

function numberColumn(name: string, type: "number" | "time", toNumber: (value: unknown) => number): ChunkColumn {
  const numbers = new GrowingNumbers();
  return {
    add(values) {
      for (let at = 0; at < values.length; at++) {
        const value = values[at];
        numbers.add(value === null || value === undefined ? NaN : toNumber(value) + 0);
      }
    },
    finish: () => ({ name, type, values: numbers.finish() }),
  };
}

function booleanColumn(name: string): ChunkColumn {
  const numbers = new GrowingNumbers();
  return {
    add(values) {
      for (let at = 0; at < values.length; at++) numbers.add(typeof values[at] === "boolean" ? Number(values[at]) : -1);
    },
    finish: () => ({ name, type: "boolean", codes: Int8Array.from(numbers.finish()) }),
  };
}

function textColumn(name: string, uniqueTexts: UniqueTexts): ChunkColumn {
  const texts = createTexts(name, uniqueTexts);
  return {
    add(values) {
      for (let at = 0; at < values.length; at++) {
        const value = values[at];
        texts.add(value === null || value === undefined ? null : String(value));
      }
    },
    finish: () => texts.finish(),
  };
}

function otherColumn(name: string, holds: string): ChunkColumn {
  return { add: null, finish: () => ({ name, type: "other", holds }) };
}

function nestedContent({ converted_type: converted, logical_type: logical }: SchemaElement): string {
  return converted === "LIST" || logical?.type === "LIST" ? "lists" : "records";
}

function damagedError(name: string, error: unknown): InputError {
  return new InputError(
    "FILE_DAMAGED",
    `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    "It may be damaged or not written to its end. Write or fetch it again.",
  );
}
