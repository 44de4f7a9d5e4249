/**
 * What a file holds, by its content; its name only decides where the content leaves a doubt.
 *
 * People rename files: CSV called .parquet, plain text called .gz. Whatever can be recognised is read as what it is;
 * only Parquet under a text file's name is refused. What cannot be a table (UTF-16, Latin-1, a workbook, bytes) is
 * refused here, with the way out.
 */
import { open } from "node:fs/promises";
import { InputError } from "../../core/base/index.js";
import { checkZstdLines, findFlaw, flawError, nulError } from "./byte-flaws.js";
import type { Database } from "./duckdb.js";
import { formatByMagic, type InputFormatName, KNOWN_FORMATS, listFormats, startsWith } from "./input-format-names.js";
import { checkZstd, HEAD_BYTES, readGzipEnds, type TextEnds } from "./packed-bytes.js";
import type { SourceFile } from "./source-files.js";
import { longLineError, readLines } from "./zstd-lines.js";

export type Packing = "none" | "gzip" | "zstd";

/** A file and how it is packed. */
export interface PackedFile {
  readonly file: SourceFile;
  readonly packing: Packing;
}

/** What it takes to read a file: a database, and whether to go on. */
export interface FileReading {
  readonly database: Database;
  readonly shouldStop: () => boolean;
}

/** What a file holds: a table in this format, or a database of them. */
type FileContent = TableContent | { readonly format: "duckdb" };

export interface TableContent {
  readonly format: InputFormatName;
  readonly packing: Packing;
  /** The first text of the file, without byte order mark; "" where it holds bytes. */
  readonly head: string;
  /** Whether `head` is all there is. */
  readonly isWhole: boolean;
  /** Whether some line may end in a usual delimiter. */
  readonly mayTrail: boolean;
}

export async function readFileContent(file: SourceFile, reading: FileReading): Promise<FileContent> {
  if (file.bytes === 0) {
    throw new InputError(
      "FILE_EMPTY",
      `${file.shown} is empty`,
      "It has no header and no rows. Check how it was written.",
    );
  }
  const raw = await readPlainEnds(file);
  const format = formatByMagic(raw.head);
  if (format !== null) {
    refuseTextName(file, format);
    return { format, packing: "none", head: "", isWhole: false, mayTrail: false };
  }
  if (isDatabase(raw.head)) return { format: "duckdb" };
  const packing = packingOf(raw.head);
  if (packing === "none") refuseKnownBinary(file, raw.head);
  const ends = await unpackedEnds({ file, packing }, raw, reading);
  const content = textContent(file, packing, ends);
  return content.format === "csv" ? { ...content, ...(await checkBytes({ file, packing }, ends, reading)) } : content;
}

async function checkBytes(
  { file, packing }: PackedFile,
  ends: TextEnds,
  { database, shouldStop }: FileReading,
): Promise<Pick<TableContent, "mayTrail">> {
  if (packing === "zstd") {
    await checkZstdLines(file, database);
    return { mayTrail: true };
  }
  const { flaw, mayTrail } = ends.seen ?? (await findFlaw(file, packing, shouldStop));
  if (flaw !== null) throw await flawError(file, packing, flaw);
  return { mayTrail };
}

/**
 * The same for a file that is not packed, from bytes that are at hand; null for Parquet, a database, and a packed file.
 */
export function lookAtPlainFile(file: SourceFile, ends: TextEnds): TableContent | null {
  const { head } = ends;
  const isText = formatByMagic(head) === null && !isDatabase(head) && packingOf(head) === "none";
  if (!isText) return null;
  refuseKnownBinary(file, head);
  return textContent(file, "none", ends);
}

/** Whether bytes that begin like this may be a table: text holds no NUL byte. Contract: 12 bytes, or all there are. */
export function mayBeTable(head: Uint8Array): boolean {
  const isKnown = formatByMagic(head) !== null || isDatabase(head) || packingOf(head) !== "none";
  return isKnown || !head.includes(0);
}

/** Of DuckDB. */
function isDatabase(head: Uint8Array): boolean {
  return startsWith(head.subarray(8), "DUCK");
}

/** A Parquet file under a text file's name is a mistake somewhere upstream: better to hear of it than to read on. */
function refuseTextName(file: SourceFile, format: InputFormatName): void {
  const ending = /\.(csv|tsv|txt|json|jsonl|ndjson)$/i.exec(file.shown)?.[1];
  if (ending === undefined) return;
  throw new InputError(
    "FILE_FORMAT",
    `${file.shown} is a ${KNOWN_FORMATS[format].title} file, although its name ends in .${ending}`,
    `Rename it to .${format}, or check how it was written.`,
  );
}

