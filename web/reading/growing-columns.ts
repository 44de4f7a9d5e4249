/** Columns that grow value by value, as the Node reader keeps them. */
import type { Column } from "../../src/core/table/table.js";

/** Whether to drop a text column whose values are nearly all different, instead of keeping millions of texts. */
export type UniqueTexts = "keep" | "drop";

/** A text column is dropped beyond this many distinct texts when they are more than half of its rows. */
const MAX_UNIQUE_TEXTS = 100_000;

/** Numbers in an array that doubles when it is full. */
export class GrowingNumbers {
  #values = new Float64Array(1024);
  #length = 0;

  add(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
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
  return new TextGatherer(name, uniqueTexts);
}

class TextGatherer implements GrowingTexts {
  #codes = new Int32Array(1024);
  #length = 0;
  #codeOf = new Map<string, number>();
  #dictionary: string[] = [];
  #isDropped = false;

  constructor(
    private readonly name: string,
    private readonly uniqueTexts: UniqueTexts,
  ) {}

  add(text: string | null): void {
    if (this.#isDropped) return;
    if (this.#length === this.#codes.length) {
      const larger = new Int32Array(this.#codes.length * 2);
      larger.set(this.#codes);
      this.#codes = larger;
    }
    this.#codes[this.#length++] = text === null ? -1 : (this.#codeOf.get(text) ?? this.#codeNew(text));
    if (this.#length % 2048 === 0) this.#dropIfUnique();
  }

  finish(): Column {
    this.#dropIfUnique();
    if (this.#isDropped) return { name: this.name, type: "other", holds: "text that differs in nearly every row" };
    return {
      name: this.name,
      type: "text",
      dictionary: this.#dictionary,
      codes: this.#codes.slice(0, this.#length),
    };
  }

  #codeNew(text: string): number {
    const code = text.trim() === "" ? -1 : this.#dictionary.push(text) - 1;
    this.#codeOf.set(text, code);
    return code;
  }

  #dropIfUnique(): void {
    const distinct = this.#dictionary.length;
    if (this.uniqueTexts === "keep" || distinct <= MAX_UNIQUE_TEXTS || distinct * 2 <= this.#length) return;
    this.#isDropped = true;
    [this.#codes, this.#codeOf, this.#dictionary] = [new Int32Array(0), new Map(), []];
  }
}
