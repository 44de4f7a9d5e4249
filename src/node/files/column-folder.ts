/** A temporary folder of columns that do not fit into memory. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Column, ColumnStore, EncodedColumn, Values } from "../../core/table/index.js";
import { temporaryFilePath } from "./abandoned-files.js";
import { type Place, type ValueType, writeColumn } from "./column-writer.js";
import { releaseMemory } from "./release-memory.js";
import { FileValues, type LastRead } from "./stored-column.js";
import { inTemporaryFolder } from "./temporary-error.js";
import { forgetTemporaryFile, rememberTemporaryFile } from "./temporary-files.js";

/** For this user alone. Removed with the process at the latest. */
export function makeColumnFolder(): string {
  const folder = temporaryFilePath("spill");
  rememberTemporaryFile(folder);
  try {
    inTemporaryFolder(COLUMNS, () => mkdirSync(folder, { mode: 0o700 }));
  } catch (error) {
    forgetTemporaryFile(folder);
    throw error;
  }
  return folder;
}

export function removeColumnFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  forgetTemporaryFile(folder);
}

/** A column as another thread gets it. */
interface Sent {
  readonly stored: { readonly place: Place };
}

/** The parts of a column with its values to be read from a file. They are no part of it when it is copied or sent. */
export function withStored<Parts extends object>(parts: Parts, place: Place, last: LastRead): Parts {
  const stored = new FileValues(place, last);
  const field = "dictionary" in parts || place.type !== "float64" ? "codes" : "values";
  return Object.defineProperty({ ...parts, stored }, field, { get: () => stored.all(), enumerable: false });
}

/** Nothing was read yet. */
export function nothingRead(): LastRead {
  return { place: null, values: null, piece: new Uint8Array() };
}

/** The value with all columns in it that were sent without their functions, as they were. */
export function reviveStored(value: unknown, last: LastRead): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value))
    return typeof value[0] === "object" ? value.map((entry) => reviveStored(entry, last)) : value;
  if (isSent(value)) return withStored(value, value.stored.place, last);
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, reviveStored(entry, last)]));
}

function isSent(value: object): value is Sent {
  return "stored" in value && typeof value.stored === "object" && value.stored !== null && "place" in value.stored;
}

/**
 * Puts columns into a new folder beside those of the table, so that no learning meets what another left; undefined:
 * these are in memory.
 */
export function storeBeside(columns: readonly Column[], last: LastRead): ColumnStore | undefined {
  const first = columns.find((column) => "stored" in column && column.stored !== undefined);
  if (first === undefined || !isSent(first)) return undefined;
  const beside = dirname(first.stored.place.path);
  const folder = inTemporaryFolder(COLUMNS, () => mkdtempSync(join(beside, "learning-")));
  let count = 0;
  const atPlace = (kind: EncodedColumn["kind"], place: Place): EncodedColumn =>
    withStored<Pick<EncodedColumn, "kind">>({ kind }, place, last) as EncodedColumn;
  return {
    reuse: (column, kind) => atPlace(kind, (column as unknown as Sent).stored.place),
    store(column) {
      if (column.stored !== undefined) return column;
      const values = valuesOf(column);
      if (last.place !== null && last.values === values) return atPlace(column.kind, last.place); // the same as before
      const place = writeValues(join(folder, `encoded-${count++}`), TYPES[column.kind], values);
      releaseMemory(values);
      return atPlace(column.kind, place);
    },
    storePieces(kind, pieces) {
      const writer = writeColumn(join(folder, `encoded-${count++}`), TYPES[kind], COLUMNS);
      for (const piece of pieces) writer.append(valuesOf(piece));
      return atPlace(kind, writer.finish());
    },
  };
}

const TYPES = { numeric: "float64", categorical: "int32" } as const satisfies Record<EncodedColumn["kind"], ValueType>;

function valuesOf(column: EncodedColumn): Float64Array | Int32Array {
  return column.kind === "numeric" ? column.values : column.codes;
}

export function writeValues(path: string, type: ValueType, values: Values): Place {
  const writer = writeColumn(path, type, COLUMNS);
  writer.append(values);
  return writer.finish();
}

/** As messages call what is put aside. */
export const COLUMNS = "the columns of a table that does not fit into memory";
