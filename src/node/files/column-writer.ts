/** Writes a column into a file of the temporary folder: plain values in the machine's order of bytes, nothing else. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { Values } from "../../core/table/index.js";
import { inTemporaryFolder } from "./temporary-error.js";

export const VALUE_TYPES = { float64: Float64Array, int32: Int32Array, int8: Int8Array } as const;
export type ValueType = keyof typeof VALUE_TYPES;

/** Where values lie, as plain data. */
export interface Place {
  readonly path: string;
  readonly type: ValueType;
  readonly length: number;
}

/** A system call reads or writes no more than 2 GB. */
export const MOST_BYTES = 1 << 30;

export function bytesOf(type: ValueType): number {
  return VALUE_TYPES[type].BYTES_PER_ELEMENT;
}

export interface ColumnWriter {
  append(values: Values): void;
  /** Nothing is written any more. */
  finish(): Place;
}

/**
 * `what`: what is put aside, as a message says it. The file is open only while something is appended: a table may have
 * more columns than a process may have open files, and on an error there is nothing to close.
 */
export function writeColumn(path: string, type: ValueType, what: string): ColumnWriter {
  let length = 0;
  inTemporaryFolder(what, () => closeSync(openSync(path, "w", 0o600)));
  return {
    append(values) {
      inTemporaryFolder(what, () => appendBytes(path, values));
      length += values.length;
    },
    finish: () => ({ path, type, length }),
  };
}

function appendBytes(path: string, { buffer, byteOffset, byteLength }: Values): void {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  const file = openSync(path, "a");
  try {
    for (let done = 0; done < byteLength; ) {
      done += writeSync(file, bytes, done, Math.min(byteLength - done, MOST_BYTES));
    }
  } finally {
    closeSync(file);
  }
}
