/**
 * How many columns a text takes in a terminal, and how it is broken and cut to fit. Colours take none.
 *
 * Wide: the East Asian blocks and emoji; nothing: combining marks and joiners. Good enough for names and values of
 * data; terminals do not agree on more.
 */
import { visibleText } from "../../core/base/index.js";
import { unpainted } from "./style.js";

/** A cell must not be able to move the cursor or change colours. */
export { visibleText as harmless } from "../../core/base/index.js";

/** The same of a name in a line: it cannot end the line either. */
export function oneLine(text: string): string {
  return visibleText(text).replaceAll("\n", "\\u000a");
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NOTHING = /[\p{Mn}\p{Me}\u200b-\u200f\u2060]/u;

export function textWidth(text: string): number {
  let width = 0;
  for (const character of unpainted(text)) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (character < "\u0300") return 1;
  if (NOTHING.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** The text filled up with blanks to `width` columns. */
export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}

/** The text cut to `width` columns, ending in … when something is missing. Contract: no colours. */
export function cutTo(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = "";
  let used = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width - 1) break;
    cut += character;
  }
  return `${cut}…`;
}

/**
 * Lines of at most `width` columns (the first of `firstWidth`), broken at blanks; a word that is too long is broken
 * inside.
 */
export function wrap(text: string, width: number, firstWidth = width): string[] {
  const most = Math.min(width, firstWidth);
  const words = text.split(COMPARISON_GAP).flatMap((each) => (textWidth(each) > most ? each.split(WORD_GAP) : [each]));
  return fillLines(
    words.flatMap((each) => splitLong(each, most)),
    width,
    firstWidth,
  );
}

function fillLines(words: readonly string[], width: number, firstWidth: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (textWidth(longer) <= (lines.length === 0 ? firstWidth : width)) {
      line = longer;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return line === "" && lines.length > 0 ? lines : [...lines, line];
}

/** A number stays with its per cent sign … */
const WORD_GAP = / +(?!%)/;
/** … and a comparison such as 224 ≤ voltage ≤ 235 with both sides and its arrow, where they fit into a line. */
const COMPARISON_GAP = /(?<! [≤<≥>=∈→]|^→) +(?!%|[≤<≥>=∈] )/;

interface Indents {
  readonly first: string;
  readonly rest: string;
}

/** Every line behind the first is indented by `rest`, the first by `first`. */
export function wrapIndented(text: string, width: number, { first, rest }: Indents): string {
  const room = (indent: string): number => Math.max(10, width - textWidth(indent));
  const lines = wrap(text, room(rest), room(first));
  return lines.map((line, index) => (index === 0 ? first : rest) + line).join("\n");
}

/** A line of a message: as it is in a file or where there is room, else wrapped. `width` null: no terminal. */
export function fitLine(line: string, width: number | null): string {
  return width === null || textWidth(line) <= width ? line : wrapIndented(line, width, { first: "", rest: "  " });
}

/** A text as it is in a file, or with its long lines wrapped behind their indent. `width` null: no terminal. */
export function fitText(text: string, width: number | null): string {
  if (width === null) return text;
  return text
    .split("\n")
    .map((line) => fitIndented(line, width))
    .join("\n");
}

function fitIndented(line: string, width: number): string {
  if (textWidth(line) <= width) return line;
  const indent = /^ */.exec(line)![0];
  return wrapIndented(line.slice(indent.length), width, { first: indent, rest: `${indent}  ` });
}

/**
 * A command to copy: where it is wider than the terminal it goes on behind a backslash, so that it runs as it stands.
 * Words stay whole. `width` null: no terminal, one line.
 */
export function wrapCommand(line: string, width: number | null, indent: string): string {
  if (width === null || textWidth(indent + line) <= width) return indent + line;
  const words = line.match(SHELL_WORD) ?? [];
  const room = width - textWidth(indent) - CONTINUED.length;
  const lines = fillLines(words, room - 2, room).filter((each) => each !== "");
  return lines.map((each, index) => `${indent}${index === 0 ? "" : "  "}${each}`).join(`${CONTINUED}\n`);
}

const CONTINUED = " \\";
/** What stands in quotes may hold blanks; an option keeps its value. */
const SHELL_WORD = /(?:--?[\w-]+ (?![-|]))?(?:"[^"]*"|'[^']*'|[^\s"'])+/g;

/** What was done, and the command to go on with: side by side where there is room. */
export function formatNext(done: string, command: string, width: number | null): string {
  const line = `${done} Next: ${command}`;
  if (width === null || textWidth(line) <= width) return line;
  return `${fitLine(done, width)}\nNext:\n${wrapCommand(command, width, "  ")}`;
}

function splitLong(word: string, width: number): string[] {
  if (textWidth(word) <= width || unpainted(word) !== word) return [word];
  const parts: string[] = [];
  let part = "";
  for (const character of word) {
    if (textWidth(part) + characterWidth(character) > width) {
      parts.push(part);
      part = "";
    }
    part += character;
  }
  return [...parts, part];
}
