/** A file as UTF-8 text in pieces, unpacked on the way; what is no text is refused with the way out. */
import { InputError } from "../../src/core/errors/input-error.js";

export interface FileText {
  readonly name: string;
  readHead(): Promise<{ readonly head: string; readonly isWhole: boolean }>;
  /** From the start each time; `share` of the file read so far, in [0, 1]. */
  pieces(): AsyncIterable<{ readonly text: string; readonly share: number }>;
}

export const HEAD_LENGTH = 256 * 1024;

export function openText(file: Blob, name: string, packing: "none" | "gzip"): FileText {
  async function* pieces() {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let read = 0;
    let lines = 1;
    const counted = file.stream().pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          read += chunk.length;
          controller.enqueue(chunk);
        },
      }),
    );
    const bytes = packing === "gzip" ? counted.pipeThrough(new DecompressionStream("gzip")) : counted;
    for await (const chunk of chunksOf(bytes, name)) {
      const text = decode(decoder, chunk, name, lines);
      lines += countNewlines(chunk);
      yield { text, share: file.size === 0 ? 1 : read / file.size };
    }
    decode(decoder, null, name, lines);
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

/** Not `for await` over the stream itself, which Safari does not know. */
async function* chunksOf(bytes: ReadableStream<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const reader = bytes.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw error instanceof TypeError ? unpackError(name) : error;
  } finally {
    await reader.cancel().catch(() => {}); // it may have failed already
  }
}

function decode(decoder: TextDecoder, chunk: Uint8Array | null, name: string, line: number): string {
  try {
    return chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw notUtf8Error(name, line + (chunk === null ? 0 : firstBadLine(chunk)));
  }
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
  for (const byte of chunk) if (byte === 10) count++;
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
