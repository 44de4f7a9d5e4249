/**
 * Gzip and zstd: is the packed file whole, and what does it hold?
 *
 * DuckDB takes a cut-off gzip or zstd file for a shorter one and never says so, which would learn from half the rows.
 * So before DuckDB sees it, a gzip file is unpacked once into nothing (its checksum tells), and of a zstd file the
 * chain of blocks is followed to its end. Cost: gzip one pass over the unpacked bytes; zstd one small read per 128 KB.
 */
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { InputError, StoppedError } from "../../core/base/index.js";
import { ByteFlawFinder, type BytesSeen } from "./byte-flaws.js";
import type { SourceFile } from "./source-files.js";

/** The two ends of a text file's unpacked content. */
export interface TextEnds {
  readonly head: Uint8Array;
  /** The last bytes; null when not known (zstd). */
  readonly tail: Uint8Array | null;
  /** Whether `head` is the whole content. */
  readonly isWhole: boolean;
  /** What stands between them; absent where only the ends were looked at. */
  readonly seen?: BytesSeen;
}

export const HEAD_BYTES = 256 * 1024;
const TAIL_BYTES = 4096;

/** Unpack a gzip file to its end, keeping the first and last bytes. */
export async function readGzipEnds(file: SourceFile, shouldStop: () => boolean): Promise<TextEnds> {
  const head: Uint8Array[] = [];
  let headBytes = 0;
  let tail: Uint8Array = new Uint8Array(0);
  let total = 0;
  const flaws = new ByteFlawFinder();
  await unpack(file, (chunk) => {
    if (shouldStop()) throw new StoppedError();
    if (headBytes < HEAD_BYTES) {
      const part = chunk.subarray(0, HEAD_BYTES - headBytes);
      head.push(part);
      headBytes += part.length;
    }
    tail =
      chunk.length >= TAIL_BYTES ? chunk.subarray(-TAIL_BYTES) : Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
    total += chunk.length;
    flaws.push(chunk);
  });
  return {
    head: Buffer.concat(head),
    tail,
    isWhole: total <= HEAD_BYTES,
    seen: { flaw: flaws.flaw, mayTrail: flaws.mayTrail },
  };
}

async function unpack(file: SourceFile, take: (chunk: Uint8Array) => void): Promise<void> {
  try {
    await pipeline(
      createReadStream(file.path, { highWaterMark: 1 << 18 }),
      createGunzip({ chunkSize: 1 << 18 }),
      async (chunks) => {
        for await (const chunk of chunks) take(chunk as Uint8Array);
      },
    );
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "Z_BUF_ERROR") throw cutOffError(file, "gzip");
    if (code.startsWith("Z_")) throw damagedError(file, "gzip");
    throw error;
  }
}

interface ZstdContent {
  readonly content: "empty" | "filled";
  /** The first bytes, where they stand in the file as they are; what is packed already does. */
  readonly start: Uint8Array;
}

/**
 * Throws unless every zstd frame of the file is there to its last block; says whether any of them holds something.
 * Content errors are found by DuckDB when it unpacks.
 */
export async function checkZstd(file: SourceFile): Promise<ZstdContent> {
  const handle = await open(file.path);
  let content: ZstdContent["content"] = "empty";
  let start: Uint8Array = NOTHING;
  try {
    let at = 0;
    while (at < file.bytes) {
      const frame = await skipFrame(handle, at, file);
      if (frame.isFilled && content === "empty") {
        content = "filled";
        start = frame.start;
      }
      at = frame.end;
    }
    if (at > file.bytes) throw cutOffError(file, "zstd");
    return { content, start };
  } finally {
    await handle.close();
  }
}

/** A frame to be skipped begins with a magic number and a length, 4 bytes each; any other frame is longer. */
const SHORTEST_HEADER = 8;
/** Without its last digit, which may be any. */
const SKIPPABLE_MAGIC = 0x184d2a5;
const FRAME_MAGIC = 0xfd2fb528;

interface Frame {
  /** Position after it; past the end of the file when it is cut off. */
  readonly end: number;
  readonly isFilled: boolean;
  readonly start: Uint8Array;
}

const NOTHING = new Uint8Array(0);
const CUT_OFF: Frame = { end: Number.POSITIVE_INFINITY, isFilled: false, start: NOTHING };

/** The frame at `at` (RFC 8878, section 3.1). */
async function skipFrame(handle: FileHandle, at: number, file: SourceFile): Promise<Frame> {
  const header = await readAt(handle, at, SHORTEST_HEADER);
  if (header.length < SHORTEST_HEADER) return CUT_OFF;
  const magic = header.readUInt32LE(0);
  if (magic >>> 4 === SKIPPABLE_MAGIC)
    return { end: at + SHORTEST_HEADER + header.readUInt32LE(4), isFilled: false, start: NOTHING };
  if (magic !== FRAME_MAGIC) throw damagedError(file, "zstd");
  const descriptor = header[4]!;
  let next = at + 5 + frameHeaderBytes(descriptor);
  let isFilled = false;
  let start: Uint8Array = NOTHING;
  for (let isLast = false; !isLast; ) {
    const block = await readAt(handle, next, 3);
    if (block.length < 3) return CUT_OFF;
    const bits = block.readUIntLE(0, 3);
    isLast = (bits & 1) === 1;
    const [kind, size] = [(bits >> 1) & 3, bits >> 3];
    if (!isFilled && size > 0) start = startOfBlock(kind, await readAt(handle, next + 3, Math.min(size, START_BYTES)));
    isFilled ||= size > 0;
    next += 3 + (kind === REPEATED_BLOCK ? 1 : size);
  }
  const checksumBytes = (descriptor & 4) === 0 ? 0 : 4;
  return { end: next + checksumBytes, isFilled, start };
}

const START_BYTES = 32;
const [RAW_BLOCK, REPEATED_BLOCK, COMPRESSED_BLOCK] = [0, 1, 2];

/** The first bytes that a block unpacks to: those of the block, or of its literals; none where they are packed. */
function startOfBlock(kind: number, bytes: Uint8Array): Uint8Array {
  if (kind === RAW_BLOCK) return bytes;
  const literals = bytes[0]!;
  const areRaw = (literals & 3) === 0;
  return kind === COMPRESSED_BLOCK && areRaw ? bytes.subarray([1, 2, 1, 3][(literals >> 2) & 3]) : NOTHING;
}

function frameHeaderBytes(descriptor: number): number {
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const windowBytes = isSingleSegment ? 0 : 1;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]!;
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  return windowBytes + dictionaryBytes + sizeBytes;
}

async function readAt(handle: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, position);
  return buffer.subarray(0, bytesRead);
}

function cutOffError(file: SourceFile, packing: string): InputError {
  return new InputError(
    "FILE_CUT_OFF",
    `${file.shown} is a ${packing} file that ends too early`,
    "It was not copied or downloaded whole. Fetch it again; no row of it was used.",
  );
}

function damagedError(file: SourceFile, packing: string): InputError {
  return new InputError(
    "FILE_DAMAGED",
    `${file.shown} is a damaged ${packing} file`,
    `Fetch it again, or test it with ${packing} -t.`,
  );
}
