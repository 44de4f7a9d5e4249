/** When a column of texts holds too many different ones to learn from, or to keep. */
import { groupDigits } from "../base/index.js";

/** A column is dropped beyond this many different texts when they are more than half of its rows … */
export const MANY_TEXTS = 100_000;
/** … and beyond this many, or so many characters of them, whatever its rows: it bounds the memory, at about 50 MB. */
export const MOST_TEXTS = 500_000;
export const MOST_CHARACTERS = 16_000_000;

interface CountedTexts {
  /** There are more than MOST_TEXTS, or more characters than MOST_CHARACTERS. */
  readonly isFull: boolean;
  /** Different ones. */
  readonly count: number;
  readonly rowCount: number;
}

/** What the column holds instead; null: texts to learn from. */
export function whyNoTexts({ isFull, count, rowCount }: CountedTexts): string | null {
  if (isFull)
    return `more than ${groupDigits(MOST_TEXTS)} different texts, or ${groupDigits(MOST_CHARACTERS)} characters of them`;
  return count > MANY_TEXTS && count * 2 > rowCount ? "text that differs in nearly every row" : null;
}
