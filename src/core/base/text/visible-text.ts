/** Characters that move a cursor, change colours, break a line or turn round the text beside them. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text of data with its control characters shown as \u001b: a name or a cell must not be able to do anything. Line ends
 * stay.
 */
export function visibleText(text: string): string {
  return text.replace(CONTROLS, (character) =>
    character === "\n" ? "\n" : `\\u${character.codePointAt(0)!.toString(16).padStart(4, "0")}`,
  );
}
