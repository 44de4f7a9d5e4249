/**
 * Columns in files of a temporary folder, one file for each: plain values in the machine's order of bytes, nothing
 * else. A file is written once, from its start to its end, and then read by any thread, in pieces, by rows, or as a
 * whole. No file stays open in between; the folder is removed when no thread reads or writes any more.
 *
 * To another thread a column is sent as it is, without its functions, and made whole there (`reviveStored`).
 */
import type { StoredValues, Values } from "../../core/table/index.js";
import { reading } from "./column-reader.js";
import { bytesOf, type Place, VALUE_TYPES } from "./column-writer.js";
import { BLOCK_ROWS, sortColumn } from "./sort-column.js";

/** What was read last in a thread. */
export interface LastRead {
  /** The column that was read as a whole: who looks at its values row by row reads it once. */
  place: Place | null;
  values: Values | null;
  /** Memory for the piece that was read, of whichever column: one for each would be half a megabyte a column. */
  piece: Uint8Array<ArrayBuffer>;
}

/** Rows that are picked lie so near to one another that all between them are read at once; else pages of the file. */
const DENSE = 16;
const PAGE_BYTES = 4096;

export class FileValues<Kind extends Values> implements StoredValues<Kind> {
  readonly #last: LastRead;
  readonly blockRows: number;

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
    const bytes = this.#memoryFor(end - start);
    reading(this.place, (readInto) => readInto(bytes, start));
    return this.#valuesIn(bytes);
  }

  /** That of the piece that was read before. */
  #memoryFor(count: number): Uint8Array<ArrayBuffer> {
    const bytes = count * bytesOf(this.place.type);
    if (this.#last.piece.byteLength < bytes) this.#last.piece = new Uint8Array(bytes);
    return this.#last.piece.subarray(0, bytes);
  }

  #valuesIn({ buffer, byteLength }: Uint8Array<ArrayBuffer>): Kind {
    return new VALUE_TYPES[this.place.type](buffer, 0, byteLength / bytesOf(this.place.type)) as Kind;
  }

  /** The file is opened once, and what was read of it is released in the end: rows may span the whole column. */
  pick(rows: Int32Array, into: Kind): Kind {
    if (rows.length === 0) return into;
    const order = areAscending(rows) ? null : Int32Array.from(rows.keys()).sort((a, b) => rows[a]! - rows[b]!);
    const placeAt = (at: number): number => (order === null ? at : order[at]!);
    const span = rows[placeAt(rows.length - 1)]! - rows[placeAt(0)]! + 1;
    const page = span <= DENSE * rows.length ? span : PAGE_BYTES / bytesOf(this.place.type);
    const bytes = this.#memoryFor(page);
    const values = this.#valuesIn(bytes);
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
    return new FileValues<Kind>(sortColumn(this.place), this.#last);
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

function areAscending(rows: Int32Array): boolean {
  for (let at = 1; at < rows.length; at++) if (rows[at]! < rows[at - 1]!) return false;
  return true;
}
