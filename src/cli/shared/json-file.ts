/**
 * The bytes of a file that should hold one JSON object, plain or packed by gzip, and never more of them than can be
 * used.
 *
 * A person may name anything in its place: a disk image, a pipe that never ends, a small packed file that unpacks to
 * terabytes. What does not begin as an object does is not read on; what does is read up to a limit. A packed file may
 * hold 64 times its size, and in any case 32 MB: models are packed to between a third and a tenth.
 */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createGunzip } from "node:zlib";

export class FileTooLarge extends Error {
  override readonly name = "FileTooLarge";

  /** `maxBytes`: what it could have held; `packedBytes`: null when it is not packed. */
  constructor(
    readonly maxBytes: number,
    readonly packedBytes: number | null,
  ) {
    super("a file holds too much");
  }
}

const MAX_EXPANSION = 64;
const ALWAYS_BYTES = 32 * 2 ** 20;

/**
 * All bytes, unpacked; only the first ones where they cannot be those of an object. Errors of the system pass through.
 */
export async function readJsonBytes(path: string, maxBytes: number): Promise<Uint8Array> {
  const stats = await stat(path);
  if (stats.isFile() && stats.size > maxBytes) throw new FileTooLarge(maxBytes, null);
  const packed = await collect(createReadStream(path, { highWaterMark: CHUNK_BYTES }), maxBytes, null);
  if (!isPacked(packed)) return packed;
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
  unpacked.end(packed);
  const mostBytes = Math.min(maxBytes, Math.max(MAX_EXPANSION * packed.length, ALWAYS_BYTES));
  return collect(unpacked, mostBytes, packed.length);
}

const CHUNK_BYTES = 1 << 18;

async function collect(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  packedBytes: number | null,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length > maxBytes) throw new FileTooLarge(maxBytes, packedBytes);
    if (parts.length === 1 && !isPacked(chunk) && !beginsAsObject(chunk)) break;
  }
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts, length);
}

function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Behind a byte order mark and blanks. */
function beginsAsObject(bytes: Uint8Array): boolean {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const first = bytes.subarray(hasMark ? 3 : 0).find((byte) => !BLANKS.includes(byte));
  return first === OPEN_BRACE;
}

const BLANKS: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];
const OPEN_BRACE = 0x7b;