async function unpackedEnds(
  { file, packing }: PackedFile,
  raw: TextEnds,
  { database, shouldStop }: FileReading,
): Promise<TextEnds> {
  if (packing === "none") return raw;
  const ends = packing === "gzip" ? await readGzipEnds(file, shouldStop) : await readZstdHead(file, database);
  if (ends.head.length === 0) {
    throw new InputError(
      "FILE_EMPTY",
      `${file.shown} is empty inside`,
      "It unpacks to nothing. Check how it was written.",
    );
  }
  const inside = packingOf(ends.head);
  if (inside !== "none") {
    throw new InputError(
      "FILE_PACKED_TWICE",
      `${file.shown} is packed twice: by ${packing}, and inside by ${inside}`,
      `Unpack it once: ${packing} -d.`,
    );
  }
  const format = formatByMagic(ends.head);
  if (format !== null) {
    const { title } = KNOWN_FORMATS[format];
    throw new InputError(
      "FILE_PACKED_TWICE",
      `${file.shown} is a ${title} file packed by ${packing}`,
      `Unpack it first: ${packing} -d. ${title} is compressed already.`,
    );
  }
  return ends;
}

async function readZstdHead(file: SourceFile, database: Database): Promise<TextEnds> {
  const { content, start } = await checkZstd(file);
  if (packingOf(start) !== "none" || formatByMagic(start) !== null) return { head: start, tail: null, isWhole: false };
  const maxLines = 2000;
  // Of a long one no more than the head could hold, and one to tell.
  const firstLines = `SELECT left(line, ${HEAD_BYTES + 1}) FROM`;
  const read = (query: string) => database.rows(`${firstLines} (${query}) LIMIT ${maxLines}`);
  const lines = await readLines(file, read, (found) => found.length === 0 && content === "filled");
  if (lines.length === 0 && content === "filled") throw longLineError(file, "");
  const head = Buffer.from(lines.map(([line]) => `${line ?? ""}\n`).join(""));
  return {
    head: head.subarray(0, HEAD_BYTES),
    tail: null,
    isWhole: lines.length < maxLines && head.length <= HEAD_BYTES,
  };
}

async function readPlainEnds(file: SourceFile): Promise<TextEnds> {
  const handle = await open(file.path);
  try {
    const head = await handle.read(Buffer.alloc(Math.min(HEAD_BYTES, file.bytes)), 0, null, 0);
    const tailBytes = Math.min(4096, file.bytes);
    const tail = await handle.read(Buffer.alloc(tailBytes), 0, null, file.bytes - tailBytes);
    return {
      head: head.buffer.subarray(0, head.bytesRead),
      tail: tail.buffer.subarray(0, tail.bytesRead),
      isWhole: file.bytes <= HEAD_BYTES,
    };
  } finally {
    await handle.close();
  }
}

/** How a file is packed, by its first bytes. */
export async function readPacking(file: SourceFile): Promise<Packing> {
  return packingOf((await readPlainEnds(file)).head);
}

function packingOf(head: Uint8Array): Packing {
  if (head[0] === 0x1f && head[1] === 0x8b) return "gzip";
  if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd) return "zstd";
  return "none";
}

/** Formats people hand over by habit; each has a way to a table. */
const KNOWN_BINARIES: readonly { readonly magic: string; readonly what: string; readonly hint: string }[] = [
  {
    magic: "PK\u0003\u0004",
    what: "an Excel workbook or a ZIP file",
    hint: "Save the sheet as CSV (UTF-8), or unzip it first.",
  },
  { magic: "\u00d0\u00cf\u0011\u00e0", what: "an old Excel workbook", hint: "Save the sheet as CSV (UTF-8)." },
  {
    magic: "SQLite format 3",
    what: "an SQLite database",
    hint: 'Export the table first: sqlite3 -header -csv file "SELECT * FROM …".',
  },
  { magic: "ARROW1", what: "an Arrow (Feather) file", hint: "Save it as Parquet or CSV." },
  { magic: "BZh", what: "a bzip2 file", hint: "Unpack it first, or pack it with gzip or zstd." },
  { magic: "\u00fd7zXZ", what: "an xz file", hint: "Unpack it first, or pack it with gzip or zstd." },
  { magic: "Obj\u0001", what: "an Avro file", hint: "Save it as Parquet or CSV." },
];

function refuseKnownBinary(file: SourceFile, head: Uint8Array): void {
  const known = KNOWN_BINARIES.find(({ magic }) => startsWith(head, magic));
  if (known !== undefined) throw new InputError("FILE_FORMAT", `${file.shown} is ${known.what}`, known.hint);
}

function textContent(file: SourceFile, packing: Packing, ends: TextEnds): TableContent {
  if (isUtf16(ends.head)) throw utf16Error(file);
  const head = decodeHead(file, ends);
  const content = { packing, head, isWhole: ends.isWhole, mayTrail: true };
  if (!isJson(file, head)) return { format: "csv", ...content };
  refuseOwnFile(file, head);
  checkJsonStart(file, head, ends);
  checkJsonEnd(file, head, ends);
  return { format: "json", ...content };
}

