/**
 * Columns in files of a temporary folder, one file for each: plain values in the machine's order of bytes, nothing
 * else. A file is written once, from its start to its end, and then read by any thread, in pieces, by rows, or as a
 * whole. No file stays open in between; the folder is removed when no thread reads or writes any more.
 *
 * To another thread a column is sent as it is, without its functions, and made whole there (`reviveStored`).
 */
import { closeSync, openSync, readSync } from "node:fs";
import type { StoredValues, Values } from "../../core/table/stored-values.js";
import { bytesOf, MOST_BYTES, type Place, VALUE_TYPES } from "./column-writer.js";
import { BLOCK_ROWS, sortColumn } from "./sort-column.js";

/** The column that was read as a whole last: who looks at its values row by row reads it once. */
export interface LastRead {
  place: Place | null;
  values: Values | null;
}

/** Rows that are picked lie so near to one another that all between them are read at once; else pages of the file. */
const DENSE = 16;
const PAGE_BYTES = 4096;

export class FileValues<Kind extends Values> implements StoredValues<Kind> {
  readonly #last: LastRead;
  readonly blockRows: number;
  #piece: Uint8Array<ArrayBuffer> = new Uint8Array();

  constructor(
    readonly place: Place,
    last: LastRead,
  ) {
    this.#last = last;
    this.blockRows = BLOCK_ROWS;
  }

  get length(): number {
    return this.place.length;
  }

  slice(start: number, end: number): Kind {
    const bytes = (end - start) * bytesOf(this.place.type);
    if (this.#piece.byteLength < bytes) this.#piece = new Uint8Array(bytes);
    const piece = this.#piece.subarray(0, bytes);
    reading(this.place, (readInto) => readInto(piece, start));
    return new VALUE_TYPES[this.place.type](this.#piece.buffer, 0, end - start) as Kind;
  }

  /** The file is opened once, and what was read of it is released in the end: rows may span the whole column. */
  pick(rows: Int32Array, into: Kind): Kind {
    if (rows.length === 0) return into;
    const order = areAscending(rows) ? null : Int32Array.from(rows.keys()).sort((a, b) => rows[a]! - rows[b]!);
    const placeAt = (at: number): number => (order === null ? at : order[at]!);
    const span = rows[placeAt(rows.length - 1)]! - rows[placeAt(0)]! + 1;
    const page = span <= DENSE * rows.length ? span : PAGE_BYTES / bytesOf(this.place.type);
    const values = new VALUE_TYPES[this.place.type](page);
    const bytes = new Uint8Array(values.buffer);
    reading(this.place, (readInto) => {
      let [start, end] = [0, 0];
      for (let at = 0; at < rows.length; at++) {
        const row = rows[placeAt(at)]!;
        if (row >= end) {
          [start, end] = [row, Math.min(this.length, row + page)];
          readInto(bytes.subarray(0, (end - start) * values.BYTES_PER_ELEMENT), start);
        }
        into[placeAt(at)] = values[row - start]!;
      }
    });
    return into;
  }

  sorted(): StoredValues<Kind> {
    const open = (place: Place): FileValues<Float64Array> => new FileValues(place, { place: null, values: null });
    return new FileValues<Kind>(sortColumn(this.place, open), this.#last);
  }

  all(): Kind {
    const last = this.#last;
    if (last.place !== this.place) {
      const bytes = new Uint8Array(this.length * bytesOf(this.place.type));
      reading(this.place, (readInto) => readInto(bytes, 0));
      [last.place, last.values] = [this.place, new VALUE_TYPES[this.place.type](bytes.buffer)];
    }
    return last.values as Kind;
  }
}

/** Fills the bytes with the values from a row on. */
type ReadInto = (bytes: Uint8Array, start: number) => void;

/** Opens the file for this work. */
function reading({ path, type }: Place, work: (readInto: ReadInto) => void): void {
  const file = openSync(path, "r");
  try {
    work((bytes, start) => {
      const first = start * bytesOf(type);
      for (let done = 0; done < bytes.byteLength; ) {
        const count = readSync(file, bytes, done, Math.min(bytes.byteLength - done, MOST_BYTES), first + done);
        if (count === 0) throw new Error(`a column's file ends too early: ${path}`);
        done += count;
      }
    });
  } finally {
    closeSync(file);
  }
}

function areAscending(rows: Int32Array): boolean {
  for (let at = 1; at < rows.length; at++) if (rows[at]! < rows[at - 1]!) return false;
  return true;
}
