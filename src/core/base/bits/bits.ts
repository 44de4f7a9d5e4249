/**
 * Row sets as packed bits: row r is bit r % 32 of word r / 32. Bits past the last row are zero. Rows are below 2^31.
 */
export function wordsFor(rowCount: number): number {
  return (rowCount + 31) >>> 5;
}

export function setBit(words: Uint32Array, row: number): void {
  words[row >>> 5]! |= 1 << (row & 31);
}

export function hasBit(words: Uint32Array, row: number): boolean {
  return ((words[row >>> 5]! >>> (row & 31)) & 1) === 1;
}

/** Number of one bits in 32. */
export function popcount32(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function countBits(words: Uint32Array): number {
  let count = 0;
  for (let w = 0; w < words.length; w++) count += popcount32(words[w]!);
  return count;
}

/** Adds the rows of `b` to `a`. Contract: equal lengths. */
export function uniteInto(a: Uint32Array, b: Uint32Array): void {
  for (let w = 0; w < a.length; w++) a[w]! |= b[w]!;
}
