/** A file as UTF-8 text in pieces, unpacked on the way; what is no text is refused with the way out. */
import { InputError } from "../../src/core/base/index.js";
import type { FileText } from "../../src/input/csv/csv-table.js";

const HEAD_LENGTH = 256 * 1024;

/**
 * Slices rather than a stream, which waits for each small piece. Of 4 MB the later ones took twenty times as long to
 * split in Chromium 156.
 */
const PIECE_BYTES = 512 * 1024;

export function openText(file: Blob, name: string, packing: "none" | "gzip"): FileText {
  async function* pieces() {
    const decode = createDecoder(name);
    for await (const { bytes, share } of packing === "gzip" ? unpacked(file, name) : slices(file))
      yield { text: decode(bytes), share };
    decode(null);
  }

  async function readHead() {
    let head = "";
    for await (const { text } of pieces()) {
      head += text;
      if (head.length >= HEAD_LENGTH) return { head: head.slice(0, HEAD_LENGTH), isWhole: false };
    }
    return { head, isWhole: true };
  }

  return { name, readHead, pieces };
}

interface Piece {
  readonly bytes: Uint8Array;
  /** Share of the file read so far. */
  readonly share: number;
}

async function* slices(file: Blob): AsyncGenerator<Piece> {
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const bytes = new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer());
    yield { bytes, share: Math.min(1, (at + PIECE_BYTES) / file.size) };
  }
}

/** Not `for await` over the stream itself, which Safari does not know. */
async function* unpacked(file: Blob, name: string): AsyncGenerator<Piece> {
  let read = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      read += chunk.length;
      controller.enqueue(chunk);
    },
  });
  const reader = file.stream().pipeThrough(counted).pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield { bytes: value, share: read / file.size };
    }
  } catch (error) {
    throw error instanceof TypeError ? unpackError(name) : error;
  } finally {
    await reader.cancel().catch(() => {}); // it may have failed already
  }
}

/** Turns bytes into text, chunk after chunk; null: there are no more. */
function createDecoder(name: string): (chunk: Uint8Array | null) => string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  return (chunk) => {
    try {
      const text = chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true });
      line += chunk === null ? 0 : countNewlines(chunk);
      return text;
    } catch {
      throw notUtf8Error(name, line + (chunk === null ? 0 : firstBadLine(chunk)));
    }
  };
}

/** Lines before the first bytes that are not UTF-8, as far as the chunk alone can tell. */
function firstBadLine(chunk: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 0;
  for (let start = 0; start < chunk.length; line++) {
    const end = chunk.indexOf(10, start);
    try {
      decoder.decode(chunk.subarray(start, end < 0 ? chunk.length : end + 1), { stream: end < 0 });
    } catch {
      return line;
    }
    if (end < 0) break;
    start = end + 1;
  }
  return line;
}

function countNewlines(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count++;
  return count;
}

function notUtf8Error(name: string, line: number): InputError {
  return new InputError(
    "FILE_NOT_UTF8",
    `${name} line ${line} is not UTF-8 text`,
    "Convert it first, from Latin-1 for instance: iconv -f WINDOWS-1252 -t UTF-8 old.csv > new.csv",
  );
}

function unpackError(name: string): InputError {
  return new InputError(
    "FILE_CUT_OFF",
    `${name} begins like a gzip file but cannot be unpacked`,
    "It was cut off or damaged. Fetch it again; no row of it was used.",
  );
}
