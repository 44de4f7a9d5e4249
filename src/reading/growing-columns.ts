/** Columns that grow value by value, as the Node reader keeps them. */
import type { Column } from "../core/table/table.js";
import { createTextCodes, sortTexts, type UniqueTexts } from "./text-codes.js";

/** Numbers in an array that doubles when it is full. */
export class GrowingNumbers {
  #values = new Float64Array(1024);
  #length = 0;

  add(value: number): void {
    if (this.#length === this.#values.length) this.#makeRoom(1);
    this.#values[this.#length++] = value;
  }

  /** Adds `count` of the values: the one at `first` and every one that is `step` further. */
  addEvery(values: Float64Array, first: number, step: number, count: number): void {
    if (this.#length + count > this.#values.length) this.#makeRoom(count);
    const own = this.#values;
    const start = this.#length;
    for (let i = 0; i < count; i++) own[start + i] = values[first + i * step]!;
    this.#length += count;
  }

  #makeRoom(count: number): void {
    const larger = new Float64Array(Math.max(this.#values.length * 2, this.#length + count));
    larger.set(this.#values);
    this.#values = larger;
  }

  get length(): number {
    return this.#length;
  }

  finish(): Float64Array {
    return this.#values.slice(0, this.#length);
  }
}

export interface GrowingTexts {
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
