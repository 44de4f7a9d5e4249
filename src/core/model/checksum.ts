/**
 * A 64-bit fingerprint of text and integers, to notice a file that was damaged or edited; no protection against intent.
 */
import { mix32 } from "../base/index.js";

export interface Checksum {
  addText(text: string): void;
  addIntegers(values: ArrayLike<number>): void;
  /** 16 hexadecimal digits. */
  digest(): string;
}

export function createChecksum(): Checksum {
  let high = 0x243f6a88;
  let low = 0x85a308d3;
  const addIntegers = (values: ArrayLike<number>): void => {
    const words = asWords(values);
    // Variables of this call: those of a closure would be read and written in memory for every number.
    let h = high;
    let l = low;
    for (let i = -1; i < words.length; i++) {
      const value = i < 0 ? words.length : words[i]!;
      h = Math.imul(h ^ value, 0x9e3779b1);
      h ^= h >>> 15;
      l = (Math.imul(l, 0x85ebca77) + (value ^ h)) | 0;
    }
    high = h;
    low = l;
  };
  return {
    addText(text) {
      const codes = new Uint16Array(text.length);
      for (let i = 0; i < text.length; i++) codes[i] = text.charCodeAt(i);
      addIntegers(codes);
    },
    addIntegers,
    digest: () => hex(mix32(high)) + hex(mix32(low ^ high)),
  };
}

/**
 * The lower 32 bits of each, which are all that counts: a loop over arrays of several types is compiled for each of
 * them.
 */
function asWords(values: ArrayLike<number>): Int32Array {
  if (values instanceof Uint32Array) return new Int32Array(values.buffer, values.byteOffset, values.length);
  return values instanceof Int32Array ? values : new Int32Array(values);
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}
