/**
 * Many row sets of one table in one block of memory, named by number, and the three operations that the miner beside it
 * needs of them.
 */
import { popcount32, wordsFor } from "../../src/core/base/index.js";

export interface RowSetStore {
  readonly rowCount: number;
  readonly setCount: number;
  /** The words of one set, to fill or read. Contract: bits past the last row stay zero. */
  words(set: number): Uint32Array;
  /** into = a ∩ b; returns the number of rows in it. */
  intersect(a: number, b: number, into: number): number;
  /** counts[i] = |base ∩ sets[i]| for i in [0, length). */
  countEach(base: number, sets: Int32Array, length: number, counts: Int32Array): void;
}

export function createRowSetStore(rowCount: number, setCount: number): RowSetStore {
  const wordCount = wordsFor(rowCount);
  const block = new Uint32Array(wordCount * setCount);
  return {
    rowCount,
    setCount,
    words: (set) => block.subarray(set * wordCount, (set + 1) * wordCount),
    intersect(a, b, into) {
      let count = 0;
      const offsetA = a * wordCount;
      const offsetB = b * wordCount;
      const offsetInto = into * wordCount;
      for (let w = 0; w < wordCount; w++) {
        const word = block[offsetA + w]! & block[offsetB + w]!;
        block[offsetInto + w] = word;
        count += popcount32(word);
      }
      return count;
    },
    countEach(base, sets, length, counts) {
      const offsetBase = base * wordCount;
      for (let i = 0; i < length; i++) {
        const offset = sets[i]! * wordCount;
        let count = 0;
        for (let w = 0; w < wordCount; w++) count += popcount32(block[offsetBase + w]! & block[offset + w]!);
        counts[i] = count;
      }
    },
  };
}
