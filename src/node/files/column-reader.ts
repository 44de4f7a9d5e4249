/** Reads pieces of a column from its file. */
import { closeSync, openSync, readSync } from "node:fs";
import { bytesOf, MOST_BYTES, type Place } from "./column-writer.js";

/** Fills the bytes with the values from a row on. */
type ReadInto = (bytes: Uint8Array, start: number) => void;

/** Opens the file for this work. */
export function reading({ path, type }: Place, work: (readInto: ReadInto) => void): void {
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
