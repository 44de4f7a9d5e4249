/** Columns that grow value by value, as the Node reader keeps them. */
import type { Column } from "../../core/table/index.js";
import type { PlainNumbers } from "./number-writing.js";
import { createTextCodes, sortTexts, type UniqueTexts } from "./text-codes.js";

/** Numbers in an array that doubles when it is full. */
export class GrowingNumbers {
  #values = new Float64Array(1024);
  #length = 0;

  add(value: number): void {
    if (this.#length === this.#values.length) this.#makeRoom();
    this.#values[this.#length++] = value;
  }

  #makeRoom(): void {
    const larger = new Float64Array(this.#values.length * 2);
    larger.set(this.#values);
    this.#values = larger;
  }

  get length(): number {
    return this.#length;
  }

  /** As `plainSums` in src/input/duckdb/count-numbers.ts. */
  look(): PlainNumbers {
    let [values, whole, short, three, small] = [0, 0, 0, 0, 0];
    for (let at = 0; at < this.#length; at++) {
      const size = Math.abs(this.#values[at]!);
      if (Number.isNaN(size)) continue;
      values++;
      if (size < 1000) small++;
      if (Number.isInteger(size)) whole++;
      else if (size >= 1 && size < 1000 && Math.abs(size * 1000 - Math.round(size * 1000)) < 1e-6) {
        short++;
        if (Math.abs(size * 100 - Math.round(size * 100)) > 1e-3) three++;
      }
    }
    return { values, whole, short, three, small };
  }

  finish(): Float64Array {
    return this.#values.slice(0, this.#length);
  }
}

/** A set of rows, a bit each. */
export class GrowingRows {
  #words = new Uint32Array(32);

  add(row: number): void {
    const word = Math.floor(row / 32);
    if (word >= this.#words.length) {
      const larger = new Uint32Array(2 * word);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[word]! |= 1 << (row % 32);
  }

  has(row: number): boolean {
    return ((this.#words[Math.floor(row / 32)] ?? 0) & (1 << (row % 32))) !== 0;
  }
}

interface GrowingTexts {
  /** null: missing; a blank text is missing too. */
  add(text: string | null): void;
  finish(): Column;
}

export function createTexts(name: string, uniqueTexts: UniqueTexts): GrowingTexts {
  const texts = createTextCodes(uniqueTexts);
  let codes = new Int32Array(1024);
  let rows = 0;
  return {
    add(text) {
      const code = text === null ? -1 : texts.codeOf(text);
      if (texts.isFull()) {
        codes = new Int32Array(0);
        return;
      }
      if (rows === codes.length) {
        const larger = new Int32Array(2 * rows);
        larger.set(codes);
        codes = larger;
      }
      codes[rows++] = code;
    },
    finish() {
      const holds = texts.reasonToDrop(rows);
      if (holds !== null) return { name, type: "other", holds };
      const whole = codes.slice(0, rows);
      return { name, type: "text", dictionary: sortTexts(texts.takeDictionary(), whole), codes: whole };
    },
  };
}
