/** A Parquet file → a Table, column by column. The reader and its decompressors are loaded only when one is needed. */
import type { ColumnData, FileMetaData, SchemaElement } from "hyparquet";
import { InputError } from "../../core/base/index.js";
import { type Column, FEW_CELLS, type Table } from "../../core/table/index.js";
import { checkColumnNames } from "../csv/column-names.js";
import type { CellColumn } from "../csv/csv-columns.js";
import type { AskedType } from "../csv/csv-table.js";
import { createTexts, GrowingNumbers } from "../csv/growing-columns.js";
import { createNumberColumn } from "../csv/number-column.js";
import { NumberTexts } from "../csv/number-texts.js";
import type { NumberRange } from "../csv/number-writing.js";
import { type NumbersNoticed, type ReadWarning, warnAboutNumbers, warnAboutTextNumbers } from "../csv/odd-cells.js";
import { createRereading } from "../csv/settle-writings.js";

interface ParquetOptions {
  /** Columns that a model wants as this type. */
  readonly types: ReadonlyMap<string, AskedType>;
  /** Whether the caller named this column: its texts are then kept however many of them differ. */
  readonly isNamed: (column: string) => boolean;
  /** From where to where a model has seen the numbers of columns. */
  readonly ranges: ReadonlyMap<string, NumberRange>;
  readonly onProgress: (share: number) => void;
}

interface ParquetRead {
  readonly table: Table;
  readonly warnings: readonly ReadWarning[];
}

export async function readParquet(file: Blob, name: string, options: ParquetOptions): Promise<ParquetRead> {
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
    const schema = metadata.schema.map(withoutScale);
    const read = async (wanted: readonly string[], add: (column: string, values: ArrayLike<unknown>) => void) => {
      // One row group at a time: hyparquet reports chunks in the order in which their reads finish.
      for (const group of metadata.row_groups) {
        await parquetRead({
          file: source,
          metadata: { ...metadata, schema, row_groups: [group] },
          compressors,
          parsers: PARSERS,
          columns: [...wanted],
          onChunk: ({ columnName, columnData }: ColumnData) => {
            add(columnName, columnData);
            options.onProgress(Math.min(1, ++done / chunkCount));
          },
        });
      }
    };
    const readable = [...columns].filter(([, column]) => column.add !== null).map(([column]) => column);
    await read(readable, (column, values) => columns.get(column)!.add!(values));
    const found = readable.filter((column) => columns.get(column)!.areTextNumbers?.() ?? false);
    const unasked = found.filter((column) => !options.types.has(column));
    const numbers = await readTextNumbers(found, { file: name, ranges: options.ranges }, read);
    const table = {
      rowCount: countRows(metadata),
      columns: fields.map(({ element }) => numbers.columns.get(element.name) ?? columns.get(element.name)!.finish()),
    };
    const infinite = readable.flatMap((column) => columns.get(column)!.noticed?.(name) ?? []);
    return {
      table,
      warnings: [...warnAboutTextNumbers(unasked), ...warnAboutNumbers([...numbers.noticed, ...infinite], 1)],
    };
  } catch (error) {
    throw error instanceof InputError ? error : damagedError(name, error);
  }
}

/** Reads columns of texts once more, as numbers. */
async function readTextNumbers(
  names: readonly string[],
  { file, ranges }: { readonly file: string; readonly ranges: ReadonlyMap<string, NumberRange> },
  read: (wanted: readonly string[], add: (column: string, values: ArrayLike<unknown>) => void) => Promise<void>,
): Promise<{ readonly columns: ReadonlyMap<string, Column>; readonly noticed: readonly NumbersNoticed[] }> {
  const rules = { missing: new Set<string>(), uniqueTexts: "keep", oddCells: "few", onDoubt: () => {} } as const;
  let columns: readonly CellColumn[] = names.map((name) => createNumberColumn(name, rules));
  const reread = createRereading(
    [""],
    names.map((name) => ranges.get(name)),
  );
  for (let wanted: readonly (CellColumn | null)[] = columns; wanted.some((column) => column !== null); ) {
    const rows = names.map(() => 0);
    await read(
      names.filter((_, place) => wanted[place] !== null),
      (name, values) => {
        const place = names.indexOf(name);
        for (let at = 0; at < values.length; at++)
          wanted[place]!.add(values[at] === null || values[at] === undefined ? "" : String(values[at]), rows[place]!++);
      },
    );
    wanted = reread(columns);
    columns = columns.map((column, place) => wanted[place] ?? column);
  }
  const noticed = columns.flatMap((column, place) => {
    const found = column.noticed();
    if (found === null) return [];
    const first = found.first.map(({ line, cell }) => ({ place: `${file} row ${line} (the first is 0)`, cell }));
    const writings = found.writings.map((each) => ({ ...each, files: [] }));
    return [{ ...found, name: names[place]!, first, writings, zeros: null }];
  });
  return {
    columns: new Map(columns.map((column, place) => [names[place]!, column.finish()])),
    noticed,
  };
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

/** A decimal as the integer or the bytes that the file stores: hyparquet multiplies it by an inexact power of ten. */
function withoutScale(element: SchemaElement): SchemaElement {
  if (element.converted_type !== "DECIMAL") return element;
  const { converted_type: _, logical_type: __, ...stored } = element;
  return element.type === "BYTE_ARRAY" ? { ...stored, type: "FIXED_LEN_BYTE_ARRAY" } : stored; // else it becomes text
}

/** The double nearest to the stored integer / 10^scale. */
function decimalValue(scale: number): (stored: unknown) => number {
  const divisor = Number(`1e${scale}`);
  return (stored) => {
    const integer = stored instanceof Uint8Array ? integerFromBytes(stored) : (stored as number | bigint);
    // Division rounds once if both are exact doubles.
    const isExact = Number.isSafeInteger(Number(integer)) && scale <= 22;
    return isExact ? Number(integer) / divisor : Number(`${integer}e-${scale}`);
  };
}

/** Two's complement, the most significant byte first. */
function integerFromBytes(bytes: Uint8Array): bigint {
  let integer = 0n;
  for (const byte of bytes) integer = (integer << 8n) | BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, integer);
}

