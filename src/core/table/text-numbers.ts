/** Texts that are numbers, and those that mean "no value" where a number is expected. */
import { MISSING_NUMBER_WORDS } from "./missing-words.js";
import type { TextColumn } from "./table.js";

/** NaN unless the whole text is a number. */
export function parseNumber(text: string): number {
  const trimmed = text.trim();
  return trimmed === "" || /^[+-]?0[xob]/i.test(trimmed) ? NaN : Number(trimmed) + 0;
}

/** How many values of a column of text are numbers, and how many are not missing. */
export function countTextNumbers({ dictionary, codes }: TextColumn): {
  readonly numbers: number;
  readonly values: number;
} {
  const isNumber = dictionary.map((text) => !Number.isNaN(parseNumber(text)));
  const isMissing = dictionary.map(meansMissingNumber);
  let [numbers, values] = [0, 0];
  for (const code of codes) {
    if (code < 0 || isMissing[code]) continue;
    values++;
    if (isNumber[code]) numbers++;
  }
  return { numbers, values };
}

/** The numbers of a column of text; NaN where there is none. */
export function numbersOfTexts({ dictionary, codes }: TextColumn): Float64Array {
  const numbers = dictionary.map(parseNumber);
  return Float64Array.from(codes, (code) => (code < 0 ? NaN : numbers[code]!));
}

export function meansMissingNumber(text: string): boolean {
  return (MISSING_NUMBER_WORDS as readonly string[]).includes(text.trim());
}
