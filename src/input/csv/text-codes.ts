/**
 * The texts of one column as numbers: each distinct text once, in the order of its first row.
 *
 * Whether a column of too many distinct texts is dropped is a question about all of its rows, so it is answered when
 * all have come: the answer is the same in any order of rows. Only a number of distinct texts that no later row can
 * take back ends the gathering earlier. The page's reader and the Node reader both ask here.
 */
import { compareText } from "../../core/base/index.js";
import { areMostlyFit, isWrittenMoment, MOST_CHARACTERS, MOST_TEXTS, whyNoTexts } from "../../core/table/index.js";

/**
 * Whether to drop a text column whose values are nearly all different, instead of keeping millions of texts, unless
 * they say when rows were (31/12/2026 13:05). `as written`: keep them, and blank ones and words for "no value" as they
 * are.
 */
export type UniqueTexts = "keep" | "drop" | "as written";

interface TextCodes {
  /** The text's number; -1 for a blank one, which is missing unless texts are wanted as written. */
  codeOf(text: string): number;
  /** True when the column will be dropped whatever comes: nothing is kept any more. */
  isFull(): boolean;
  /** What a column of this many rows holds, when that is why it is dropped; null when it is kept. */
  reasonToDrop(rows: number): string | null;
  /** The distinct texts by number. All is then empty again. */
  takeDictionary(): string[];
}

export function createTextCodes(uniqueTexts: UniqueTexts): TextCodes {
  const isBounded = uniqueTexts === "drop";
  let codes = new Map<string, number>();
  let dictionary: string[] = [];
  let characters = 0;
  let isFull = false;

  function codeNew(text: string): number {
    if (isFull) return -1;
    const isMissing = uniqueTexts === "as written" ? text === "" : text.trim() === "";
    const code = isMissing ? -1 : dictionary.push(text) - 1;
    codes.set(text, code);
    if (code >= 0) characters += text.length;
    if (isBounded && (dictionary.length > MOST_TEXTS || characters > MOST_CHARACTERS)) {
      isFull = true;
      forget();
    }
    return code;
  }

  function forget(): void {
    [codes, dictionary, characters] = [new Map(), [], 0];
  }

  return {
    codeOf: (text) => codes.get(text) ?? codeNew(text),
    isFull: () => isFull,
    reasonToDrop(rows) {
      if (uniqueTexts !== "drop") return null;
      const why = whyNoTexts({ isFull, count: dictionary.length, rowCount: rows });
      if (why === null || isFull) return why;
      return areMostlyFit(dictionary.filter(isWrittenMoment).length, dictionary.length) ? null : why;
    },
    takeDictionary() {
      const taken = dictionary;
      forget();
      isFull = false;
      return taken;
    },
  };
}

/** The texts in their order; the codes are changed to their new places. */
export function sortTexts(dictionary: readonly string[], codes: Int32Array): readonly string[] {
  const { texts, places } = orderTexts(dictionary);
  moveCodes(codes, places);
  return texts;
}

/** The texts in their order, and the place of each. */
export function orderTexts(dictionary: readonly string[]): {
  readonly texts: readonly string[];
  readonly places: Int32Array;
} {
  const order = [...dictionary.keys()].sort((a, b) => compareText(dictionary[a]!, dictionary[b]!));
  const places = new Int32Array(dictionary.length);
  order.forEach((code, place) => {
    places[code] = place;
  });
  return { texts: order.map((code) => dictionary[code]!), places };
}

/** In place. */
export function moveCodes(codes: Int32Array, places: Int32Array): void {
  for (let row = 0; row < codes.length; row++) if (codes[row]! >= 0) codes[row] = places[codes[row]!]!;
}