interface ChunkColumn {
  /** null: nothing is read. */
  readonly add: ((values: ArrayLike<unknown>) => void) | null;
  /** Of texts nobody named: whether they are numbers after all. */
  areTextNumbers?(): boolean;
  /** Of numbers in this file: those that are infinite, and so none. */
  noticed?(file: string): readonly NumbersNoticed[];
  finish(): Column;
}

function createColumn(element: SchemaElement, isNested: boolean, options: ParquetOptions): ChunkColumn {
  const { name } = element;
  if (isNested || element.repetition_type === "REPEATED") return otherColumn(name, nestedContent(element));
  switch (columnType(element)) {
    case "number": {
      const scale = element.converted_type === "DECIMAL" ? (element.scale ?? 0) : null;
      const isInteger = element.type === "INT64" && !scale;
      return isInteger && options.isNamed(name) && options.types.get(name) !== "number"
        ? namedIntegers(name)
        : numberColumn(name, "number", scale === null ? Number : decimalValue(scale));
    }
    case "time":
      return numberColumn(name, "time", timeValue(element));
    case "boolean":
      return booleanColumn(name);
    case "text":
      return textColumn(name, options);
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
  const values = new GrowingNumbers();
  const first: { readonly row: number; readonly cell: string }[] = [];
  let [row, odd, numbers] = [0, 0, 0];
  const finite = (value: number): number => {
    if (Number.isFinite(value)) numbers++;
    else if (!Number.isNaN(value) && odd++ < FEW_CELLS) first.push({ row, cell: String(value) });
    row++;
    return Number.isFinite(value) ? value : NaN;
  };
  return {
    add(chunk) {
      for (let at = 0; at < chunk.length; at++) {
        const value = chunk[at];
        values.add(finite(value === null || value === undefined ? NaN : toNumber(value) + 0));
      }
    },
    noticed: (file) => {
      const cells = first.map((each) => ({ place: `${file} row ${each.row} (the first is 0)`, cell: each.cell }));
      return odd === 0 ? [] : [{ name, odd, numbers, first: cells, writings: [], zeros: null }];
    },
    finish: () => ({ name, type, values: values.finish() }),
  };
}

/** Whole numbers of 64 bits that the caller named: texts where one of them is no number. */
function namedIntegers(name: string): ChunkColumn {
  const numbers = numberColumn(name, "number", Number);
  const texts = createTexts(name, "keep");
  let hasLong = false;
  return {
    add(values) {
      numbers.add!(values);
      for (let at = 0; at < values.length; at++) {
        const value = values[at] ?? null;
        texts.add(value === null ? null : String(value));
        hasLong ||= Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER;
      }
    },
    finish: () => (hasLong ? texts : numbers).finish(),
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

function textColumn(name: string, { isNamed, types }: ParquetOptions): ChunkColumn {
  const texts = createTexts(name, isNamed(name) ? "keep" : "drop");
  const look = new NumberTexts();
  return {
    add(values) {
      for (let at = 0; at < values.length; at++) {
        const value = values[at];
        const text = value === null || value === undefined ? null : String(value);
        texts.add(text);
        if (text !== null) look.add(text);
      }
    },
    areTextNumbers: () => types.get(name) === "number" || (!isNamed(name) && look.areNumbers()),
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
