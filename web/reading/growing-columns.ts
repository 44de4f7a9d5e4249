/** Columns that grow value by value, as the Node reader keeps them. */
import type { Column } from "../../src/core/table/table.js";

/** Whether to drop a text column whose values are nearly all different, instead of keeping millions of texts. */
export type UniqueTexts = "keep" | "drop";

/** A text column is dropped beyond this many distinct texts when they are more than half of its rows. */
const MAX_UNIQUE_TEXTS = 100_000;

export interface GrowingNumbers {
  add(value: number): void;
  length(): number;
  finish(): Float64Array;
}

export function createNumbers(): GrowingNumbers {
  let values = new Float64Array(1024);
  let length = 0;
  return {
    add(value) {
      if (length === values.length) {
        const larger = new Float64Array(values.length * 2);
        larger.set(values);
        values = larger;
      }
      values[length++] = value;
    },
    length: () => length,
    finish: () => values.slice(0, length),
  };
}

export interface GrowingTexts {
  /** null: missing; a blank text is missing too. */
  add(text: string | null): void;
  finish(): Column;
}

export function createTexts(name: string, uniqueTexts: UniqueTexts): GrowingTexts {
  let codes = new Int32Array(1024);
  let length = 0;
  let codeOf = new Map<string, number>();
  let dictionary: string[] = [];
  let isDropped = false;

  function codeNew(text: string): number {
    const code = text.trim() === "" ? -1 : dictionary.push(text) - 1;
    codeOf.set(text, code);
    return code;
  }

  function dropIfUnique(): void {
    if (uniqueTexts === "keep" || dictionary.length <= MAX_UNIQUE_TEXTS || dictionary.length * 2 <= length) return;
    isDropped = true;
    [codes, codeOf, dictionary] = [new Int32Array(0), new Map(), []];
  }

  return {
    add(text) {
      if (isDropped) return;
      if (length === codes.length) {
        const larger = new Int32Array(codes.length * 2);
        larger.set(codes);
        codes = larger;
      }
      codes[length++] = text === null ? -1 : (codeOf.get(text) ?? codeNew(text));
      if (length % 2048 === 0) dropIfUnique();
    },
    finish() {
      dropIfUnique();
      if (isDropped) return { name, type: "other", holds: "text that differs in nearly every row" };
      return { name, type: "text", dictionary, codes: codes.slice(0, length) };
    },
  };
}
