/** Files packed by zstd for tests: Node 20 has no compressor for it. */

/** A text, or one character many times. */
export type Piece = string | Uint8Array | Repeated;

interface Repeated {
  readonly character: string;
  readonly count: number;
}

const BLOCK_BYTES = 128 * 1024;
/** Magic number, no checksum, a window of 128 KB. */
const FRAME_HEADER = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]);
const RAW = 0;
const REPEATED = 1;

/**
 * One frame whose blocks are stored as they are, or one byte for a whole block: no compressor is needed (RFC 8878,
 * section 3.1).
 */
export function zstdOf(...pieces: readonly Piece[]): Buffer {
  const blocks = pieces.flatMap((piece) =>
    typeof piece === "string" || piece instanceof Uint8Array ? rawBlocks(piece) : repeatedBlocks(piece),
  );
  return Buffer.concat([FRAME_HEADER, ...blocks, block(RAW, 0, Buffer.alloc(0), 1)]);
}

function rawBlocks(text: string | Uint8Array): Buffer[] {
  const bytes = typeof text === "string" ? Buffer.from(text) : Buffer.from(text);
  const starts = Array.from({ length: Math.ceil(bytes.length / BLOCK_BYTES) }, (_, at) => at * BLOCK_BYTES);
  return starts.map((start) => {
    const part = bytes.subarray(start, start + BLOCK_BYTES);
    return block(RAW, part.length, part);
  });
}

function repeatedBlocks({ character, count }: Repeated): Buffer[] {
  const blocks = Array.from({ length: Math.ceil(count / BLOCK_BYTES) }, (_, at) =>
    Math.min(BLOCK_BYTES, count - at * BLOCK_BYTES),
  );
  return blocks.map((bytes) => block(REPEATED, bytes, Buffer.from(character)));
}

function block(kind: number, bytes: number, content: Buffer, isLast = 0): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE(isLast | (kind << 1) | (bytes << 3), 0, 3);
  return Buffer.concat([header, content]);
}
