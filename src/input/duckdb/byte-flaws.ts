/**
 * What is wrong with the bytes of a CSV file although DuckDB would read on: it drops a last line that is longer than
 * its buffers, and takes a NUL byte for text, without a word. It also reads over a delimiter too many at the end of a
 * line, which needs another look where some line ends in one.
 *
 * Cost: one look at each byte of a plain or gzip file, in the pass that unpacks the latter; of a zstd file, which only
 * DuckDB can unpack here, two queries over its lines.
 */
import { createReadStream } from "node:fs";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { InputError, StoppedError } from "../../core/base/index.js";
import type { Database } from "./duckdb.js";
import type { SourceFile } from "./source-files.js";
import { quotePath } from "./sql-text.js";
import { csvLineSizeError, linesQuery, USUAL_LINE_BYTES } from "./zstd-lines.js";

interface ByteFlaw {
  readonly kind: "NUL byte" | "long line";
  /** Position in the unpacked file: of the byte, or of the line's first one. */
  readonly at: number;
}

/** What a look at all bytes tells. */
export interface BytesSeen {
  readonly flaw: ByteFlaw | null;
  readonly mayTrail: boolean;
}

const NUL = 0;
const LINE_FEED = 10;
const RETURN = 13;
const [TAB, COMMA, SEMICOLON, BAR] = [9, 44, 59, 124];

/** State over a stream: feed `push` and ask `flaw` at the end. */
export class ByteFlawFinder {
  #length = 0;
  #lineStart = 0;
  #flaw: ByteFlaw | null = null;
  #mayTrail = false;
  #last = LINE_FEED;

  /** The first NUL byte or line of more than 16 MB; null: none so far. */
  get flaw(): ByteFlaw | null {
    if (this.#flaw === null) this.#endLineAt(this.#length);
    return this.#flaw;
  }

  /** Whether some line ends in what may be a delimiter. */
  get mayTrail(): boolean {
    return this.#mayTrail || isDelimiter(this.#last);
  }

  /** Contract: a chunk is shorter than the longest line may be, so that only lines that leave it can be too long. */
  push(chunk: Uint8Array): void {
    if (this.#flaw !== null) return;
    const nul = chunk.indexOf(NUL);
    const first = firstLineEnd(chunk);
    if (first >= 0) {
      this.#endLineAt(this.#length + first);
      this.#lineStart = this.#length + lastLineEnd(chunk) + 1;
    }
    if (nul >= 0) this.#flaw ??= { kind: "NUL byte", at: this.#length + nul };
    this.#mayTrail ||= this.#endsInDelimiter(chunk, first);
    this.#last = chunk.at(-1) ?? this.#last;
    this.#length += chunk.length;
  }

  /** Where lines end in \r alone, or a line end is cut in two, it may. */
  #endsInDelimiter(chunk: Uint8Array, first: number): boolean {
    if (first >= 0 && chunk[first] === RETURN && chunk[first + 1] !== LINE_FEED) return true;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) {
      const before = chunk[at - 1] ?? this.#last;
      if (isDelimiter(before === RETURN ? (chunk[at - 2] ?? COMMA) : before)) return true;
    }
    return false;
  }

  #endLineAt(end: number): void {
    if (end - this.#lineStart > USUAL_LINE_BYTES) this.#flaw ??= { kind: "long line", at: this.#lineStart };
  }
}

function isDelimiter(byte: number): boolean {
  return byte === COMMA || byte === SEMICOLON || byte === TAB || byte === BAR;
}

function firstLineEnd(chunk: Uint8Array): number {
  const feed = chunk.indexOf(LINE_FEED);
  const back = (feed < 0 ? chunk : chunk.subarray(0, feed)).indexOf(RETURN);
  return back < 0 ? feed : back;
}

function lastLineEnd(chunk: Uint8Array): number {
  const feed = chunk.lastIndexOf(LINE_FEED);
  const back = chunk.subarray(feed + 1).lastIndexOf(RETURN);
  return back < 0 ? feed : feed + 1 + back;
}

export async function findFlaw(
  file: SourceFile,
  packing: "none" | "gzip",
  shouldStop: () => boolean,
): Promise<BytesSeen> {
  const finder = new ByteFlawFinder();
  for await (const chunk of openBytes(file, packing)) {
    if (shouldStop()) throw new StoppedError();
    finder.push(chunk as Uint8Array);
  }
  return { flaw: finder.flaw, mayTrail: finder.mayTrail };
}

const CHUNK_BYTES = 1 << 20;

/**
 * Throws for a flaw of a zstd file. DuckDB's reader of JSON splits lines as well, and unlike that of CSV it minds one
 * that is longer than its buffers; that a line of CSV is no JSON it is told to overlook.
 */
export async function checkZstdLines(file: SourceFile, database: Database): Promise<void> {
  await checkZstdLineLengths(file, database);
  const hasNul = `SELECT bool_or(contains(line, chr(0))) FROM (${linesQuery(file)})`;
  if ((await valueOrFailure(database, hasNul)) !== true) return;
  const numbered = `SELECT line, row_number() OVER () AS number FROM (${linesQuery(file)})`;
  const [first] = await database.rows(`SELECT min(number) FROM (${numbered}) WHERE contains(line, chr(0))`);
  throw nulError(file, Number(first![0]));
}

export async function checkZstdLineLengths(file: SourceFile, database: Database): Promise<void> {
  const settings = `format = 'newline_delimited', ignore_errors = true, maximum_object_size = ${USUAL_LINE_BYTES}, compression = 'zstd'`;
  const lines = `SELECT count(*) FROM read_json_objects(${quotePath(file.path)}, ${settings})`;
  if ((await valueOrFailure(database, lines)) === "line too long") throw csvLineSizeError(file, null);
}

/** The only value of a result. What else DuckDB finds wrong with a file it says again when its rows are read. */
async function valueOrFailure(database: Database, query: string): Promise<unknown> {
  try {
    return (await database.rows(query))[0]?.[0];
  } catch (error) {
    if (error instanceof StoppedError || !(error instanceof Error)) throw error;
    return /maximum_object_size/.test(error.message) ? "line too long" : "other";
  }
}

export async function flawError(file: SourceFile, packing: "none" | "gzip", flaw: ByteFlaw): Promise<InputError> {
  const line = await lineAt(file, packing, flaw.at);
  return flaw.kind === "long line" ? csvLineSizeError(file, line) : nulError(file, line);
}

/** Line, from 1, of this byte of the unpacked file. */
async function lineAt(file: SourceFile, packing: "none" | "gzip", at: number): Promise<number> {
  let feeds = 0;
  let returns = 0;
  let left = at;
  for await (const chunk of openBytes(file, packing)) {
    for (const byte of (chunk as Uint8Array).subarray(0, left)) {
      if (byte === LINE_FEED) feeds++;
      else if (byte === RETURN) returns++;
    }
    left -= (chunk as Uint8Array).length;
    if (left <= 0) break;
  }
  return 1 + (feeds > 0 ? feeds : returns);
}

function openBytes(file: SourceFile, packing: "none" | "gzip"): Readable {
  const bytes = createReadStream(file.path, { highWaterMark: CHUNK_BYTES });
  return packing === "none" ? bytes : pipeline(bytes, createGunzip(), () => {}); // its reader is told of errors
}

export function nulError(file: SourceFile, line: number): InputError {
  return new InputError(
    "FILE_NUL",
    `${file.shown} line ${line} holds a NUL byte, which is no text`,
    "Its writer was interrupted there, or mixed encodings. Write it again; to remove such bytes: tr -d '\\000' < old.csv > new.csv",
  );
}
