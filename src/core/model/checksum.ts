/** A 64-bit fingerprint of text and integers, to notice a file that was damaged or edited; no protection against intent. */
import { mix32 } from "../random/random.js";

export interface Checksum {
  addText(text: string): void;
  addIntegers(values: ArrayLike<number>): void;
  /** 16 hexadecimal digits. */
  digest(): string;
}

export function createChecksum(): Checksum {
  let high = 0x243f6a88;
  let low = 0x85a308d3;
  const add = (value: number): void => {
    high = Math.imul(high ^ value, 0x9e3779b1);
    high ^= high >>> 15;
    low = (Math.imul(low, 0x85ebca77) + (value ^ high)) | 0;
  };
  return {
    addText(text) {
      add(text.length);
      for (let i = 0; i < text.length; i++) add(text.charCodeAt(i));
    },
    addIntegers(values) {
      add(values.length);
      for (let i = 0; i < values.length; i++) add(values[i]!);
    },
    digest: () => hex(mix32(high)) + hex(mix32(low ^ high)),
  };
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, "0");
}