function isUtf16(head: Uint8Array): boolean {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true;
  const nulls = [0, 0];
  const length = Math.min(head.length, 4096);
  for (let i = 0; i < length; i++) if (head[i] === 0) nulls[i & 1]!++;
  const [even, odd] = nulls as [number, number];
  return Math.max(even, odd) > length * 0.2 && Math.min(even, odd) < length * 0.02;
}

function utf16Error(file: SourceFile): InputError {
  return new InputError(
    "FILE_UTF16",
    `${file.shown} is UTF-16 text`,
    "Convert it to UTF-8 first: iconv -f UTF-16 -t UTF-8 old.csv > new.csv (in Excel: save as CSV UTF-8).",
  );
}

/** The head as text; a character cut by its end is dropped. */
function decodeHead(file: SourceFile, ends: TextEnds): string {
  const nul = ends.head.indexOf(0);
  if (nul >= 0) throw looksLikeText(ends.head) ? nulError(file, lineOf(ends.head, nul)) : binaryError(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(ends.head, { stream: !ends.isWhole });
  } catch {
    throw looksLikeText(ends.head) ? encodingError(file, firstBadLine(ends.head)) : binaryError(file);
  }
}

/** Latin-1 text has letters above 127 but hardly any control characters. */
function looksLikeText(head: Uint8Array): boolean {
  let controls = 0;
  for (const byte of head) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) controls++;
  return controls < head.length * 0.01;
}

/** Line, from 1, of a byte. */
function lineOf(head: Uint8Array, at: number): number {
  const before = head.subarray(0, at);
  const count = (end: number): number => before.reduce((sum, byte) => sum + Number(byte === end), 0);
  return 1 + (count(10) || count(13));
}

/** Line, from 1, of the first bytes that are not UTF-8. */
function firstBadLine(head: Uint8Array): number {
  let line = 1;
  for (let start = 0; start < head.length; line++) {
    const end = head.indexOf(10, start);
    const text = head.subarray(start, end < 0 ? head.length : end);
    if (!isUtf8(text)) return line;
    start = end < 0 ? head.length : end + 1;
  }
  return line;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Also used when a line after the head turns out not to be UTF-8. */
export function encodingError(file: SourceFile, line: number): InputError {
  return new InputError(
    "FILE_NOT_UTF8",
    `${file.shown} line ${line} is not UTF-8 text`,
    "Convert it first, from Latin-1 for instance: iconv -f WINDOWS-1252 -t UTF-8 old.csv > new.csv",
  );
}

function binaryError(file: SourceFile): InputError {
  return new InputError(
    "FILE_BINARY",
    `${file.shown} is not a table: it holds bytes, not text`,
    `Read are ${listFormats()} and DuckDB files.`,
  );
}

function isJson(file: SourceFile, head: string): boolean {
  const start = head.trimStart();
  const name = file.shown.toLowerCase().replace(/\.(gz|zst|zstd)$/, "");
  if (/\.(json|ndjson|jsonl)$/.test(name)) {
    if (/^[[{]/.test(start)) return true;
    throw new InputError(
      "FILE_NOT_JSON",
      `${file.shown} does not start with { or [`,
      "If it is CSV, give it a name that does not end in .json.",
    );
  }
  return /^(\{\s*["}]|\[\s*[{\]])/.test(start);
}

/** A model, a detector, a review or a baseline is one JSON object, and would be read as a table of one row. */
function refuseOwnFile(file: SourceFile, head: string): void {
  const kind = /^\s*\{\s*"format"\s*:\s*"parsight-([a-z]+)"/.exec(head)?.[1];
  if (kind === undefined) return;
  throw new InputError(
    "FILE_FORMAT",
    `${file.shown} is a ${kind} of Parsight, not a table`,
    "Name the file that holds the rows.",
  );
}

/** DuckDB skips a byte order mark before lines of records, but stumbles over one before a list. */
function checkJsonStart(file: SourceFile, head: string, ends: TextEnds): void {
  const hasMark = ends.head[0] === 0xef && ends.head[1] === 0xbb && ends.head[2] === 0xbf;
  if (!hasMark || !head.trimStart().startsWith("[")) return;
  throw new InputError(
    "JSON_MARK",
    `${file.shown} starts with a byte order mark, which JSON does not allow`,
    "Remove its first three bytes: tail -c +4 old.json > new.json",
  );
}

/** DuckDB reads a JSON array that was cut off between two records without a word. */
function checkJsonEnd(file: SourceFile, head: string, ends: TextEnds): void {
  const tail = ends.isWhole ? head : ends.tail === null ? null : Buffer.from(ends.tail).toString("latin1");
  if (tail === null) return;
  const last = tail.trimEnd().at(-1);
  const wanted = head.trimStart().startsWith("[") ? "]" : "}";
  if (last === wanted) return;
  throw new InputError(
    "FILE_CUT_OFF",
    `${file.shown} is JSON that ends too early: its last character should be ${wanted}`,
    "It was not written or copied whole. Fetch it again; no row of it was used.",
  );
}
