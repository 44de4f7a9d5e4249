/**
 * How deep JSON is nested, before DuckDB sees it: past some tens of thousands of levels DuckDB overruns its stack, and
 * the process is gone without a word.
 *
 * A scanner over bytes that knows strings and escapes, and nothing else of JSON. A line end always ends a string, since
 * none may hold one: so a quote too many hides no more than the rest of its line, and DuckDB takes lines one by one.
 * Brackets are counted on from line to line, which is at least what DuckDB makes of them. Cost: one pass, about 2 ns
 * for each byte.
 */
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { InputError, StoppedError } from "../../core/base/index.js";
import type { Database } from "./duckdb.js";
import type { FileReading, PackedFile } from "./file-content.js";
import type { SourceFile } from "./source-files.js";
import { readLines } from "./zstd-lines.js";

/** No table needs a tenth of it; DuckDB bears a few times as much. */
export const MAX_JSON_DEPTH = 1000;

/** Throws if the file is JSON, by its first character, and nested deeper than MAX_JSON_DEPTH. */
export async function checkJsonDepth(
  { file, packing }: PackedFile,
  { database, shouldStop }: FileReading,
): Promise<void> {
  if (packing !== "zstd") await scan(file, bytesOf(file, packing), shouldStop);
  else await readLines(file, (query) => scan(file, linesOf(query, database), shouldStop), isPart);
}

/** What was seen of a file: text that is no JSON, or how many brackets are still open; null: nothing. */
type Seen = "no JSON" | number | null;

function isPart(seen: Seen): boolean {
  return seen !== "no JSON" && seen !== 0;
}

async function scan(file: SourceFile, content: AsyncIterable<Uint8Array>, shouldStop: () => boolean): Promise<Seen> {
  const scanner = new DepthScanner();
  let isJson: boolean | null = null;
  for await (const bytes of content) {
    if (shouldStop()) throw new StoppedError();
    isJson ??= beginsAsJson(bytes);
    if (isJson === false) return "no JSON";
    const line = scanner.push(bytes);
    if (line !== null) throw depthError(file, line);
  }
  return isJson === null ? null : scanner.depth;
}

/** Behind a byte order mark and blanks; null: there is nothing else so far. */
function beginsAsJson(bytes: Uint8Array): boolean | null {
  const first = bytes.find((byte) => !BLANKS.includes(byte));
  return first === undefined ? null : KINDS[first] === OPENING;
}

const BLANKS: readonly number[] = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf];

async function* linesOf(query: string, database: Database): AsyncIterable<Uint8Array> {
  for await (const { chunk, rows } of database.stream(query, { columnCount: 1 })) {
    const lines = chunk.getColumnValues(0).slice(0, rows);
    yield Buffer.from(lines.map((line) => `${line ?? ""}\n`).join(""));
  }
}

function bytesOf(file: SourceFile, packing: "none" | "gzip"): AsyncIterable<Uint8Array> {
  const bytes = createReadStream(file.path, { highWaterMark: CHUNK_BYTES });
  // Whoever reads the last stream is told of errors, too.
  return packing === "none" ? bytes : pipeline(bytes, createGunzip({ chunkSize: CHUNK_BYTES }), () => {});
}

const CHUNK_BYTES = 1 << 18;

/** What a byte means to the scanner; 0, most of them: nothing. */
const KINDS = new Uint8Array(256);
const LINE_END = 1;
const QUOTE = 2;
const BACKSLASH = 3;
const OPENING = 4;
const CLOSING = 5;
const MEANINGS: readonly (readonly [string, number])[] = [
  ["\n\r", LINE_END],
  ['"', QUOTE],
  ["\\", BACKSLASH],
  ["[{", OPENING],
  ["]}", CLOSING],
];
for (const [characters, kind] of MEANINGS) for (const each of characters) KINDS[each.charCodeAt(0)] = kind;

const LINE_FEED = 0x0a;

/** Keeps its place between pieces of a text. */
export class DepthScanner {
  #depth = 0;
  #line = 1;
  #isInString = false;
  #isEscaped = false;

  /** Brackets that are open now. */
  get depth(): number {
    return this.#depth;
  }

  /** The line, from 1, where the text becomes deeper than MAX_JSON_DEPTH; null: it does not, so far. */
  push(bytes: Uint8Array): number | null {
    let depth = this.#depth;
    let line = this.#line;
    let isInString = this.#isInString;
    let isEscaped = this.#isEscaped;
    for (let at = 0; at < bytes.length; at++) {
      const kind = KINDS[bytes[at]!]!;
      if (kind === LINE_END) {
        if (bytes[at] === LINE_FEED) line++;
        isInString = false;
        isEscaped = false;
      } else if (kind === 0 || isEscaped) isEscaped = false;
      else if (kind === BACKSLASH) isEscaped = isInString;
      else if (kind === QUOTE) isInString = !isInString;
      else if (!isInString) {
        depth = kind === OPENING ? depth + 1 : Math.max(0, depth - 1);
        if (depth > MAX_JSON_DEPTH) return line;
      }
    }
    this.#depth = depth;
    this.#line = line;
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    return null;
  }
}

function depthError(file: SourceFile, line: number): InputError {
  return new InputError(
    "JSON_DEPTH",
    `${file.shown} line ${line} is nested deeper than ${MAX_JSON_DEPTH} levels`,
    "A table in JSON needs two or three. Look for brackets that are never closed, or flatten it first.",
  );
}
