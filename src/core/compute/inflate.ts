/**
 * Inflates what `deflateRaw` made of many bytes (RFC 1951), without that of the platform, which the core does not know.
 * Blocks with dynamic codes only: an encoder has no use for others where there is so much of one kind.
 */

/** Contract: such blocks, and `length` bytes in all. */
export function inflate(packed: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  const read: Reader = { packed, at: 0 };
  let at = 0;
  for (let isLast = 0; isLast === 0; ) {
    isLast = takeBits(read, 1);
    if (takeBits(read, 2) !== DYNAMIC_CODES) throw new Error("a block without dynamic codes");
    const [symbols, distances] = readCodes(read);
    for (let symbol = takeSymbol(read, symbols); symbol !== END; symbol = takeSymbol(read, symbols)) {
      if (symbol < END) {
        bytes[at++] = symbol;
        continue;
      }
      const place = symbol - END - 1;
      const extra = place === LONGEST ? 0 : Math.max(0, (place >> 2) - 1);
      const copied = place === LONGEST ? 258 : 3 + baseOf(place, 2, extra) + takeBits(read, extra);
      const code = takeSymbol(read, distances);
      const more = Math.max(0, (code >> 1) - 1);
      const from = at - 1 - baseOf(code, 1, more) - takeBits(read, more);
      for (let i = 0; i < copied; i++) bytes[at + i] = bytes[from + i]!;
      at += copied;
    }
  }
  return bytes;
}

const DYNAMIC_CODES = 2;
/** Of a block; symbols below it are bytes, those above it lengths of what is copied. */
const END = 256;
const LONGEST = 28;
/** In this order stand the lengths of codes for lengths of codes. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const MOST_BITS = 15;

interface Reader {
  readonly packed: Uint8Array;
  /** The bit to be read next. */
  at: number;
}

/** Symbols by the length of their codes, and how many there are of each length. */
interface Codes {
  readonly symbols: Int32Array;
  readonly counts: Int32Array;
}

function takeBits(read: Reader, count: number): number {
  let bits = 0;
  for (let i = 0; i < count; i++, read.at++) bits |= ((read.packed[read.at >> 3]! >> (read.at & 7)) & 1) << i;
  return bits;
}

/** Codes of one length follow one another, and begin with twice the number behind the last shorter one. */
function takeSymbol(read: Reader, { symbols, counts }: Codes): number {
  const { packed } = read;
  let at = read.at;
  let code = 0;
  let before = 0;
  for (let length = 1; length <= MOST_BITS; length++, at++) {
    code = 2 * code + ((packed[at >> 3]! >> (at & 7)) & 1);
    const count = counts[length]!;
    if (code < count) {
      read.at = at + 1;
      return symbols[before + code]!;
    }
    code -= count;
    before += count;
  }
  throw new Error("no such code");
}

/** Lengths and distances grow in steps of 2^extra, of which there are 2^steps for each. */
function baseOf(place: number, steps: number, extra: number): number {
  return extra === 0 ? place : ((1 << steps) + (place & ((1 << steps) - 1))) << extra;
}

/** Those of bytes and lengths, and those of distances. */
function readCodes(read: Reader): [Codes, Codes] {
  const symbolCount = takeBits(read, 5) + 257;
  const distanceCount = takeBits(read, 5) + 1;
  const lengthCount = takeBits(read, 4) + 4;
  const first = new Uint8Array(LENGTH_ORDER.length);
  for (let i = 0; i < lengthCount; i++) first[LENGTH_ORDER[i]!] = takeBits(read, 3);
  const codes = codesOf(first);
  const lengths = new Uint8Array(symbolCount + distanceCount);
  for (let at = 0; at < lengths.length; ) {
    const length = takeSymbol(read, codes);
    if (length < 16) {
      lengths[at++] = length;
      continue;
    }
    const end = at + (length === 18 ? 11 + takeBits(read, 7) : 3 + takeBits(read, length === 17 ? 3 : 2));
    lengths.fill(length === 16 ? lengths[at - 1]! : 0, at, end);
    at = end;
  }
  return [codesOf(lengths.subarray(0, symbolCount)), codesOf(lengths.subarray(symbolCount))];
}

function codesOf(lengths: Uint8Array): Codes {
  const used = Int32Array.from(lengths.keys()).filter((symbol) => lengths[symbol]! > 0);
  const counts = new Int32Array(MOST_BITS + 1);
  for (const symbol of used) counts[lengths[symbol]!]!++;
  return { symbols: used.sort((a, b) => lengths[a]! - lengths[b]! || a - b), counts };
}
