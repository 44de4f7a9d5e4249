/**
 * Words that are meant for one another: they differ in case or blanks, or by one slip of the hand (a letter too many,
 * too few, wrong, or two exchanged). A digit is no slip: GRA-549 is another product than GRA-548. Nor is a letter in a
 * word of three: LT and AT are two countries.
 */

/** The place of the one word that is meant; null: none is, or several may be. */
export function meantWord(text: string, words: readonly unknown[]): number | null {
  const plain = plainWord(text);
  const letters = [...plain];
  let alike: number[] = [];
  const slips: number[] = [];
  for (let place = 0; place < words.length; place++) {
    const word = words[place];
    if (typeof word !== "string" || Math.abs(word.length - text.length) > MOST_BLANKS) continue;
    const known = plainWord(word);
    if (known === plain) alike.push(place);
    else if (isSlip(letters, [...known])) slips.push(place);
  }
  if (alike.length === 0) alike = slips;
  return alike.length === 1 && plain !== "" ? alike[0]! : null;
}

/** Longer words differ by more than a slip and a few blanks. */
const MOST_BLANKS = 8;
/** One letter says little about a word of fewer. */
const LEAST_LETTERS = 4;

function plainWord(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, " ");
}

function isSlip(text: readonly string[], word: readonly string[]): boolean {
  if (word.length < LEAST_LETTERS || Math.abs(text.length - word.length) > 1) return false;
  let first = 0;
  while (first < text.length && text[first] === word[first]) first++;
  let last = 0;
  const most = Math.min(text.length, word.length) - first;
  while (last < most && text.at(-1 - last) === word.at(-1 - last)) last++;
  const written = text.slice(first, text.length - last);
  const meant = word.slice(first, word.length - last);
  if ([...written, ...meant].some((letter) => /\p{N}/u.test(letter))) return false;
  if (written.length <= 1 && meant.length <= 1) return true;
  return written.length === 2 && meant.length === 2 && written[0] === meant[1] && written[1] === meant[0];
}
